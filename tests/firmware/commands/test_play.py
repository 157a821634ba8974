"""The composition: every part real but the models; talked to as the page does."""

import socket
from contextlib import closing, nullcontext
from dataclasses import replace

import pytest

from firmware.adapters.open import Source, address_file, camera_source
from firmware.board.calibration import calibration_file
from firmware.commands.play import RunningCompanion, has_desktop, set_up_state
from firmware.doctor.surveyor import keep_progress, progress_file
from firmware.errors import ButtonError, CameraMissingError, DisplayError
from firmware.log.record import Record
from firmware.session import state, wizard
from firmware.settings.config import ButtonConfig, CameraConfig, Gpio, ShareConfig
from scoring.events import GameBegan, ThrowMade
from tests.endtoend.wire import beyond_loopback, listeners
from tests.firmware.commands.guest import at_table, has_dice, new_game, press, same_reader, type_throw
from tests.firmware.log.games import saved


def until_covered(table: RunningCompanion, is_covered: bool) -> bool:
    """Wait until the cup stands over the dice, or no longer does; return whether it came to that."""
    for _ in range(500):
        if table.board.is_covered is is_covered:
            return True
        table.board.clock.sleep(0.02)
    return False


@pytest.mark.proof
def test_the_cup_stays_over_the_dice_until_the_next_game(simulated):
    with at_table(simulated, load=same_reader) as (guest, table):
        new_game(guest)
        guest.post("/simulated/cover")
        assert until_covered(table, True)
        for is_muted in (True, False):  # other views are shown meanwhile
            guest.touch("mute", is_muted=is_muted)
            guest.until(lambda view, wanted=is_muted: view["sound"]["is_muted"] is wanted)
        assert until_covered(table, True)
        guest.touch("new-game", players=["Cleo", "Dora"], beginner=0)
        assert until_covered(table, False)


def test_a_press_turns_the_page_of_a_folder_and_after_the_last_the_camera_is_lost(config):
    with at_table(config, load=same_reader) as (guest, table):
        new_game(guest)
        assert not guest.view["is_simulated"]
        guest.press()
        assert [die["face"] for die in guest.until(has_dice)["dice"]] == ["nine", "nine", "ten", "king", "ace"]
        assert guest.http.get(guest.view["dice"][0]["picture"]).content.startswith(b"\xff\xd8")
        assert not guest.view["warnings"]
        press(table)
        assert guest.until_told("camera-lost")["warnings"]
    assert [type(record.event) for record in saved(config.store.file)] == [GameBegan, ThrowMade]
    with at_table(config, load=same_reader) as (guest, _):  # what lay is kept
        assert guest.http.get("/games/1/throws/1.jpg").content.startswith(b"\xff\xd8")


def test_without_the_camera_of_the_settings_the_game_is_typed(config):
    with at_table(replace(config, camera=CameraConfig("usb:63")), load=same_reader) as (guest, _):
        guest.until_told("camera-lost")
        new_game(guest)
        assert guest.view["button"]["kind"] == "type"
        type_throw(guest, "ace", "ace", "ace", "ace", "ace")


def test_setting_up_looks_through_the_camera_of_the_game_shows_what_it_sees_and_gives_it_back(config):
    with at_table(config, load=same_reader, sets_up=True) as (guest, _):
        view = guest.until(lambda view: view["wizard"] and view["wizard"]["picture"])
        assert view["wizard"]["step"] == "camera"
        assert guest.http.get(view["wizard"]["picture"]["url"]).content.startswith(b"\xff\xd8")
        assert guest.http.get("/survey/1.jpg").status_code == 404
        guest.touch("close-wizard")
        guest.until(lambda view: view["wizard"] is None)
        new_game(guest)
        guest.press()
        guest.until(has_dice)


def test_setting_up_that_was_cut_off_goes_on_by_itself_at_the_same_step(config):
    with at_table(config, load=same_reader) as (guest, _):
        guest.touch("open-wizard")
        guest.touch("go-on")
        guest.touch("go-on")
        guest.until(lambda view: view["wizard"] and view["wizard"]["step"] == "light")
    with at_table(config, load=same_reader) as (guest, _):
        view = guest.until(lambda view: view["wizard"])
        assert view["wizard"]["step"] == "light"
        assert [step["outcome"] for step in view["wizard"]["steps"]][2:] == ["open"] * 5


