"""The composition: settings in, a running companion out. Nothing else knows all the parts."""

import faulthandler
import logging
import os
import shutil
import signal
import time
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial

from firmware.adapters import open as opening
from firmware.adapters.wifi import Wifi
from firmware.analysis.kept_games import people_of
from firmware.board.calibration import calibration_file
from firmware.commands.sighted import Sighted, Watcher, sighted
from firmware.commands.simulated_player import SimulatedPlayer
from firmware.display.about import what_runs
from firmware.display.app import DevicePorts, PagePorts
from firmware.display.controls import ScreenButton
from firmware.display.paged_analyst import PagedAnalyst
from firmware.display.server import DisplayServer
from firmware.display.spoken import greeting, utterance
from firmware.display.turned import Turned
from firmware.display.view import view
from firmware.doctor.surveyor import Surveyor, load_progress, progress_file
from firmware.errors import FirmwareError, StoreCorruptError, StoreError
from firmware.log.durable import refuse_forgetful
from firmware.log.follower import Follower
from firmware.log.opening import Became, Trouble, longest_opening_s, of_this_version, open_store
from firmware.log.pictures import PictureKeeper
from firmware.log.store import SqliteStore
from firmware.printing.sheets import game_pdf
from firmware.session.effects import Effect
from firmware.session.events import ReadingTaken, SessionEvent
from firmware.session.log import notice
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import OpenWizard
from firmware.session.vocabulary import Notice, NoticeKey
from firmware.session.wizard import ButtonFacts, Progress
from firmware.settings.address import is_address
from firmware.settings.config import Config, Night
from firmware.share.networks import private_networks
from firmware.share.server import ShareServer
from firmware.signals.press import Buttons
from firmware.simulated.player import Opponent
from firmware.table.advisor import AdviceWorker
from firmware.table.companion import Companion, reason_of
from firmware.table.latency import Stopwatch
from firmware.table.parts import Listeners, Ports, Workers
from firmware.table.systemd import Systemd
from firmware.table.watchdog import Pulse, Watchdog, page_answers
from models.strategies import foresight
from scoring.errors import ScoringError
from vision.read.reader import Reader, ReaderPolicy

log = logging.getLogger(__name__)

GPIO = "gpio"
SPARE_PORTS = 5

COMPANION_ROUND_S, EYE_ROUND_S = 30.0, 60.0
"""A round of the loop takes longer only when it hangs: a worn card keeps a save waiting for seconds, and a slow
computer seeks the board for as long."""


def opening_notice(trouble: Trouble | None, problem: StoreError | None) -> Notice | None:
    """Return what is said at the start of the file of the games, None where all is well."""
    if trouble is None:
        return None if problem is None else notice(reason_of(problem))
    numbers = {"count": trouble.lost} if trouble.became is Became.LOST else {}
    return notice(NoticeKey[f"STORE_{trouble.became.name}"], **numbers)


def first_state(config: Config, store: SqliteStore, trouble: Notice | None) -> SessionState:
    """Return the session as it was left, or a fresh one."""
    state = SessionState(
        mode=config.game.mode,
        is_hinting=config.game.hints,
        language=config.display.language.value,
        is_night=config.display.night is Night.ON,
        is_night_chosen=config.display.night is not Night.AUTO,
        agreed=config.game.agreed,
        people=people_of(store),
        is_muted=config.sound.muted,
        volume=config.sound.volume,
    )
    try:
        state = resume(state, store.current_game())
    except (ScoringError, StoreCorruptError):
        log.exception("The last game in the log does not replay; it stays there, and a new one begins.")
        trouble = trouble or notice(NoticeKey.GAME_UNREADABLE)
    return state if trouble is None else replace(state, notice=trouble, is_saved=store.problem is None)


def set_up_state(state: SessionState, config: Config, source: opening.Source) -> SessionState:
    """Return a session that knows how far somebody came, and whether setting up is to be offered.

    It is at a device's very first start: real camera, no game yet, no calibration, and nobody ever began.
    """
    kept = load_progress(progress_file(config))
    is_real = source.name != opening.SIMULATED and not source.name.startswith(opening.FOLDER)
    is_first = kept is None and not state.records and not calibration_file(config).exists()
    takes = config.camera.source in {opening.AUTO, opening.ATTACHED}
    state = replace(state, takes_address=takes, has_address=takes and is_address(opening.chosen(config)))
    return replace(state, set_up=kept or Progress(), offers_wizard=is_real and is_first)


