"""The rules of the games that are played for chips: Offenes, Verdecktes and Joker Poker, Al Capone, Rock and Roll."""

from __future__ import annotations

from firmware.display.cards.tables import ACE, EXAMPLES, KING, NINE, QUEEN, TEN, hand_name, hands, row, table
from firmware.display.messages import Catalogue
from firmware.display.names import claim_text, field_name
from scoring.dice import DICE_COUNT, Face
from scoring.games import hidden_poker as hidden
from scoring.games.al_capone import WORTH, AlCaponeBegan
from scoring.games.al_capone import Table as Worth
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import PotBegan
from scoring.games.rock_and_roll import COLOUR_PAYS, THROWS_AFTER_NOTICE, VALUE_PAYS, Field, RockAndRollBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Ranking, strength
from scoring.turns.turn import THROWS_A_TURN

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
    ante = hidden.HiddenPokerState.begin(agreed).ante
    return [
        words.text("card.ante", count=ante),
        words.text("card.cup"),
        words.text("card.doubt", seconds=hidden.SECONDS_TO_DOUBT),
        words.text("card.double"),
        words.text("card.believed"),
    ]


def rock_and_roll(agreed: RockAndRollBegan, words: Catalogue) -> tuple[list[str], list[dict[str, object]]]:
    """Return the card of Rock and Roll."""
    told = [
        words.text("card.bank", bank=agreed.bank_stack, stack=agreed.stack),
        words.text("card.bets"),
        words.text("card.bank-throws"),
        words.text("card.pays", colour=1 + COLOUR_PAYS, value=1 + VALUE_PAYS),
        words.text("card.covered"),
        words.text("card.bank-ends", throws=THROWS_AFTER_NOTICE),
    ]
    colours = [
        row(field_name(field, words), [face for face in Face if field.is_won_by(face)], [f"{field.pays}:1"])
        for field in Field
        if field.is_colour
    ]
    values = row(words.text("card.each-value"), tuple(Face), [f"{Field.ACE.pays}:1"])
    return told, [table(colours, title=words.text("card.pays-out")), table([values])]
