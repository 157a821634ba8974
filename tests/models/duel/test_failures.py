"""Strategies from outside that do what none may: each ends in an error with a name and a sentence, or in a forfeit."""

from __future__ import annotations

import functools
import os
import re
import select
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from models.advisor import foresight
from models.duel import errors
from models.duel.chance import dice_of
from models.duel.duel import require_strategies
from models.duel.failure import Failure, FailureKind, Fault
from models.duel.part import Part, play_part
from models.duel.referee import Outside
from models.duel.settings import DuelSettings, Limits
from models.duel.sides import side_of
from scoring.dice import Face
from scoring.ruleset import Ruleset

if TYPE_CHECKING:
    from io import FileIO

ROOT = Path(__file__).parents[3]
PATIENCE_S = 30.0
QUICK = Limits(seconds_a_move=1.0, seconds_to_load=20, memory_gb=1.0)


def settings(bot: str, other: str = "most-points", **given) -> DuelSettings:
    given = {"games": 4, "seed": 5, "ruleset": Ruleset(columns=1), "folder": str(ROOT), "limits": QUICK, **given}
    return DuelSettings(entrants=(bot if ":" in bot else f"tests.models.duel.bots:{bot}", other), **given)


def played(*names: str, **given):
    of = settings(*names, **given)
    return play_part(Part(settings=of, first=1, last=of.games))


