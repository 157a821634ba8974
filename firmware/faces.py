"""The table between what the eye says (labels) and what the rules know (faces)."""

from scoring.dice import Face
from vision.reading import DieReading

LABELS = ("9", "10", "J", "Q", "K", "A")
"""The face model's labels, in its order; a test holds them against the model's contract."""

FACES = (Face.NINE, Face.TEN, Face.JACK, Face.QUEEN, Face.KING, Face.ACE)


def face_of(die: DieReading) -> Face:
    """Return the face that the eye thinks likeliest."""
    return FACES[die.label]


def ranking_of(die: DieReading) -> tuple[Face, ...]:
    """Return all six faces, likelier ones first."""
    return tuple(FACES[label] for label in die.labels_by_likelihood if label < len(FACES))


def label_of(face: Face) -> int:
    """Return the eye's label of a face."""
    return FACES.index(face)
