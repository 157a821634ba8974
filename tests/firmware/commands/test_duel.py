"""``serviert duel``: what it says, what it writes, and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from firmware.commands.cli import app
from firmware.commands.duel import lines_of, play_duel
from firmware.errors import DuelNotSavedError
from models.duel.errors import Failure, StrategyRaisedError
from models.duel.part import Match
from models.duel.settings import DuelSettings
from models.duel.tally import Tally
from models.spread import ClusterError, ClusterMissingError, ProcessLostError
from models.strategies import STRATEGIES
from scoring.ruleset import Ruleset
from tests.interrupts import started

ROOT = Path(__file__).parents[3]
BOTS = "tests.models.duel.bots"
PATIENCE_S = 60.0


def settings(one: str, other: str, **given) -> DuelSettings:
    return DuelSettings(
        entrants=(one, other), **{"games": 50, "ruleset": Ruleset(columns=1), "folder": str(ROOT), **given}
    )


class FakeBar:
    def __init__(self):
        self.steps = []

    def update(self, n_steps):
        self.steps.append(n_steps)


def play(of: DuelSettings, json_path: Path | None = None, bar: FakeBar | None = None, said=None) -> tuple[bool, list]:
    said = [] if said is None else said
    shown = contextlib.nullcontext(bar or FakeBar())
    is_complete = play_duel(of, jobs=1, cluster=None, json_path=json_path, bar=lambda *_: shown, say=said.append)
    return is_complete, said


def test_a_duel_says_who_won_how_often_and_how_sure_that_is():
    bar = FakeBar()
    is_complete, said = play(settings("over-par", "most-points"), bar=bar)
    assert is_complete
    assert bar.steps == [20, 20, 10]
    assert len(said) == 2
    assert said[0].startswith("over-par – most-points: ")


def test_what_is_said_is_what_was_counted():
    matches = [Match(game=n + 1, beginner=n % 2, points=None, winner=(0, 0, 1, None)[n % 4]) for n in range(1000)]
    tally = Tally(settings=settings("foresight", "over-par", games=1000), matches=tuple(matches))
    assert lines_of(tally) == [
        "foresight – over-par: 500 won, 250 lost, 250 drawn of 1,000 games (seed 1)",
        "foresight has 62.5 % (95 %: 59.2–65.7), a draw counting half; won 250 of 500 begun, 250 of 500 not begun",
    ]


def test_forfeits_are_told_with_the_first_of_them():
    failures = [
        Failure(
            strategy="a:B", side=0, error=StrategyRaisedError, what="raised ValueError", seed=1, games=(n,), turn=7 + n
        )
        for n in (1, 2)
    ]
    matches = [Match(game=n, beginner=(n - 1) % 2, points=None, winner=1, forfeited_by=0) for n in (1, 2)]
    tally = Tally(settings=settings("a:B", "over-par"), matches=tuple(matches), failures=tuple(failures))
    assert lines_of(tally)[2:] == [
        "a:B forfeited 2 of them; first: a:B (game 1, turn 8, seed 1) raised ValueError",
    ]


def test_all_that_is_known_is_written(tmp_path):
    file = tmp_path / "duel.json"
    play(settings("over-par", "most-points", games=3), file)
    known = json.loads(file.read_text())
    assert (known["played"], known["is_complete"], len(known["matches"])) == (3, True, 3)


def test_a_failure_comes_after_what_was_played(tmp_path):
    file, said = tmp_path / "duel.json", []
    with pytest.raises(StrategyRaisedError, match=r"\(game 1, turn 5, seed 1\) raised ValueError: no idea"):
        play(settings(f"{BOTS}:Raises", "over-par"), file, said=said)
    assert said == [
        f"{BOTS}:Raises – over-par: no game was finished.",
        "Ended after 0 of 50 games; with --forfeit a strategy that fails loses that game, and the duel goes on.",
    ]
    end = json.loads(file.read_text())["end"]
    assert (end["error"], end["games"], end["turn"]) == ("StrategyRaisedError", [1], 5)


@pytest.mark.parametrize("where", [".", "nowhere/duel.json"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(where, tmp_path):
    bar = FakeBar()
    with pytest.raises(DuelNotSavedError, match=r"cannot be written; --json takes a file in a folder"):
        play(settings("over-par", "most-points"), tmp_path / where, bar)
    assert bar.steps == []


def test_a_disk_that_is_full_in_the_end_is_said():
    with pytest.raises(DuelNotSavedError, match=r"^/dev/full cannot be written \(No space left on device\)"):
        play(settings("over-par", "most-points", games=2), Path("/dev/full"))


def test_who_stops_it_is_told_what_was_played():
    class Stopped(FakeBar):
        def update(self, n_steps):
            raise KeyboardInterrupt

    is_complete, said = play(settings("over-par", "most-points"), bar=Stopped())
    assert not is_complete
    assert said[0] == "Stopped after 20 of 50 games."
    assert "drawn of 20 games (seed 1)" in said[1]


def test_what_was_played_is_told_though_processes_are_lost(tmp_path):
    """It may have taken hours."""
    file, said = tmp_path / "duel.json", []

    class Loses(FakeBar):
        def update(self, n_steps):
            raise ProcessLostError("a process ended")

    with pytest.raises(ProcessLostError, match="a process ended"):
        play(settings("over-par", "most-points"), file, Loses(), said)
    assert said[0] == "Stopped after 20 of 50 games."
    assert "drawn of 20 games (seed 1)" in said[1]
    assert json.loads(file.read_text())["played"] == 20


def test_what_cannot_be_said_is_written_and_what_cannot_be_written_is_said(tmp_path):
    def say(_: str) -> None:
        raise BrokenPipeError

    file, said, of = tmp_path / "duel.json", [], settings("over-par", "most-points", games=2)
    given = {"jobs": 1, "cluster": None, "bar": lambda *_: contextlib.nullcontext(FakeBar())}
    with pytest.raises(BrokenPipeError):
        play_duel(of, json_path=file, say=say, **given)
    assert json.loads(file.read_text())["played"] == 2
    with pytest.raises(DuelNotSavedError):
        play_duel(of, json_path=Path("/dev/full"), say=said.append, **given)
    assert "of 2 games (seed 1)" in said[0]


# -- the command -----------------------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["duel", *map(str, arguments)])


def test_the_command_plays_by_the_agreed_rules(tmp_path):
    file = tmp_path / "duel.json"
    rules = ("--columns", 2, "--served", "any-full-throw", "--tied-column", "split", "--seed", 9)
    result = run("over-par", "most-points", "--games", 4, "--jobs", 1, "--json", file, *rules)
    assert result.exit_code == 0
    assert result.stdout.startswith("over-par – most-points: ")
    known = json.loads(file.read_text())
    assert (known["columns"], known["served"], known["tied_column"], known["seed"]) == (2, "any-full-throw", "split", 9)
    assert all(sum(match["points"]) == 3 for match in known["matches"])


def test_the_help_names_every_strategy():
    said = " ".join(run("--help").stdout.replace("│", " ").split())
    assert all(name in said for name in STRATEGIES)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--columns", 11),
        ("--columns", "many"),
        ("--jobs", 0),
        ("--served", "never"),
        ("--tied-column", "both"),
        ("--games", 1.5),
        ("--cups", 3),
    ],
)
def test_options_that_cannot_be_are_said(option, value):
    result = run("over-par", "most-points", option, value)
    assert result.exit_code == 2
    assert option in result.stderr


def test_a_cluster_that_is_none_is_said():
    pytest.importorskip("distributed", reason="only Dask knows what a cluster is (serviert[cluster])")
    result = run("over-par", "most-points", "--games", 2, "--cluster", "nonsense")
    assert isinstance(result.exception, ClusterError)


def test_a_cluster_without_dask_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("over-par", "most-points", "--games", 2, "--cluster", "tcp://127.0.0.1:1")
    assert isinstance(result.exception, ClusterMissingError)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "firmware", "duel", *map(str, arguments)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("over-par", "best"), "serviert: got 'best'; strategies are "),
        (
            (f"{BOTS}:Raises", "most-points"),
            f"serviert: {BOTS}:Raises (game 1, turn 5, seed 1) raised ValueError: no idea (",
        ),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_exit_code_1(arguments, sentence):
    done = subprocess.run(command(*arguments), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith(sentence)


def test_a_strategy_lies_in_the_current_folder_whatever_else_lies_there(tmp_path):
    """Also beside files that are called like ours."""
    (tmp_path / "my_bot.py").write_text(
        "class Bot:\n    def decide(self, position):\n        return position.free_cells[0]\n"
    )
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
    file = tmp_path / "duel.json"
    ours, theirs = pty.openpty()
    with started(
        command("over-par", "most-points", "--games", 10**6, "--columns", 1, "--jobs", 2, "--json", file),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        shown = _shown_until(ours, "20/1000000")
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE_S)  # ends when nobody is left who could write
    os.close(ours)
    assert "over-par – most-points" in shown
    assert process.returncode == 130
    stopped, counts, _ = out.splitlines()
    played = re.fullmatch(r"Stopped after ([\d,]+) of 1,000,000 games\.", stopped)
    assert played is not None
    assert f"of {played[1]} games (seed 1)" in counts
    assert json.loads(file.read_text())["played"] == int(played[1].replace(",", ""))


def _shown_until(terminal: int, what: str) -> str:
    shown = ""
    while what not in shown:
        is_there, _, _ = select.select([terminal], [], [], PATIENCE_S)
        assert is_there, shown
        shown += os.read(terminal, 4096).decode()
    return shown


def test_ctrl_c_ends_a_strategy_that_hangs(tmp_path, monkeypatch):
    """And all that it has started: it holds a pipe open until it is gone."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("NOTES", str(tmp_path))
    with (
        started(
            command(f"{BOTS}:HangsInAPipe", "over-par", "--jobs", 1, "--seconds-a-move", 1000),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
        pipe.open("rb") as it,
    ):
        assert it.read(5) == b"alive"
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
        assert it.read() == b""
    assert process.returncode == 130
    assert "Traceback" not in err
    assert out.splitlines()[0] == "Stopped after 0 of 1,000 games."