# The error it ends in, and what is said of it.
IN_A_GAME = {
    "Raises": ("StrategyRaisedError", r"\(game 1, turn 5, seed 5\) raised ValueError: no idea \(bots.py, line \d+\)"),
    "RaisesInItsWords": ("StrategyRaisedError", r"\(game 1, turn 1, .*\) raised SpeechlessError \(bots.py, line \d+\)"),
    "RaisesInTheRules": ("StrategyRaisedError", r"UnknownColumnError: got column 11; .* \(bots.py, line \d+\)"),
    "RaisesColours": ("StrategyRaisedError", r"raised ValueError: <1b>\[31mred <dcff> alarm<7> \(bots.py, line \d+\)"),
    "Hangs": (
        "StrategyHungError",
        r"\(game 1, turn 3, .*\) has not answered for 1 s; --seconds-a-move gives",
    ),
    "HangsOutsidePython": ("StrategyHungError", r"\(game 1, turn 1, seed 5\) has not answered for 1 s"),
    "HangsDeaf": ("StrategyHungError", r"\(game 1, turn 1, seed 5\) has not answered for 1 s"),
    "Exits": ("StrategyExitedError", r"\(game 1, turn 1, .*\) ends itself: calls for an exit \(bots.py, line \d+\)"),
    "ExitsAtOnce": ("StrategyExitedError", r"\(game 1, turn 1, seed 5\) ended its process with exit code 3"),
    "IsKilled": ("StrategyKilledError", r"\(game 1, .*is gone: its process was ended by SIGKILL \(as the system .*\)"),
    "Crashes": ("StrategyKilledError", r"\(game 1, turn 1, seed 5\) is gone: its process was ended by SIGSEGV"),
    "WantsMemory": (
        "StrategyMemoryError",
        r"wants more memory than it may have \(bots.py, .*\); --memory-gb gives",
    ),
    "Says": ("StrategyNonsenseError", r"against the rules: 'KINGS' is neither a cell nor a hold; answer with"),
    "SaysNothing": ("StrategyNonsenseError", r"against the rules: None is neither a cell nor a hold"),
    "SaysCellOfWords": ("StrategyNonsenseError", r"against the rules: \('KINGS', 1\) is neither a cell nor a hold"),
    "SaysImpossibleCell": ("StrategyNonsenseError", r"against the rules: got column -3; the sheet has columns 1 to 10"),
    "TakesTheSame": ("StrategyNonsenseError", r"\(game 1, .*in KINGS of column 1 stand \d+ points; pick a free cell"),
    "HoldsAll": ("StrategyNonsenseError", r"all five dice are held; at least one is thrown"),
    "HoldsForEver": ("StrategyNonsenseError", r"dice are held after the last throw; now they are entered"),
    "SaysUnspeakable": ("StrategyNonsenseError", r"cannot be looked at: it raised RuntimeError: do not look at me"),
    "CannotBeMadeOften": ("StrategyNotBuiltError", r"\(game 1, turn 1, .*its constructor raised OSError: only one"),
    "Tampers": ("StrategyNonsenseError", r"tampers with its process"),
    "AnswersForIt": ("StrategyNonsenseError", r"tampers with its process"),
    "HoldsForIt": ("StrategyNonsenseError", r"tampers with its process"),
    "HangsUp": ("StrategyNonsenseError", r"tampers with its process"),
    "LeavesSomebody": ("StrategyExitedError", r"ended its process with exit code 3"),
    "WeighsShort": ("StrategyNonsenseError", r"turn 3, .*tampers with its process"),
    "WeighsWithoutNumber": ("StrategyNonsenseError", r"\(game 3, turn 3, .*no number between −1e.08 and 1e.08$"),
    "WeighsTooMuch": ("StrategyNonsenseError", r"\(2 games from 1 to 3, asked about together, turn 1, .*no number"),
    "WeighsInAnotherShape": ("StrategyNonsenseError", r"an array of shape \(1, 78\); \(2, 1, 78\) is wanted"),
    "WeighsInWords": ("StrategyNonsenseError", r"answers with no array of numbers: it raised ValueError"),
    "WeighsBesideTheLine": ("StrategyNonsenseError", r"no array of numbers: .* complex128 is no real number"),
    "WeighsAndRaises": ("StrategyRaisedError", r"raised KeyError: 'column 11'"),
    "WeighsForEver": ("StrategyHungError", r"\(2 games from 1 to 3, .*has not answered for 2 s"),
    "WeighsAndExits": ("StrategyExitedError", r"\(2 games from 1 to 3, .*ended its process with exit code 0"),
}
BEFORE_IT = {
    "no_such_module:Bot": ("StrategyNotImportedError", "there is no module no_such_module in the current folder or"),
    "my_bot.py:Bot": ("StrategyNotImportedError", "name it as Python imports it, my_bot, without .py"),
    "tests.models.duel.no_such:Bot": ("StrategyNotImportedError", "there is no module tests.models.duel.no_such"),
    "NoSuchClass": ("StrategyMissingError", "has no NoSuchClass; its classes are Top, Pairs, Whim"),
    "NUMBER": ("NoStrategyError", "is a int; a class is wanted, or a function"),
    "NoStrategy": ("NoStrategyError", "a NoStrategy has neither decide.position. nor entry_worths.positions."),
    "CannotBeMade": ("StrategyNotBuiltError", "cannot be made: its constructor raised OSError: no file .bots.py, line"),
    "WantsMore": ("StrategyNotBuiltError", "its constructor raised TypeError: .* missing 1 required .* 'book'"),
}


@pytest.mark.parametrize(("bot", "error", "sentence"), [(bot, *said) for bot, said in IN_A_GAME.items()])
def test_what_none_may_ends_the_duel_with_a_name_and_a_sentence(bot, error, sentence):
    part = played(bot)
    assert part.matches == ()
    assert part.end is not None
    assert part.end.name == error
    with pytest.raises(getattr(errors, error), match=f"^tests.models.duel.bots:{bot} .*{sentence}"):
        raise part.end.error


@pytest.mark.parametrize(("bot", "error", "sentence"), [(bot, *said) for bot, said in BEFORE_IT.items()])
def test_what_cannot_be_loaded_is_said_before_anything_is_played(bot, error, sentence):
    with pytest.raises(getattr(errors, error), match=sentence):
        require_strategies(settings(bot))
    with pytest.raises(getattr(errors, error), match=sentence):
        require_strategies(settings("Top", settings(bot).entrants[0]))