class RunningCompanion:
    """All parts of a running companion."""

    def __init__(
        self, config: Config, *, load: Callable[[ReaderPolicy], Reader] | None = None, sets_up: bool = False
    ) -> None:
        """Put the parts together; `start` sets them going.

        `load` stands in for the models and the taught dice. It begins with setting up where that was cut off, too.

        Raises:
            StoreInUseError: If another companion runs.
            CameraMissingError: If a folder of pictures is to be read and there is none; a missing camera is said on
                the page instead, and looked for again and again.
            ButtonError: If a button, lamp, light or buzzer is insisted on and there is none.
            SimulationError: If the simulated board cannot run.
        """
        self._config = config
        self._load = load
        self._sets_up = sets_up
        self.starts_again = False  # another camera was chosen
        self.pulse = Pulse(time.monotonic_ns)
        self.stopwatch = Stopwatch()
        self._watcher: Watcher | None = None
        self._player: SimulatedPlayer | None = None
        self._opponent: Opponent | None = None
        self._parts = ExitStack()  # closed in the end, those opened last first
        try:
            self._put_together()
        except BaseException:
            self._parts.close()
            raise

    def start(self) -> str:
        """Open the page, watch the board and listen to the buttons; return the page's address.

        Raises:
            DisplayError: If no port can be opened.
        """
        url = self.display.start(spare_ports=SPARE_PORTS)
        self._parts.enter_context(closing(self.display))
        if self.share is not None:
            self.share.serve(self.display.show_shared)
            self._parts.enter_context(closing(self.share))
        self._parts.enter_context(closing(self._analyst))
        for part in (self._follower, self._watcher, self._opponent):
            if part is not None:
                part.start()
                self._parts.enter_context(closing(part))
        for source, button in self._buttons.items():
            button.listen(partial(self.companion.edge, source))
            self._parts.enter_context(closing(button))
        if self._sets_up or self.companion.state.set_up.is_open:
            self._post(OpenWizard())
        if not (state := self.companion.state).is_muted:
            self._voice.say(greeting(state), volume=state.volume)
        return url

    def close(self) -> None:
        """Stop everything; closing twice does nothing."""
        self._parts.close()

    def _put_together(self) -> None:
        config = self._config
        store, trouble = open_store(config.store.file, config.store.copy_file)
        self._parts.enter_context(closing(store))
        copy, is_own = config.store.copy_file, store.path != config.store.file
        self._follower = Follower(store, of_this_version(copy) if is_own else copy)
        self._pictures = self._parts.enter_context(closing(PictureKeeper(store, is_on=config.store.pictures)))
        self._analyst = PagedAnalyst(foresight, store, game_pdf)
        self.source = self._parts.enter_context(closing(opening.camera_source(config)))
        self.board = self.source.board
        if self.board is not None:
            self._parts.enter_context(closing(self.board))
            self._player = SimulatedPlayer(self.board)
            self._opponent = Opponent(self.board, self._post)
        sight = self._parts.enter_context(
            closing(sighted(config, self.source, self._post, stopwatch=self.stopwatch, load=self._load))
        )
        state = set_up_state(first_state(config, store, opening_notice(trouble, store.problem)), config, self.source)
        if sight.reader is None:
            state = replace(state, has_camera=False, notice=notice(NoticeKey.MODEL_BROKEN))
        else:
            self._watcher = Watcher(sight.eye, self.pulse.loop("eye", within_s=EYE_ROUND_S))
        self.companion = self._companion(state, store, sight)
        self.share: ShareServer | None = None
        if config.share.on:
            ports = PagePorts(touch=self._post, edge=self._screen.report, table=self.board, analysis=self._analyst)
            networks = partial(private_networks, config.share.interface)
            self.share = ShareServer(config.share.port, ports, networks=networks)
        self.display = self._display()

    def _companion(self, state: SessionState, store: SqliteStore, sight: Sighted) -> Companion:
        config = self._config
        lamp = self._parts.enter_context(closing(opening.open_lamp(config.lamp)))
        sound, self._voice = opening.open_sound(config.sound)
        self._parts.enter_context(closing(sound))
        self._screen = ScreenButton()
        self._buttons = {**opening.open_buttons(config.button), "screen": self._screen}
        if self.board is not None:
            self._buttons["simulated"] = self.board.button
        # A screen does not bounce, and a quick tap on it is shorter than any bouncing.
        screen_timing = replace(config.button.timing, debounce_ns=0)
        timings = {**dict.fromkeys(self._buttons, config.button.timing), "screen": screen_timing}
        facts = ButtonFacts(
            has_button=GPIO in self._buttons,
            has_lamp=not isinstance(lamp, opening.Missing),
            has_sound=not isinstance(sound, opening.Missing),
        )
        surveyor = self._parts.enter_context(closing(self._surveyor(sight, facts)))
        return Companion(
            state,
            Ports(
                eye=sight.eye,
                store=store,
                lamp=lamp,
                sound=sound,
                clock_ns=time.monotonic_ns,
                buttons=Buttons(timings=timings),
                levels={source: button.level for source, button in self._buttons.items()},
            ),
            Workers(
                advise=self._parts.enter_context(closing(AdviceWorker())).answer,
                lessons=sight.lessons,
                face_jpeg=sight.face_jpeg,
                keep_picture=self._pictures.keep,
                games=self._analyst.kept.records_to_go_on,
                survey=surveyor.carry_out,
                hear=surveyor.hear,
                survey_jpeg=surveyor.jpeg,
            ),
            listeners=Listeners(
                show=self._show, speak=self._speak, beat=self.pulse.loop("companion", within_s=COMPANION_ROUND_S)
            ),
            stopwatch=self.stopwatch,
        )

    def _surveyor(self, sight: Sighted, facts: ButtonFacts) -> Surveyor:
        """Return the surveyor of the table, who goes on where somebody came."""
        button = self._buttons.get(GPIO)
        return Surveyor(
            config=self._config,
            camera=self.source.name,
            owner=sight.eye,
            emit=self._post,
            reader=sight.reader,
            parts=facts,
            is_down=lambda: button is not None and button.level() is True,
            recalibrated=sight.recalibrated,
            start_again=self._start_again,
        )

    def _start_again(self) -> None:
        self.starts_again = True
        self.companion.stop()

    def _display(self) -> DisplayServer:
        display = self._config.display
        wifi = Wifi(None if what_runs()[2] is None else shutil.which("nmcli"))  # at a desk it is its owner's affair
        return DisplayServer(
            display.host,
            display.port,
            DevicePorts(
                touch=self._post,
                edge=self._screen.report,
                table=self.board,
                analysis=self._analyst,
                pictures=self.companion,
                throw_jpeg=self._analyst.kept.throw_jpeg,
                shared=None if self.share is None else self.share.desk,
                stopwatch=self.stopwatch,
                turned=Turned(self._config.store.file.parent),
                look_for_wifi=wifi.look,
                join_wifi=wifi.join,
            ),
        )

    def _post(self, event: SessionEvent) -> None:
        if isinstance(event, ReadingTaken):
            self.source.after_reading()
        self.companion.post(event)

    def _show(self, state: SessionState) -> None:
        if self._player is not None:
            self._player.show(state)
        if self._opponent is not None:
            self._opponent.show(state)
        self._analyst.watch(state)
        shown = view(state, simulated=self.board is not None)
        self.display.show(shown)
        if self.share is not None:
            self.share.show(shown)

    def _speak(
        self, before: SessionState, after: SessionState, event: SessionEvent, effects: tuple[Effect, ...]
    ) -> None:
        if after.is_muted:
            self._voice.hush()
        elif (said := utterance(before, after, event, effects)) is not None:
            self._voice.say(said, volume=after.volume)


