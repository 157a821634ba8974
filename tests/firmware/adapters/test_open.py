from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware.adapters import open as opening
from firmware.adapters.video4linux import usb_devices
from firmware.errors import ButtonError, CameraBusyError, CameraMissingError, SoundError
from firmware.ports import Camera, Signal
from firmware.settings.config import ButtonConfig, CameraConfig, Config, Gpio, LampConfig, LightConfig, SoundConfig
from tests.cases import cases
from tests.doubles.recorded import RecordedLight, RecordedSound


@dataclass
class Machine:
    """A machine with certain cameras, one open at a time, and with those that cannot be used, by why."""

    cameras: set[str]
    unusable: dict[str, Exception] = field(default_factory=dict)
    opened: str | None = None
    name: str = ""

    def open_source(self, source: str) -> Camera:
        if source in self.unusable:
            raise self.unusable[source]
        if source not in self.cameras:
            raise CameraMissingError(source)
        self.opened = self.name = source
        return self  # type: ignore[return-value]

    def close(self) -> None:
        self.opened = None


def test_usb_cameras_are_told_from_a_pis_decoders_and_from_their_own_metadata(tmp_path):
    for number, path, *index in cases(__file__)["listed"]:
        device = tmp_path / "devices" / path
        listed = device / "video4linux" / f"video{number}"
        listed.mkdir(parents=True)
        (listed / "device").symlink_to(device)
        (tmp_path / f"video{number}").symlink_to(listed)
        if index:
            (listed / "index").write_text(f"{index[0]}\n")
    assert (usb_devices(tmp_path), usb_devices(tmp_path / "nothing")) == ((2, 10), ())


@pytest.mark.parametrize("source", ["usb:63", "folder:/nowhere/at/all", "webcam"])
def test_a_camera_that_is_not_there_is_refused_in_words(source):
    with pytest.raises(CameraMissingError, match=r"no camera|no folder"):
        opening.open_camera(source)


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has a GPIO header")
def test_without_a_header_parts_are_left_out_unless_insisted_on():
    openers = (
        lambda gpio: opening.open_lamp(LampConfig(gpio)),
        lambda gpio: opening.open_light(LightConfig(gpio)),
        lambda gpio: opening.open_sound(SoundConfig(gpio, speaker=Gpio.OFF))[0],
    )
    for gpio in (Gpio.AUTO, Gpio.OFF):
        assert opening.open_buttons(ButtonConfig(gpio=gpio)) == {}
        assert all(isinstance(opened(gpio), opening.Missing) for opened in openers)
    for insisted in (*openers, lambda gpio: opening.open_buttons(ButtonConfig(gpio=gpio))):
        with pytest.raises(ButtonError):
            insisted(Gpio.ON)


def test_a_speaker_plays_and_speaks_where_there_is_one_and_what_is_insisted_on_must_be_there(tmp_path, monkeypatch):
    monkeypatch.setenv("PIPEWIRE_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "pipewire-0").touch()
    (tmp_path / "pw-play").touch(0o755)
    sound, voice = opening.open_sound(SoundConfig(Gpio.OFF))
    assert sound is voice
    sound.close()
    sound, voice = opening.open_sound(SoundConfig(Gpio.OFF, speech=Gpio.OFF))
    assert isinstance(voice, opening.Missing)
    other = RecordedSound()
    both = opening.BothSounds(other, sound)
    both.play(Signal.DONE)
    both.close()
    assert (other.played, other.is_open, sound._thread.is_alive()) == ([Signal.DONE], False, False)
    with pytest.raises(SoundError, match="apt install espeak-ng"):
        opening.open_sound(SoundConfig(Gpio.OFF, speech=Gpio.ON))
    (tmp_path / "espeak-ng").touch(0o755)
    sound, _ = opening.open_sound(SoundConfig(Gpio.OFF, speech=Gpio.ON))
    sound.close()
    (tmp_path / "pipewire-0").unlink()
    (tmp_path / "pw-play").unlink()
    with pytest.raises(SoundError):
        opening.open_sound(SoundConfig(Gpio.OFF, speaker=Gpio.ON))


BUSY = CameraBusyError("another program uses it")
CLOSED = CameraMissingError("The camera /dev/video2 may not be used.")


@pytest.mark.parametrize(
    ("machine", "usb", "opened", "auto"),
    [
        (Machine({"picamera", "usb:2"}), (2, 4), "picamera", "picamera"),
        (Machine({"usb:4", "usb:2"}), (2, 4), "usb:2", "usb:2"),
        (Machine(set()), (), "Plug it in; the throws are typed until then", "simulated"),
        (Machine(set(), {"picamera": BUSY}), (), "another program uses it", "attached"),  # but busy is there
        (Machine(set(), {"picamera": BUSY, "usb:2": CLOSED}), (2,), "another program uses it", "attached"),
        (Machine(set(), {"usb:2": CLOSED}), (2,), "may not be used", "simulated"),
    ],
)
def test_the_pis_own_comes_first_and_one_that_cannot_be_used_is_not_missing(machine, usb, opened, auto, monkeypatch):
    with nullcontext() if machine.cameras else pytest.raises(CameraMissingError, match=opened):
        opening.open_attached(machine.open_source, usb=usb)
    assert machine.opened == (opened if machine.cameras else None)
    monkeypatch.setattr(opening, "usb_devices", lambda: usb)
    assert opening.resolve_source("auto", open_source=machine.open_source)[0] == auto
    assert machine.opened is None  # it is free again
    assert opening.resolve_source("usb:7") == ("usb:7", "the camera is usb:7, as set")


@pytest.mark.parametrize(("wanted", "opened"), [("auto", "attached"), ("usb:3", "usb:3")])
def test_a_camera_that_was_found_is_looked_for_anew_a_named_one_is_not_and_light_shines_until_the_end(wanted, opened):
    light, asked = RecordedLight(), list[tuple[str, int, bool]]()

    def open_named(source: str, *, mains_hz: int) -> None:
        asked.append((source, mains_hz, light.is_lit))
        raise CameraMissingError("gone")

    source = opening.camera_source(
        Config(camera=CameraConfig(source=wanted, mains_hz=60), light=LightConfig(pin=24)),
        resolve=lambda source: ("usb:0" if source == "auto" else source, "as found"),
        open_named=open_named,
        light_of=lambda config: {24: light}[config.pin],
    )
    assert (source.name, light.switched) == ("usb:0" if wanted == "auto" else wanted, [])
    for _ in range(2):  # it stays on when the camera is lost
        with pytest.raises(CameraMissingError):
            source.open_camera()
    assert asked == [(opened, 60, True)] * 2
    assert False not in light.switched
    source.close()
    assert not light.is_lit