@pytest.mark.parametrize(
    ("module", "error", "sentence"),
    [
        ("import math\n\nmath.sqrt(-1)\n", "StrategyNotImportedError", "math domain error .broken.py, line 3"),
        ("raise SystemExit(2)\n", "StrategyExitedError", "its module calls for an exit .broken.py, line 1"),
        ("class Bot\n", "StrategyNotImportedError", "SyntaxError: expected ':' .broken.py, line 1"),
        ("import no_such_thing\n", "StrategyNotImportedError", "No module named 'no_such_thing' .broken.py, line 1"),
    ],
)
def test_a_module_that_raises_is_said_with_the_line(module, error, sentence, tmp_path):
    (tmp_path / "broken.py").write_text(module)
    with pytest.raises(getattr(errors, error), match=f"^broken:Bot .*{sentence}"):
        require_strategies(settings("broken:Bot", folder=str(tmp_path)))


def test_loading_has_a_limit_of_its_own():
    with pytest.raises(errors.StrategyHungError, match=r"has not answered for 0\.7 s; --seconds-to-load gives"):
        require_strategies(settings("HangsWhenMade", limits=Limits(seconds_to_load=0.7)))


def test_a_strategy_of_ours_whose_file_is_missing_is_said(tmp_path):
    missing = {"foresight": functools.partial(foresight, tmp_path / "prospects.npz")}
    with (
        ExitStack() as opened,
        pytest.raises(errors.StrategyNotBuiltError, match=r"^foresight cannot be made: .*prospects.npz"),
    ):
        side_of(settings("Top", "foresight"), 1, opened, ours=missing)


def test_every_error_a_strategy_can_end_in_is_tried():
    tried = {error for error, _ in (*IN_A_GAME.values(), *BEFORE_IT.values())}
    named = {cls.__name__ for cls in errors.StrategyError.__subclasses__()}
    assert tried | {"StrategyNotImportedError"} == named
    assert {failure_name(kind) for kind in FailureKind} == named
    assert named <= set(re.findall(r"\w+Error", errors.__doc__ or ""))


def failure_name(kind: FailureKind) -> str:
    return Failure(strategy="a:B", side=0, fault=Fault(kind, "fails"), seed=1).name


# -- what is left ----------------------------------------------------------------------------------------------


def children() -> set[str]:
    """Return the processes this one has started and not yet asked how they ended."""
    lists = Path("/proc/self/task").glob("*/children")
    return {child for path in lists for child in path.read_text().split()}


@pytest.mark.parametrize("bot", ["Top", "Hangs", "ExitsAtOnce", "Raises", "NoSuchClass"])
def test_no_process_is_left_behind(bot):
    before = children()
    played(bot, "tests.models.duel.bots:Pairs")
    assert children() == before


def test_what_a_strategy_has_started_is_ended_with_it(tmp_path, monkeypatch):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("NOTES", str(tmp_path))
    with ExitStack() as opened:
        outside = opened.enter_context(Outside(settings("HangsWithOthers"), 0))
        assert outside.load() == "decide"
        with pipe.open("rb") as it:
            assert it.read(5) == b"alive"
            outside.end()
            is_ended, _, _ = select.select([it], [], [], PATIENCE_S)
            assert is_ended
            assert it.read() == b""