def play(config: Config, *, say: Callable[[str], None], durable: bool = False, sets_up: bool = False) -> None:
    """Run the companion until SIGTERM or Ctrl-C.

    A durable one refuses to start where games are taken, and would not survive a power cut.

    Raises:
        DataFolderError: If they would not; one that takes none is said on the page.
        FirmwareError: If a part cannot be set up; the message says what to do.
    """
    systemd = Systemd.from_environ(os.environ)
    try:
        if durable:
            refuse_forgetful(config.store.file.parent)
        systemd.starting(
            "Looking through the games.", within_s=longest_opening_s(config.store.file, config.store.copy_file)
        )
        # An installed one ends, and is started anew: only before a start its system opens the network for a camera.
        while _play(config, say, systemd, sets_up=sets_up) and systemd.address is None:
            sets_up, config = False, replace(config, display=replace(config.display, open_browser=False))
    except FirmwareError as error:
        systemd.status(str(error))
        raise


def _play(config: Config, say: Callable[[str], None], systemd: Systemd, *, sets_up: bool) -> bool:
    """Run until it is ended; return whether it is to be started again."""
    table = RunningCompanion(config, sets_up=sets_up)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: table.companion.stop())
    with ExitStack() as running:
        running.callback(table.close)
        url = table.start()
        say(f"Serviert is ready: open {url} (camera: {table.source.name}; Ctrl-C ends it, the game is kept)")
        if table.share is not None:
            say(f"Phones may follow at {' or '.join(table.share.urls) or 'no address: there is no network yet'}")
        if config.display.open_browser and has_desktop():
            webbrowser.open(url)
        if systemd.address is not None:
            faulthandler.enable()  # the watchdog's SIGABRT then leaves in the journal where every thread was
            running.callback(systemd.stopping)
            answers = partial(page_answers, config.display.host, table.display.port)
            watchdog = Watchdog(systemd, table.pulse, answers, status=f"Ready at {url}")
            watchdog.start()
            running.callback(watchdog.close)
        table.companion.run()
    return table.starts_again


def has_desktop() -> bool:
    """Return whether a browser would have a screen to open on."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
