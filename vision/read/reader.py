"""From frames of a board at rest to a reading: find, read, fuse, judge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ClassifierShapeError, NoFramesError
from vision.find.board import BoardOutline, find_board, is_in_place
from vision.frame import Frame
from vision.light.exposure import ExposureLevel, light_of, other_exposure, print_levels
from vision.preprocess import scaled
from vision.read.fuse import Sight, Sighting, exposed_anew, lying_apart, sightings_of
from vision.reading import (
    BURNING_DOUBTS,
    DICE_EXPECTED,
    Detection,
    DiceFinder,
    DieReading,
    EyeDoubt,
    FaceClassifier,
    Reading,
    Verdict,
    is_near,
)
from vision.watch.hand import BareBoard, is_hand_in_view
from vision.watch.track import Hold


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderPolicy:
    """When a reading is believed."""

    dice_expected: int | None = DICE_EXPECTED  # So many dice lie on the board; None to read any number (photographs).
    # Below this a die is not sure and the player is asked. A wrong face costs a corrected entry, a question costs one
    # tap. `make evaluate` says from which one on few are wrong, on art from outside that no figure is measured on.
    sure_confidence: float = 0.9
    # By this share the other dice are believed where one face of a throw is unclear: its design, or its light, is
    # strange to the reader, and players are asked in any case. They must then be 0.925 sure.
    among_unclear: float = 0.973
    sure_detection: float = 0.5  # Below this the detector itself is not sure that it is a die
    # From this on it is, and only the face is in question: a detector's confidence says how well a die fits its
    # pattern, not how often it is wrong, and would drown every face's if it were multiplied in
    full_detection: float = 0.6
    # From this lean on a die burns. Dice against a rim or another die lean 14–43° (measured on simulated throws, none
    # between 5° and 14°): half of the least, since many are measured short.
    burning_tilt_deg: float = 7.0
    # From this lean on it may burn. A lean in doubt is said as less than it was measured, see `vision.find.lean`; what
    # is left of it is asked about.
    unsure_tilt_deg: float = 4.0
    foreign_share: float = 0.5  # From this probability of "no poker face" on the die is foreign
    # From this overlap of two top faces on (share of the smaller) one die lies on the other: faces of neighbours never
    # overlap, a quad's error is a tenth of a face
    stacked_overlap: float = 0.25
    # From this probability on that it lies on another die, it does; from the next on it may (`models.evaluate.rim`)
    stacked_share: float = 0.6
    unsure_stacked: float = 0.3
    # Where all dice are seen on the board, one further than this from the others, in die edges, lies on none of them
    stacked_reach: float = 1.25
    same_die: float = 0.5  # Detections in two frames are one die if their centres are closer than this, in die edges
    seen_share: float = 0.5  # A die must be seen in at least this share of the frames
    # A die the middles of whose bottom and top face are both further outside the floor than this may be off the board,
    # in die edges, and further than the second it is: of dice on the floor, by a rim whose outline is a little off,
    # hardly one is further outside than the first, of those on the rim nearly all are.
    rim_margin: float = 0.15
    off_margin: float = 0.33
    inside_share: float = 0.6  # A board of a photograph is believed only if at least this share of its dice lies inside


OVERVIEW_PX = 1600
"""Longer side of a photograph in which its board is looked for: a board is no detail."""

UNREAD = frozenset({EyeDoubt.FACE_UNCLEAR, EyeDoubt.FOREIGN_FACE})
"""What is the matter with a die whose face another exposure may show."""
WORTH_ANOTHER = frozenset(Verdict) - {Verdict.CLEAR, Verdict.HAND_IN_VIEW, Verdict.NO_BOARD}
"""Verdicts that another exposure may change."""


class Reader:
    """Reads the dice of a board at rest.

    Args:
        finder: Finds dice.
        classifier: Reads faces.
        policy: When a reading is believed.
    """

    def __init__(self, finder: DiceFinder, classifier: FaceClassifier, *, policy: ReaderPolicy | None = None) -> None:
        """Keep the two models."""
        self._finder = finder
        self._classifier = classifier
        self._policy = policy or ReaderPolicy()

    def sights(
        self, frame: Frame, board: BoardOutline | None = None, dice: int | None = None
    ) -> tuple[Sight, ...] | None:
        """Return the dice of a frame that is to be read among others, as `read` takes them: most of its work.

        Whoever waits for the next frame can do it meanwhile.

        Args:
            frame: A still frame.
            board: The calibrated board; None to read the whole picture.
            dice: So many should lie on it; None for as many as the policy says.

        Returns:
            None where there is too little light, or too much.

        Raises:
            ClassifierShapeError: If the classifier does not answer for every die.
        """
        is_light, expected = light_of(frame, board) is ExposureLevel.GOOD, self._expected(dice)
        return self._sights(frame, board, expected) if is_light else None

    def read(
        self,
        frames: Sequence[Frame],
        board: BoardOutline | None = None,
        *,
        backdrop: BareBoard | None = None,
        seen: Sequence[Sequence[Sight]] = (),
        dice: int | None = None,
        retake: Callable[[float], Frame | None] | None = None,
    ) -> Reading:
        """Return what lies on the board.

        Args:
            frames: One or more still frames of one view and size, oldest first.
            board: The calibrated board; None to read the whole picture.
            backdrop: What the board looked like at rest, for telling hands; None if unknown.
            seen: `sights` of as many of the oldest frames as were looked at before.
            dice: So many should lie on the board; None for as many as the policy says.
            retake: Gives a frame exposed so many times as long, None where it cannot: a face burnt out or drowned, and
                dice that are not seen, are looked at again before anybody is asked.

        Returns:
            The dice seen, and a verdict; the gravest trouble decides, in the order light, board, hand, number,
            burning, foreign, not sure.

        Raises:
            NoFramesError: If there is no frame.
            ClassifierShapeError: If the classifier does not answer for every die.
        """
        if not frames:
            raise NoFramesError("A reading needs at least one frame; got none.")
        newest, expected = frames[-1], self._expected(dice)
        light = light_of(newest, board)
        sightings = self._sightings(frames, board, expected, seen) if light is ExposureLevel.GOOD else ()
        reading = self._reading_of(sightings, newest, board, backdrop=backdrop, expected=expected)
        if retake is None or reading.verdict not in WORTH_ANOTHER:
            return reading
        is_lacking = expected is not None and len(reading.dice) < expected
        unread = [die.detection for die in reading.dice if die.doubt in UNREAD]
        prints = [print_levels(newest, die) for die in unread]
        longer = other_exposure(prints, light=light, is_any_lacking=is_lacking)
        if longer is None or (other := retake(longer)) is None:
            return reading
        quads, clear = {die.quad for die in unread}, newest if light is ExposureLevel.GOOD else other
        anew = exposed_anew(sightings, self._sights(other, board, expected), quads, same_die=self._policy.same_die)
        sightings = anew if is_lacking else anew[: len(sightings)]
        again = self._reading_of(sightings, clear, board, backdrop=backdrop, expected=expected)
        # What only the other exposure shows fills a place that was empty, and burns nothing.
        is_worse = again.verdict is Verdict.BURNING is not reading.verdict
        return reading if is_worse else replace(again, exposed_ns=newest.exposed_ns)

    def _reading_of(
        self,
        sightings: Sequence[Sighting],
        frame: Frame,
        board: BoardOutline | None,
        *,
        backdrop: BareBoard | None,
        expected: int | None,
    ) -> Reading:
        """Return dice as seen with a verdict; of a frame in the wrong light that alone is said."""
        light = light_of(frame, board)
        if light is not ExposureLevel.GOOD:
            verdict = Verdict.TOO_DARK if light is ExposureLevel.TOO_DARK else Verdict.TOO_BRIGHT
            return _reading((), verdict, frame)
        lying = _on_or_off(self._judged(sightings, board, frame, expected), expected)
        if board is not None and not is_in_place(board, frame):
            verdict = Verdict.NO_BOARD
        elif is_hand_in_view(frame, [s.detection for s in sightings], board=board, backdrop=backdrop):
            verdict = Verdict.HAND_IN_VIEW
        else:
            verdict = verdict_of(lying, expected)
        return _reading(lying, verdict, frame)

    def read_picture(self, frame: Frame) -> Reading:
        """Return what lies in a photograph: any number of dice, with or without a board.

        Raises:
            ClassifierShapeError: If the classifier does not answer for every die.
        """
        light = light_of(frame)
        sightings = self._sightings([frame])
        board = _believed_board(frame, [s.detection for s in sightings], self._policy)
        dice = self._judged(sightings, board, frame)
        if not dice and light is not ExposureLevel.GOOD:
            return _reading((), Verdict.TOO_DARK if light is ExposureLevel.TOO_DARK else Verdict.TOO_BRIGHT, frame)
        return _reading(dice, verdict_of(dice, None), frame)

    def _expected(self, dice: int | None) -> int | None:
        return self._policy.dice_expected if dice is None else dice

    def _sightings(
        self,
        frames: Sequence[Frame],
        board: BoardOutline | None = None,
        expected: int | None = None,
        seen: Sequence[Sequence[Sight]] = (),
    ) -> tuple[Sighting, ...]:
        """Return every die seen in enough frames."""
        seen = [*seen, *(self._sights(frame, board, expected) for frame in frames[len(seen) :])]
        return sightings_of(seen, same_die=self._policy.same_die, seen_share=self._policy.seen_share)

    def _sights(self, frame: Frame, board: BoardOutline | None, expected: int | None) -> tuple[Sight, ...]:
        """Return the dice of one frame with their face probabilities."""
        floor = board and board.scaled(frame.size_wh)
        found = self._finder.detect(frame, floor, expected, self._classifier)
        return tuple(zip(found, self._faces(frame, found), strict=True))

    def _faces(self, frame: Frame, found: Sequence[Detection]) -> NDArray[np.float64]:
        """Return the face probabilities of the dice found, float64 (N, labels + 1)."""
        if not found:
            return np.empty((0, 1))
        faces = np.asarray(self._classifier.classify(frame, [die.quad for die in found]), np.float64)
        if faces.ndim != 2 or faces.shape[0] != len(found) or faces.shape[1] < 2:
            raise ClassifierShapeError(
                f"The face classifier must answer (dice, labels + 1) for {len(found)} dice; got shape {faces.shape}."
            )
        return faces

    def _judged(
        self, sightings: Sequence[Sighting], board: BoardOutline | None, frame: Frame, expected: int | None = None
    ) -> tuple[DieReading, ...]:
        """Return the dice with what is the matter with each, in reading order."""
        floor, found = board and board.scaled(frame.size_wh), [sighting.detection for sighting in sightings]
        if sum(is_near(floor, die) for die in found) == expected:
            sightings = lying_apart(sightings, reach=self._policy.stacked_reach)
            found = [sighting.detection for sighting in sightings]
        read, stacked = partial(_die_reading, policy=self._policy), _stacked(found, self._policy)
        floors = [floor] if floor else []
        dice = [read(seen, floors, is_stacked=i in stacked) for i, seen in enumerate(sightings)]
        if EyeDoubt.OFF_BOARD in {die.doubt for die in dice} and (anew := find_board(frame)):  # both must say so
            dice = [read(seen, [*floors, anew], is_stacked=i in stacked) for i, seen in enumerate(sightings)]
        if EyeDoubt.FACE_UNCLEAR in {die.doubt for die in dice}:
            dice = [_among_unclear(die, self._policy) for die in dice]
        return tuple(sorted(dice, key=lambda die: die.detection.centre_xy))


def _reading(dice: tuple[DieReading, ...], verdict: Verdict, frame: Frame) -> Reading:
    """Return a reading of a frame."""
    return Reading(dice=dice, verdict=verdict, exposed_ns=frame.exposed_ns, size_wh=frame.size_wh)


def _stacked(dice: Sequence[Detection], policy: ReaderPolicy) -> set[int]:
    """Return which dice lie on another, or share their place with one."""
    faces = [np.array(die.quad, np.float32) for die in dice]
    touching = {i for i, die in enumerate(dice) if die.stacked >= policy.stacked_share}
    for i, one in enumerate(faces):
        for j in range(i):
            least = min(cv2.contourArea(one), cv2.contourArea(faces[j]))
            common, _ = cv2.intersectConvexConvex(cv2.convexHull(one), cv2.convexHull(faces[j]))
            if least > 0 and common / least >= policy.stacked_overlap:
                touching |= {i, j}
    return touching


def _is_outside(floor: BoardOutline, die: Detection, margin: float) -> bool:
    """Tell whether both faces of a die, bottom and top, have their middles further outside a floor, in die edges."""
    return not any(floor.contains(at, -margin * die.size_px) for at in (die.foot_xy, die.centre_xy))


def _die_reading(
    sighting: Sighting, floors: Sequence[BoardOutline], *, is_stacked: bool, policy: ReaderPolicy
) -> DieReading:
    """Return a die with its face, its confidence and what is the matter with it."""
    detection = sighting.detection
    faces = tuple(float(value) for value in sighting.probabilities[:-1])
    label = int(np.argmax(faces))
    is_die = min(1.0, detection.confidence / policy.full_detection)
    confidence = faces[label] * is_die * sighting.agreement
    doubt = _doubt(sighting, confidence, floors, is_stacked=is_stacked, policy=policy)
    return DieReading(
        detection=detection,
        label=label,
        probabilities=faces,
        confidence=min(1.0, max(0.0, confidence)),
        is_burning=doubt in BURNING_DOUBTS,
        doubt=doubt,
    )


def _among_unclear(die: DieReading, policy: ReaderPolicy) -> DieReading:
    """Return a die of a throw in which a face is unclear."""
    confidence = die.confidence * policy.among_unclear
    is_unclear = die.doubt is EyeDoubt.NONE and confidence < policy.sure_confidence
    return replace(die, confidence=confidence, doubt=EyeDoubt.FACE_UNCLEAR if is_unclear else die.doubt)


def _doubt(
    sighting: Sighting, confidence: float, floors: Sequence[BoardOutline], *, is_stacked: bool, policy: ReaderPolicy
) -> EyeDoubt:
    """Return what is the matter with a die, the gravest trouble first."""
    detection = sighting.detection
    far = [_is_outside(floor, detection, policy.off_margin) for floor in floors]
    troubles = (
        (bool(far) and all(far), EyeDoubt.OFF_BOARD),
        (detection.tilt_deg >= policy.burning_tilt_deg, EyeDoubt.LEANING),
        (is_stacked, EyeDoubt.STACKED),
        (float(sighting.probabilities[-1]) >= policy.foreign_share, EyeDoubt.FOREIGN_FACE),
        (bool(floors) and _is_outside(floors[0], detection, policy.rim_margin), EyeDoubt.PERHAPS_OFF),
        (detection.stacked >= policy.unsure_stacked, EyeDoubt.PERHAPS_LEANING),
        (detection.tilt_deg >= policy.unsure_tilt_deg, EyeDoubt.PERHAPS_LEANING),
        (detection.confidence < policy.sure_detection, EyeDoubt.PERHAPS_NO_DIE),
        (confidence < policy.sure_confidence, EyeDoubt.FACE_UNCLEAR),
    )
    return next((doubt for is_so, doubt in troubles if is_so), EyeDoubt.NONE)


def _on_or_off(dice: tuple[DieReading, ...], expected: int | None) -> tuple[DieReading, ...]:
    """Return the dice that count: those beside the board do not, if enough lie on it (spare dice on the table).

    Of more than that, those least like dice are said to be none, perhaps: one of them is taken for a sixth.

    Where fewer than a whole set are played with, the others of the set lie about: they never count, unless there is
    just what was thrown, which then fell off the board.
    """
    on_board = tuple(die for die in dice if die.doubt is not EyeDoubt.OFF_BOARD)
    has_spares = expected is not None and expected < DICE_EXPECTED and len(dice) != expected
    counted = on_board if has_spares or len(on_board) == expected else dice
    if expected is None or len(on_board) <= expected:
        return counted
    by_doubt = sorted(on_board, key=lambda die: die.detection.confidence)
    spare = {id(die) for die in by_doubt[: len(on_board) - expected]}
    none = EyeDoubt.PERHAPS_NO_DIE
    return tuple(replace(die, doubt=none, is_burning=False) if id(die) in spare else die for die in counted)


def verdict_of(dice: Sequence[DieReading], dice_expected: int | None = DICE_EXPECTED) -> Verdict:
    """Return what dice are worth that are all there is to see; None expects any number of them."""
    doubts = {die.doubt for die in dice}
    if not dice:
        return Verdict.EMPTY
    if dice_expected is not None and len(dice) != dice_expected:
        return Verdict.WRONG_COUNT
    if doubts & BURNING_DOUBTS:
        return Verdict.BURNING
    if EyeDoubt.FOREIGN_FACE in doubts:
        return Verdict.FOREIGN
    return Verdict.CLEAR if doubts == {EyeDoubt.NONE} else Verdict.NOT_SURE


OF_ITS_PLACE = frozenset({EyeDoubt.OFF_BOARD, EyeDoubt.PERHAPS_OFF, EyeDoubt.PERHAPS_LEANING, EyeDoubt.FOREIGN_FACE})
"""What a die cannot have become that lies where it lay; another die may still have been thrown against it, or on it."""


def as_before(reading: Reading, hold: Hold, before: Reading) -> Reading:
    """Return a reading whose held dice are taken for what they were taken for before: nobody is asked that twice."""
    is_counted = reading.verdict in {Verdict.BURNING, Verdict.FOREIGN, Verdict.NOT_SURE}
    # Of more dice than there can be the one least like a die is said to be none, wherever it lies.
    settled = OF_ITS_PLACE | {EyeDoubt.PERHAPS_NO_DIE} if is_counted else OF_ITS_PLACE
    dice = []
    for die, of_it in zip(reading.dice, hold.dice, strict=True):
        if of_it.is_known and of_it.before is not None:
            die = replace(die, label=before.dice[of_it.before].label)
            if die.doubt is EyeDoubt.FACE_UNCLEAR or (of_it.is_unmoved and die.doubt in settled):
                die = replace(die, doubt=EyeDoubt.NONE, is_burning=False, confidence=of_it.confidence)
        dice.append(die)
    return replace(reading, dice=tuple(dice), verdict=verdict_of(dice, None) if is_counted else reading.verdict)


def _believed_board(frame: Frame, dice: Sequence[Detection], policy: ReaderPolicy) -> BoardOutline | None:
    """Return the board of a photograph, or None if none is seen or most dice would lie beside it."""
    shrink = min(1.0, OVERVIEW_PX / max(frame.size_wh))
    found = find_board(Frame(scaled(frame.pixels, shrink))) if dice else None
    if found is None or found.felt_lab is None:
        return None
    board = found.scaled(frame.size_wh)
    inside = sum(board.contains(die.foot_xy, -policy.rim_margin * die.size_px) for die in dice)
    return board if inside >= policy.inside_share * len(dice) else None
