"""From the press to a throw in the log: reading, burning, asking, entry by hand, dice put right."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from firmware.faces import face_of
from firmware.ports import Signal
from firmware.session import deciding, log
from firmware.session.deciding import begins_with_throw
from firmware.session.effects import ReadBoard, Tell
from firmware.session.events import BoardStill, Pressed, ReadingFailed, ReadingTaken
from firmware.session.log import Step, at_rest, following, game_of, has_throw, logged, played, resting_phase, told
from firmware.session.state import Doubt, SeenDie, SessionState, dice_from_reading, dice_from_throw
from firmware.session.touches import AnswerDie, CorrectDie, CorrectHeld
from firmware.session.vocabulary import BUSY, Notice, NoticeKey, Phase
from scoring.dice import Face, Faces
from scoring.errors import HeldDieChangedError
from scoring.events import BeginnerThrown, ThrowBurned, ThrowCorrected, ThrowMade, ThrowWithdrawn
from scoring.game import Stage
from scoring.games.pot import RoundBegan
from vision.reading import DICE_EXPECTED, Reading, Verdict
from vision.watch.track import Hold, HoldFinding

RESTING = frozenset({Phase.BEGINNING, Phase.WAITING, Phase.READ, Phase.ENTERING, Phase.CORRECTED})

REFUSED = {
    Verdict.EMPTY: NoticeKey.NO_DICE,
    Verdict.FOREIGN: NoticeKey.FOREIGN_DIE,
    Verdict.HAND_IN_VIEW: NoticeKey.HAND_IN_VIEW,
    Verdict.MOVING: NoticeKey.STILL_MOVING,
    Verdict.NO_BOARD: NoticeKey.NO_BOARD,
    Verdict.TOO_DARK: NoticeKey.TOO_DARK,
    Verdict.TOO_BRIGHT: NoticeKey.TOO_BRIGHT,
}
"""Verdicts that leave the throw unmarked, and the sentence for each."""


def unusable(reading: Reading) -> Notice | None:
    """Return why a look shows no five dice, None where it does; those that look foreign are what is taught."""
    if reading.verdict in REFUSED and reading.verdict is not Verdict.FOREIGN:
        return log.notice(REFUSED[reading.verdict])
    return None if len(reading.dice) == DICE_EXPECTED else log.notice(NoticeKey.WRONG_COUNT, count=len(reading.dice))


def is_looked_away(state: SessionState) -> bool:
    """Return whether nobody may look at the board now: dice lie under a cup, and no press said that it is lifted."""
    is_hidden = state.game is not None and state.game.is_hidden and state.teaching is None
    return is_hidden and state.phase not in BUSY


def press(state: SessionState, event: Pressed) -> Step:
    """Mark a throw: ask for a reading, or say why not."""
    match state.phase:
        case Phase.SETUP | Phase.GAME_OVER:
            return told(state, NoticeKey.WELCOME if state.phase is Phase.SETUP else NoticeKey.GAME_OVER)
        case Phase.READING:  # two presses at once: the first is being answered
            return state, ()
        case Phase.ASKING if state.pending is None:
            return accept_reading(state)
        case _ if resting_phase(state) is Phase.DECIDING:
            if not begins_with_throw(state.game):
                return told(state, NoticeKey.DECIDE_FIRST)
            begun, effects = logged(state, RoundBegan())  # should no dice lie there, it can be taken back
            return following(effects, press(replace(at_rest(begun), dice=()), event))
        case _ if resting_phase(state) is Phase.ENTERING:
            return told(state, NoticeKey.THROWS_USED_UP, Signal.PROBLEM)
        case _ if not state.has_camera:
            return throw_by_hand(state)
        case _:
            asked = replace(state, phase=Phase.READING, pending=None)
            game = game_of(state)
            # What a cup hid was never held: it is compared with nothing that lay there.
            before = None if game.is_hidden else state.reading
            return asked, (Tell(Signal.READING), ReadBoard(event.at_ns, before, game.dice))


def board_moving(state: SessionState) -> Step:
    """Show that dice or a hand move; what was read stays shown."""
    can_throw = resting_phase(state) is not Phase.ENTERING
    is_at_rest = state.phase in RESTING or (state.phase is Phase.DECIDING and begins_with_throw(state.game))
    if can_throw and (is_at_rest or state.phase is Phase.STILL):
        return replace(state, phase=Phase.THROWING), ()
    return state, ()


def board_still(state: SessionState, event: BoardStill) -> Step:
    """Offer the press where new dice lie still and nobody pressed; else rest again."""
    if state.phase is not Phase.THROWING:
        return state, ()
    if event.is_new and event.reading.verdict in {Verdict.CLEAR, Verdict.NOT_SURE, Verdict.BURNING}:
        return told(replace(state, phase=Phase.STILL), NoticeKey.PRESS_OFFERED)
    return at_rest(state), ()


def reading_failed(state: SessionState, event: ReadingFailed) -> Step:
    """Say why the press could not be answered, and wait for the next."""
    if state.phase is not Phase.READING:
        return state, ()
    return told(at_rest(state), event.reason, Signal.PROBLEM)


def reading_taken(state: SessionState, event: ReadingTaken) -> Step:
    """Take a reading into the game, or say what is wrong with it."""
    if state.phase is not Phase.READING:  # a new game began, or the throw was typed meanwhile
        return state, ()
    state = replace(state, reading_number=state.reading_number + 1)
    reading = event.reading
    match reading.verdict:
        case Verdict.CLEAR | Verdict.NOT_SURE:
            return _five_dice(state, reading, event.hold)
        case Verdict.BURNING:
            return _burning(state, reading, event.hold)
        case Verdict.WRONG_COUNT:
            return told(at_rest(state), NoticeKey.WRONG_COUNT, Signal.PROBLEM, count=len(reading.dice))
        case _:
            return told(at_rest(state), REFUSED[reading.verdict], Signal.PROBLEM)


def _five_dice(state: SessionState, reading: Reading, hold: Hold | None) -> Step:
    if hold is not None and hold.finding is HoldFinding.NOTHING_THROWN:
        return told(at_rest(state), NoticeKey.NOTHING_THROWN, Signal.PROBLEM)
    dice = dice_from_reading(reading, hold if has_throw(state) else None)
    doubts = frozenset[Doubt]().union(*(die.doubts for die in dice))
    if reading.verdict is Verdict.CLEAR and not doubts:
        return _throw_made(replace(state, dice=dice), tuple(face_of(die) for die in reading.dice), reading)
    question = NoticeKey.HOLDS_UNSURE if doubts == {Doubt.HELD} else NoticeKey.NOT_SURE
    if Doubt.CHANGED in doubts:
        question = NoticeKey.HELD_CHANGED
    return told(replace(state, phase=Phase.ASKING, dice=dice, pending=reading), question, Signal.ASKING)


def _burning(state: SessionState, reading: Reading, hold: Hold | None) -> Step:
    dice = dice_from_reading(reading, hold if has_throw(state) else None)
    burns = any(Doubt.BURNING in die.doubts for die in dice)
    key = NoticeKey.BURNING if burns else NoticeKey.OFF_BOARD
    burning = replace(state, phase=Phase.BURNING, dice=dice, pending=reading)
    if game_of(state).stage is not Stage.TURN or len(dice) != game_of(state).dice:
        return told(burning, key, Signal.BURNING)
    burning, effects = logged(burning, ThrowBurned(tuple(die.is_burning for die in reading.dice)))
    return following(effects, told(burning, key, Signal.BURNING))


def accept_reading(state: SessionState) -> Step:
    """Take the dice as they are shown: after a question, entry by hand, or when nothing burns after all."""
    if state.phase not in {Phase.ASKING, Phase.BURNING}:
        return told(state, NoticeKey.NOT_NOW)
    faces, is_unthrown = state.faces, has_throw(state) and all(state.held)
    if state.pending is None and (faces is None or is_unthrown):  # typed: no camera counted or compared anything
        return told(state, NoticeKey.TYPE_THROW, Signal.ASKING)
    if faces is None:
        return told(state, NoticeKey.WRONG_COUNT, Signal.ASKING, count=sum(die.face is not None for die in state.dice))
    if is_unthrown:
        return told(state, NoticeKey.NOTHING_THROWN, Signal.ASKING)
    sure = tuple(replace(die, confidence=1.0, doubts=frozenset()) for die in state.dice)
    return _throw_made(replace(state, dice=sure), faces, state.pending)


def _throw_made(state: SessionState, faces: Faces, reading: Reading | None) -> Step:
    """Log known dice as what they are to the game: the throw of whoever throws, the bank's die, what a cup hid."""
    seen = state.put_right(reading)
    event = game_of(state).shown(faces, state.held)
    if isinstance(event, BeginnerThrown):
        return log.beginner_thrown(replace(state, reading=seen or state.reading), event, seen)
    if not isinstance(event, ThrowMade):
        return _shown(state, event, seen)
    try:
        state, effects = logged(state, event, seen)
    except HeldDieChangedError as refusal:
        if state.phase is not Phase.ASKING:
            dice = tuple(
                replace(die, doubts=die.doubts | {Doubt.CHANGED})
                if die.is_held and die.face in refusal.changed
                else die
                for die in state.dice
            )
            asking = replace(state, phase=Phase.ASKING, dice=dice, pending=reading)
            return told(asking, NoticeKey.HELD_CHANGED, Signal.ASKING)
        # The players insist: it was misread before. The rules put earlier throws right along with a corrected one.
        state, made = logged(state, ThrowMade(faces), seen)
        state, corrected = logged(state, ThrowCorrected(faces, state.held), seen)
        effects = (*made, *corrected)
    rested = replace(at_rest(state), reading=seen or state.reading)
    return following(effects, told(rested, NoticeKey.THROWN, Signal.DONE))


