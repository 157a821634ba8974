"""What plays and what speaks."""

from __future__ import annotations

from pathlib import Path

from firmware.adapters.speaker import find_programs
from firmware.doctor.finding import Finding, Health, doubtful, good
from firmware.errors import SoundError
from firmware.settings.config import Config
from firmware.settings.header_setting import Gpio


def sound(config: Config) -> Finding:
    """Return whether tones and speech can be heard."""
    if config.sound.speaker is Gpio.OFF:
        return good("sound", "the speaker is switched off in the settings")
    try:
        programs = find_programs()
    except SoundError as error:
        return Finding("sound", Health.FAILED if config.sound.speaker is Gpio.ON else Health.DOUBTFUL, str(error))
    player = Path(programs.player[0]).name
    if programs.speaker is None and config.sound.speech is not Gpio.OFF:
        return doubtful("sound", f"{player} plays tones; for speech: sudo apt install espeak-ng")
    return good("sound", f"{player} plays, and {'nobody' if programs.speaker is None else 'espeak-ng'} speaks")
