"""The speaker with programs that work, hang, fail and are missing; each a small script of the test's own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.adapters.speaker import FAILURES, Programs, Speaker, find_programs
from firmware.errors import SoundError
from firmware.ports import Saying, Signal, Utterance
from tests.doubles.patience import until


@dataclass
class Room:
    """A folder of programs, and what was heard there."""

    folder: Path

    def script(self, name: str, body: str) -> str:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return str(path)

    def player(self) -> str:
        return self.script("player", f'basename "$1" >> {self.folder}/heard')

    def lines(self, name: str, count: int) -> list[str]:
        path = self.folder / name
        until(lambda: path.exists() and path.read_text().count("\n") >= count)
        return path.read_text().split("\n")[:-1]


@pytest.fixture
def room(tmp_path) -> Room:
    return Room(tmp_path)


@pytest.fixture
def opened() -> Iterator[Callable[..., Speaker]]:
    """Open speakers, and close them in the end."""
    with ExitStack() as speakers:
        yield lambda *programs, **options: speakers.enter_context(closing(Speaker(Programs(*programs), **options)))


def words(text: str) -> Utterance:
    return Utterance(text=text, language="de", kind=Saying.TROUBLE)


def test_tones_and_words_are_heard_one_after_the_other_without_espeak_tones_alone_and_nothing_once_closed(room, opened):
    talker = room.script("talker", f'cat >> {room.folder}/told; echo >> {room.folder}/told; touch "$8"')
    speaker = opened((room.player(),), talker)
    speaker.play(Signal.READY)  # it has no tones
    speaker.play(Signal.BURNING, volume=50)
    speaker.say(words("Es brennt!"))
    assert (room.lines("heard", 2), room.lines("told", 1)) == (["burning-50.wav", "said.wav"], ["Es brennt!"])
    mute = opened((room.player(),))
    mute.say(words("Es brennt!"))
    mute.play(Signal.DONE)
    assert room.lines("heard", 3)[2:] == ["done-100.wav"]
    endless = Speaker(Programs((room.script("endless", f"touch {room.folder}/began; exec sleep 600"),)))
    endless.play(Signal.DONE)
    until((room.folder / "began").exists)
    endless.close()  # ends at once what is being played
    assert not endless._thread.is_alive()


def test_a_voice_that_hangs_is_given_up_and_the_next_tone_is_heard(room, opened):
    speaker = opened((room.player(),), room.script("hung", "exec sleep 600"), synthesis_s=0.2)
    speaker.say(words("nie"))
    until((room.folder / "heard").exists, lambda: speaker.play(Signal.DONE))
    assert room.lines("heard", 1)[0] == "done-100.wav"


@pytest.mark.parametrize("body", [None, "exit 127"])  # as one ends that could not become its program
def test_a_program_that_is_missing_costs_its_sound_only(room, opened, caplog, body):
    program = room.folder / "nowhere" if body is None else room.script("nowhere", body)
    speaker = opened((str(program),))
    until(lambda: "nowhere does not run" in caplog.text, lambda: speaker.play(Signal.DONE))


def test_a_voice_that_always_fails_is_left_alone_and_no_tone_waits_for_it(room, opened, caplog):
    now = [0]
    talker = room.script("talker", f"echo >> {room.folder}/tried; exit 1")
    speaker = opened((room.player(),), talker, now_ns=lambda: now[0])
    for turn in range(1, FAILURES + 1):
        speaker.say(words("nie"))
        room.lines("tried", turn)
        speaker.play(Signal.DONE)
        room.lines("heard", turn)
    assert "talker ended with 1; it rests for a minute" in caplog.text
    speaker.say(words("nie"))
    speaker.play(Signal.PROBLEM)
    assert room.lines("heard", FAILURES + 1)[-1] == "problem-100.wav"
    assert len(room.lines("tried", FAILURES)) == FAILURES
    now[0] = 61_000_000_000
    speaker.say(words("wieder"))
    assert len(room.lines("tried", FAILURES + 1)) == FAILURES + 1


def test_what_plays_and_speaks_is_found_and_what_is_missing_told_in_words(room, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(room.folder))
    monkeypatch.delenv("PIPEWIRE_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("PATH", str(room.folder))
    cards = room.folder / "pcm"
    for listed, told in (("HDMI : capture 1", "no sound card"), ("Headphones : playback 8", "apt install alsa-utils")):
        with pytest.raises(SoundError, match="no sound card"):
            find_programs(cards=room.folder / "nowhere")
        cards.write_text(f"00-00: {listed}\n")
        with pytest.raises(SoundError, match=told):
            find_programs(cards=cards)
    aplay = room.script("aplay", "")
    assert find_programs(cards=cards) == Programs((aplay, "-q"), None)
    pw_play, espeak = room.script("pw-play", ""), room.script("espeak-ng", "")
    assert find_programs(cards=cards) == Programs((aplay, "-q"), espeak)
    (room.folder / "pipewire-0").touch()
    assert find_programs(cards=cards) == Programs((pw_play,), espeak)
