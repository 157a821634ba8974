"""``serviert teach --picture``: players show their own dice in pictures; under the camera the page teaches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.commands.options import TeachOptions
from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.shown_faces import crops_of, faces_in, named_folders
from firmware.display.face_names import FaceNames, split_names
from firmware.faces import LABELS
from firmware.settings.config import Config
from vision.errors import TeachError
from vision.learn.groups import GroupPolicy, alike_of, groups_of
from vision.learn.impressions import Impressions, impressions_of
from vision.read.classify import FaceReader
from vision.read.load import load_finder


def teach(
    name: str, config: Config, options: TeachOptions, *, ask: Callable[[str], str], say: Callable[[str], None]
) -> None:
    """Teach a set from photographs or cut-out faces, and keep it.

    Raises:
        TeachError: If there are no pictures or no dice, a face is missing, or a name is unknown.
        VisionError: If a model is broken or a picture is none.
        DiceSetError: If the set cannot be saved, or its name is taken.
    """
    pictures = options.picture
    if not pictures:
        raise TeachError(
            "Dice are taught on the page: start `serviert play` and choose your own dice in its menu. To teach them "
            "from photographs, give --picture."
        )
    names = FaceNames.of(
        split_names(options.labels or "") or named_folders(pictures) or LABELS, config.display.language
    )
    reader = FaceReader.from_file()
    shelf = DiceShelf(config.store.dice_folder, reader, most_crops=config.store.crops)
    shelf.require_name(name)
    faces = faces_in(pictures, load_finder(), reader)
    if not faces:
        raise TeachError("No die lies flat in these pictures; take them from above, in good light.")
    crops = crops_of(faces)
    known = split_names(options.shown or "") or [face.name for face in faces]
    if len(known) != len(faces):
        raise TeachError(
            f"{len(faces)} dice lie flat in these pictures, but {len(known)} were named; name each, picture after "
            "picture, from left to right."
        )
    labels = _labels(known, names)
    if None in labels:
        questions = _Questions(names=names, places=[face.place for face in faces], ask=ask, say=say)
        labels = questions.grouped(impressions_of(reader, crops), labels)
    used = [crop for crop, label in enumerate(labels) if label is not None]
    kept = shelf.teach(name, names.labels, crops[used], [label for label in labels if label is not None])
    dice_set = kept.dice_set()
    counted = ", ".join(f"{face} ×{count}" for face, count in zip(names.written, dice_set.counts, strict=True))
    say(f'The dice "{kept.name}" are kept: {counted}.')
    right = zip(dice_set.shown.tolist(), dice_set.calibration.right, strict=True)
    if doubtful := sorted({label for label, is_right in right if is_right is False}):
        written = ", ".join(names.format(label) for label in doubtful)
        say(f"Not every one of these can be told from the others: {written}. They will be asked about.")


def _labels(known: Sequence[str | None], names: FaceNames) -> list[int | None]:
    """Return the label of each die that was named beforehand, None where nothing was said.

    Raises:
        TeachError: If one was named by no face of the set.
    """
    labels = [None if name is None else names.parse(name) for name in known]
    for name, label in zip(known, labels, strict=True):
        if name is not None and label is None:
            raise TeachError(_unknown(name, names))
    return labels


def _unknown(answer: str, names: FaceNames) -> str:
    return f'"{answer.strip()}" is no face of these dice; their faces are {" ".join(names.written)}.'


@dataclass(frozen=True, slots=True, kw_only=True)
class _Questions:
    """What is asked about the dice in pictures."""

    names: FaceNames  # of their faces
    places: Sequence[str]  # where each die lies
    ask: Callable[[str], str]
    say: Callable[[str], None]

    def grouped(self, seen: Impressions, labels: Sequence[int | None]) -> list[int | None]:
        """Return the labels after one question for each face that nobody named; an empty answer leaves it out.

        Raises:
            TeachError: If the faces cannot be told apart.
        """
        # Whoever teaches shows all faces, and names them.
        shown = GroupPolicy(least_of_close=GroupPolicy().least_of_a_face)
        groups = groups_of(alike_of(seen), shown, faces=len(self.names.labels))
        if groups is None:
            raise TeachError(
                "The faces of these dice cannot be told apart yet. Show each face twice or more, close up and in even "
                "light; or name every die with --shown."
            )
        choice, given = f"{' '.join(self.names.written)}; Enter if you cannot tell", list(labels)
        for members in groups:
            named = next((labels[crop] for crop in members if labels[crop] is not None), None)
            if named is None:
                others = f" (as {len(members) - 1} more)" if len(members) > 1 else ""
                named = self._answer(f"What does {self.places[members[0]]}{others} show? [{choice}] ")
            for crop in members:
                given[crop] = named if labels[crop] is None else labels[crop]
        return given

    def _answer(self, question: str) -> int | None:
        """Return the label that was answered, None for an empty answer; ask again after any other."""
        while answer := self.ask(question).strip():
            if (label := self.names.parse(answer)) is not None:
                return label
            self.say(_unknown(answer, self.names))
        return None
