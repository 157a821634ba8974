from firmware.ports import Signal
from tests.doubles.recorded import RecordedLamp, RecordedSound


def test_a_lamp_remembers_its_signals_and_goes_dark_when_closed():
    lamp = RecordedLamp()
    assert not lamp.is_lit
    lamp.show(Signal.READY)
    lamp.show(Signal.DONE)
    assert lamp.is_lit
    lamp.close()
    assert lamp.shown == [Signal.READY, Signal.DONE]
    assert not lamp.is_lit


def test_a_closed_sound_is_silent():
    sound = RecordedSound()
    sound.play(Signal.BURNING)
    sound.close()
    sound.play(Signal.DONE)
    assert sound.played == [Signal.BURNING]
