"""Escalero and Rock and Roll at the table: entries and bets, one open die, what is put right; by touch and button."""

from firmware.ports import Signal
from firmware.session import touches
from firmware.session.dial import OptionKey
from firmware.session.effects import ReadBoard, Tell
from firmware.session.events import BoardMoving, BoardStill, ReadingTaken
from firmware.session.touches import ChooseMode, Decide, NewGame, OpenDial, TakeBack, TakeOption
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.dice import Face
from scoring.events import EntryTakenBack, PlayerLeft
from scoring.games.escalero import EscaleroBegan, Row, RowCorrected, RowEntered
from scoring.games.rock_and_roll import BankThrew, BetPlaced, BetsTakenBack, Field, NoticeGiven
from tests.firmware.display.games.scenes import at_cloth, bet, throw
from tests.firmware.session.table_talk import LONG, MENU, SHORT, Table, events_of, faces, reading
from vision.reading import EyeDoubt, Verdict
from vision.watch.track import held

BANK, KURT, FRANZ = 0, 1, 2
HERE = ((300.0, 300.0),)


def begun() -> Table:
    return Table().tell(NewGame(EscaleroBegan(players=("Elfriede", "Kurt"), beginner=0)))


def entered(table: Table, letters: str, row: Row) -> Table:
    return table.throw(letters).tell(Decide(RowEntered(row)))


def put_right(table: Table, row: Row, letters: str, *, is_served: bool = True) -> Table:
    return table.tell(Decide(RowCorrected(turn_number=1, row=row, faces=faces(letters), is_served=is_served)))


def offered(table: Table) -> list[tuple[Row, int]]:
    assert table.state.dial.kind is DialKind.DECIDE
    options = table.state.dial.options[:-1]
    return [(option.decision.event.row, dict(option.decision.values)["points"]) for option in options]


def test_a_throw_is_entered_with_one_touch_and_taken_back_with_another():
    table = entered(begun(), "AAAKQ", Row.ACES)
    assert events_of(table)[-1] == RowEntered(Row.ACES)
    assert (table.state.phase, table.key, table.state.dice) == (Phase.WAITING, NoticeKey.PLAYED, ())
    assert (table.state.game.to_move, table.state.game.sum_of(0)) == (1, 18)
    assert events_of(table.tell(TakeBack()))[-1] == EntryTakenBack()
    assert (table.state.phase, table.key) == (Phase.READ, NoticeKey.TAKEN_BACK)
    assert [die.face for die in table.state.dice] == list(faces("AAAKQ"))


def test_an_entry_is_put_right_whatever_lies_on_the_table_but_not_while_it_is_read():
    resting = entered(begun(), "AAAKQ", Row.ACES)
    thrown = entered(begun(), "AAAKQ", Row.ACES).throw("99XKA")
    unmarked = entered(begun(), "AAAKQ", Row.ACES).tell(BoardMoving(), BoardStill(reading("JJXKA"), is_new=True))
    for table in (resting, thrown, unmarked):
        before = table.state
        put_right(table, Row.FULL_HAND, "AAAKK")
        assert (table.key, table.state.game.sum_of(0)) == (NoticeKey.CORRECTED, 35)
        assert (table.state.phase, table.state.dice) == (before.phase, before.dice)
    table = put_right(entered(begun(), "AAAKQ", Row.ACES).tell(SHORT), Row.KINGS, "AAAKQ")
    assert (table.key, table.state.phase, table.state.game.sum_of(0)) == (NoticeKey.NOT_NOW, Phase.READING, 18)


