"""The rules of the games that are played for a pot: Offenes, Verdecktes and Joker Poker, and Al Capone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from firmware.display.cards.tables import ACE, EXAMPLES, KING, NINE, QUEEN, TEN, hand_name, hands, row, table
from firmware.display.names import claim_text
from scoring.dice import DICE_COUNT, Face
from scoring.games import hidden_poker as hidden
from scoring.games.al_capone import WORTH
from scoring.games.al_capone import Table as Worth
from scoring.games.open_poker import OpenPokerBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Ranking, strength
from scoring.pot import RoundBegan
from scoring.turns.turn import THROWS_A_TURN

if TYPE_CHECKING:
    from firmware.display.messages import Catalogue
    from scoring.games.al_capone import AlCaponeBegan
    from scoring.games.hidden_poker import HiddenPokerBegan
    from scoring.pot import PotBegan

JOKERS = ((ACE, ACE, KING, KING, NINE), (ACE, QUEEN, QUEEN, NINE, NINE), (ACE,) * DICE_COUNT)
"""Hands that aces change, the first of them the source's own, and five aces."""

PAIRS = ((KING, KING, ACE, QUEEN, NINE), (KING, KING, QUEEN, TEN, NINE))

Page = tuple[list[str], list[dict[str, object]]]


def open_poker(agreed: OpenPokerBegan, words: Catalogue) -> Page:
    """Return the card of Offenes Würfelpoker."""
    told = [*_open_round(agreed, words), words.text("card.same-hand"), *_pot(words), words.text("card.cannot-pay")]
    return told, [hands(words, sequences=agreed.sequences)]


def hidden_poker(agreed: HiddenPokerBegan, words: Catalogue) -> Page:
    """Return the card of Verdecktes Würfelpoker."""
    told = [
        *_hidden_round(agreed, words),
        words.text("card.less-is-bluff"),
        words.text("card.all-in"),
        words.text("card.highest-claim"),
    ]
    return told, [hands(words, sequences=agreed.ranking.sequences)]


def joker_poker(agreed: OpenPokerBegan | HiddenPokerBegan, words: Catalogue) -> Page:
    """Return the card of Joker Poker, as it is played: openly or under the cup."""
    if isinstance(agreed, OpenPokerBegan):
        ranking = Ranking(sequences=agreed.sequences, jokers=True)
        played = [*_open_round(agreed, words), *_pot(words)]
    else:
        ranking = agreed.ranking
        played = [*_hidden_round(agreed, words), words.text("card.may-be-read"), words.text("card.highest-claim")]
    examples = [row(claim_text(strength(faces, ranking).claim, words), faces) for faces in JOKERS]
    told = [words.text("card.joker"), words.text("card.joker-ties"), *played]
    return told, [table(examples, title=words.text("card.so-they-count")), hands(words, sequences=ranking.sequences)]


def al_capone(agreed: AlCaponeBegan, words: Catalogue) -> Page:
    """Return the card of Al Capone."""
    told = [
        words.text("card.ante", count=agreed.stakes.minimum),
        words.text("card.one-throw"),
        words.text("card.raise", chips=agreed.stakes.maximum),
        words.text("card.kinds", hands=_kinds(sequences=agreed.sequences, words=words)),
        words.text("card.same-kind", dice=DICE_COUNT),
        *_pot(words),
        words.text("card.cannot-pay"),
    ]
    heads = [words.text(f"rule.table.{each.value}") for each in Worth]
    worth = [
        row(words.text(f"face.{face.name.lower()}"), (face,), [WORTH[each][face] for each in Worth]) for face in Face
    ]
    sums = [row("", faces, [sum(WORTH[each][face] for face in faces) for each in Worth]) for faces in PAIRS]
    marked = list(Worth).index(agreed.table)
    return told, [
        {**table(worth, heads=heads), "marked": marked},
        {**table(sums, title=words.text("card.both-pairs")), "marked": marked},
    ]


def _kinds(*, sequences: bool, words: Catalogue) -> str:
    """Return the kinds of hands in a line, the lowest first."""
    ranking = Ranking(sequences=sequences)
    ranked = sorted({strength(faces, ranking).claim.hand for faces in EXAMPLES} - {Hand.NOTHING})
    return " – ".join(hand_name(hand, words) for hand in ranked)


def _open_round(agreed: PotBegan, words: Catalogue) -> list[str]:
    return [
        words.text("card.ante", count=agreed.stakes.minimum),
        words.text("card.up-to-throws-held", throws=THROWS_A_TURN),
        words.text("card.raise", chips=agreed.stakes.maximum),
    ]


def _pot(words: Catalogue) -> list[str]:
    return [words.text("card.pot"), words.text("card.decider")]


def _hidden_round(agreed: HiddenPokerBegan, words: Catalogue) -> list[str]:
    ante = hidden.apply(hidden.begin(replace(agreed, beginner=0)), RoundBegan()).chips.staked[0]
    return [
        words.text("card.ante", count=ante),
        words.text("card.cup"),
        words.text("card.doubt", seconds=hidden.SECONDS_TO_DOUBT),
        words.text("card.double"),
        words.text("card.believed"),
    ]
