"""``serviert analyse`` and ``serviert study``: tables and files, and a sentence for all that is wrong."""

import csv
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firmware import errors
from firmware.analysis.analysed import replayed
from firmware.commands.analyse import analyse, run_study
from firmware.commands.cli import app
from firmware.commands.options import AnalysisFiles
from firmware.log.record import Record
from firmware.session.vocabulary import Language
from firmware.settings.config import Config, DisplayConfig, StoreConfig
from scoring.events import Entered
from scoring.sheets import category, sheet
from tests.firmware.analysis.conftest import BEGUN, ESCALERO
from tests.firmware.analysis.played import game
from tests.firmware.log.games import fill


def english(log: Path) -> Config:
    return Config(store=StoreConfig(path=str(log)), display=DisplayConfig(language=Language.ENGLISH))


def said_of(wanted: str, log: Path, files: AnalysisFiles | None = None) -> list[str]:
    said: list[str] = []
    analyse(wanted, english(log), files=files or AnalysisFiles(), say=said.append)
    return said


def refusal(wanted: str, log: Path) -> errors.FirmwareError:
    with pytest.raises(errors.FirmwareError) as refused:
        said_of(wanted, log)
    return refused.value


def test_a_game_is_told_as_a_table_a_curve_and_sentences(log):
    said = said_of("1", log)
    assert said[0] == "Game 1"
    told = {"Luck of the dice", "chance given away", "per decision", "Accuracy"}
    assert {line.split("  ")[0] for line in said} >= told
    dear = [line for line in said if line.startswith(("1.", "2.", "3."))]
    cost = r" – (cost [\d.]+% ±\N{NO-BREAK SPACE}[\d.]+%|not certain that it cost anything)$"
    assert [bool(re.search(cost, line)) for line in dear] == [True] * 3


def test_of_a_game_that_is_not_finished_that_is_said(tmp_path):
    fill(tmp_path / "unfinished.sqlite3", *game(1)[:30])
    assert said_of("last", tmp_path / "unfinished.sqlite3")[0] == "Game 1 (not finished)"


def test_files_hold_what_was_said_and_more(log, tmp_path):
    said_of("1", log, AnalysisFiles(**{each: tmp_path / f"game.{each}" for each in ("csv", "json")}))
    steps = list(csv.DictReader((tmp_path / "game.csv").read_text().splitlines()))
    data = json.loads((tmp_path / "game.json").read_text())
    assert len(steps) == len(data["steps"])
    assert abs(data["remainder"]) <= 1e-9
    assert all({"turn_number", "throw_number", "cost", "margin", "matches"} == set(each) for each in data["costliest"])
    assert (data["players"], data["game"], data["result"]) == (["Anna", "Ben"], 1, data["curve"][-1])
    luck = [sum(float(step["luck"]) for step in steps if step["luck"] and step["player"] == str(p)) for p in (0, 1)]
    loss = [sum(float(step["loss"]) for step in steps if step["loss"] and step["player"] == str(p)) for p in (0, 1)]
    assert luck == pytest.approx([each["luck"] for each in data["by_player"]])
    assert data["start"] + luck[0] - luck[1] - loss[0] + loss[1] == pytest.approx(data["result"], abs=1e-9)


def test_games_that_are_not_there_or_not_ours_are_told_with_those_that_are(log, tmp_path):
    error = refusal("9", log)
    assert isinstance(error, errors.GameMissingError)
    assert "there are 1 to 5" in str(error)
    assert "none is kept there yet" in str(refusal("1", tmp_path / "none.sqlite3"))
    assert "play one first" in str(refusal("last", tmp_path / "none.sqlite3"))
    assert "`serviert import` takes in" in str(refusal("lsat", log))
    assert isinstance(refusal("2", log), errors.OtherGameError)
    assert (said_of("01", log)[0], said_of("last", log)[0]) == ("Game 1", "Game 4")
    assert "Nothing was entered" in str(refusal("5", log))


@pytest.mark.parametrize("wanted", ["0", "-1", "1.5", "", "nix\0", "x" * 5000, "9" * 5000])
def test_whatever_names_no_game_is_told_in_one_sentence(wanted, log):
    error = refusal(wanted, log)
    assert re.search(r"there are 1 to 5|name one by its number, or the newest by 'last'", str(error))
    assert len(str(error)) < 400


def test_where_all_is_damaged_nobody_is_told_to_play(tmp_path):
    log = tmp_path / "games.sqlite3"
    damaged = (BEGUN[0], Record(Entered(sheet.Cell(category.Category.NINES, 1))))  # before anything was thrown
    fill(log, *damaged, *ESCALERO)
    assert "can be read: the only one is damaged" in str(refusal("last", log))
    with pytest.raises(errors.GameMissingError, match="the only one is damaged"):
        run_study(english(log), files=AnalysisFiles(), say=str)
    fill(log, *damaged)
    assert "all 2 are damaged" in str(refusal("last", log))


def test_what_is_no_game_or_against_the_rules_is_told():
    with pytest.raises(errors.OtherGameError, match="ThrowMade, which begins no game"):
        replayed(BEGUN[1:])
    with pytest.raises(errors.GameIllegalError, match="against the rules"):
        replayed((*BEGUN, *BEGUN))


def test_one_file_that_cannot_be_written_costs_no_other(log, tmp_path):
    files = AnalysisFiles(csv=tmp_path / "none" / "it.csv", json=tmp_path / "it.json")
    with pytest.raises(errors.PlotError, match=r"it\.csv cannot be written"):
        said_of("1", log, files)
    assert json.loads((tmp_path / "it.json").read_text())


def test_a_study_tells_players_rows_and_dice(log, tmp_path):
    files = AnalysisFiles(**{each: tmp_path / f"study.{each}" for each in ("csv", "json")})
    said: list[str] = []
    run_study(english(log), files=files, say=said.append)
    assert said[0] == "3 games studied."
    players = list(csv.DictReader((tmp_path / "study.csv").read_text().splitlines()))
    assert {player["name"]: player["games"] for player in players} == {"Ben": "3", "Clara": "1", "anna ": "2"}
    data = json.loads((tmp_path / "study.json").read_text())
    assert sum(data["dice"]["counts"]) == data["dice"]["thrown"] > 500
    assert sum(player["nines_entries"] for player in data["players"]) == 3 * 2 * 2


@pytest.mark.parametrize("records", [(), ESCALERO, BEGUN])
def test_an_empty_store_and_one_without_our_game_are_told(records, tmp_path):
    fill(tmp_path / "games.sqlite3", *records)
    with pytest.raises(errors.AnalysisError, match="play one first"):
        run_study(english(tmp_path / "games.sqlite3"), files=AnalysisFiles(), say=str)


def test_both_commands_run_from_outside(log):
    runner = CliRunner()
    told = runner.invoke(app, ["analyse", "last", "--store", str(log)])
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("Spiel 4")
    assert runner.invoke(app, ["study", "--store", str(log)]).stdout.startswith("3 Spiele ausgewertet.")
    assert isinstance(runner.invoke(app, ["analyse", "8", "--store", str(log)]).exception, errors.GameMissingError)
