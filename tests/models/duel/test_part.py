"""Parts of duels: both sides of a pair have the same dice, and what is played is what the rules allow."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from models.duel.chance import chance_of, dice_of
from models.duel.part import GAMES_A_PART, DuelPart, parts_of, play_part
from models.duel.settings import DuelSettings
from scoring import rules
from scoring.dice import NOTHING_HELD, Face
from scoring.events import Entered, ThrowMade
from scoring.games import ten_by_ten
from scoring.games.standings import standings
from scoring.ruleset import Ruleset, ServedRule, TiedColumnRule
from scoring.sheets.category import Category, points
from scoring.sheets.sheet import Cell
from scoring.strategy.baselines import MostPoints, OverPar
from scoring.strategy.matches import ByWorths, play_out

ROOT = Path(__file__).parents[3]
BOTS = "tests.models.duel.bots"


def settings(one: str, other: str, **given) -> DuelSettings:
    return DuelSettings(entrants=(one, other), **{"games": 8, "seed": 3, "folder": str(ROOT), **given})


def played(one: str, other: str, **given):
    of = settings(one, other, **given)
    part = play_part(DuelPart(settings=of, first=1, last=of.games))
    assert part.end is None, part.end.sentence
    return part.matches


ONE_COLUMN = {"ruleset": Ruleset(columns=1)}


def test_each_begins_every_other_game_and_a_pair_has_the_same_dice():
    matches = played("most-points", "over-par")
    faces = np.stack([dice_of(3, pair, 10) for pair in range(4)])
    one, other = ByWorths(MostPoints()), ByWorths(OverPar())
    begun = play_out(one, other, faces, columns=10).leads
    not_begun = -play_out(other, one, faces, columns=10).leads
    leads = [match.points[0] - match.points[1] for match in matches]
    assert leads[::2] == begun.tolist()
    assert leads[1::2] == not_begun.tolist()
    assert [(match.game, match.beginner) for match in matches] == [(game, (game - 1) % 2) for game in range(1, 9)]


def test_against_itself_a_strategy_wins_one_of_each_pair():
    matches = played("column-normal", "column-normal", games=20, **ONE_COLUMN)
    for one, other in zip(matches[::2], matches[1::2], strict=True):
        assert one.points == other.points[::-1]


def test_a_game_is_the_same_in_whichever_part_it_is_played():
    of = settings(f"{BOTS}:Whim", f"{BOTS}:Whim", games=9, ruleset=Ruleset(columns=3))
    whole = play_part(DuelPart(settings=of, first=1, last=9)).matches
    assert len({match.points for match in whole}) > 3
    pieces = [
        play_part(DuelPart(settings=of, first=first, last=last)).matches for first, last in ((1, 2), (3, 8), (9, 9))
    ]
    assert tuple(itertools.chain(*pieces)) == whole


def test_a_duel_is_cut_into_the_same_parts_whoever_plays_it():
    parts = parts_of(settings("most-points", "over-par", games=2 * GAMES_A_PART + 1))
    assert [(part.first, part.last) for part in parts] == [(1, 20), (21, 40), (41, 41)]


def test_dice_are_even_and_of_each_pair_and_seed_their_own_and_not_the_chance_of_a_strategy():
    faces = np.stack([dice_of(1, pair, 10) for pair in range(40)])
    assert faces.shape == (40, 200, 3, 5)
    counts = np.bincount(faces.ravel(), minlength=6)
    assert counts / counts.sum() == pytest.approx(np.full(6, 1 / 6), abs=0.005)
    assert len({pair.tobytes() for pair in (*faces, dice_of(2, 0, 10), dice_of(2**62, 0, 10))}) == 42
    drawn = {tuple(chance_of(1, side, game).integers(1000, size=5).tolist()) for side in (0, 1) for game in range(5)}
    assert len(drawn) == 10


def test_one_of_ours_plays_from_outside_as_it_plays_here_and_each_match_has_an_object_of_its_own():
    here = played("column-normal", "over-par", ruleset=Ruleset(columns=3))
    assert played("scoring.strategy.baselines:ColumnNormal", "over-par", ruleset=Ruleset(columns=3)) == here
    assert len(played(f"{BOTS}:Counts", f"{BOTS}:Counts", **ONE_COLUMN)) == 8


@pytest.mark.parametrize(("served", "tied"), [*zip(ServedRule, TiedColumnRule, strict=True)])
def test_all_that_strategies_saw_and_did_is_a_match_by_the_rules(served, tied, tmp_path, monkeypatch):
    """Two that do anything legal write down what they saw; from that alone the rules play the matches again."""
    monkeypatch.setenv("NOTES", str(tmp_path))
    ruleset = Ruleset(columns=2, served=served, tied_column=tied)
    matches = played(f"{BOTS}:Notes", f"{BOTS}:Notes", games=1, ruleset=ruleset)
    notes = [json.loads(line) for path in tmp_path.glob("*.jsonl") for line in path.read_text().splitlines()]
    notes.sort(key=lambda note: (note["turn"], -note["throws_left"]))
    state, held = ten_by_ten.begin(("A", "B"), ruleset, beginner=0), ()
    for note in notes:
        faces = tuple(map(Face, note["faces"]))
        state = rules.apply(state, ThrowMade(faces, _lying(faces, held)))
        assert (note["turn"], note["throws_left"]) == (state.turn_number, state.turn.throws_left)
        assert note["is_served"] == state.is_served
        assert [note["mine"], note["theirs"]] == [_rows(state, state.to_move), _rows(state, 1 - state.to_move)]
        assert note["points"] == [points(row, faces, is_served=state.is_served) for row in Category]
        answer, held = note["answer"], ()
        if len(answer) == 2:
            state = rules.apply(state, Entered(Cell(Category(answer[0]), answer[1])))
        else:
            held = tuple(itertools.compress(faces, answer))
    result = standings(state)
    assert (result.points, result.winner) == (matches[0].points, matches[0].winner)
    assert state.turn_number == len(state.entries) == 40


def _lying(faces, held):
    """Return flags of dice that show what was held."""
    left, flags = list(held), []
    for face in faces:
        flags.append(face in left)
        if flags[-1]:
            left.remove(face)
    return tuple(flags) if held else NOTHING_HELD


def _rows(state, player):
    rows = [[None] * state.ruleset.columns for _ in Category]
    for entry in state.sheet(player).entries:
        rows[entry.cell.category][entry.cell.column - 1] = entry.points
    return rows
