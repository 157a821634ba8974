"""Looking away: what lies under the cup is nobody's business until the cup is lifted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Blindfold:
    """Which frames may be looked at.

    A frame counts by the moment its exposure began: one begun while the blindfold was on is never looked at, however
    late the camera hands it over.
    """

    is_on: bool = False  # nothing may be looked at
    off_ns: int = 0  # when it was taken off last, monotonic ns; 0 where it never was on

    def worn(self, is_on: bool, now_ns: int) -> Blindfold:
        """Return the blindfold put on or taken off now; the same where nothing changes."""
        if is_on == self.is_on:
            return self
        return Blindfold(is_on=True, off_ns=self.off_ns) if is_on else Blindfold(off_ns=now_ns)

    def hides(self, exposed_ns: int) -> bool:
        """Return whether a frame exposed then must not be looked at now."""
        return self.is_on or exposed_ns < self.off_ns
