"""Tables of a rules card: rows of drawn dice, words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware.display.messages import Catalogue
from firmware.display.touches import name_of
from scoring.dice import Face, Faces
from scoring.hands.hand import Hand, classify
from scoring.hands.ranking import Ranking, strength

NINE, TEN, JACK, QUEEN, KING, ACE = Face
SMALL = (NINE, TEN, JACK, QUEEN, KING)
LARGE = (TEN, JACK, QUEEN, KING, ACE)

EXAMPLES: tuple[Faces, ...] = (
    (KING, KING, ACE, TEN, NINE),
    (KING, KING, TEN, TEN, ACE),
    (QUEEN, QUEEN, QUEEN, ACE, NINE),
    SMALL,
    LARGE,
    (JACK, JACK, JACK, NINE, NINE),
    (TEN, TEN, TEN, TEN, KING),
    (NINE, NINE, NINE, NINE, NINE),
)
"""One of each kind of hand."""


def table(rows: Iterable[dict[str, object]], *, title: str = "", heads: Sequence[str] = ()) -> dict[str, object]:
    """Return a table with its headings, those of its numbers among them."""
    return {"title": title, "heads": list(heads), "rows": list(rows)}


def row(text: str, faces: Sequence[Face] = (), values: Sequence[str | int] = ()) -> dict[str, object]:
    """Return a row: the dice, what they are, and its numbers."""
    return {"faces": [name_of(face) for face in faces], "text": text, "values": [str(value) for value in values]}


def hands(words: Catalogue, *, sequences: bool) -> dict[str, object]:
    """Return the kinds of hands, the highest first, each with an example; sequences only where they count."""
    ranking = Ranking(sequences=sequences)
    counting = [faces for faces in EXAMPLES if strength(faces, ranking).claim.hand is not Hand.NOTHING]
    ranked = sorted(counting, key=lambda faces: strength(faces, ranking), reverse=True)
    return table((row(hand_name(classify(faces), words), faces) for faces in ranked), title=words.text("card.hands"))


def hand_name(hand: Hand, words: Catalogue) -> str:
    """Return what a kind of hand is called."""
    return words.text(f"hand.{hand.name.lower().replace('_', '-')}")
