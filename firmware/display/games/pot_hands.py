"""Hands of rounds for a pot in words: what jokers stand for, what Al Capone sums up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.display.names import claim_text
from firmware.display.touches import name_of
from scoring.dice import Face
from scoring.games.al_capone import WORTH, AlCaponeBegan
from scoring.hands.ranking import stands_for, strength

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from scoring.dice import Faces
    from scoring.pot import PotBegan


def game_name(agreed: PotBegan, words: Catalogue) -> str:
    """Return what the game is called: with jokers it has a name of its own."""
    if isinstance(agreed, AlCaponeBegan):
        return words.text("game.al-capone")
    return words.text("game.joker-poker" if agreed.ranking.jokers else "game.open-poker")


def hand_name(agreed: PotBegan, faces: Faces, words: Catalogue) -> str:
    """Return what a hand is called: "Zwei Könige", in Al Capone with its sum."""
    name = claim_text(strength(faces, agreed.ranking).claim, words)
    if isinstance(agreed, AlCaponeBegan):
        return words.text("pot.with-sum", hand=name, sum=agreed.sum_of(faces))
    return name


def hand_text(agreed: PotBegan, faces: Faces, words: Catalogue) -> str:
    """Return what a hand is, and of what where aces are jokers: "A-A-K-K-9: Vier Könige"."""
    name = hand_name(agreed, faces, words)
    if jokers_of(agreed, faces) is None:
        return name
    letters = "-".join(words.text(f"letter.{name_of(face)}") for face in sorted(faces, reverse=True))
    return words.text("pot.joker-hand", dice=letters, hand=name)


def jokers_of(agreed: PotBegan, faces: Faces) -> Faces | None:
    """Return what each die stands for, None where each is what it shows."""
    meant = stands_for(faces, agreed.ranking)
    return None if meant == tuple(faces) else meant


def hand_view(agreed: PotBegan, faces: Faces, words: Catalogue) -> dict[str, object]:
    """Return a hand as it is drawn: its dice from the highest down, what jokers stand for, and its name."""
    ordered = tuple(sorted(faces, reverse=True))
    meant = stands_for(ordered, agreed.ranking)
    return {
        "faces": [name_of(face) for face in ordered],
        "stands_for": [name_of(m) if m is not face else None for face, m in zip(ordered, meant, strict=True)],
        "hand": _beside_dice(agreed, faces, words),
    }


def _beside_dice(agreed: PotBegan, faces: Faces, words: Catalogue) -> str:
    """Return what a hand is called where there is little room."""
    name = claim_text(strength(faces, agreed.ranking).claim, words)
    if isinstance(agreed, AlCaponeBegan):
        return words.text("pot.sum", hand=name, sum=agreed.sum_of(faces))
    return name


def worth_view(agreed: AlCaponeBegan, words: Catalogue) -> dict[str, object]:
    """Return the table that decides between hands of one kind."""
    worth = WORTH[agreed.table]
    return {
        "name": words.text(f"pot.worth.{agreed.table.value}"),
        "values": [{"face": name_of(face), "points": worth[face]} for face in Face],
    }
