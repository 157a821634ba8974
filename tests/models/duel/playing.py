"""Parts of duels, played in this process."""

from pathlib import Path

from models.duel.part import DuelPart, PartPlayed, play_part
from models.duel.settings import DuelSettings, Limits
from models.strategies import STRATEGIES
from scoring.ruleset import Ruleset

ROOT = Path(__file__).parents[3]
BOTS = "tests.models.duel.bots"
QUICK = Limits(seconds_a_move=1.0, seconds_to_load=20, memory_gb=1.0)


def settings(one: str, other: str = "most-points", **given) -> DuelSettings:
    """Return a duel of one column; who is no strategy of ours is one of the bots."""
    usual = {"games": 4, "seed": 5, "ruleset": Ruleset(columns=1), "folder": str(ROOT), "limits": QUICK}
    names = [name if name in STRATEGIES or ":" in name else f"{BOTS}:{name}" for name in (one, other)]
    return DuelSettings(entrants=tuple(names), **usual | given)


def played(*names: str, first: int = 1, last: int | None = None, **given) -> PartPlayed:
    of = settings(*names, **given)
    return play_part(DuelPart(settings=of, first=first, last=last or of.games))
