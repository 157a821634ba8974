"""The rules on one page a game, as plain data: sentences whose every number comes from the rules, and drawn dice."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from firmware import tables
from firmware.display.messages import Catalogue
from firmware.display.names import claim_text, escalero_row, field_name, form_name, row_name
from firmware.display.touches import name_of
from firmware.session.choosing import Choice, choice_of, form_of
from scoring.dice import DICE_COUNT, Face, Faces
from scoring.events import GameBegan
from scoring.game import Opening
from scoring.games import hidden_poker as hidden
from scoring.games.al_capone import WORTH, AlCaponeBegan
from scoring.games.al_capone import Table as Worth
from scoring.games.escalero import EscaleroBegan, Row
from scoring.games.escalero import points as escalero_points
from scoring.games.hidden_poker import HiddenPokerBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import PotBegan
from scoring.games.rock_and_roll import COLOUR_PAYS, THROWS_AFTER_NOTICE, VALUE_PAYS, Field, RockAndRollBegan
from scoring.games.standings import standings
from scoring.games.ten_by_ten import GameState
from scoring.hands.hand import Hand, classify
from scoring.hands.ranking import Ranking, strength
from scoring.ruleset import ServedRule, TiedColumnRule
from scoring.sheets.category import Category
from scoring.sheets.category import points as points_of
from scoring.turns.turn import THROWS_A_TURN

_TABLE = tables.table(__file__)


def _faces(named: str) -> Faces:
    return tuple(Face[name.upper()] for name in named.split())


SMALL, LARGE, FULL, POKER, GRANDE, QUEENS = map(_faces, _TABLE["rows"].values())
EXAMPLES, JOKERS, PAIRS = (tuple(map(_faces, _TABLE[name])) for name in ("hands", "jokers", "pairs"))


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
    return words.text(f"hand.{name_of(hand)}")


_TEN_BY_TEN = (
    (Category.STRAIGHT, SMALL),
    (Category.STRAIGHT, LARGE),
    (Category.FULL, FULL),
    (Category.POKER, POKER),
    (Category.GRANDE, GRANDE),
)
ESCALERO = {Row.QUINT: LARGE, Row.FULL_HAND: FULL, Row.POKER: POKER, Row.GRANDE: GRANDE, Row.GRANDE_SERVED: GRANDE}


Page = tuple[list[str], list[dict[str, object]]]


def _told(words: Catalogue, *said: str, **values: str | int) -> list[str]:
    """Return sentences by the rest of their ids, each with those of the values that it asks for."""
    return [words.text(f"card.{each}", **values) for each in said]


def ten_by_ten(agreed: GameBegan, words: Catalogue) -> Page:
    """Return the card of Würfelpoker 10×10."""
    ruleset = agreed.ruleset
    told = _told(
        words,
        *("up-to-throws", "enter-anywhere", "column"),
        "tied-split" if ruleset.tied_column is TiedColumnRule.SPLIT else "tied-none",
        *("to-win", _served(ruleset.served)),
        throws=THROWS_A_TURN,
        last=ruleset.columns,
        total=ruleset.points_at_stake,
        points=standings(GameState.begin(agreed)).points_to_win,
    )
    lower = (row(row_name(each, words), at, _both(points_of, each, at)) for each, at in _TEN_BY_TEN)
    return told, _sheet(lower, words)


def escalero(agreed: EscaleroBegan, words: Catalogue) -> Page:
    """Return the card of Escalero."""
    alike = escalero_points(Row.GRANDE, GRANDE, is_served=True)
    upper = "upper-too" if agreed.upper_too else "upper-alone"
    said = ("up-to-throws", "rows", upper, "five-alike", "difference", _served(agreed.served))
    told = _told(words, *said, throws=THROWS_A_TURN, rows=len(Row), points=alike)
    lower = (row(escalero_row(each, words), at, _both(escalero_points, each, at)) for each, at in ESCALERO.items())
    return told, _sheet(lower, words)


def _sheet(lower: Iterable[dict[str, object]], words: Catalogue) -> list[dict[str, object]]:
    """Return the upper rows, what each face counts and an example, and the lower ones with their points."""
    count, value = len(QUEENS), int(QUEENS[0])
    total = points_of(Category.QUEENS, (*QUEENS, Face.TEN, Face.ACE), is_served=False)
    example = row(words.text("card.times", count=count, value=value), QUEENS, (total,))
    worth = row("", tuple(Face), ())
    upper = table([{**worth, "values": [str(int(face)) for face in Face], "is_scale": True}, example])
    return [upper, table(lower, heads=[words.text("card.points"), words.text("card.served")])]


def _both(points: Callable[..., int], place: Category | Row, faces: Faces) -> tuple[str, str]:
    """Return what a hand scores and what it scores served; nothing is a dash."""
    both = (points(place, faces, is_served=False), points(place, faces, is_served=True))
    return str(both[0] or "–"), str(both[1] or "–")


def _served(rule: ServedRule) -> str:
    return "served-first" if rule is ServedRule.FIRST_THROW else "served-any"


_POT = ("pot", "decider")


def open_poker(agreed: OpenPokerBegan, words: Catalogue) -> Page:
    """Return the card of Offenes Würfelpoker."""
    told = [*_open_round(agreed, words), *_told(words, "same-hand", *_POT, "cannot-pay")]
    return told, [hands(words, sequences=agreed.sequences)]


def hidden_poker(agreed: HiddenPokerBegan, words: Catalogue) -> Page:
    """Return the card of Verdecktes Würfelpoker."""
    told = [*_hidden_round(agreed, words), *_told(words, "less-is-bluff", "all-in", "highest-claim")]
    return told, [hands(words, sequences=agreed.ranking.sequences)]


def joker_poker(agreed: OpenPokerBegan | HiddenPokerBegan, words: Catalogue) -> Page:
    """Return the card of Joker Poker, as it is played: openly or under the cup."""
    if isinstance(agreed, OpenPokerBegan):
        ranking = Ranking(sequences=agreed.sequences, jokers=True)
        played = [*_open_round(agreed, words), *_told(words, *_POT)]
    else:
        ranking = agreed.ranking
        played = [*_hidden_round(agreed, words), *_told(words, "may-be-read", "highest-claim")]
    examples = [row(claim_text(strength(faces, ranking).claim, words), faces) for faces in JOKERS]
    told = [*_told(words, "joker", "joker-ties"), *played]
    return told, [table(examples, title=words.text("card.so-they-count")), hands(words, sequences=ranking.sequences)]


def al_capone(agreed: AlCaponeBegan, words: Catalogue) -> Page:
    """Return the card of Al Capone."""
    ranking = Ranking(sequences=agreed.sequences)
    kinds = sorted({strength(faces, ranking).claim.hand for faces in EXAMPLES} - {Hand.NOTHING})
    told = _told(
        words,
        *("ante", "one-throw", "raise", "kinds", "same-kind", *_POT, "cannot-pay"),
        count=agreed.stakes.minimum,
        chips=agreed.stakes.maximum,
        hands=" – ".join(hand_name(hand, words) for hand in kinds),
        dice=DICE_COUNT,
    )
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


def _open_round(agreed: PotBegan, words: Catalogue) -> list[str]:
    stakes, said = agreed.stakes, ("ante", "up-to-throws-held", "raise")
    return _told(words, *said, count=stakes.minimum, throws=THROWS_A_TURN, chips=stakes.maximum)


def _hidden_round(agreed: HiddenPokerBegan, words: Catalogue) -> list[str]:
    ante, said = hidden.HiddenPokerState.begin(agreed).ante, ("ante", "cup", "doubt", "double", "believed")
    return _told(words, *said, count=ante, seconds=hidden.SECONDS_TO_DOUBT)


def rock_and_roll(agreed: RockAndRollBegan, words: Catalogue) -> Page:
    """Return the card of Rock and Roll."""
    told = _told(
        words,
        *("bank", "bets", "bank-throws", "pays", "covered", "bank-ends"),
        bank=agreed.bank_stack,
        stack=agreed.stack,
        colour=1 + COLOUR_PAYS,
        value=1 + VALUE_PAYS,
        throws=THROWS_AFTER_NOTICE,
    )
    colours = [
        row(field_name(field, words), [face for face in Face if field.is_won_by(face)], [f"{field.pays}:1"])
        for field in Field
        if field.is_colour
    ]
    values = row(words.text("card.each-value"), tuple(Face), [f"{Field.ACE.pays}:1"])
    return told, [table(colours, title=words.text("card.pays-out")), table([values])]


PAGES: dict[Choice, Callable[[Any, Catalogue], Page]] = {
    Choice.TEN_BY_TEN: ten_by_ten,
    Choice.ESCALERO: escalero,
    Choice.OPEN_POKER: open_poker,
    Choice.HIDDEN_POKER: hidden_poker,
    Choice.JOKER_POKER: joker_poker,
    Choice.AL_CAPONE: al_capone,
    Choice.ROCK_AND_ROLL: rock_and_roll,
}
"""Makes the sentences of a card, and its tables."""


@lru_cache(maxsize=8)  # asked for with every view
def card(agreed: Opening, words: Catalogue) -> dict[str, object]:
    """Return a game's rules as they hold at this table, in the players' language."""
    choice = choice_of(agreed)
    told, tables = PAGES[choice](agreed, words)
    return {
        "title": form_name(choice, form_of(agreed), words),
        "told": [*told, *_told(words, "burning", "loser")],
        "tables": tables,
    }
