"""``serviert print``: the pages one asks for, and a sentence for all that is wrong."""

import re
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from firmware.commands.cli import app
from firmware.errors import GameIllegalError
from firmware.log.record import Record
from tests.cases import cases
from tests.firmware.analysis.conftest import filled as filled
from tests.firmware.analysis.conftest import log as log
from tests.firmware.analysis.played import game
from tests.firmware.log.games import fill
from tests.hardware.paper.printed import sizes_mm, text
from tests.scoring.selfplay import KINDS, play


def run(*words: object, fails: bool = False) -> Result:
    result = CliRunner().invoke(app, ["print", *map(str, words)])
    assert (result.exit_code != 0) == fails, result.output
    return result


def said(out: Path) -> str:
    return " ".join(text(out.read_bytes()).split())


def test_a_plan_is_empty_with_as_many_columns_as_one_likes_or_a_games_by_its_number_the_last_the_newest(tmp_path, log):
    out = tmp_path / "game.pdf"
    for wanted, *told in (
        (["--columns", 4], "von 10, ab 6 gewonnen"),
        ([], "von 55, ab 28 gewonnen"),
        ([1, "--store", log], "Spiel 1", "gewinnt!", r"\d+\. \w+ 20\d\d"),  # the day it began
        ([2, "--store", log], "Escalero"),
        (["last", "--store", log], "Spiel 5", "Noch nicht fertig: 0 von 200"),
    ):
        run("sheet", "--out", out, *wanted)
        assert [words for words in told if not re.search(words, said(out))] == []


def test_a_damaged_game_is_refused_and_one_of_rounds_is_printed(tmp_path):
    log, out = tmp_path / "log.sqlite3", tmp_path / "rounds.pdf"
    fill(log, game(1)[0], *game(1)[2:4], *map(Record, play(KINDS["hidden-poker"], 3)[1]))
    assert isinstance(run("sheet", 1, "--out", out, "--store", log, fails=True).exception, GameIllegalError)
    assert not out.exists()
    run("sheet", 2, "--out", out, "--store", log)
    assert "Poker" in said(out)


@pytest.mark.parametrize("page", ["sheet", "calibration", "rules", "quickstart", "labels"])
def test_every_page_is_printed_in_the_language_asked_for(tmp_path, page):
    out = tmp_path / "page.pdf"

    assert str(out) in run(page, "--out", out, "--language", "fr").output.replace("\n", "")
    assert "é" in said(out).lower()


def test_rules_are_printed_of_one_game_or_of_all_and_a_printers_scale_reaches_what_must_be_true_to_scale(tmp_path):
    out = tmp_path / "page.pdf"
    for wanted, pages in ((["joker-poker"], 1), ([], 4)):
        run("rules", *wanted, "--out", out)
        assert len(sizes_mm(out.read_bytes())) == pages
    run("labels", "--out", out)
    run("labels", "--out", tmp_path / "made-up.pdf", "--paper-scale", "1.02")
    assert out.read_bytes() != (tmp_path / "made-up.pdf").read_bytes()
    run("calibration", "--out", out, "--paper-scale", "1.02")
    assert "102 mm macht" in said(out)


@pytest.mark.parametrize(("words", "error", "sentence"), cases(__file__)["refused"])
def test_what_cannot_be_printed_is_refused_in_a_sentence(tmp_path, monkeypatch, words, error, sentence):
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "serviert.toml"
    settings.write_text(f'[store]\npath = "{tmp_path}/none.sqlite3"\n')

    result = run(*words, "--config", settings, fails=True)

    assert type(result.exception).__name__ == error
    assert sentence in str(result.exception)
    assert not list(tmp_path.glob("*.p*"))
