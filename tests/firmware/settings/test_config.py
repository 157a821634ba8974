import os
import re
from dataclasses import fields, replace
from importlib import resources
from pathlib import Path

import pytest

from firmware.errors import ConfigError
from firmware.session.choosing import Choice
from firmware.session.vocabulary import EntryMode
from firmware.settings import config as configuration
from firmware.settings.boot_config import claims_of
from firmware.signals.press import PressTiming
from scoring import events, ruleset
from scoring.games.escalero import EscaleroBegan
from tests.cases import cases
from vision.read.reader import ReaderPolicy

SHIPPED = resources.files("firmware") / "serviert.toml"
WRONG = cases(__file__)["wrong"]
WITH_TEXT = (("store", "path"), ("store", "copy"), ("camera", "source"), ("share", "interface"))


def test_the_shipped_file_shows_every_setting_with_its_default_and_changes_none():
    assert configuration.parse(SHIPPED.read_text(encoding="utf-8")) == configuration.Config()
    shown = re.sub(r"^#(?=[a-z_]+ = )", "", SHIPPED.read_text(encoding="utf-8"), flags=re.MULTILINE)
    settings = re.findall(r"^[a-z_]+(?= = )", shown, flags=re.MULTILINE)
    existing = [each.name for section in fields(configuration.Config) for each in fields(section.default_factory())]
    assert settings == existing
    assert configuration.parse(shown) == configuration.Config()


def test_what_phones_may_see_is_off_and_pictures_of_dice_have_a_limit_and_an_off_switch():
    assert not configuration.Config().share.on
    shared = configuration.parse('[share]\non = true\nport = 9001\ninterface = "wlan0"').share
    assert shared == configuration.ShareConfig(on=True, port=9001, interface="wlan0")
    assert [configuration.parse(f"[store]\ncrops = {crops}").store.crops for crops in (0, 50)] == [0, 50]
    assert not configuration.parse("[store]\npictures = false").store.pictures


def test_settings_can_be_changed_and_the_game_that_stands_ready_begins_so():
    game = (
        'ready = "escalero"\nplayers = ["Anna", "Ben", "Cem"]\nmode = "auto"\nserved = "any-full-throw"\n'
        'tied_column = "split"\nreroll = "die"\ncolumns = 3'
    )
    of_before = "keyboard = false"  # of keys in the terminal, which press no more
    config = configuration.parse(f'[button]\ngpio = "on"\npin = 5\nlong_press_s = 2\n{of_before}\n[game]\n{game}')
    served, tied = ruleset.ServedRule.ANY_FULL_THROW, ruleset.TiedColumnRule.SPLIT
    assert config == replace(
        configuration.Config(),
        button=configuration.ButtonConfig(gpio=configuration.Gpio.ON, pin=5, long_press_s=2.0),
        game=configuration.GameConfig(
            **{"ready": Choice.ESCALERO, "players": ("Anna", "Ben", "Cem"), "mode": EntryMode.AUTO, "columns": 3},
            **{"served": served, "tied_column": tied, "reroll": ruleset.RerollRule.DIE},
        ),
    )
    agreed = EscaleroBegan(players=("Anna", "Ben", "Cem"), reroll=ruleset.RerollRule.DIE, served=served)
    assert config.game.agreed == agreed  # the game that stands ready begins so
    assert configuration.Config().game.agreed == events.GameBegan(players=("Spieler 1", "Spieler 2"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        *WRONG,
        *((f'[{key}]\n{name} = "a\\u0000"', f"{key}.{name}: got a NUL") for key, name in WITH_TEXT),
        ("a = " + "[" * 5000, "table.toml is no TOML file"),
    ],
)
def test_a_wrong_setting_is_told_with_file_key_and_what_is_legal(text, complaint):
    with pytest.raises(ConfigError) as raised:
        configuration.parse(text, source="table.toml")
    assert complaint in str(raised.value)
    assert str(raised.value).startswith("table.toml")


def test_all_mistakes_are_told_at_once():
    with pytest.raises(ConfigError) as raised:
        configuration.parse("[button]\npim = 3\npin = 99\n[display]\nport = 1", source="table.toml")
    assert len(str(raised.value).splitlines()) == 2


def test_a_file_that_was_named_must_exist_and_be_text(tmp_path):
    with pytest.raises(ConfigError, match=r"missing.toml cannot be read: No such file or directory\.$"):
        configuration.load(tmp_path / "missing.toml")
    path = tmp_path / "serviert.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="cannot be read"):
        configuration.load(path)
    path.write_text("[display]\nport = 9001\n", encoding="utf-8-sig")
    assert configuration.load(path).display.port == 9001
    os.truncate(path, 2_000_000)
    for none in (path, Path("/dev/zero")):
        with pytest.raises(ConfigError, match="is no file of settings"):
            configuration.load(none)


def test_the_users_own_file_need_not_exist_and_counts_where_it_does(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert configuration.load() == configuration.Config()
    configuration.user_file().parent.mkdir(parents=True)
    configuration.user_file().write_text("[display]\nport = 9001\n")
    assert configuration.load().display.port == 9001


def test_games_and_copy_lie_where_the_system_keeps_data_unless_a_path_is_given(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert configuration.StoreConfig().file == tmp_path / "serviert" / "games.sqlite3"
    assert configuration.StoreConfig("~/mine.db").file == tmp_path / "home" / "mine.db"
    assert configuration.parse('[store]\npath = "/a/b"').store.copy_file == Path("/a/b.copy")
    assert configuration.parse('[store]\npath = "/a/b"\ncopy = "/c/d"').store.copy_file == Path("/c/d")


def test_sections_speak_the_language_of_the_parts_they_set():
    assert configuration.ButtonConfig().timing == PressTiming()
    assert configuration.ReaderConfig().policy == ReaderPolicy()
    assert configuration.ReaderConfig(sure_confidence=0.5).policy.sure_confidence == 0.5
    assert configuration.ButtonConfig(debounce_ms=7).timing.debounce_ns == 7_000_000


def taken(text: str, model: str = "Raspberry Pi 4 Model B Rev 1.5") -> list[int]:
    return sorted({claim.bcm for claim in claims_of(text, model=model)})


@pytest.mark.parametrize(("line", "pins"), [each.values() for each in cases(__file__)["lines"]])
def test_a_line_gives_away_the_pins_that_its_overlay_documents(line, pins):
    assert taken(line) == pins


def test_sections_for_other_models_do_not_count():
    text = "[pi4]\ndtparam=spi=on\n[cm4]\ndtparam=i2s=on\n[all]\nenable_uart=1\n"
    assert (taken(text), taken(text, "Raspberry Pi 5 Model B Rev 1.0")) == ([7, 8, 9, 10, 11, 14, 15], [14, 15])
    assert taken(text, "") == [14, 15]
