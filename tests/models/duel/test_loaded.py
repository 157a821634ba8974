"""A strategy in its process: what it does that none may is told with a name and a sentence."""

import re

import pytest

from models.duel import errors, loaded
from models.duel.settings import DuelSettings
from scoring.dice import Face
from scoring.ruleset import Ruleset
from scoring.sheets.category import Category
from scoring.strategy.outside import Position
from scoring.strategy.position import Positions

FREE = ((None,),) * len(Category)
BOTS = "tests.models.duel.bots"

BEFORE_A_GAME = {
    "no_such_module:Bot": ("StrategyNotImportedError", "there is no module no_such_module in the current folder or"),
    "my_bot.py:Bot": ("StrategyNotImportedError", "name it as Python imports it, my_bot, without .py"),
    f"{BOTS}.no_such:Bot": ("StrategyNotImportedError", f"there is no module {BOTS}.no_such"),
    "NoSuchClass": ("StrategyMissingError", "has no NoSuchClass; its classes are Top, Pairs, Whim"),
    "NUMBER": ("NoStrategyError", "is a int; a class is wanted, or a function"),
    "NoStrategy": ("NoStrategyError", "a NoStrategy has neither decide.position. nor entry_worths.positions."),
    "CannotBeMade": ("StrategyNotBuiltError", "cannot be made: its constructor raised OSError: no file .bots.py, line"),
}
IN_A_GAME = {
    "RaisesInItsWords": ("StrategyRaisedError", r"raised SpeechlessError \(bots.py, line \d+\)"),
    "RaisesInTheRules": ("StrategyRaisedError", r"UnknownColumnError: got column 11; .* \(bots.py, line \d+\)"),
    "Exits": ("StrategyExitedError", r"ends itself: calls for an exit \(bots.py, line \d+\)"),
    "ForgetsAll": ("StrategyMemoryError", r"wants more memory than it may have \(bots.py, .*\); --memory-gb gives"),
    "TakesTheSame": ("StrategyNonsenseError", r"in KINGS of column 1 stand 8 points; pick a free cell"),
    "SaysUnspeakable": ("StrategyNonsenseError", r"cannot be looked at: it raised RuntimeError: do not look at me"),
    "CannotBeMadeOften": ("StrategyNotBuiltError", r"its constructor raised OSError: only one"),
    "WeighsInAnotherShape": ("StrategyNonsenseError", r"an array of shape \(1, 78\); \(2, 1, 78\) is wanted"),
    "WeighsInWords": ("StrategyNonsenseError", r"answers with no array of numbers: it raised ValueError"),
    "WeighsBesideTheLine": ("StrategyNonsenseError", r"no array of numbers: .* complex128 is no real number"),
    "WeighsAndRaises": ("StrategyRaisedError", r"raised KeyError: 'column 11'"),
}


def load(bot: str, folder: str = "") -> loaded.Manner:
    entrant = bot if ":" in bot else f"{BOTS}:{bot}"
    return loaded.load(DuelSettings(entrants=(entrant, "most-points"), folder=folder), 0)


def ask(manner: loaded.Manner, mine=FREE) -> object:
    if manner is loaded.Manner.WEIGHS:
        return loaded.weigh(1, Positions.fresh(2, 1))
    faces = (Face.NINE, Face.NINE, Face.TEN, Face.KING, Face.ACE)
    position = Position(
        faces=faces, throws_left=2, is_served=False, mine=mine, theirs=FREE, ruleset=Ruleset(columns=1), turn=5
    )
    return loaded.decide(1, position)


def told(error, sentence, work, *given):
    with pytest.raises(errors.FaultError) as raised:
        work(*given)
    assert raised.value.error.__name__ == error
    assert re.search(sentence, raised.value.what)


@pytest.mark.parametrize(("bot", "said"), BEFORE_A_GAME.items())
def test_what_cannot_be_loaded_is_told(bot, said):
    told(*said, load, bot)


@pytest.mark.parametrize(("bot", "said"), IN_A_GAME.items())
def test_what_none_may_do_in_a_game_is_told(bot, said):
    told(*said, ask, load(bot), tuple((8,) if row is Category.KINGS else (None,) for row in Category))


@pytest.mark.parametrize(
    ("module", "error", "sentence"),
    [
        ("import math\n\nmath.sqrt(-1)\n", "StrategyNotImportedError", "math domain error .broken0.py, line 3"),
        ("raise SystemExit(2)\n", "StrategyExitedError", "its module calls for an exit .broken1.py, line 1"),
        ("class Bot\n", "StrategyNotImportedError", "SyntaxError: expected ':' .broken2.py, line 1"),
        ("import no_such_thing\n", "StrategyNotImportedError", "No module named 'no_such_thing' .broken3.py, line 1"),
    ],
)
def test_a_module_that_raises_is_told_with_the_line(module, error, sentence, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)  # what is put there is taken away again
    name = re.search(r"broken\d", sentence)[0]
    (tmp_path / f"{name}.py").write_text(module)
    told(error, sentence, load, f"{name}:Bot", str(tmp_path))


def test_nothing_in_a_sentence_commands_a_terminal():
    red = errors.Failure(
        strategy="a:B", side=0, error=errors.StrategyRaisedError, what="\x1b[31mred \udcff alarm\a", seed=1
    )
    assert red.sentence == "a:B <1b>[31mred <dcff> alarm<7>"


def test_a_strategy_is_asked_by_arrays_if_it_can_do_both_and_may_do_what_it_likes_with_what_it_gets():
    assert [load(bot) for bot in ("Top", "Both")] == ["decide", "entry_worths"]
    assert ask(load("Spoils")) == ask(load("Top"))
    assert ask(load("WeighsAndSpoils")).shape == (2, 1, 78)


def test_files_of_its_folder_are_found_first(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path / "restores")  # what is put there is taken away again
    (tmp_path / "bot_of_the_folder.py").write_text("class Bot:\n    decide = print\n")
    assert load("bot_of_the_folder:Bot", str(tmp_path)) == "decide"
