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

LAMPS: dict[str, Callable[[], Lamp]] = {
    "recorded": RecordedLamp,
    "dark": Missing,
    "gpio": lambda: GpioLamp(27, pin_factory=mock.MockFactory(pin_class=mock.MockPWMPin)),
}
LIGHTS: dict[str, Callable[[], Light]] = {
    "recorded": RecordedLight,
    "none": Missing,
    "gpio": lambda: GpioLight(23, pin_factory=mock.MockFactory()),
}
SOUNDS: dict[str, Callable[[], Sound]] = {
    "recorded": RecordedSound,
    "silent": Missing,
    "gpio": lambda: GpioBuzzer(22, pin_factory=mock.MockFactory()),
    "speaker": lambda: Speaker(Programs(("true",), "true")),
    "both": lambda: BothSounds(RecordedSound(), Missing()),
}
VOICES: dict[str, Callable[[], Voice]] = {
    "recorded": RecordedVoice,
    "mute": Missing,
    "speaker": lambda: Speaker(Programs(("true",), "true")),
}


def in_time(action: Callable[[], None]) -> None:
    """Run an action that must not wait for its end; a blinking lamp would never come back."""
    thread = threading.Thread(target=action, daemon=True)
    thread.start()
    thread.join(timeout=2.0)
    assert not thread.is_alive()


@pytest.mark.parametrize("make", LAMPS.values(), ids=LAMPS)
@pytest.mark.parametrize("signal", Signal)
def test_a_lamp_takes_every_signal_at_once_also_when_closed(make, signal):
    lamp = make()
    for _ in range(2):
        in_time(lambda: lamp.show(signal))
    lamp.close()
    lamp.close()
    in_time(lambda: lamp.show(signal))


@pytest.mark.parametrize("make", LIGHTS.values(), ids=LIGHTS)
def test_a_light_is_switched_at_once_again_and_again_also_when_closed(make):
    light = make()
    for is_on in (True, True, False, True):
        in_time(lambda is_on=is_on: light.switch(is_on=is_on))  # type: ignore[misc]
    light.close()
    light.close()
    in_time(lambda: light.switch(is_on=True))


@pytest.mark.parametrize("make", SOUNDS.values(), ids=SOUNDS)
@pytest.mark.parametrize("signal", Signal)
def test_a_sound_takes_every_signal_at_any_volume_at_once_also_when_closed(make, signal):
    sound = make()
    in_time(lambda: sound.play(signal))
    for volume in (0, 1, 100):
        in_time(lambda volume=volume: sound.play(signal, volume=volume))  # type: ignore[misc]
    sound.close()
    sound.close()
    in_time(lambda: sound.play(signal))


@pytest.mark.parametrize("make", VOICES.values(), ids=VOICES)
@pytest.mark.parametrize("kind", Saying)
def test_a_voice_takes_every_sentence_at_once_also_when_closed(make, kind):
    voice, said = make(), Utterance(text="Es brennt!", language="de", kind=kind)
    for _ in range(2):
        in_time(lambda: voice.say(said, volume=50))
    in_time(voice.hush)
    voice.close()
    voice.close()
    in_time(lambda: voice.say(said))
