"""``serviert duel``: what it says, what it writes, and how it ends."""

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from firmware.commands.cli import app
from firmware.commands.duel import LineAMinute, lines_of, play_duel
from firmware.errors import PlotError
from models import spread, strategies
from models.duel.duel import Tally
from models.duel.errors import Failure, StrategyRaisedError
from models.duel.part import Match
from models.duel.settings import DuelSettings
from scoring.ruleset import Ruleset
from tests.models.duel.playing import BOTS, ROOT

HEARS = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
"""Hears Ctrl-C, which what a shell runs in the background ignores. Source: POSIX, Shell Command Language, 2.11."""


@contextlib.contextmanager
def started(command, **options):
    hearing = [sys.executable, "-c", HEARS, *command]
    with subprocess.Popen(hearing, text=True, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


PATIENCE_S = 60.0
PLAIN = ("over-par", "most-points")


def settings(one: str, other: str, **given) -> DuelSettings:
    usual = {"games": 50, "ruleset": Ruleset(columns=1), "folder": str(ROOT)}
    return DuelSettings(entrants=(one, other), **usual | given)


class Bar:
    """Notes its steps; one that has something to raise does so with the first."""

    def __init__(self, raised: BaseException | None = None) -> None:
        self.steps, self.raised = [], raised

    def update(self, n_steps):
        self.steps.append(n_steps)
        if self.raised is not None:
            raise self.raised


def play(of: DuelSettings, said: list[str], json_path: Path | None = None, bar: Bar | None = None, say=None) -> bool:
    shown = contextlib.nullcontext(bar or Bar())
    return play_duel(of, jobs=1, cluster=None, json_path=json_path, bar=lambda **_: shown, say=say or said.append)


def test_what_is_said_is_what_was_counted_and_forfeits_with_the_first_of_them():
    matches = [Match(game=n + 1, beginner=n % 2, points=None, winner=(0, 0, 1, None)[n % 4]) for n in range(1000)]
    tally = Tally(settings=settings("foresight", "over-par", games=1000), matches=tuple(matches))
    assert lines_of(tally) == [
        "foresight – over-par: 500 won, 250 lost, 250 drawn of 1,000 games (seed 1)",
        "foresight has 62.5 % (95 %: 59.2–65.7), a draw counting half; won 250 of 500 begun, 250 of 500 not begun",
    ]
    known = tuple(replace(match, without_luck=0.5 + match.game % 3 / 10) for match in matches)
    fair = lines_of(replace(tally, matches=known))[2]
    assert fair == "Without the luck of the dice foresight has 60.0 % (95 %: ± 0.4)."
    given = {"strategy": "a:B", "side": 0, "error": StrategyRaisedError, "what": "raised ValueError", "seed": 1}
    failures = tuple(Failure(games=(n,), turn=7 + n, **given) for n in (1, 2))
    matches = [Match(game=n, beginner=(n - 1) % 2, points=None, winner=1, forfeited_by=0) for n in (1, 2)]
    tally = Tally(settings=settings("a:B", "over-par"), matches=tuple(matches), failures=failures)
    assert lines_of(tally)[2:] == ["a:B forfeited 2 of them; first: a:B (game 1, turn 8, seed 1) raised ValueError"]


def test_without_a_terminal_a_line_a_minute_says_how_far_a_duel_is():
    said, times = [], iter((0.0, 59.9, 60.0, 61.0, 61.5, 125.0, 125.0))
    bar = LineAMinute(lambda: next(times), said.append, length=2000, label="a – b")
    for _ in range(4):
        bar.update(20)
    assert said == ["a – b: 40 of 2,000 games", "a – b: 80 of 2,000 games"]


def test_a_failure_comes_after_what_was_played(tmp_path):
    file, said = tmp_path / "duel.json", []
    with pytest.raises(StrategyRaisedError, match=r"\(game 1, turn 5, seed 1\) raised ValueError: no idea"):
        play(settings(f"{BOTS}:Raises", "over-par"), said, file)
    assert said == [
        f"{BOTS}:Raises – over-par: no game was finished.",
        "Ended after 0 of 50 games; with --forfeit a strategy that fails loses that game, and the duel goes on.",
    ]
    end = json.loads(file.read_text())["end"]
    assert (end["error"], end["games"], end["turn"]) == ("StrategyRaisedError", [1], 5)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path):
    bar = Bar()
    for where in (".", "nowhere/duel.json"):
        with pytest.raises(PlotError, match=r"cannot be written; --json takes a file in a folder"):
            play(settings(*PLAIN), [], tmp_path / where, bar)
    assert bar.steps == []


