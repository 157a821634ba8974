"""Steps shared by every part of the session: what a step is, how games and events enter the log, where play rests."""

from dataclasses import replace
from typing import Any, TypeAlias, assert_never

from firmware.log.record import Record
from firmware.ports import Signal
from firmware.session import events
from firmware.session.choosing import remembered
from firmware.session.effects import Append, Effect, ReadBoard, Tell
from firmware.session.lesson import Teaching
from firmware.session.state import SessionState, dice_from_throw
from firmware.session.touches import NewGame
from firmware.session.vocabulary import Dialog, Notice, NoticeKey, Phase, Waiting
from firmware.session.wizard import Wizard
from scoring import rules
from scoring.errors import GameNotBegunError
from scoring.events import BeginnerThrown, GameAbandoned
from scoring.game import Game, Stage
from scoring.games.ten_by_ten import GameState
from vision.reading import Reading

Step: TypeAlias = tuple[SessionState, tuple[Effect, ...]]


def notice(key: NoticeKey, **values: str | int) -> Notice:
    """Return a notice with its values by name."""
    return Notice(key, tuple(values.items()))


def told(state: SessionState, key: NoticeKey, signal: Signal | None = None, /, **values: str | int) -> Step:
    """Return the state with a sentence, and a signal to lamp and sound."""
    return replace(state, notice=notice(key, **values)), () if signal is None else (Tell(signal),)


def following(effects: tuple[Effect, ...], step: Step) -> Step:
    """Return a step with the effects of what came before it."""
    return step[0], (*effects, *step[1])


def played(state: SessionState, signal: Signal, /) -> Step:
    """Return the state telling what its newest event was, in the words of its game, or how the game ended."""
    if state.phase is Phase.GAME_OVER:
        return told(state, NoticeKey.GAME_OVER, Signal.GAME_OVER)
    return told(state, NoticeKey.PLAYED, signal)


def unchanged(state: SessionState, *_: object) -> Step:
    """Return the state as it was: what happened does not matter now."""
    return state, ()


def game_of(state: SessionState) -> Game:
    """Return the running game.

    Raises:
        GameNotBegunError: If there is none.
    """
    if state.game is None:
        raise GameNotBegunError("no game has begun; begin one first")
    return state.game


def sheet_of(state: SessionState) -> GameState | None:
    """Return the running game where it is Würfelpoker 10×10, None otherwise."""
    return state.game if isinstance(state.game, GameState) else None


def ten_by_ten_of(state: SessionState) -> GameState:
    """Return the running game of Würfelpoker 10×10.

    Raises:
        GameNotBegunError: If another game runs, or none.
    """
    if (game := sheet_of(state)) is None:
        raise GameNotBegunError("no game with a sheet of ten columns runs; begin one first")
    return game


def logged(state: SessionState, event: Any, reading: Reading | None = None) -> Step:
    """Return the state after an event of the game, and the effect that saves it; what was advised before is void.

    Raises:
        ScoringError: If the event is illegal now, or there is no game; nothing has happened then.
    """
    game, record = rules.apply(game_of(state), event), Record(event, reading)
    return replace(state, game=game, records=(*state.records, record), advice=None), (Append((record,)),)


def resting_phase(state: SessionState) -> Phase:
    """Return the phase in which the table waits for the players, from the game alone."""
    if state.game is None:
        return Phase.SETUP
    match state.game.stage:
        case Stage.BEGINNING:
            return Phase.BEGINNING
        case Stage.OVER:
            return Phase.GAME_OVER
        case Stage.DECIDING:
            return Phase.DECIDING
        case Stage.SHOWING:
            return Phase.WAITING
        case Stage.TURN if not state.game.turn.throws_made:
            return Phase.WAITING
        case Stage.TURN:
            return Phase.READ if state.game.throws_left else Phase.ENTERING
        case _:
            assert_never(state.game.stage)


def at_rest(state: SessionState) -> SessionState:
    """Return the state in its resting phase, nothing pending."""
    return replace(state, phase=resting_phase(state), pending=None)


def has_throw(state: SessionState) -> bool:
    """Return whether the running turn has a throw that can be entered or kept."""
    return state.game is not None and state.game.stage is Stage.TURN and state.game.turn.throws_made > 0


def with_latest_dice(state: SessionState, reading: Reading | None = None) -> SessionState:
    """Return the state showing the dice of the newest throw in the log, where a reading saw them, without pictures."""
    throws = game_of(state).turn.throws
    return replace(state, dice=dice_from_throw(throws[-1], reading) if throws else ())


