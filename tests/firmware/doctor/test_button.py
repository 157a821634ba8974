"""Presses recorded from contacts, and what the doctor says of them."""

import pytest

from firmware.doctor.button import examine, judged, record
from firmware.doctor.finding import Health
from firmware.ports import Edge
from firmware.settings.config import ButtonConfig, Gpio
from tests.firmware.doctor.recorded import expect

MS = 1_000_000
CLEAN = (0, 90, 500, 610)
BOUNCING = (0, 0.3, 0.5, 3.1, 4.0, 95, 95.2, 96.9, 600, 601, 601.4, 720)
SPARKLING = (*BOUNCING, 900, 900.2)


def edges(changes_ms: tuple[float, ...]) -> tuple[Edge, ...]:
    return tuple(Edge(number % 2 == 0, round(at_ms * MS)) for number, at_ms in enumerate(changes_ms))


class Recorded:
    """A button that was recorded: it plays its edges as soon as somebody listens."""

    def __init__(self, played: tuple[Edge, ...]) -> None:
        self._played = played

    def listen(self, sink) -> None:
        for edge in self._played:
            sink(edge)


@pytest.mark.parametrize(
    ("recorded", "debounce_ms", "health", "told"),
    [
        (edges(CLEAN), 20, Health.GOOD, "2 presses"),
        (edges(BOUNCING), 20, Health.GOOD, "up to 4.0 ms with 5 edges"),
        (edges(BOUNCING), 5, Health.DOUBTFUL, "Set debounce_ms under [button] to 6"),
        (edges(SPARKLING), 20, Health.DOUBTFUL, "1 sparks that were no presses"),
        ((), 20, Health.FAILED, "no press was seen"),
        ((Edge(True, 0, was_down=True),), 20, Health.FAILED, "was down before"),
    ],
)
def test_the_doctor_judges_the_contact_by_the_settings(recorded, debounce_ms, health, told):
    expect(judged(recorded, ButtonConfig(debounce_ms=debounce_ms)), health, told)


def test_recording_ends_with_the_last_press_and_not_in_the_middle_of_one():
    played = edges(BOUNCING)
    assert record(Recorded(played), presses=2, patience_s=5.0, quiet_s=0.0) == played
    held = edges((0, 90, 500))
    assert record(Recorded(held), presses=2, patience_s=0.05, quiet_s=0.0) == held


def test_without_a_header_there_is_nothing_to_measure():
    finding = examine(ButtonConfig(gpio=Gpio.OFF, keyboard=False), say=lambda _: None)
    assert finding.health is Health.DOUBTFUL
