"""Tones and speech through a speaker: espeak-ng writes what is said into a file, aplay or pw-play plays it.

One thread plays one thing after the other, so that two never quarrel over the sound card. Every program has a
deadline: one that hangs, fails or is missing costs its sound and nothing else.
"""

import contextlib
import logging
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.errors import SoundError
from firmware.ports import Signal, Utterance
from firmware.signals.playlist import Clip, Playlist
from firmware.signals.tones import MELODIES, samples, wav

log = logging.getLogger(__name__)

# Of espeak-ng, by the language of the display.
VOICES = {"de": "de", "en": "en-gb", "fr": "fr", "it": "it", "nl": "nl"}
WORDS_A_MINUTE = 155
SYNTHESIS_S = 5.0  # espeak-ng takes some hundredths of a second for a sentence, a Pi some tenths
PLAYING_S = 25.0  # no sentence is longer
FAILURES = 3  # after so many in a row a program is left alone for a minute; the other one goes on
REST_NS = 60_000_000_000
_CLOSE_S = 2.0
# What a child ends with that could not become its program, where the kernel (or QEMU) tells its parent no more.
NO_SUCH_PROGRAM = 127
CARDS = Path("/proc/asound/pcm")


@dataclass(frozen=True, slots=True)
class Programs:
    """What plays and what speaks."""

    player: tuple[str, ...]  # plays the WAV file whose path is added
    speaker: str | None = None  # espeak-ng, None where it is not installed: there are only tones


def find_programs(*, cards: Path = CARDS) -> Programs:
    """Return what this machine plays and speaks with.

    Raises:
        SoundError: If there is no sound card, or nothing that plays.
    """
    socket = Path(os.environ.get("PIPEWIRE_RUNTIME_DIR") or os.environ.get("XDG_RUNTIME_DIR") or "/nowhere")
    if (pw_play := shutil.which("pw-play")) and (socket / "pipewire-0").exists():
        return Programs((pw_play,), shutil.which("espeak-ng"))
    try:
        has_card = "playback" in cards.read_text()
    except OSError:
        has_card = False
    if not has_card:
        raise SoundError("There is no sound card. Plug a speaker in, or set speaker under [sound] to off.")
    if (aplay := shutil.which("aplay")) is None:
        raise SoundError("Nothing here plays sounds. On a Pi: sudo apt install alsa-utils.")
    return Programs((aplay, "-q"), shutil.which("espeak-ng"))


class Speaker:
    """A `firmware.ports.Sound` and a `firmware.ports.Voice` in one."""

    def __init__(
        self, programs: Programs, *, now_ns: Callable[[], int] = time.monotonic_ns, synthesis_s: float = SYNTHESIS_S
    ) -> None:
        """Begin silent, with a thread of its own."""
        self._programs = programs
        self._now_ns = now_ns
        self._synthesis_s = synthesis_s
        self._changed = threading.Condition()
        self._playlist = Playlist()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_cut = False
        self._is_closed = False
        self._failures: Counter[str] = Counter()
        self._rests_until_ns: dict[str, int] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="serviert-sound-")
        self._thread = threading.Thread(target=self._work, name="speaker", daemon=True)
        self._thread.start()

    def play(self, signal: Signal, *, volume: int = 100) -> None:
        """Play the tones of a signal as soon as it is their turn."""
        if signal in MELODIES:
            self._add(Clip(what=signal, volume=volume, at_ns=self._now_ns()))

    def say(self, utterance: Utterance, *, volume: int = 100) -> None:
        """Say something as soon as it is its turn, unless it is stale by then."""
        if self._programs.speaker is not None:
            self._add(Clip(what=utterance, volume=volume, at_ns=self._now_ns()))

    def hush(self) -> None:
        """Stop what is heard, and drop what waits."""
        with self._changed:
            self._playlist = Playlist(playing=self._playlist.playing)
            self._cut()

    def close(self) -> None:
        """Be silent; closing twice does nothing."""
        with self._changed:
            self._is_closed = True
            self.hush()
            self._changed.notify_all()
        self._thread.join(_CLOSE_S)
        self._folder.cleanup()

    def _add(self, clip: Clip) -> None:
        with self._changed:
            is_said = isinstance(clip.what, Utterance)
            needed = (self._programs.player[0], str(self._programs.speaker))[: 1 + is_said]
            rests = any(self._now_ns() < self._rests_until_ns.get(program, 0) for program in needed)
            if self._is_closed or not clip.volume or rests:
                return
            self._playlist, is_cut = self._playlist.added(clip)
            if is_cut:
                self._cut()
            self._changed.notify_all()

    def _cut(self) -> None:
        """Stop the program that runs; the thread that waits for it goes on."""
        self._is_cut = True
        if self._process is not None:
            self._process.kill()

    def _work(self) -> None:
        while (clip := self._next()) is not None:
            try:
                self._hear(clip)
            except Exception:
                log.exception("A sound could not be played.")

    def _next(self) -> Clip | None:
        with self._changed:
            while not self._is_closed:
                self._playlist = self._playlist.advanced(self._now_ns())
                self._is_cut = False
                if self._playlist.playing is not None:
                    return self._playlist.playing
                self._changed.wait()
            return None

    def _hear(self, clip: Clip) -> None:
        if isinstance(clip.what, Utterance):
            file = Path(self._folder.name) / "said.wav"
            file.unlink(missing_ok=True)
            voice = VOICES.get(clip.what.language, VOICES["de"])
            options = ("-v", voice, "-s", str(WORDS_A_MINUTE), "-a", str(clip.volume), "-w", str(file), "--stdin")
            speaking = [str(self._programs.speaker), *options]
            if not self._ran(speaking, self._synthesis_s, clip.what.text) or not file.exists():
                return
        else:
            file = Path(self._folder.name) / f"{clip.what.value}-{clip.volume}.wav"
            if not file.exists():
                file.write_bytes(wav(samples(MELODIES[clip.what], volume=clip.volume)))
        self._ran([*self._programs.player, str(file)], PLAYING_S)

    def _ran(self, command: Sequence[str], deadline_s: float, text: str = "") -> bool:
        """Run a program to its end or to its deadline; return whether it did its work."""
        try:
            with self._changed:
                if self._is_cut:
                    return False
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            has_worked = self._awaited(self._process, command[0], deadline_s, text)
        except OSError as error:
            has_worked = self._failed(command[0], f"does not run ({error})")
        finally:
            with self._changed:
                self._process = None
        return has_worked

    def _awaited(self, process: subprocess.Popen[bytes], program: str, deadline_s: float, text: str) -> bool:
        try:
            process.communicate(text.encode(), timeout=deadline_s)
        except subprocess.TimeoutExpired:
            process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):  # one that hangs in the kernel is left to it
                process.wait(_CLOSE_S)
            return self._failed(program, f"did not end within {deadline_s:g} s")
        if process.returncode == 0:
            self._failures[program] = 0
            return True
        if self._is_cut:
            return False
        complaint = "does not run" if process.returncode == NO_SUCH_PROGRAM else f"ended with {process.returncode}"
        return self._failed(program, complaint)

    def _failed(self, program: str, complaint: str) -> bool:
        self._failures[program] += 1
        if self._failures[program] == FAILURES:
            log.warning("%s %s; it rests for a minute.", program, complaint)
            self._rests_until_ns[program] = self._now_ns() + REST_NS
            self._failures[program] = 0
        else:
            log.info("%s %s", program, complaint)
        return False