def test_after_the_last_entry_one_can_be_put_right_and_the_last_taken_back():
    table = begun()
    for row in Row:
        entered(entered(table, "AAAAA", row), "9XQKA", row)
    assert (table.state.phase, table.key) == (Phase.GAME_OVER, NoticeKey.GAME_OVER)
    assert table.effects[-1] == Tell(Signal.GAME_OVER)
    before = table.state.game.payments[0].chips
    put_right(table, Row.NINES, "99999", is_served=False)
    assert (table.state.phase, table.state.game.payments[0].chips) == (Phase.GAME_OVER, before + 5)
    table.tell(TakeBack())
    assert (table.state.game.payments[0].chips, table.key) == (before, NoticeKey.CORRECTION_TAKEN_BACK)
    table.tell(TakeBack())
    assert (table.state.phase, table.state.game.payments) == (Phase.READ, ())


def test_the_button_offers_the_best_row_first_strikes_from_the_top_and_modes_that_advise_do_nothing():
    table = begun().throw("AAAKK").tell(LONG)
    best = [(Row.FULL_HAND, 35), (Row.ACES, 18), (Row.KINGS, 10)]
    assert offered(table) == [*best, *((row, 0) for row in Row if row not in dict(best))]
    table.tell(SHORT, LONG)
    assert (events_of(table)[-1], table.state.dial, table.state.phase) == (RowEntered(Row.ACES), None, Phase.WAITING)
    table = begun().tell(ChooseMode(EntryMode.AUTO)).throw("AAAKK").throw("AAAKQ").throw("AAAKJ")
    assert (table.state.phase, table.state.suggestion) == (Phase.ENTERING, None)
    assert OptionKey.MODE not in [option.key for option in table.tell(MENU).state.dial.options]
    assert offered(table.tell(LONG, SHORT))[0] == (Row.ACES, 18)


def test_the_press_asks_for_one_die_which_is_the_banks_and_counted_once():
    table = bet(at_cloth(), KURT, Field.KING, 2).tell(SHORT)
    assert [effect.dice for effect in table.effects if isinstance(effect, ReadBoard)] == [1]
    table.tell(ReadingTaken(reading("K", at=HERE, verdict=Verdict.CLEAR), None))
    assert events_of(table)[-1] == BankThrew(Face.KING)
    assert (table.state.phase, table.key, table.effects[-1]) == (Phase.WAITING, NoticeKey.PLAYED, Tell(Signal.DONE))
    assert [die.face for die in table.state.dice] == [Face.KING]
    again = reading("K", at=HERE, verdict=Verdict.CLEAR)
    asked = table.tell(SHORT).effects[-1]
    table.tell(ReadingTaken(again, held(asked.before, again)))
    assert (table.key, len(table.state.game.throws)) == (NoticeKey.NOTHING_THROWN, 1)


def test_a_misread_die_is_taken_back_looked_at_again_or_typed():
    table = bet(at_cloth(), KURT, Field.KING, 2)
    before = table.state.game
    throw(table, "A").tell(TakeBack())
    assert (table.state.game, table.key, table.state.dice) == (before, NoticeKey.TAKEN_BACK, ())
    assert table.tell(SHORT).effects[-1] == ReadBoard(5, None, 1)
    table = throw(bet(at_cloth(), KURT, Field.KING, 2), "A").tell(TakeBack(), touches.ThrowByHand())
    assert [die.face for die in table.state.dice] == [None]
    table.tell(touches.CorrectDie(0, Face.KING), touches.AcceptReading())
    assert events_of(table)[-2:] == [EntryTakenBack(), BankThrew(Face.KING)]
    assert table.state.game.chips.stacks == (290, 60, 50)


def test_a_burning_die_is_thrown_again_overruled_or_dropped():
    burning = {"doubts": {0: EyeDoubt.LEANING}, "verdict": Verdict.BURNING}
    table = bet(at_cloth(), KURT, Field.RED, 1).throw("K", **burning)
    assert (table.state.phase, table.key) == (Phase.BURNING, NoticeKey.BURNING)
    assert isinstance(events_of(table)[-1], BetPlaced)  # nothing of it is in the log
    assert events_of(throw(table, "X"))[-1] == BankThrew(Face.TEN)
    table = at_cloth().throw("K", **burning).tell(touches.AcceptReading())
    assert events_of(table)[-1] == BankThrew(Face.KING)
    table = at_cloth().throw("K", **burning).tell(touches.RepeatThrow())
    assert (table.state.phase, table.state.game.throws) == (Phase.WAITING, ())