@pytest.mark.proof
def test_a_game_that_runs_stays_while_the_device_is_set_up(simulated):
    with at_table(simulated, load=same_reader) as (guest, table):
        new_game(guest)
        guest.post("/simulated/press")
        guest.until(has_dice)
        lying, game = table.board.table.truth(), table.companion.state.game
        guest.touch("open-wizard")
        for step in ("sheet", "light", "focus", "button", "dice"):
            guest.touch("go-on")
            guest.until(lambda view, step=step: view["wizard"] and view["wizard"]["step"] == step)
        guest.press()
        guest.until(lambda view: view["wizard"]["dice"] or view["wizard"]["notice"])
        guest.touch("close-wizard")
        guest.until(lambda view: view["wizard"] is None)
        assert (table.companion.state.game, table.board.table.truth()) == (game, lying)


@pytest.mark.parametrize(
    ("name", "is_offered"),
    [("picamera", True), ("usb:0", True), ("attached", True), ("simulated", False), ("folder:pictures", False)],
)
def test_setting_up_is_offered_at_the_very_first_start_where_a_camera_hangs(config, name, is_offered):
    def first(records: tuple[Record, ...] = ()) -> state.SessionState:
        return set_up_state(state.SessionState(records=records), config, Source(name=name, open_camera=NotImplemented))

    assert first().offers_wizard is is_offered
    assert not first().takes_address  # the settings name a folder
    assert not first((Record(GameBegan(players=("A", "B"))),)).offers_wizard
    calibration_file(config).write_text("{}", encoding="utf-8")
    assert not first().offers_wizard
    calibration_file(config).unlink()
    begun = wizard.Progress().after(wizard.Outcome.DONE)
    keep_progress(progress_file(config), begun)
    assert (first().offers_wizard, first().set_up) == (False, begun)  # it goes on where he was


@pytest.mark.parametrize("any_camera", ["auto", "attached"])
def test_where_any_camera_will_do_one_in_the_network_can_be_chosen_and_is_used_from_then_on(config, any_camera):
    config, address, asked = replace(config, camera=CameraConfig(any_camera)), "http://me:x@10.0.0.7/video", []
    source = Source(name=any_camera, open_camera=NotImplemented)
    assert set_up_state(state.SessionState(), config, source).takes_address
    address_file(config).write_text(f'{{"source": "{address}"}}', encoding="utf-8")
    assert set_up_state(state.SessionState(), config, source).has_address
    source = camera_source(config, open_named=lambda name, **_: asked.append(name))
    source.open_camera()
    assert (source.name, asked) == ("http://10.0.0.7/video", [address])


def test_a_port_in_use_makes_the_page_come_up_on_one_of_the_next_and_where_none_is_left_it_is_said(config):
    for port in (config.display.port, 65_535):
        there = replace(config, display=replace(config.display, port=port))
        said = nullcontext() if port < 65_535 else pytest.raises(DisplayError, match="set another port")
        with (
            socket.create_server(("127.0.0.1", port)),
            closing(RunningCompanion(there, load=same_reader)) as table,
            said,
        ):
            table.start()
            assert port < table.display.port <= port + 5
    assert saved(config.store.file) == ()  # it could not be opened if the table still held it


@pytest.mark.security
def test_as_it_comes_nothing_listens_beyond_loopback(config):
    before = listeners("self")
    with at_table(config, load=same_reader) as (guest, table):
        new_game(guest)
        assert table.share is None
        assert "share" not in guest.view
        assert (listeners("self") - before, beyond_loopback("self")) == ({f"127.0.0.1:{table.display.port}"}, set())


@pytest.mark.security
def test_shared_where_there_is_no_network_nothing_listens_beyond_loopback_either(config):
    sharing = replace(config, share=ShareConfig(on=True, interface="nowhere0"))
    with at_table(sharing, load=same_reader) as (guest, table):
        view = guest.until(lambda view: "share" in view)
        assert (view["share"]["urls"], len(view["share"]["digits"]), beyond_loopback("self")) == ([], 4, set())
        assert guest.http.post("/share/renew", json={}).status_code == 204
        assert table.share is not None


def test_a_missing_button_insisted_on_or_a_folder_without_pictures_is_an_error_and_lets_the_store_go(config, tmp_path):
    with pytest.raises(ButtonError):
        RunningCompanion(replace(config, button=ButtonConfig(gpio=Gpio.ON)), load=same_reader)
    (tmp_path / "none").mkdir()
    with pytest.raises(CameraMissingError, match="holds no pictures"):
        RunningCompanion(replace(config, camera=CameraConfig(f"folder:{tmp_path / 'none'}")), load=same_reader)
    assert saved(config.store.file) == ()


def test_a_browser_is_opened_only_where_it_has_a_screen(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", ":0")
    assert has_desktop()
    monkeypatch.delenv("WAYLAND_DISPLAY")
    assert not has_desktop()
