"""The strategies in CONTRIBUTING.md work as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from models.duel.duel import require_strategies, tallies
from models.duel.settings import DuelSettings

ROOT = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all code of the chapter in one file, called as it says."""
    chapter = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("**a strategy**")[1].split("\n**")[0]
    blocks = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
    assert len(blocks) == 2
    (name,) = re.findall(r'^"""(\w+\.py): ', blocks[0])
    (tmp_path / name).write_text("\n".join(blocks), encoding="utf-8")
    assert "`serviert duel my_bot:Collector most-points --games 100`" in chapter
    return tmp_path


@pytest.mark.parametrize(("bot", "games", "wins"), [("Collector", 6, 2), ("Weigher", 6, 3)])
def test_a_documented_strategy_plays_and_wins_some(bot, games, wins, folder):
    settings = DuelSettings(entrants=(f"my_bot:{bot}", "most-points"), games=games, folder=str(folder))
    require_strategies(settings)
    (tally,) = tallies(settings, jobs=1)
    assert tally.end is None
    assert tally.won_by(0) >= wins