def unheard(state: SessionState) -> SessionState:
    """Return the state in which what the eye still says of a press, or of dice that roll, is not heard."""
    return at_rest(state) if state.phase in {Phase.READING, Phase.THROWING, Phase.STILL} else state


def camera_lost(state: SessionState, event: events.CameraLost) -> Step:
    """Play on by hand; what the eye was to say is not heard any more."""
    trouble = None if event.reason is NoticeKey.CAMERA_LOST else event.reason
    return told(replace(unheard(state), has_camera=False, camera_trouble=trouble), event.reason, Signal.PROBLEM)


def camera_back(state: SessionState) -> Step:
    """Read again."""
    return told(replace(state, has_camera=True), NoticeKey.CAMERA_BACK, Signal.READY)


def with_dialog(state: SessionState, dialog: Dialog, *effects: Effect) -> Step:
    """Return the state with a dialog as it is now."""
    if isinstance(dialog, Wizard):
        return replace(state, wizard=dialog), effects
    assert isinstance(dialog, Teaching)
    return replace(state, teaching=dialog), effects


def refused(state: SessionState, dialog: Dialog, said: Notice) -> Step:
    """Say in a dialog why it does not go on."""
    return with_dialog(state, replace(dialog, waiting=None, notice=said), Tell(Signal.PROBLEM))


def looked_for(state: SessionState, dialog: Dialog, event: events.Pressed, **forgotten: Any) -> Step:
    """Have the board read for a dialog, which forgets what it had read before."""
    if not state.has_camera:
        return refused(state, dialog, notice(dialog.no_camera))
    looking = replace(dialog, waiting=Waiting.EYE, notice=None, has_lent=True, **forgotten)
    return with_dialog(state, looking, Tell(Signal.READING), ReadBoard(event.at_ns, None))


def look_failed(state: SessionState, dialog: Dialog, event: events.ReadingFailed) -> Step:
    """Say in a dialog why the press could not be answered."""
    return (state, ()) if dialog.waiting is not Waiting.EYE else refused(state, dialog, notice(event.reason))


def dialog_sees_again(state: SessionState, dialog: Dialog, _: events.CameraBack) -> Step:
    """No longer say in a dialog that the camera is gone."""
    state, effects = camera_back(state)
    is_said = dialog.notice == notice(dialog.no_camera)
    return with_dialog(state, replace(dialog, notice=None) if is_said else dialog, *effects)


def with_dice_back(state: SessionState, *, has_lent: bool) -> SessionState:
    """Return the state asking for the dice of the throw back where they lay, if they were lent to a dialog."""
    return told(state, NoticeKey.DICE_BACK)[0] if has_lent and has_throw(state) else state


def new_game(state: SessionState, event: NewGame) -> Step:
    """Begin a game; one that runs is put away first, and stays in the log."""
    game, record = rules.replay((event.agreed,)), Record(event.agreed)
    state, put_away = end_game(state)
    said = _beginning_notice(game) if game.stage in {Stage.BEGINNING, Stage.TURN} else notice(NoticeKey.PLAYED)
    fresh = replace(state, game=game, records=(record,), agreed=event.agreed, notice=said)
    fresh = at_rest(replace(fresh, people=remembered(state.people, event.agreed)))
    return fresh, (*put_away, Append((record,)), Tell(Signal.READY))


def end_game(state: SessionState) -> Step:
    """Put the game away; an unfinished one is marked as abandoned."""
    is_running = state.game is not None and state.game.stage is not Stage.OVER
    state = replace(state, game=None, records=(), dice=(), reading=None, dial=None, advice=None, reread=())
    return told(at_rest(state), NoticeKey.WELCOME)[0], (Append((Record(GameAbandoned()),)),) * is_running


def beginner_thrown(state: SessionState, event: BeginnerThrown, reading: Reading | None) -> Step:
    """Log a throw for who begins: the highest sum does, equal highest ones throw again."""
    state, effects = logged(state, event, reading)
    return replace(at_rest(state), notice=_beginning_notice(game_of(state))), (*effects, Tell(Signal.DONE))


def _beginning_notice(game: Game) -> Notice:
    beginning = game.beginning
    if beginning.beginner is not None:
        return notice(NoticeKey.BEGINS, player=game.players[beginning.beginner])
    key = NoticeKey.TIE_THROW_AGAIN if beginning.is_tied else NoticeKey.THROW_TO_BEGIN
    return notice(key, player=game.players[beginning.to_throw[0]])
