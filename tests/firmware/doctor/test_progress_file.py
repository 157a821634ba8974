"""How far somebody came survives: written whole, read back, and whatever is the matter with it does no harm."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.doctor.progress_file import ProgressKeeper, load, progress_file
from firmware.session.wizard import Outcome, Progress, WizardStep
from firmware.settings.config import Config, StoreConfig

S = 1_000_000_000
LIGHT = Progress().after(Outcome.DONE).after(Outcome.SKIPPED)
WHOLE = {"format": 1, "step": "light", "outcomes": ["open"] * 7, "is_open": True, "elapsed_s": 3}


class Desk:
    """A keeper whose clock is moved by hand."""

    def __init__(self, path: Path, elapsed_s: int = 0) -> None:
        self.path, self.now_ns = path, 5 * S
        self.keeper = ProgressKeeper(path, elapsed_s=elapsed_s, clock_ns=lambda: self.now_ns)

    def keep(self, progress: Progress, *, after_s: int = 0, is_new: bool = False) -> int:
        self.now_ns += after_s * S
        return self.keeper.keep(progress, is_new=is_new)


def test_what_was_kept_is_read_back(tmp_path):
    config = Config(store=StoreConfig(path=str(tmp_path / "new" / "games.sqlite")))
    assert progress_file(config) == tmp_path / "new" / "setup.json"  # beside the games
    desk = Desk(progress_file(config), elapsed_s=200)
    assert load(desk.path) is None
    assert desk.keep(Progress(is_open=True), is_new=True) == 0  # beginning anew counts anew
    assert desk.keep(LIGHT, after_s=41) == 41
    desk.keeper.close()
    desk.keeper.close()
    assert load(desk.path) == (LIGHT, 41)


def test_the_clock_stands_while_the_dialog_is_closed_and_goes_on_after_a_restart(tmp_path):
    desk = Desk(tmp_path / "setup.json", elapsed_s=30)
    assert desk.keep(LIGHT, after_s=1000) == 30
    assert desk.keep(replace(LIGHT, is_open=False), after_s=10) == 40
    assert desk.keep(LIGHT, after_s=3600) == 40
    assert desk.keep(LIGHT, after_s=5) == 45
    desk.keeper.close()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (json.dumps(WHOLE), (Progress(step=WizardStep.LIGHT, is_open=True), 3)),
        *((content, None) for content in ("", "[]", "{}")),
        *(
            (json.dumps({**WHOLE, key: value}), None)
            for key, value in (
                *(("format", 2), ("step", "nowhere"), ("outcomes", ["open"])),
                *(("outcomes", ["perhaps"] * 7), ("elapsed_s", None)),
            )
        ),
    ],
)
def test_a_file_that_says_nothing_is_as_good_as_none(tmp_path, content, found):
    path = tmp_path / "setup.json"
    path.write_text(content, encoding="utf-8")
    assert load(path) == found


def test_a_card_that_refuses_is_logged_and_nobody_waits(tmp_path, caplog):
    (tmp_path / "closed").write_text("", encoding="utf-8")
    desk = Desk(tmp_path / "closed" / "setup.json")
    desk.keep(LIGHT)
    desk.keeper.close()
    assert "cannot be kept" in caplog.text
