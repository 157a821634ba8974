"""A log of some games, as a café would have it."""

import shutil
from itertools import chain
from pathlib import Path

import pytest

from firmware.analysis import rollouts
from firmware.log.record import Record
from scoring import dice, events
from scoring.games.escalero import EscaleroBegan
from tests.firmware.analysis.played import game
from tests.firmware.log.games import fill

ESCALERO = (Record(EscaleroBegan(players=("Anna", "Ben"))),)
BEGUN = (Record(events.GameBegan(players=("Anna", "Ben"), beginner=0)), Record(events.ThrowMade((dice.Face.ACE,) * 5)))
GAMES = (game(1), ESCALERO, game(2, names=("Ben", "anna ")), game(3, names=("Ben", "Clara")), BEGUN)


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let dear decisions be played on as shortly as can be."""
    for limit in ("A_DECISION_S", "LEAST_MATCHES"):
        monkeypatch.setattr(rollouts, limit, 0)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a log of three whole games, one of another kind, and one that was only begun."""
    folder = tmp_path_factory.mktemp("filled")
    fill(folder / "games.sqlite3", *chain(*GAMES))
    return folder


@pytest.fixture
def log(tmp_path: Path, filled: Path) -> Path:
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    return tmp_path / "games.sqlite3"