def test_chips_are_put_down_while_the_die_rolls_and_not_once_it_lies_or_is_looked_at():
    table = at_cloth().tell(BoardMoving(), BoardStill(reading("K", verdict=Verdict.CLEAR), is_new=True))
    assert bet(table, KURT, Field.KING, 5).key is NoticeKey.PRESS_OFFERED
    looked_at = [at_cloth().tell(SHORT), at_cloth().tell(SHORT).answer("K", doubts={0: EyeDoubt.FACE_UNCLEAR})]
    looked_at.append(at_cloth().throw("K", doubts={0: EyeDoubt.LEANING}, verdict=Verdict.BURNING))
    for each in looked_at:
        assert bet(each, KURT, Field.KING, 5).key is NoticeKey.NOT_NOW
    assert {each.state.game.bets for each in (table, *looked_at)} == {()}
    table = bet(at_cloth().tell(BoardMoving()), KURT, Field.KING, 5)
    assert table.state.game.bets == (BetPlaced(KURT, Field.KING, 5),)
    assert table.tell(Decide(BetsTakenBack(KURT))).state.game.bets == ()
    assert at_cloth().tell(Decide(BetsTakenBack(KURT))).key is NoticeKey.NOTHING_TO_TAKE_BACK


def test_the_game_is_over_when_only_the_bank_is_left_or_five_throws_after_its_notice():
    table = at_cloth("Elfriede", "Kurt").tell(Decide(PlayerLeft(KURT)))
    assert (table.key, table.effects[-1]) == (NoticeKey.GAME_OVER, Tell(Signal.GAME_OVER))
    table = at_cloth().tell(Decide(NoticeGiven()))
    for letter in "9XJQ":
        assert throw(table, letter).state.phase is Phase.WAITING
    assert (throw(table, "K").state.phase, table.key) == (Phase.GAME_OVER, NoticeKey.GAME_OVER)


def test_by_the_button_alone_it_is_turned_to_who_bets_and_then_to_where():
    table = at_cloth().tell(LONG)
    assert [option.value for option in table.state.dial.options if option.key is OptionKey.BETS] == ["Kurt", "Franz"]
    assert table.tell(SHORT, LONG).state.dial.kind is DialKind.BET
    table.tell(SHORT, LONG)
    assert (events_of(table)[-1], table.state.dial) == (BetPlaced(FRANZ, Field.RED, 1), None)
    table = at_cloth().tell(OpenDial(DialKind.BET))
    assert (table.key, table.state.dial) == (NoticeKey.NOT_NOW, None)
    table.tell(LONG, LONG, TakeOption(DialKind.BET, len(Field)))
    assert (table.state.dial, table.state.game.bets) == (None, ())
    table = bet(at_cloth(), KURT, Field.RED, 4)
    for wanted in (BetsTakenBack(KURT), NoticeGiven()):
        table.tell(OpenDial(DialKind.DECIDE), TakeOption(DialKind.DECIDE, 2))
        assert events_of(table)[-1] == wanted


def test_no_dial_is_too_long_to_be_turned_with_twelve_players():
    table = at_cloth(*(f"Gast {seat}" for seat in range(12)), bank_stack=600)
    for seat in range(1, 12):
        bet(table, seat, Field.RED, 1)
    keys = [option.key for option in table.tell(LONG).state.dial.options]
    assert (keys.count(OptionKey.BETS), keys.count(OptionKey.DECISION), keys[-1]) == (11, 12, OptionKey.NO)
    assert len(table.tell(LONG).state.dial.options) == len(Field) + 1