def throw_by_hand(state: SessionState) -> Step:
    """Let the players type the throw: five unknown dice, or the ones on the table as far as they are held."""
    if resting_phase(state) not in {Phase.BEGINNING, Phase.WAITING, Phase.READ}:
        return told(state, NoticeKey.NOT_NOW)
    dice = (SeenDie(face=None, confidence=0.0, ranking=tuple(Face)),) * game_of(state).dice
    if has_throw(state):
        dice = tuple(replace(die, is_held=True) for die in dice_from_throw(game_of(state).turn.throws[-1]))
    return told(replace(state, phase=Phase.ASKING, dice=dice, pending=None), NoticeKey.TYPE_THROW, Signal.ASKING)


def correct_die(state: SessionState, event: CorrectDie) -> Step:
    """Put one die right: in a question, or in the throw that was already taken."""
    is_typed = state.phase is Phase.ASKING and state.pending is None and has_throw(state)

    def named(die: SeenDie) -> SeenDie:  # typed on a later throw: what is named anew was thrown
        return replace(die.named(event.face), is_held=die.is_held and not is_typed)

    return _die_changed(state, event.index, named)


def answer_die(state: SessionState, event: AnswerDie) -> Step:
    """Say all there is to say of one die; one that is as it was changes nothing."""
    asked = state.dice[event.index]
    is_as_taken = (asked.face, asked.is_held) == (event.face, event.is_held) and not asked.doubts
    if is_as_taken and state.phase is not Phase.ASKING:
        return state, ()
    return _die_changed(state, event.index, lambda die: die.named(event.face).said_held(event.is_held))


