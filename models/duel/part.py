"""A part of a duel: some pairs of matches, played by one process in one go.

Both matches of a pair are played with the same dice, and who begins one is second in the other: what luck one strategy
has in the first, the other has in the second.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np

from models.duel.chance import dice_of
from models.duel.errors import Failure, StrategyError, StrategyNotBuiltError
from models.duel.outside import OutsideSide, StrategyProcess
from models.duel.settings import DuelSettings, is_outside
from models.strategies import RECKON_IN_CHANCES, STRATEGIES
from scoring.ruleset import Ruleset, TiedColumnRule
from scoring.strategy.entry_worths import Strategy
from scoring.strategy.matches import NOBODY, ByWorths, Ended, MatchPlayer, play_out

GAMES_A_PART = 20
"""Fewer are played less fast, and of more there are too few parts for a cluster. It is even: pairs stay together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match that was played."""

    game: int  # Its number, from 1; games 1 and 2 are a pair, 3 and 4, and so on
    beginner: int  # Who began: 0 for the duel's first strategy, 1 for its second
    points: tuple[float, float] | None  # Of each; None where it was forfeited
    winner: int | None  # 0 or 1, None for a draw
    forfeited_by: int | None = None  # Who lost it by doing what none may
    # What the first strategy won less what its throws brought it, and the other's added, if both reckon in chances
    without_luck: float | None = None

    @property
    def won(self) -> float:
        """Return what the first strategy won: 1, ½ or 0."""
        return 0.5 if self.winner is None else float(self.winner == 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartPlayed:
    """What became of a part."""

    matches: tuple[Match, ...]  # That were played to their end, by number
    failures: tuple[Failure, ...] = ()  # What strategies did that none may, where that costs no more than the match
    end: Failure | None = None  # What ended the duel, if that happened; then matches are missing


@dataclass(frozen=True, slots=True)
class OurSide:
    """A strategy of ours: it fails in nothing."""

    player: ByWorths  # That it is
    failures: tuple[Failure, ...] = ()

    def playing(self, games: Sequence[int]) -> MatchPlayer:
        """Return who plays some games together."""
        return replace(self.player, luck=np.zeros(len(games)))


def side_of(
    settings: DuelSettings, side: int, opened: ExitStack, *, ours: Mapping[str, Callable[[], Strategy]] = STRATEGIES
) -> OurSide | OutsideSide:
    """Return who plays a side; `opened` ends what was started, `ours` need no process.

    Raises:
        StrategyError: If it cannot be loaded.
    """
    if is_outside(settings.entrants[side]):
        process = StrategyProcess(settings, side)
        opened.callback(process.end)
        return OutsideSide(process).load()
    try:
        strategy = ours[settings.entrants[side]]()
    except (OSError, ValueError) as error:  # a file that belongs to it
        raise settings.failure(side, StrategyNotBuiltError, f"cannot be made: {error}").raised from error
    return OurSide(ByWorths(strategy, settings.ruleset.is_served_whenever))


def parts_of(settings: DuelSettings) -> tuple[range, ...]:
    """Return the numbers of a duel's games in parts, from 1: always the same, whoever plays them."""
    after = settings.games + 1
    return tuple(range(first, min(first + GAMES_A_PART, after)) for first in range(1, after, GAMES_A_PART))


def play_part(settings: DuelSettings, part: range) -> PartPlayed:
    """Play some of a duel's games, from an odd number on, in this process."""
    matches: list[Match] = []
    failures: list[Failure] = []
    end: Failure | None = None
    with ExitStack() as opened:
        try:
            sides = [side_of(settings, side, opened) for side in (0, 1)]
            for beginner in (0, 1):
                matches += _played(settings, sides, part[beginner::2], beginner)
            failures = [failure for side in sides for failure in side.failures]
        except StrategyError as error:
            end = error.failure
    matches.sort(key=lambda match: match.game)
    return PartPlayed(matches=tuple(matches), failures=tuple(failures), end=end)


def _played(settings: DuelSettings, sides: Sequence[OurSide | OutsideSide], games: range, beginner: int) -> list[Match]:
    if not games:
        return []
    ruleset = settings.ruleset
    faces = np.stack([dice_of(settings.seed, (game - 1) // 2, ruleset.columns) for game in games])
    first, second = (sides[side].playing(games) for side in (beginner, 1 - beginner))
    ended = play_out(first, second, faces, columns=ruleset.columns, served_whenever=ruleset.is_served_whenever)
    matches = [_match(ended, number, game, beginner, ruleset) for number, game in enumerate(games)]
    kept = [player.luck for player in (first, second) if isinstance(player, ByWorths) and player.luck is not None]
    if not RECKON_IN_CHANCES.issuperset(settings.entrants) or len(kept) < len(sides):
        return matches
    luck = (kept[beginner] - kept[1 - beginner]).tolist()
    return [replace(match, without_luck=match.won - its) for match, its in zip(matches, luck, strict=True)]


def _match(ended: Ended, number: int, game: int, beginner: int, ruleset: Ruleset) -> Match:
    given_up_by = int(ended.given_up_by[number])
    if given_up_by != NOBODY:
        loser = beginner if given_up_by == 0 else 1 - beginner
        return Match(game=game, beginner=beginner, points=None, winner=1 - loser, forfeited_by=loser)
    leads = np.sign(ended.column_leads[number]) * (1 if beginner == 0 else -1)
    worth = np.arange(1, ruleset.columns + 1)
    shared = float(worth[leads == 0].sum()) / 2 if ruleset.tied_column is TiedColumnRule.SPLIT else 0
    points = float(worth[leads > 0].sum()) + shared, float(worth[leads < 0].sum()) + shared
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    return Match(game=game, beginner=beginner, points=points, winner=winner)
