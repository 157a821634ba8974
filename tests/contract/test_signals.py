"""What every lamp, light, sound and voice must do: take any signal at any time, never wait, never complain."""

import threading
from collections.abc import Callable

import pytest

from firmware.adapters.gpio import GpioBuzzer, GpioLamp, GpioLight
from firmware.adapters.open import BothSounds, Missing
from firmware.adapters.speaker import Programs, Speaker
from firmware.ports import Lamp, Light, Saying, Signal, Sound, Utterance, Voice
from tests.doubles.recorded import RecordedLamp, RecordedLight, RecordedSound, RecordedVoice

mock = pytest.importorskip("gpiozero.pins.mock", reason="gpiozero is not installed (extra pi)")


def show(lamp: Lamp) -> None:
    for signal in Signal:
        lamp.show(signal)
        lamp.show(signal)


def switch(light: Light) -> None:
    for is_on in (True, True, False, True):
        light.switch(is_on=is_on)


def play(sound: Sound) -> None:
    for signal in Signal:
        sound.play(signal)
        for volume in (0, 1, 100):
            sound.play(signal, volume=volume)


def speak(voice: Voice) -> None:
    for kind in (*Saying, *Saying):
        voice.say(Utterance(text="Es brennt!", language="de", kind=kind), volume=50)
    voice.hush()


def in_time(action: Callable[[], None]) -> None:
    """Run an action that must not wait for its end; a blinking lamp would never come back."""
    thread = threading.Thread(target=action, daemon=True)
    thread.start()
    thread.join(timeout=2.0)
    assert not thread.is_alive()


def speaker() -> Speaker:
    return Speaker(Programs(("true",), "true"))


LAMPS = (RecordedLamp, lambda: GpioLamp(27, pin_factory=mock.MockFactory(pin_class=mock.MockPWMPin)), Missing)
LIGHTS = (RecordedLight, lambda: GpioLight(23, pin_factory=mock.MockFactory()), Missing)
BUZZERS = (RecordedSound, lambda: GpioBuzzer(22, pin_factory=mock.MockFactory()))
SOUNDS = (*BUZZERS, speaker, lambda: BothSounds(RecordedSound(), Missing()), Missing)
DEVICES = {show: LAMPS, switch: LIGHTS, play: SOUNDS, speak: (RecordedVoice, speaker, Missing)}


@pytest.mark.parametrize(("make", "use"), [(make, use) for use, made in DEVICES.items() for make in made])
def test_everything_is_taken_at_once_again_and_again_also_when_closed(make, use):
    device = make()
    for _ in range(2):
        in_time(lambda: use(device))
    device.close()
    device.close()
    in_time(lambda: use(device))
