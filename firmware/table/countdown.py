"""The seconds there are for a decision, told by a monotonic clock; one that jumps by years is none."""

from dataclasses import dataclass, replace

from firmware.session.events import SecondPassed
from firmware.session.state import SessionState

LATE_NS = 1_500_000_000
"""Who presses so shortly after the end meant what could be decided before it."""

_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Countdown:
    """Time that runs."""

    moment: int  # how many records the log had when it began
    end_ns: int  # when it is over, monotonic
    left: int  # seconds that were told to be left

    @property
    def due_ns(self) -> int:
        """Return when the next second is over."""
        return self.end_ns - (self.left - 1) * _S

    def is_held(self, now_ns: int, pressed_ns: int | None) -> bool:
        """Tell whether the time is over, but for a press that began before and is still under way."""
        return now_ns >= self.end_ns and pressed_ns is not None and pressed_ns < self.end_ns

    def at(self, now_ns: int) -> "tuple[Countdown | None, SecondPassed | None]":
        """Return the countdown after time went by, None once it is over, and the second that passed, if one did.

        Seconds that passed unseen are skipped: a busy companion tells the newest.
        """
        if now_ns < self.due_ns:
            return self, None
        left = max(0, -(-(self.end_ns - now_ns) // _S))
        after = replace(self, left=left) if left else None
        return after, SecondPassed(left, self.moment)


def countdown_of(state: SessionState, running: Countdown | None, now_ns: int) -> Countdown | None:
    """Return the countdown that a state wants: the running one, a new one, or none."""
    limit = None if state.game is None else state.game.time_limit
    if limit is None or state.seconds_left == 0:  # over, but somebody called out in time
        return None
    if running is not None and running.moment == len(state.records):
        return running
    return Countdown(moment=len(state.records), end_ns=now_ns + limit.seconds * _S, left=limit.seconds)