@pytest.mark.parametrize("raised", [KeyboardInterrupt(), spread.ProcessLostError("a process ended")])
def test_what_was_played_is_told_to_who_stops_it_and_though_processes_are_lost(raised, tmp_path):
    file, said, is_complete = tmp_path / "duel.json", [], False
    with contextlib.suppress(spread.ProcessLostError):
        is_complete = play(settings(*PLAIN), said, file, Bar(raised))
        assert isinstance(raised, KeyboardInterrupt)
    assert not is_complete
    assert said[0] == "Stopped after 20 of 50 games."
    assert "drawn of 20 games (seed 1)" in said[1]
    assert json.loads(file.read_text())["played"] == 20


def test_what_cannot_be_said_is_written_and_what_cannot_be_written_is_said(tmp_path):
    def say(_: str) -> None:
        raise BrokenPipeError

    bar, file, said, of = Bar(), tmp_path / "duel.json", [], settings(*PLAIN, games=22)
    with pytest.raises(BrokenPipeError):
        play(of, said, file, bar, say)
    assert (bar.steps, json.loads(file.read_text())["played"]) == ([20, 2], 22)
    with pytest.raises(PlotError, match=r"^/dev/full cannot be written \(No space left on device\)"):
        play(of, said, Path("/dev/full"))
    assert "of 22 games (seed 1)" in said[0]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["duel", *map(str, arguments)])


def test_the_command_plays_by_the_agreed_rules(tmp_path):
    file = tmp_path / "duel.json"
    rules = ("--columns", 2, "--served", "any-full-throw", "--tied-column", "split", "--seed", 9)
    result = run(*PLAIN, "--games", 4, "--jobs", 1, "--json", file, *rules)
    assert result.exit_code == 0
    assert result.stdout.startswith("over-par – most-points: ")
    known = json.loads(file.read_text())
    assert (known["columns"], known["served"], known["tied_column"], known["seed"]) == (2, "any-full-throw", "split", 9)
    assert all(sum(match["points"]) == 3 for match in known["matches"])


def test_the_help_names_every_strategy():
    said = " ".join(run("--help").stdout.replace("│", " ").split())
    assert all(name in said for name in strategies.STRATEGIES)


def test_a_cluster_that_is_none_is_said_and_so_is_one_without_dask(monkeypatch):
    pytest.importorskip("distributed", reason="only Dask knows what a cluster is (serviert[cluster])")
    assert isinstance(run(*PLAIN, "--games", 2, "--cluster", "nonsense").exception, spread.ClusterError)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert isinstance(run(*PLAIN, "--games", 2, "--cluster", "tcp://127.0.0.1:1").exception, spread.ClusterMissingError)


def test_a_strategy_lies_in_the_current_folder_whatever_else_lies_there(tmp_path):
    """Also beside files that are called like ours."""
    bot = "class Bot:\n    def decide(self, position):\n        return position.free_cells[0]\n"
    (tmp_path / "my_bot.py").write_text(bot)
    for name in ("models", "scoring", "numpy"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('this is not the package')\n")
    program = [sys.executable, "-P", "-c", "from firmware.commands.cli import main; main()", "duel"]
    words = [*program, "my_bot:Bot", "over-par", "--games", "2", "--columns", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("my_bot:Bot – over-par: 0 won, 2 lost"), done.stderr
    assert done.stderr == ""  # no bar where nobody looks


def test_ctrl_c_ends_everything_and_says_what_was_played(tmp_path):
    """As in a terminal: all processes of its group get it. The bar shows when the first part is done."""
    file, shown = tmp_path / "duel.json", ""
    ours, theirs = pty.openpty()
    options = ("--games", "1000000", "--columns", "1", "--jobs", "2", "--json", str(file))
    command = [sys.executable, "-m", "firmware", "duel", *PLAIN, *options]
    with started(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        while "20/1000000" not in shown:
            assert select.select([ours], [], [], PATIENCE_S)[0], shown
            shown += os.read(ours, 4096).decode()
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE_S)  # ends when nobody is left who could write
    os.close(ours)
    assert "over-par – most-points" in shown
    assert process.returncode == 130
    stopped, counts, _ = out.splitlines()
    played = re.fullmatch(r"Stopped after ([\d,]+) of 1,000,000 games\.", stopped)
    assert f"of {played[1]} games (seed 1)" in counts
    assert json.loads(file.read_text())["played"] == int(played[1].replace(",", ""))
