"""A camera that keeps exposure, white balance and focus: what it is asked, and what it answers.

Apart from the other ports, since the session knows these and must not reach what draws on pictures.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from firmware.ports import Lack
from vision.find.board import BoardOutline

MOST_PERIODS = 3  # of half the mains': 30 ms fit the 33 ms that a frame takes
EXPOSURE_TOLERANCE = 0.01  # a sensor exposes whole lines, some 20 µs each


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """What became of locking a camera, as it says itself."""

    exposure_us: int | None  # how long its frames are exposed, None where it does not say
    is_steady: bool  # these are whole half-periods of the mains: lamps do not flicker
    loose: frozenset[Lack] = frozenset()  # what it still changes by itself

    @classmethod
    def with_exposure(cls, exposure_us: int | None, *, half_period_us: float, loose: Iterable[Lack] = ()) -> "Locked":
        """Return what became of locking; exposures are steady that last whole half-periods, to 1 %."""
        periods = 0.0 if exposure_us is None else exposure_us / half_period_us
        is_steady = round(periods) >= 1 and abs(periods - round(periods)) <= EXPOSURE_TOLERANCE * periods
        return cls(exposure_us=exposure_us, is_steady=is_steady, loose=frozenset(loose))

    def __str__(self) -> str:
        """Return in words what became of it."""
        length = "of unknown length" if self.exposure_us is None else f"{self.exposure_us / 1000:g} ms"
        flicker = "" if self.is_steady else ", in which lamps may flicker"
        loose = f"; not locked: {', '.join(sorted(self.loose))}" if self.loose else ""
        return f"exposures {length}{flicker}{loose}"


@runtime_checkable
class LockingCamera(Protocol):
    """A camera whose exposure, white balance and focus can be locked; folders and the simulated one change nothing."""

    def lock(self, board: BoardOutline | None, *, timeout_s: float = 8.0) -> Locked:
        """Find exposure, white balance and focus anew, and keep them from then on.

        Raises:
            CameraTimeoutError: If it delivers no frame.
            CameraLostError: If it is gone.
        """


@runtime_checkable
class UnlockingCamera(Protocol):
    """A camera that keeps what it was told even after it was given back; the others forget it then."""

    def unlock(self, *, timeout_s: float = 2.0) -> None:
        """Let it find exposure, white balance and focus by itself again.

        Raises:
            CameraTimeoutError: If it delivers no frame.
            CameraLostError: If it is gone.
        """
