"""Escalero's sheet, and how the chips went in games of rounds: a row a round, and what each was won with."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from firmware.display.cards import ESCALERO
from firmware.display.games.common import richest
from firmware.display.games.escalero import remarks, slip
from firmware.display.games.hidden_poker import loser_pays
from firmware.display.games.pot_words import hand_name, payers
from firmware.display.games.rock_and_roll import outcome
from firmware.display.messages import Catalogue
from firmware.display.names import claim_text, escalero_row, pays_round
from firmware.display.touches import name_of
from firmware.printing.names import begins, date_on_paper, game_title, number_on_paper, points_mark, row_heads
from hardware.paper.marks import Written
from hardware.paper.scoresheet import Scoresheet
from hardware.paper.spielplan import RowHead
from scoring.game import Stage
from scoring.games.escalero import EscaleroState, Row, points
from scoring.games.hidden_poker import HiddenPokerState
from scoring.games.pot import PotState
from scoring.games.rock_and_roll import RockAndRollState
from scoring.rules import apply, rules_of

_ROW_MM, _ESCALERO_ROW_MM, _LEAST_ROW_MM = 7.6, 16.5, 6.4
EMPTY_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What a round came to."""

    stacks: tuple[int, ...]  # chips before each player after it
    winner: int | None
    told: str  # what it was won with, or what was thrown


def rounds_sheet(events: Sequence[Any], words: Catalogue, *, number: int | None, begun_utc: str | None) -> Scoresheet:
    """Return how the chips went in a game of rounds.

    Raises:
        ScoringError: If the log does not replay.
    """
    states: list[Any] = list(accumulate(events[1:], apply, initial=rules_of(events[0]).begin(events[0])))
    first, game = states[0], states[-1]
    found = outcomes(states, words)
    rows = [RoundOutcome(first.chips.stacks, None, ""), *found]
    is_bank = isinstance(game, RockAndRollState)
    heading = "paper.throw" if is_bank else "paper.round"
    now = tuple(Written(text=str(stack)) for stack in game.chips.stacks)
    return Scoresheet(
        title=game_title(game.agreed, words),
        date_word=words.text("paper.date"),
        date=date_on_paper(begun_utc, words),
        number=number_on_paper(number, words),
        names=game.players,
        rows=(
            RowHead(name=words.text("paper.start")),
            *(RowHead(name=words.text(heading, number=each + 1)) for each in range(len(found))),
        ),
        cells={
            (row, seat): Written(text=str(stack), is_ringed=each.winner == seat)
            for row, each in enumerate(rows)
            for seat, stack in enumerate(each.stacks)
        },
        below=() if game.chips.stacks == rows[-1].stacks else ((words.text("paper.now"), now),),
        notes_head=words.text("paper.thrown" if is_bank else "paper.won-with"),
        notes=tuple(each.told for each in rows),
        heavy_before=frozenset({1}),
        row_mm=_ROW_MM,
        told=(*begins(game, words), words.text("paper.chips-thrown" if is_bank else "paper.chips")),
        ending=_ending(game, words),
    )


def outcomes(states: Iterable[Any], words: Catalogue) -> list[RoundOutcome]:
    """Return what the rounds came to that stand in the end: what was taken back did not happen."""
    found: list[RoundOutcome] = []
    before: Any = None
    for after in states:
        count = len(after.throws if isinstance(after, RockAndRollState) else after.results)
        del found[count:]
        if before is not None and count > len(found):
            found.append(_outcome(before, after, words))
        before = after
    return found


def _outcome(before: Any, after: Any, words: Catalogue) -> RoundOutcome:
    if isinstance(after, RockAndRollState):
        return RoundOutcome(after.chips.stacks, None, words.text(f"face.{name_of(after.throws[-1])}"))
    winner = after.results[-1]
    if isinstance(after, HiddenPokerState):
        told = next((claim_text(each.claim, words) for each in after.latest if each.player == winner), "")
    else:
        told = _hand(before, winner, words)
    return RoundOutcome(after.chips.stacks, winner, told)


def _hand(before: PotState, winner: int, words: Catalogue) -> str:
    """Return what won: a hand that was kept or lies there; none was needed where all others passed."""
    shown = () if before.round is None else before.round.hands
    hands = {hand.player: hand.faces for hand in shown}
    if before.to_move is not None and before.turn.throws:
        hands.setdefault(before.to_move, before.turn.faces)
    if winner not in hands:
        return words.text("paper.all-passed")
    return hand_name(before.agreed, hands[winner], words)


def _ending(game: Any, words: Catalogue) -> tuple[str, ...]:
    if game.is_abandoned:
        return (words.text("paper.stopped"),)
    if game.stage is not Stage.OVER:
        return (words.text("paper.running"),)
    match game:
        case RockAndRollState():
            return (outcome(game, words),)
        case HiddenPokerState():
            return (richest(game, words), loser_pays(game, words))
        case _:
            return (richest(game, words), pays_round([game.players[seat] for seat in payers(game)], words))


def empty_escalero(words: Catalogue) -> Scoresheet:
    """Return an empty sheet."""
    return Scoresheet(
        title=words.text("game.escalero"),
        date_word=words.text("paper.date"),
        names=("",) * EMPTY_COLUMNS,
        rows=row_heads(Row, words, name=escalero_row, hint=_hint),
        below=((words.text("ui.sum"), (Written(),) * EMPTY_COLUMNS),),
        heavy_before=frozenset({int(Row.QUINT)}),
        row_mm=_ESCALERO_ROW_MM,
        told=(words.text("paper.rows"), words.text("card.difference"), words.text("paper.black")),
    )


def escalero_sheet(game: EscaleroState, words: Catalogue, *, number: int | None, begun_utc: str | None) -> Scoresheet:
    """Return a game's sheet as it stands."""
    seats = range(len(game.players))
    best = max(map(game.sum_of, game.seats), default=0) if game.is_filled else None
    sums = [Written(text=str(game.sum_of(s)), is_ringed=s in game.seats and game.sum_of(s) == best) for s in seats]
    chips = [Written(text=str(game.chips.stacks[seat])) for seat in seats]
    paid = ((words.text("ui.chips"), tuple(chips)),) if game.is_filled else ()
    return replace(
        empty_escalero(words),
        title=game_title(game.agreed, words),
        date=date_on_paper(begun_utc, words),
        number=number_on_paper(number, words),
        names=game.players,
        cells={(int(entry.row), entry.player): points_mark(entry.points) for entry in game.entries},
        below=((words.text("ui.sum"), tuple(sums)), *paid),
        least_row_mm=_LEAST_ROW_MM,
        told=begins(game, words),
        ending=_escalero_ending(game, words),
    )


def _hint(row: Row, words: Catalogue) -> str:
    plain, served = (points(row, ESCALERO[row], is_served=is_served) for is_served in (False, True))
    return str(served) if plain in (0, served) else words.text("paper.points-served", points=plain, served=served)


def _escalero_ending(game: EscaleroState, words: Catalogue) -> tuple[str, ...]:
    if game.is_filled:
        ended = slip(game, words)
        lines = ended["lines"]
        said = [str(line["said"]) for line in lines] if isinstance(lines, list) else []
        return str(ended["headline"]), " ".join(said), str(ended["round"])
    done = words.text("paper.unfinished", done=len(game.entries), of=len(Row) * len(game.players))
    if game.is_abandoned:
        return done, words.text("paper.stopped")
    return (done, *remarks(game, words)) if game.seats else (done,)
