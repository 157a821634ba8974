"""All games together: ratings, luck, rows, dice; and summaries that are kept."""

import json
import random
from dataclasses import replace

import pytest

from firmware.analysis.analysed import analysed, replayed
from firmware.analysis.kept_games import games_of_log
from firmware.analysis.known import Known, evaluator_mark, summaries_of
from firmware.analysis.study import RowTotals, Summary, study, summary
from firmware.display.analysis import table_text, width_of
from firmware.log.record import Record
from models.strategies import foresight
from scoring.dice import Face
from scoring.events import Entered, EntryTakenBack, GameAbandoned, ThrowBurned, ThrowCorrected
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.conftest import BEGUN
from tests.firmware.analysis.played import game, reading
from tests.firmware.log.games import fill

EMPTY = (RowTotals(),) * len(Category)


def played(one: str, other: str, result: float | None, *, luck: float = 0.0, thrown=()) -> Summary:
    return Summary(
        players=(one, other), result=result, luck=(luck, -luck), loss=(0.1, 0.3), blind=(1.0, 1.0),
        decisions=(10, 10), rows=(EMPTY, EMPTY), thrown=thrown,
    )  # fmt: skip


def test_a_reading_belongs_to_the_throw_that_stands():
    # A throw that burned, one put right and an entry taken back leave the place of each throw as it is.
    began, thrown = BEGUN
    right = Record(ThrowCorrected(thrown.event.faces), reading(thrown.event.faces, random.Random(3)))
    burned = Record(ThrowBurned((True,) * 5), reading(thrown.event.faces, random.Random(4)))
    entered = Record(Entered(Cell(Category.GRANDE, 1)))
    state, readings = replayed([began, burned, thrown, right, entered, Record(EntryTakenBack()), entered])
    assert (readings, len(state.entries)) == ({(1, 1): right.reading}, 1)
    done = analysed(game(1), ColumnNormal())
    throws = [(step.turn_number, step.throw_number) for player in (0, 1) for step in done.account.throws(player)]
    assert sorted(throws) == sorted(done.readings)


def test_a_summary_counts_entries_strikes_served_ones_and_dice_that_were_really_thrown():
    records = game(1)
    found = summary(records, ColumnNormal())
    totals = [sum((row for row in rows), RowTotals()) for rows in found.rows]
    assert [total.entries for total in totals] == [20, 20]
    state, _ = replayed(records)
    assert [total.points for total in totals] == [sheet.total for sheet in state.sheets]
    strikes = [sum(entry.points == 0 for entry in sheet.entries) for sheet in state.sheets]
    assert [total.strikes for total in totals] == strikes
    assert all(row.served == 0 for rows in found.rows for row in rows[: Category.STRAIGHT])
    events = [record.event for record in records if hasattr(record.event, "held")]
    assert [len(dice) for dice in found.thrown] == [event.held.count(False) for event in events]
    assert summary(BEGUN, ColumnNormal()) is None


def test_results_rate_players_and_draws_and_unfinished_games_do_not():
    few, many = (study([played("Anna", "Ben", 1.0)] * count).players for count in (2, 20))
    assert [(player.name, player.rating.mean > 25) for player in few] == [("Anna", True), ("Ben", False)]
    widths = [high - low for low, high in (players[0].rating.interval for players in (few, many))]
    assert widths[1] < widths[0]
    assert (many[0].won, many[0].drawn, many[0].lost, many[0].games) == (20, 0, 0, 20)
    drawn = study([played("Anna", "Ben", 0.5)]).players
    assert drawn[0].rating.mean == pytest.approx(drawn[1].rating.mean)
    stopped = study([played("Anna", "Ben", None, thrown=((1, 2),)), played("Anna", "Ben", 1.0)])
    assert ([player.games for player in stopped.players], sum(stopped.fairness.counts)) == ([1, 1], 2)


