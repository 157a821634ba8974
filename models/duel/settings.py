"""What a duel is played with."""

import difflib
import re
from dataclasses import dataclass, field

from models.duel.errors import DuelSettingError, Failure, StrategyError, UnknownStrategyError
from models.strategies import STRATEGIES
from scoring.ruleset import Ruleset

MOST_GAMES = 10_000_000
MOST_SEED = 2**63 - 1
_OUTSIDE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a strategy from outside may use.

    Raises:
        DuelSettingError: If one is not above 0.
    """

    # For one decision; one from outside that looks at arrays decides about many matches at once and may use so much for
    # each of them
    seconds_a_move: float = 10.0
    seconds_to_load: float = 60.0  # To be imported and made for the first time
    memory_gb: float = 4.0  # Of memory, 10⁹ bytes

    def __post_init__(self) -> None:
        """Refuse limits with which nothing could be done."""
        for name in ("seconds_a_move", "seconds_to_load", "memory_gb"):
            if not 0 < (limit := getattr(self, name)) < float("inf"):
                raise DuelSettingError(f"got {limit} {name.replace('_', ' ')}; a limit is above 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelSettings:
    """What a duel is played with.

    Raises:
        UnknownStrategyError: If nobody has such a name.
        DuelSettingError: If anything else cannot be.
    """

    entrants: tuple[str, str]  # Who plays: names of `models.strategies.STRATEGIES`, or ``module:Class``
    games: int = 1000  # How many matches; the first entrant begins every other one, and the first of all
    seed: int = 1  # Of the dice, and of strategies that ask for chance
    ruleset: Ruleset = field(default_factory=Ruleset)  # Columns and house rules
    forfeits: bool = False  # Whether a match in which a strategy fails is lost for it, and the duel goes on
    limits: Limits = field(default_factory=Limits)  # Of strategies from outside
    folder: str = ""  # Where modules from outside are looked for first

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        for entrant in self.entrants:
            _require_playable(entrant)
        if not 1 <= self.games <= MOST_GAMES:
            raise DuelSettingError(f"got {self.games:,} games; 1 to {MOST_GAMES:,} can be played")
        if not 0 <= self.seed <= MOST_SEED:
            raise DuelSettingError(f"got seed {self.seed}; a seed is a whole number from 0 to {MOST_SEED}")

    @property
    def labels(self) -> tuple[str, str]:
        """Return what the two are called, so that they can be told apart."""
        one, other = self.entrants
        return (one, other) if one != other else (f"{one} (A)", f"{other} (B)")

    def failure(self, side: int, error: type[StrategyError], what: str) -> Failure:
        """Return what the strategy of a side did that none may, not yet in which game."""
        return Failure(strategy=self.labels[side], side=side, error=error, what=what, seed=self.seed)


def is_outside(entrant: str) -> bool:
    """Tell whether an entrant is not one of our own."""
    return ":" in entrant


def _require_playable(entrant: str) -> None:
    if is_outside(entrant):
        if not _OUTSIDE.fullmatch(entrant):
            raise UnknownStrategyError(
                f"got {entrant!r}; a strategy from outside is named as Python imports it, module:Class, "
                "such as my_bot:Cautious for the class Cautious in my_bot.py of the current folder"
            )
    elif entrant not in STRATEGIES:
        alike = difflib.get_close_matches(entrant.lower().replace("_", "-").replace(" ", "-"), STRATEGIES, n=1)
        raise UnknownStrategyError(
            f"got {entrant!r}; {f'is {alike[0]} meant? ' if alike else ''}strategies are {', '.join(STRATEGIES)}, "
            "or module:Class for one of your own"
        )
