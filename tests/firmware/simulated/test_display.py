import pytest

from firmware.simulated.display import RecordedDisplay


def test_a_view_is_kept_as_the_page_would_get_it():
    display = RecordedDisplay()
    view = {"dice": [{"face": "king"}], "throw": (1, 2)}
    display.show(view)
    view["dice"][0]["face"] = "ace"
    assert display.views == [{"dice": [{"face": "king"}], "throw": [1, 2]}]


def test_a_view_that_no_page_could_get_is_refused():
    with pytest.raises(TypeError):
        RecordedDisplay().show({"face": object()})


def test_a_closed_display_shows_nothing():
    display = RecordedDisplay()
    display.close()
    display.show({})
    assert display.views == []