def test_a_player_is_one_however_typed_and_luck_is_ranked_by_game():
    found = study([played("Anna", "Ben", 1.0, luck=0.2), played("Clara", "Anna", 1.0, luck=0.3)])
    assert [player.name for player in found.by_luck] == ["Clara", "Anna", "Ben"]
    anna = next(player for player in found.players if player.name == "Anna")
    assert (anna.luck, anna.luck_deviation) == pytest.approx((-0.1, (2 * (0.04 * 2 + 0.09 * 2) / 4) ** 0.5))
    assert anna.accuracy.share == pytest.approx(1 - 0.4 / 2)
    found = study([played("anna ", "Ben", 1.0), played("Ben", "Anna", 0.0)])
    assert {(player.name, player.won) for player in found.players} == {("Anna", 2), ("Ben", 0)}


def test_all_dice_are_tested_together():
    fair = study([played("Anna", "Ben", 1.0, thrown=((1, 2, 3), (4, 5, 6)))])
    assert (fair.fairness.counts, fair.fairness.is_loaded) == ((1,) * 6, False)
    aces = study([played("Anna", "Ben", 1.0, thrown=((6,) * 5,) * 4)])
    assert (aces.fairness.is_loaded, aces.fairness.shares()[Face.ACE - 1]) == (True, 1)


def test_no_game_is_analysed_twice_and_what_is_damaged_of_what_was_kept_is_made_anew(log):
    asked: list[int] = []

    def summaries(mark: str = "a") -> tuple[list[Summary], int]:
        return Known(path, mark).summaries(games_of_log(log), lambda: asked.append(1) or ColumnNormal(), lambda _: True)

    path = summaries_of(log)
    first = summaries()
    assert (len(first[0]), len(asked)) == (3, 4)
    assert summaries() == first
    assert len(asked) == 4
    data = json.loads(path.read_bytes())
    key = next(key for key in data["games"] if key.startswith("1-"))
    data["games"][key]["result"] = "rot"
    path.write_bytes(json.dumps(data).encode())
    assert summaries() == first
    assert len(asked) == 5
    assert summaries("another evaluator") == first
    assert len(asked) == 9
    for content in (b"rot", b"[]", b'{"mark": "1 a", "games": []}'):
        path.write_bytes(content)
        assert summaries() == first
        assert len(json.loads(path.read_bytes())["games"]) == 4
    whole = next(games_of_log(log))
    changed = replace(whole, stored=(*whole.stored[:-1], replace(whole.stored[-1], body="rot")))
    assert Known(path, "a").summaries([changed], ColumnNormal, lambda _: True) == ([], 1)


def test_a_game_that_went_on_is_summed_up_once_with_all_that_followed(tmp_path):
    whole = game(1)
    fill(tmp_path / "log", *whole[:30], Record(GameAbandoned()), replace(whole[0], continues=1), *whole[1:])
    games = list(games_of_log(tmp_path / "log"))
    (found,), _ = Known(tmp_path / "study", "a").summaries(games, ColumnNormal, lambda _: True)
    assert found == replace(summary(whole, ColumnNormal()), ended_utc=games[-1].stored[-1].written_utc)


def test_an_evaluator_is_told_by_what_it_says_not_by_its_file():
    strong = foresight()
    first, *others = strong.full.members
    first = replace(first, prospects=replace(first.prospects, alike=first.prospects.alike + 0.05))
    otherwise = replace(strong, full=replace(strong.full, members=(first, *others)))
    marks = [evaluator_mark(each) for each in (strong, strong, otherwise, ColumnNormal())]
    assert marks[0] == marks[1]
    assert len(set(marks)) == 3


def test_where_nothing_can_be_kept_the_study_is_made_all_the_same_and_can_be_stopped(log):
    found, _ = Known(log / "none", "a").summaries(games_of_log(log), ColumnNormal, lambda _: True)
    assert len(found) == 3
    found, _ = Known(log / "none", "a").summaries(games_of_log(log), ColumnNormal, lambda looked_at: looked_at < 3)
    assert len(found) == 2


def test_columns_stand_below_each_other_whatever_the_names():
    rows = table_text([["", "Anna", "太郎"], ["Glück", "+1,0 %", "−12,0 %"]])
    assert len({width_of(row) for row in rows}) == 1
    assert rows[1] == "Glück   +1,0 %   −12,0 %"
    assert [width_of(text) for text in ("abc", "e\N{COMBINING ACUTE ACCENT}", "太郎")] == [3, 1, 4]
