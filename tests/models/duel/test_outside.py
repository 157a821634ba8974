"""Strategies from outside: what one does that none may is told, and ends the duel or costs the game."""

import functools
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from models.duel import chance, errors, loaded
from models.duel.duel import require_strategies
from models.duel.part import side_of
from models.strategies import foresight
from scoring.dice import Face
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.strategy import outside, position
from tests.cases import cases
from tests.models.duel.playing import BOTS, played, settings
from tests.models.pipe import assert_ends_with

CASES = cases(__file__)


@pytest.mark.parametrize(("bot", "error", "sentence"), [(bot, *said) for bot, said in CASES["failing"].items()])
def test_what_none_may_ends_the_duel_with_a_name_and_a_sentence(bot, error, sentence):
    part = played(bot)
    assert part.matches == ()
    with pytest.raises(getattr(errors, error), match=f"^{BOTS}:{bot} .*{sentence}"):
        raise part.end.raised


def test_a_strategy_of_ours_whose_file_is_missing_is_said(tmp_path):
    missing = {"foresight": functools.partial(foresight, tmp_path / "prospects.npz")}
    said = r"^foresight cannot be made: .*prospects.npz"
    with ExitStack() as opened, pytest.raises(errors.StrategyNotBuiltError, match=said):
        side_of(settings("Top", "foresight"), 1, opened, ours=missing)


def test_no_process_is_left_behind():
    played("ExitsAtOnce", "Pairs")  # where its processes live on, the runner never ends
    lists = Path("/proc/self/task").glob("*/children")
    commands = [Path(f"/proc/{child}/cmdline").read_bytes() for path in lists for child in path.read_text().split()]
    assert not [command for command in commands if b"spawn_main" in command]


@pytest.mark.proof
def test_a_strategy_ends_with_its_referee(tmp_path, monkeypatch):
    """Even if it hangs: nobody else would end it."""
    monkeypatch.setenv("NOTES", str(tmp_path))
    program = "from tests.models.duel.playing import *; played('HangsInAPipe', limits=Limits())"
    assert_ends_with(program, tmp_path, subprocess.Popen.kill)


def test_what_a_strategy_prints_does_not_come_between_the_results(capfd):
    assert played("Prints").end is None
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("I think.") == err.count("Loudly.") == 2  # in the first turn of the games that it begins


def test_the_other_matches_are_played_as_if_nothing_had_happened(monkeypatch):
    turn = 8
    of_second_game = np.sort(chance.dice_of(5, 0, 1)[turn - 1, 0]) + 1
    monkeypatch.setenv("BAD", f"{turn}:{tuple(map(Face, of_second_game.tolist()))}")
    well = played("Pairs", games=6)
    for bot in ("RaisesSometimes", "ExitsSometimes"):
        badly = played(bot, games=6, forfeits=True)
        assert [match.forfeited_by for match in badly.matches] == [None, 0, None, None, None, None]
        others = [[match for match in part.matches if match.game != 2] for part in (badly, well)]
        assert others[0] == others[1]


@pytest.mark.parametrize(
    ("bots", "forfeited_by"),
    [
        (("WeighsAndRaises",), [0, 0, 0, 0]),
        (("Top", "Raises"), [1, 1, 1, 1]),  # of two from outside each forfeits what is its own
        (("WeighsWithoutNumber",), [None, None, 0, 0]),  # a batch without numbers in one match costs that match
        (("WeighsTakenWithoutNumber",), [None] * 4),  # no number for a cell that is taken matters to nobody
    ],
)
def test_only_what_fails_is_forfeited_and_the_duel_goes_on(bots, forfeited_by):
    part = played(*bots, forfeits=True)
    assert (part.end, [match.forfeited_by for match in part.matches]) == (None, forfeited_by)
    lost = [match for match in part.matches if match.forfeited_by is not None]
    assert all((match.winner, match.points) == (1 - match.forfeited_by, None) for match in lost)
    assert sorted(game for failure in part.failures for game in failure.games) == [match.game for match in lost]
    assert {failure.side for failure in part.failures} == {match.forfeited_by for match in lost}


def test_whoever_cannot_be_loaded_forfeits_nothing_and_is_said_before_anything_is_played():
    part = played("NoSuchClass", forfeits=True)
    assert part.matches == ()
    assert part.end.error is errors.StrategyMissingError
    with pytest.raises(errors.StrategyMissingError, match=rf"^{BOTS}:NoSuchClass is not there: "):
        require_strategies(settings("Top", "NoSuchClass"))


FREE = ((None,),) * len(Category)


def load(bot, folder=""):
    return loaded.load(settings(bot, folder=folder), 0)


def ask(manner, mine=FREE):
    if manner is loaded.Manner.WEIGHS:
        return loaded.weigh(1, position.Positions.fresh(2, 1))
    lies = {"faces": (Face.NINE, Face.NINE, Face.TEN, Face.KING, Face.ACE), "throws_left": 2, "is_served": False}
    return loaded.decide(1, outside.Position(**lies, mine=mine, theirs=FREE, ruleset=Ruleset(columns=1), turn=5))


def told(error, sentence, work, *given):
    with pytest.raises(errors.FaultError) as raised:
        work(*given)
    assert raised.value.error.__name__ == error
    assert re.search(sentence, raised.value.what)


@pytest.mark.parametrize(("bot", "said"), CASES["before_a_game"].items())
def test_what_cannot_be_loaded_is_told(bot, said):
    told(*said, load, bot)


@pytest.mark.parametrize(("bot", "said"), CASES["in_a_game"].items())
def test_what_none_may_do_in_a_game_is_told(bot, said):
    told(*said, ask, load(bot), tuple((8,) if row is Category.KINGS else (None,) for row in Category))


@pytest.mark.parametrize(("module", "error", "sentence"), CASES["modules"])
def test_a_module_that_raises_is_told_with_the_line(module, error, sentence, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)  # what is put there is taken away again
    name = re.search(r"broken\d", sentence)[0]
    (tmp_path / f"{name}.py").write_text(module)
    told(error, sentence, load, f"{name}:Bot", str(tmp_path))


def test_nothing_in_a_sentence_commands_a_terminal():
    said = "\x1b[31mred \udcff alarm\a"
    red = errors.Failure(strategy="a:B", side=0, error=errors.StrategyRaisedError, what=said, seed=1)
    assert red.sentence == "a:B <1b>[31mred <dcff> alarm<7>"


def test_a_strategy_is_asked_by_arrays_if_it_can_do_both_and_may_do_what_it_likes_with_what_it_gets():
    assert [load(bot) for bot in ("Top", "Both")] == ["decide", "entry_worths"]
    assert ask(load("Spoils")) == ask(load("Top"))
    assert ask(load("WeighsAndSpoils")).shape == (2, 1, 78)
