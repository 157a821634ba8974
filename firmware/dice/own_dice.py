"""The players' own dice at the table: read by the set that lies there, learnt from when a die is put right.

Dice that nobody taught are met while they are played with, see `vision.learn.groups`. They are read by once the players
have said what their faces are called; a die that is put right against what its set is sure of is asked about, never
learnt from.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from firmware.dice.dice_shelf import DiceShelf, Stamp
from firmware.dice.kept_dice import KeptSet, Learnt
from firmware.errors import DiceSetError
from firmware.session.lesson import FaceCard
from firmware.table.latency import PressPart, Stopwatch
from vision.errors import TeachError
from vision.frame import Frame
from vision.learn.groups import Meeting
from vision.learn.impressions import Impressions, impressions_of
from vision.learn.taught import OTHER_FACE, PERHAPS_OTHER, DiceSet, shows, shows_other
from vision.learn.taught_reader import SetsReader, recognise
from vision.read.reader import Reader, ReaderPolicy
from vision.reading import Detection, DiceFinder, DieReading, EyeDoubt, FaceClassifier, Floor, Quad, Reading
from vision.watch.pairing import slid_between
from vision.watch.track import HoldPolicy

log = logging.getLogger(__name__)

KNOWN_DESIGN = 0.9
"""So surely the general reader calls each face of a design it was trained on: nobody needs to be asked."""
MOST_LOOKS = 300
"""Throws of the evening that are looked at again; each takes 0.1 MB."""
TELLING = frozenset({EyeDoubt.NONE, EyeDoubt.FACE_UNCLEAR})
"""What may be the matter with a die that still tells what its set looks like."""
PAINTED_S = 0.25
"""After so long the page has painted a throw, also on a Pi: what is learnt of the one before may take its time then."""


@dataclass(frozen=True, slots=True)
class PastThrow:
    """A throw that is over."""

    exposed_ns: int
    seen: Impressions  # what the eye makes of its dice
    labels: tuple[int, ...]  # what was read, or said, of each
    said: frozenset[int]  # the dice that players put right


class OwnDice:
    """The taught sets while a game is played.

    Before dice are read, sets that were changed on the disk are loaded anew, whoever changed them: this companion, or
    ``serviert teach`` beside it. Learning takes a while and happens in a thread of its own: a press never waits for it.
    """

    def __init__(
        self, shelf: DiceShelf, finder: DiceFinder, policy: ReaderPolicy, *,
        on_met: Callable[[FaceCard], None] = lambda _: None, stopwatch: Stopwatch | None = None,
    ) -> None:  # fmt: skip
        """Load all sets that can be read; what is to be asked is given to `on_met`, in the thread that learns."""
        self.shelf, self.faces, self.policy = shelf, shelf.reader, policy  # `faces` read in general
        self._on_met = on_met
        self._sets_reader = SetsReader(self.faces)
        self._meeting = Meeting()
        self._before: tuple[DieReading, ...] = ()  # the dice of the throw before
        self._looks: deque[PastThrow] = deque(maxlen=MOST_LOOKS)
        self._asked: set[str] = set()  # the sets whose card was given out since the start: once is enough
        self._unnamed: frozenset[str] = frozenset()
        self._stamps: Mapping[str, Stamp] = {}
        self._sets: dict[str, DiceSet] = {}
        self._finder, self._stopwatch = finder, stopwatch or Stopwatch()
        self.reader = Reader(self, self, policy=policy)  # by the taught set that lies there if it is sure which
        self._learner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="own-dice")
        self._renew()

    @property
    def recognised(self) -> str | None:
        """Return the name of the set that the dice read last are of, None where none was sure."""
        return self._sets_reader.recognised

    def stamps(self) -> Mapping[str, Stamp]:
        """Return the stamps of all sets on the disk; as they were, where they cannot be looked at."""
        try:
            return self.shelf.stamps()
        except DiceSetError as error:
            log.warning("%s", error)
            return self._stamps

    def classify(self, frame: Frame, quads: Sequence[Quad], /) -> NDArray[np.float64]:
        """Return how probable each poker face is for each die, float64 (N, 7), by the sets as they are on the disk now.

        Raises:
            ModelContractError: If the model answers with another shape than its contract states.
        """
        self._stopwatch.lap(PressPart.LOOK)
        self._renew()
        faces = self._sets_reader.classify(frame, quads)
        self._stopwatch.lap(PressPart.CLASSIFY)
        return faces

    def detect(
        self, frame: Frame, floor: Floor | None = None, dice: int | None = None, faces: FaceClassifier | None = None, /
    ) -> tuple[Detection, ...]:
        """Return the dice in a frame."""
        self._stopwatch.lap(PressPart.LOOK)
        found = self._finder.detect(frame, floor, dice, faces)
        self._stopwatch.lap(PressPart.DETECT)
        return found

    def later(self, job: Callable[[], object]) -> None:
        """Do something with the sets after what was given before, in the thread that learns; returns at once."""
        self._learner.submit(_done, job)

    def put_right(self, frame: Frame, read: Reading, right: Reading) -> None:
        """Learn from a throw that is over, once the page has painted the next one; returns at once."""
        if len(read.dice) == len(right.dice):
            self.later(partial(time.sleep, PAINTED_S))
            self.later(partial(self.learn, frame, read, right))

    def learn(self, frame: Frame, read: Reading, right: Reading) -> tuple[Learnt, ...]:
        """Learn from a throw: what players said, if the dice are of a taught set, else what the dice look like.

        What was `read` in the frame is the same dice as `right`, which has the labels the players left or gave.

        Returns:
            What became of each die of which players said what it shows; nothing where no set is recognised, whose dice
            these would be.

        Raises:
            DiceSetError: If the set cannot be loaded or saved.
        """
        pairs = list(enumerate(zip(read.dice, right.dice, strict=True)))
        corrections = {index: new.label for index, (old, new) in pairs if old.label != new.label}
        # Whoever was asked about a die and left it as it was has said what it is, too: nobody is asked that twice.
        left = {index: new.label for index, (old, new) in pairs if old.doubt is EyeDoubt.FACE_UNCLEAR}
        crops = self.faces.crops(frame, [die.detection.quad for die in read.dice])
        seen = impressions_of(self.faces, crops)
        dice_set = recognise(seen, tuple(self._sets.values()))
        if self.shelf.is_off or (dice_set is not None and not dice_set.is_poker):
            return ()
        self._looks.append(PastThrow(read.exposed_ns, seen, tuple(d.label for d in right.dice), frozenset(corrections)))
        lay, self._before = self._before, read.dice
        if dice_set is None:
            # A die that was left lying shows again what it showed: that tells nothing of the faces yet to come.
            told = [index for index, die in enumerate(read.dice) if die.doubt in TELLING]
            same = ((at, die) for at in told for die in lay if die.label == read.dice[at].label)
            stayed = {at for at, die in same if slid_between(read.dice[at], die) <= HoldPolicy().unmoved_within}
            telling = [index for index in told if index not in stayed]
            self._meeting = self._meeting.met(crops[telling], seen.of(telling))
            if (met := self._meeting.met_set()) is not None:
                self._meeting = Meeting()
                if met.assent < KNOWN_DESIGN:
                    self._ask(self.shelf.meet(met.crops, met.shown))
            return ()
        if dice_set.name in self._unnamed:
            if dice_set.name not in self._asked:  # met another evening, and not named then
                self._ask(self.shelf.load(dice_set.name))
            return ()
        alike, name = self._sets_reader.in_light(dice_set).embedded(seen), dice_set.name
        surely = [old.label if old.doubt is EyeDoubt.NONE and at not in corrections else -1 for at, (old, _) in pairs]
        self._sets_reader.remember(name, seen, surely)
        learnt = tuple(self._corrected(name, crops[at], alike[at], label) for at, label in (left | corrections).items())
        # Less is enough against what the set was sure of: two of its faces may be much alike.
        ahead = [PERHAPS_OTHER if die.doubt is EyeDoubt.NONE else OTHER_FACE for die in read.dice]
        asked = next((die for die, label in corrections.items() if shows_other(alike[die], label, ahead[die])), None)
        if asked is not None:  # one card a throw: two would be answered one after the other, the second in vain
            self._ask(self.shelf.load(name), swapped=(int(alike[asked].argmax()), corrections[asked]))
        return learnt

    def read_again(self, name: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return earlier throws of a set, by when they were exposed, that show other labels by its names as they are.

        What players said of a die stands.

        Raises:
            DiceSetError: If there is no such set, or it cannot be read.
        """
        dice_set, found = self.shelf.load(name).dice_set(), []
        for at, look in enumerate(self._looks):
            read = zip(look.labels, dice_set.read_again(look.seen, look.labels), strict=True)
            now = tuple(old if die in look.said else new for die, (old, new) in enumerate(read))
            if now != look.labels:
                found.append((look.exposed_ns, now))
                self._looks[at] = replace(look, labels=now)  # asked about once
        return tuple(found)

    def _corrected(self, name: str, crop: NDArray[np.uint8], alike: NDArray[np.float64], label: int) -> Learnt:
        if not shows(alike, label):
            return Learnt.DOUBTED
        learnt = self.shelf.learn_correction(name, crop, label)
        log.info("players said what a die of the set %s shows: %s", name, learnt.name)
        return learnt

    def _ask(self, kept: KeptSet, swapped: tuple[int, int] | None = None) -> None:
        """Give out the card of a set, two of its names swapped if a die was called so that bore the other."""
        self._asked.add(kept.name)
        self._on_met(card_of(kept, swapped))

    def close(self) -> None:
        """Finish what is being learnt; closing twice does nothing."""
        self._learner.shutdown()

    def _renew(self) -> None:
        """Load the sets whose files were changed since, and forget those whose files are gone."""
        stamps = self.stamps()
        if stamps == self._stamps:
            return
        changed = [name for name, stamp in stamps.items() if self._stamps.get(name) != stamp]
        whole = {name: kept for name in changed if (kept := self.shelf.load_whole(name)) is not None}
        unchanged = {name: each for name, each in self._sets.items() if name in stamps and name not in changed}
        self._stamps, self._sets = stamps, unchanged | {name: kept.dice_set() for name, kept in whole.items()}
        self._unnamed = (self._unnamed & set(unchanged)) | {name for name, kept in whole.items() if not kept.is_named}
        named = {name: each for name, each in self._sets.items() if name not in self._unnamed}
        self._sets_reader.sets = tuple(named.values())
        log.info("taught dice: %s", ", ".join(sorted(named)) or "none")


def _done(job: Callable[[], object]) -> None:
    try:
        job()
    except (DiceSetError, TeachError) as error:
        log.warning("%s", error)
    except Exception:
        log.exception("Something could not be learnt.")


def card_of(kept: KeptSet, swapped: tuple[int, int] | None = None) -> FaceCard:
    """Return the card of a set: a crop of each face, and what it is called, two of these names swapped if so given."""
    names = list(range(len(kept.labels)))
    if swapped is not None:
        first, second = swapped
        names[first], names[second] = second, first
    return FaceCard(
        name=kept.name, crops=kept.pictures(), names=tuple(names), is_named=kept.is_named,
        doubted=None if swapped is None else swapped[0],
    )  # fmt: skip
