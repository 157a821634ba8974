from dataclasses import replace

from firmware.session import state, touches
from firmware.session.advising import companion_throws, question
from firmware.session.events import Advised
from firmware.session.step import resume, step
from firmware.session.vocabulary import DialKind, EntryMode, Notice, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import GameBegan
from scoring.ruleset import Level, Ruleset
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell, ChosenBy
from scoring.strategy.advice import Advice, EntryAdvice, HoldAdvice
from tests.firmware.session.table_talk import LONG, Table, play_out
from vision.reading import EyeDoubt


def against(level=Level.JUNKIE, *, beginner=1, columns=10) -> Table:
    """Return a table at which the companion plays the second seat."""
    agreed = {"players": ("Manfred", "Junkie"), "ruleset": Ruleset(columns=columns), "beginner": beginner}
    return Table().tell(touches.NewGame(GameBegan(**agreed, levels=(None, level))))


def test_nothing_is_asked_where_nobody_wants_advice_or_nothing_can_be_entered():
    table = Table().begin().throw("99XKA")
    assert (question(table.state), table.state.advice) == (None, None)
    table = Table().begin().tell(touches.ShowHints(True)).throw("KKKAA")
    assert question(replace(table.state, phase=Phase.BURNING)) is None
    assert question(replace(table.state, phase=Phase.READING)) is None
    table.tell(touches.RepeatThrow())
    assert question(table.state) is None
    table.throw("KKKAA").throw("QQJKA", doubts={0: EyeDoubt.LEANING}).tell(touches.RepeatThrow())
    assert (table.state.phase, question(table.state)) == (Phase.READ, None)


def test_the_best_is_asked_for_once_dice_lie_again_when_they_are_put_right_and_is_gone_with_its_dice():
    for wanted in (touches.ShowHints(True), *map(touches.ChooseMode, (EntryMode.SUGGEST, EntryMode.AUTO))):
        table = Table().begin().tell(wanted)
        assert question(table.state) is None
        table.throw("KKKAQ")
        assert question(table.state).level_to_move is None
        first = table.state.advice
        table.tell(touches.CorrectDie(4, Face.ACE))
        assert table.state.advice is not first
        assert table.state.advice.entries[0].cell.category is Category.FULL
    table = Table().begin().tell(touches.ShowHints(True)).throw("KKKAA")
    assert table.state.suggestion is None  # hints mark no cell
    late = Advised(table.state.game, table.state.advice)
    table.tell(touches.TouchCell(Cell(Category.FULL, 9)))
    assert (table.state.advice, question(table.state)) == (None, None)
    before = table.state
    assert step(before, late) == (before, ())


def test_the_companion_enters_a_served_grande_by_itself_and_says_why():
    table = against().throw("KKKKK")
    entry = table.state.game.entries[-1]
    assert (entry.player, entry.cell.category, entry.chosen_by) == (1, Category.GRANDE, ChosenBy.AUTO)
    values = dict(table.state.notice.values)
    assert (table.key, values["why"]) == (NoticeKey.ENTERED, "chance")
    assert 500 < values["worth"] < 700
    assert values["instead"] <= values["worth"]
    assert (table.state.phase, table.state.game.to_move) == (Phase.WAITING, 0)


def test_the_companion_says_what_it_leaves_lying_and_where_other_dice_were_left():
    table = against().throw("KKK9X")
    assert table.key is NoticeKey.COMPANION_HOLDS
    assert dict(table.state.notice.values) == {"player": "Junkie", "held": "king,king,king"}
    assert (table.state.phase, table.state.game.entries, table.state.suggestion) == (Phase.READ, (), None)
    assert table.state.wish == (Face.KING,) * 3
    table.throw("KKAQ9", held_places=table.lying(0, 1))
    assert "disregarded" in dict(table.state.notice.values)
    obeyed = against().throw("KKK9X")
    obeyed.throw("KKKQ9", held_places=obeyed.lying(0, 1, 2))
    assert obeyed.state.game.turn.throws_made == 2
    assert "disregarded" not in dict(obeyed.state.notice.values)
    table = against().throw("KKK9X")
    table.tell(touches.NewGame(table.state.agreed)).throw("99XJA")
    assert "disregarded" not in dict(table.state.notice.values)


