"""Say a sentence and play a signal as the companion does, from within its unit, and wait for both: ``speak.py FOLDER``.

The sound card is a file in the folder: what is heard is written there, once for the sentence and once for the signal.
"""

import logging
import sys
import time
import wave
from pathlib import Path

from firmware.adapters.speaker import Speaker, find_programs
from firmware.ports import Saying, Signal, Utterance

PATIENCE_S = 30.0
LEAST_S = 0.1


def main(folder: Path) -> None:
    logging.basicConfig(level=logging.INFO)
    cards = folder / "cards"
    cards.write_text("00-00: a file : playback 1\n")
    programs = find_programs(cards=cards)
    speaker, heard = Speaker(programs), folder / "heard.wav"
    lengths = []
    try:
        speaker.say(Utterance(text="Es brennt! Noch einmal werfen.", language="de", kind=Saying.WARNING))
        lengths.append(length_s(heard))
        speaker.play(Signal.DONE)
        lengths.append(length_s(heard))
    finally:
        speaker.close()
    print(f"{programs.speaker} {lengths[0]:.1f} s, {programs.player[0]} {lengths[1]:.1f} s")


def length_s(heard: Path) -> float:
    """Wait until something was heard to its end; return how long it lasted, and forget it."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        time.sleep(0.2)
        try:
            with wave.open(str(heard)) as opened:
                frames, rate = opened.getnframes(), opened.getframerate()
                content = opened.readframes(frames)
                size = frames * opened.getsampwidth() * opened.getnchannels()
        except (OSError, EOFError, wave.Error):
            continue
        if len(content) == size and frames / rate >= LEAST_S and any(content):
            heard.unlink()
            return frames / rate
    raise SystemExit("nothing was heard")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