def test_a_strategy_ends_with_its_referee(tmp_path, monkeypatch):
    """Even if it hangs: nobody else would end it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("NOTES", str(tmp_path))
    program = "from tests.models.duel.test_failures import *; played('HangsInAPipe', limits=Limits())"
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT) as referee, pipe.open("rb") as it:
        assert it.read(5) == b"alive"
        referee.kill()
        is_ended, _, _ = select.select([it], [], [], PATIENCE_S)
        assert is_ended
        assert it.read() == b""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the environment of a process")
@pytest.mark.parametrize("bot", ["HidesSomebody", "HidesSomebodyAndExits"])
def test_what_a_strategy_has_hidden_is_ended_with_it(bot, tmp_path, monkeypatch):
    """In a session of its own, and nobody's child any more."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("NOTES", str(tmp_path))
    with ExitStack() as opened:
        part = opened.enter_context(ThreadPoolExecutor()).submit(played, bot)
        with pipe.open("rb", 0) as it:
            assert it.read(5) == b"alive"
            while _next_of(it):  # one for every object that was made
                pass
        assert (part.result().end is None) == (bot == "HidesSomebody")


def _next_of(pipe: FileIO) -> bytes:
    """Return what is written next; nothing once all who held the pipe open are gone."""
    is_there, _, _ = select.select([pipe], [], [], PATIENCE_S)
    assert is_there
    return pipe.read(5)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory another process has")
def test_memory_that_is_shared_counts_as_well():
    end = played("SharesMemory", limits=Limits(seconds_a_move=PATIENCE_S, memory_gb=0.4)).end
    assert end is not None
    assert end.name == "StrategyMemoryError"
    assert re.search(r"\(game 1, turn 1, seed 5\) has more memory than it may have; --memory-gb gives", end.sentence)


def test_a_strategy_may_do_what_it_likes_with_the_position_it_gets():
    assert played("Spoils").matches == played("Top").matches
    assert len(played("WeighsAndSpoils").matches) == 4


def test_what_a_strategy_prints_does_not_come_between_the_results(capfd):
    assert played("Prints").end is None
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("I think.") == err.count("Loudly.") == 2  # in the first turn of the games that it begins


# -- forfeits --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["Raises", "Hangs", "ExitsAtOnce", "TakesTheSame", "WeighsAndRaises"])
def test_who_may_forfeit_loses_the_match_and_the_duel_goes_on(bot):
    part = played(bot, forfeits=True)
    assert part.end is None
    assert [(match.winner, match.forfeited_by, match.points) for match in part.matches] == [(1, 0, None)] * 4
    assert sorted(game for failure in part.failures for game in failure.games) == [1, 2, 3, 4]
    assert {failure.side for failure in part.failures} == {0}


@pytest.mark.parametrize("bot", ["RaisesSometimes", "ExitsSometimes"])
def test_the_other_matches_are_played_as_if_nothing_had_happened(bot, monkeypatch):
    turn = 8
    of_second_game = np.sort(dice_of(5, 0, 1)[turn - 1, 0]) + 1
    monkeypatch.setenv("BAD", f"{turn}:{tuple(map(Face, of_second_game.tolist()))}")
    well = played("Pairs", games=6)
    badly = played(bot, games=6, forfeits=True)
    assert [match.forfeited_by for match in badly.matches] == [None, 0, None, None, None, None]
    assert [match for match in badly.matches if match.game != 2] == [match for match in well.matches if match.game != 2]


def test_one_of_two_from_outside_forfeits_what_is_its_own():
    part = played("tests.models.duel.bots:Top", "tests.models.duel.bots:Raises", forfeits=True)
    assert [match.forfeited_by for match in part.matches] == [1] * 4
    assert [failure.strategy for failure in part.failures] == ["tests.models.duel.bots:Raises"] * 4


def test_a_batch_without_numbers_in_one_match_costs_that_match():
    part = played("WeighsWithoutNumber", forfeits=True)
    assert [match.forfeited_by for match in part.matches] == [None, None, 0, 0]


def test_no_number_for_a_cell_that_is_taken_matters_to_nobody():
    part = played("WeighsTakenWithoutNumber")
    assert part.end is None
    assert len(part.matches) == 4


def test_whoever_cannot_be_loaded_forfeits_nothing():
    part = played("NoSuchClass", forfeits=True)
    assert part.matches == ()
    assert part.end is not None
    assert part.end.name == "StrategyMissingError"