def test_nobody_enters_for_the_companion_while_it_wants_to_throw_on():
    table = against().throw("KKK9X").tell(LONG, touches.TouchCell(Cell(Category.NINES, 1)))
    assert (table.state.game.entries, table.key) == ((), NoticeKey.COMPANION_DECIDES)


def test_where_its_entry_was_taken_back_the_companion_waits_or_decides_anew_or_players_enter_elsewhere():
    table = against().throw("KKKKK").tell(touches.TakeBack())
    assert table.state.phase is Phase.CORRECTED
    assert not table.state.game.entries
    assert table.state.suggestion.category is Category.GRANDE
    table.tell(LONG)
    assert table.state.game.entries[-1].cell.category is Category.GRANDE
    table = against().throw("KKKKK").tell(touches.TakeBack(), touches.CorrectDie(4, Face.QUEEN))
    entry = table.state.game.entries[-1]
    assert (entry.cell.category, entry.points) == (Category.POKER, 50)
    table = against().throw("KKKKK").tell(touches.TakeBack(), touches.TouchCell(Cell(Category.KINGS, 10)))
    assert table.state.game.entries[-1].cell == Cell(Category.KINGS, 10)
    after, _ = step(replace(against().throw("KKK9X").state, advice=None), touches.TouchCell(Cell(Category.KINGS, 10)))
    assert after.game.entries[-1].cell == Cell(Category.KINGS, 10)


def test_a_dial_goes_by_points_again_once_nobody_wants_hints():
    table = Table().begin().tell(touches.ShowHints(True)).throw("99XQQ").throw("99XQA").throw("99XJA")
    advised = [option.cell for option in table.tell(touches.OpenDial(DialKind.ROW)).state.dial.options[:-1]]
    assert advised[0] == table.state.advice.entries[0].cell
    plain = table.tell(touches.ShowHints(False), touches.OpenDial(DialKind.ROW)).state.dial.options[:-1]
    points = [option.points for option in plain]
    assert points == sorted(points, reverse=True)
    assert [option.cell for option in plain] != advised


def test_each_level_is_asked_for_by_its_seat_and_again_after_a_power_cut():
    table = against(Level.REGULAR).throw("KKK9X")
    assert question(table.state).level_to_move is Level.REGULAR
    own = against(Level.REGULAR, beginner=0).tell(touches.ShowHints(True)).throw("KKK9X")
    assert question(own.state).level_to_move is None
    table = against().throw("KKK9X")
    again = resume(state.SessionState(), table.state.records)
    assert question(again).level_to_move is Level.JUNKIE
    entries = (EntryAdvice(Cell(Category.NINES, 1), 0, 0.25), EntryAdvice(Cell(Category.TENS, 2), 0, 0.125))
    hold = HoldAdvice((True, True, False, False, False), again.game.turn.faces[:2], 0.5)
    after, _ = step(again, Advised(again.game, Advice((hold,), entries, is_to_be_entered=False)))
    assert (after.notice.key, dict(after.notice.values)["held"]) == (NoticeKey.COMPANION_HOLDS, "king,king")


def test_nobody_is_thrown_for_unless_the_companion_plays():
    table = against(beginner=None)
    assert not companion_throws(table.state)
    table.throw("99999")
    assert companion_throws(table.state)
    table.throw("AAAAA")
    assert table.state.game.beginner == 1
    assert companion_throws(table.state)


def test_a_game_of_ten_cells_ends_with_the_companion_in_it_and_its_last_entry_has_no_reason():
    entries = play_out(against(columns=1), "99XJA").state.game.entries
    assert [entry.chosen_by for entry in entries] == [ChosenBy.AUTO, ChosenBy.PLAYER] * 10
    table = play_out(against(beginner=0, columns=1), "KKKKK")
    assert (table.state.phase, table.state.notice) == (Phase.GAME_OVER, Notice(NoticeKey.GAME_OVER))
    assert not companion_throws(table.state)
    assert not companion_throws(state.SessionState())
