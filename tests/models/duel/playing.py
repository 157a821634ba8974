"""Parts of duels, played in this process."""

from pathlib import Path

from models.duel.part import play_part
from models.duel.settings import DuelSettings, Limits
from models.strategies import STRATEGIES
from scoring.ruleset import Ruleset

ROOT = Path(__file__).parents[3]
BOTS = "tests.models.duel.bots"
QUICK = Limits(seconds_a_move=1.0, seconds_to_load=20, memory_gb=1.0)


def settings(one, other="most-points", **given):
    """Return a duel of one column; who is no strategy of ours is one of the bots."""
    usual = {"games": 4, "seed": 5, "ruleset": Ruleset(columns=1), "folder": str(ROOT), "limits": QUICK}
    names = [name if name in STRATEGIES or ":" in name else f"{BOTS}:{name}" for name in (one, other)]
    return DuelSettings(entrants=tuple(names), **usual | given)


def played(*names, first=1, last=None, **given):
    of = settings(*names, **given)
    return play_part(of, range(first, (last or of.games) + 1))