def correct_held(state: SessionState, event: CorrectHeld) -> Step:
    """Say that a die was held, or thrown."""
    if not may_hold(state):
        return told(state, NoticeKey.NOT_NOW)
    return _die_changed(state, event.index, lambda die: die.said_held(event.is_held))


def may_hold(state: SessionState) -> bool:
    """Return whether the throw shown can have held dice: it is not the first of its turn."""
    return has_throw(state) and (state.phase is Phase.ASKING or game_of(state).turn.throws_made > 1)


def _die_changed(state: SessionState, index: int, change: Callable[[SeenDie], SeenDie]) -> Step:
    if not index < len(state.dice):
        return told(state, NoticeKey.NOT_NOW)
    dice = tuple(change(die) if at == index else die for at, die in enumerate(state.dice))
    changed = replace(state, dice=dice)
    if state.phase is Phase.ASKING:
        is_settled = state.pending is not None and not any(each.doubts for each in dice)
        return accept_reading(changed) if is_settled else (changed, ())
    faces = changed.faces
    if state.phase in {Phase.BURNING, Phase.READING} or faces is None or not has_throw(state):
        return told(state, NoticeKey.NOT_NOW)
    if all(changed.held):
        return told(state, NoticeKey.NOTHING_THROWN, Signal.PROBLEM)
    seen = changed.put_right(state.reading)
    changed, effects = logged(changed, ThrowCorrected(faces, changed.held), seen)
    return following(effects, told(replace(at_rest(changed), reading=seen), NoticeKey.THROW_CORRECTED))


def _shown(state: SessionState, event: Any, seen: Reading | None) -> Step:
    """Log dice that are no throw of a turn: only whether they lie there still is compared with them later."""
    state, effects = logged(state, event, seen)
    lying = seen if game_of(state).stage is Stage.SHOWING else None
    dice = () if game_of(state).is_hidden else state.dice  # the next ones may lie under the cup already
    return following(effects, played(replace(at_rest(state), reading=lying, dice=dice), Signal.DONE))


def repeat_throw(state: SessionState) -> Step:
    """Let the newest throw not count: a question or a burning throw is dropped, a taken one withdrawn."""
    if deciding.may_repeat(state):
        return deciding.repeat(state)
    if state.phase not in BUSY and not has_throw(state):
        return told(state, NoticeKey.NOT_NOW)
    if state.phase is Phase.ASKING and state.pending is None:  # it was to be typed: nothing was thrown
        return told(log.with_latest_dice(at_rest(state)), NoticeKey.RESUMED)
    state, effects = (state, ()) if state.phase in BUSY else logged(state, ThrowWithdrawn())
    return following(effects, told(log.with_latest_dice(at_rest(state)), NoticeKey.REPEAT_THROW, Signal.READY))
