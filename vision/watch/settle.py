"""Stillness: whether anything on the board still moves.

Frames are made small and divided by their own blur, which takes out the lamp: its flicker, its bands over a rolling
shutter, clouds before the window. What is left is compared with a moment ago (anything that moves) and with a slowly
following picture of the stillness (anything that creeps).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.preprocess import shrunk
from vision.reading import Reading

Detail: TypeAlias = "NDArray[np.float32]"

WORK_PX = 160  # longer side: a die on a 40 cm board is then about 6 px, and a step costs under a millisecond

PART_PX = 40  # longer side of a die that is compared closely: what is smaller is noise


class Motion(StrEnum):
    """What the board does."""

    MOVING = "moving"
    STILL = "still"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What the board does, and since when."""

    motion: Motion  # Moving or still
    # Exposure time of the first frame of this motion; for STILL the first frame without movement, which is earlier than
    # the moment it was known.
    since_ns: int
    moving_share: float  # Share of the board that moved in the newest frame, 0–1


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlePolicy:
    """When a board counts as still."""

    # So long nothing moves before it is still. Thrown dice that rock on an edge pause for less.
    still_ns: int = 300_000_000
    # Frames are compared with one at least this old: between neighbours a rocking die hardly moves
    lag_ns: int = 90_000_000
    noise_factor: float = 6.0  # A pixel moved if it differs by more than this many times the frame's own noise..
    least_change: float = 0.09  # ...and by at least this share of its surroundings' brightness
    least_share: float = 0.0008  # Share of the board that must differ: a quarter of a die of 1/250 of the board
    # A die of which more than this share differs by more than this share of its mean brightness looks otherwise: noise
    # stays well below, another face well above
    unlike_share: float = 0.02
    unlike_change: float = 0.05
    follow_s: float = 4.0  # Time constant with which the still picture follows slow changes such as moving shadows
    gap_ns: int = 2_000_000_000  # After a gap this long in the frames nothing is known: start anew


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleState:
    """All that is remembered between frames."""

    recent: tuple[tuple[int, Detail], ...] = ()  # The last frames' detail with their times, oldest first
    # Detail of the board since it came to rest, following slowly; None while it moves.
    still_detail: Detail | None = None
    settlement: Settlement | None = None  # What was said last; None before the first frame.
    quiet_since_ns: int | None = None  # Exposure time since which nothing moved; None while something does.


class Settler:
    """Says of every frame whether the board is still.

    Args:
        board: Where to look; the whole frame if None. What moves outside the board does not count.
        policy: When a board counts as still.
    """

    def __init__(self, board: BoardOutline | None = None, *, policy: SettlePolicy | None = None) -> None:
        """Begin with nothing known."""
        self._board = board
        self._policy = policy or SettlePolicy()
        self._state = SettleState()

    def observe(self, frame: Frame) -> Settlement:
        """Take in a frame and say what the board does.

        Args:
            frame: The next frame, of any size; small ones cost less. Its `exposed_ns` is the only clock.
        """
        self._state = settled(self._state, frame, board=self._board, policy=self._policy)
        assert self._state.settlement is not None
        return self._state.settlement

    def watch(self, board: BoardOutline | None) -> None:
        """Look at this board from now on, and forget what was seen of another."""
        if board != self._board:
            self._board = board
            self.forget()

    def forget(self) -> None:
        """Forget all frames: the camera was moved or was away."""
        self._state = SettleState()


def settled(
    state: SettleState, frame: Frame, *, board: BoardOutline | None = None, policy: SettlePolicy | None = None
) -> SettleState:
    """Return the state after one more frame, which says what the board does."""
    chosen = policy or SettlePolicy()
    detail, mask = _detail_of(frame, board)
    now_ns = frame.exposed_ns
    known = _still_known(state, detail, now_ns, chosen)
    past = known.recent[0][1] if known.recent else None
    share = 1.0 if past is None else _moving_share(past, detail, mask, chosen)
    if known.still_detail is not None:
        share = max(share, _moving_share(known.still_detail, detail, mask, chosen))
    is_quiet = share < chosen.least_share
    recent = _recent_with(known.recent, now_ns, detail, chosen)
    quiet_ns = now_ns if known.quiet_since_ns is None else known.quiet_since_ns
    moved = replace(known, recent=recent, quiet_since_ns=quiet_ns if is_quiet else None)
    followed = replace(moved, still_detail=_followed(moved, detail, now_ns, chosen))
    return replace(followed, settlement=_settlement(followed, now_ns, share, chosen))


def lies_as_read(reading: Reading, before: Frame, after: Frame, *, policy: SettlePolicy | None = None) -> bool:
    """Return whether each die of a reading looks the same in two frames of a board at rest, both of its view.

    Closer than `settled` looks, so that another face in the same place is another view. What lies beyond the frames is
    not the same.
    """
    chosen = policy or SettlePolicy()
    if before.size_wh != after.size_wh:
        return False
    to_x, to_y = (ours / theirs for ours, theirs in zip(before.size_wh, reading.size_wh, strict=True))
    for die in reading.dice:
        x0, y0, x1, y1 = die.detection.box_xyxy
        part = slice(max(0, round(y0 * to_y)), round(y1 * to_y)), slice(max(0, round(x0 * to_x)), round(x1 * to_x))
        one, other = (_relief(frame.pixels[part]) for frame in (before, after))
        if not one.size or float((np.abs(one - other) > chosen.unlike_change).mean()) > chosen.unlike_share:
            return False
    return True


def _relief(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return a small part of a frame relative to its mean brightness, which takes out the lamp, float32 (H, W)."""
    if not pixels.size:
        return np.empty((0, 0), np.float32)
    small = shrunk(pixels, PART_PX)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), (3, 3), 0).astype(np.float32)
    return np.asarray(grey / (float(grey.mean()) + 2.0), np.float32)


def _still_known(state: SettleState, detail: Detail, now_ns: int, policy: SettlePolicy) -> SettleState:
    """Return the state, or an empty one after a gap, a step back in time or another frame size."""
    if not state.recent:
        return state
    last_ns, last = state.recent[-1]
    fits = 0 <= now_ns - last_ns <= policy.gap_ns and last.shape == detail.shape
    return state if fits else SettleState()


def _detail_of(frame: Frame, board: BoardOutline | None) -> tuple[Detail, NDArray[np.bool_]]:
    """Return a frame's brightness relative to its surroundings, float32 (H, W), and where the board is."""
    # Grey first: to shrink three colours takes as long as all the rest of a step.
    shades = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    grey = shrunk(shades, WORK_PX).astype(np.float32)
    # A share of the mean light is added so that noise in black felt is not blown up by the division, and the same
    # share at dusk as at noon; two levels more, for frames that are black all over.
    lit = cv2.GaussianBlur(grey, (3, 3), 0) + 0.2 * float(grey.mean()) + 2.0
    detail = (lit / cv2.GaussianBlur(lit, (0, 0), WORK_PX / 20)).astype(np.float32)
    mask = np.ones(grey.shape, np.bool_) if board is None else board.mask((grey.shape[1], grey.shape[0]))
    return detail, mask


def _moving_share(before: Detail, after: Detail, mask: NDArray[np.bool_], policy: SettlePolicy) -> float:
    """Return the share of the board on which two frames differ by more than noise."""
    differs = np.abs(after - before)
    noise = 1.4826 * float(np.median(differs[mask])) if mask.any() else 0.0
    moved = (differs > max(policy.least_change, policy.noise_factor * noise)) & mask
    # a single pixel is noise, a die's edge is at least two side by side
    joined = cv2.morphologyEx(moved.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return float(joined.sum() / max(1, int(mask.sum())))


def _recent_with(
    recent: tuple[tuple[int, Detail], ...], now_ns: int, detail: Detail, policy: SettlePolicy
) -> tuple[tuple[int, Detail], ...]:
    """Return the frames to compare the next one with: the newest that is old enough, and all after it."""
    kept = (*recent, (now_ns, detail))
    old_enough = [i for i, (at_ns, _) in enumerate(kept) if now_ns - at_ns >= policy.lag_ns]
    return kept[old_enough[-1] :] if old_enough else kept


def _followed(state: SettleState, detail: Detail, now_ns: int, policy: SettlePolicy) -> Detail | None:
    """Return the picture of the stillness, moved a little towards the newest frame."""
    if state.quiet_since_ns is None:
        return None
    if state.still_detail is None or len(state.recent) < 2:
        return detail
    step_s = (now_ns - state.recent[-2][0]) / 1e9
    weight = min(1.0, step_s / policy.follow_s)
    followed: Detail = state.still_detail * np.float32(1 - weight) + detail * np.float32(weight)
    return followed


def _settlement(state: SettleState, now_ns: int, share: float, policy: SettlePolicy) -> Settlement:
    """Return what to say of the newest frame."""
    quiet_ns = state.quiet_since_ns
    if quiet_ns is not None and now_ns - quiet_ns >= policy.still_ns:
        return Settlement(motion=Motion.STILL, since_ns=quiet_ns, moving_share=share)
    said = state.settlement
    since_ns = said.since_ns if said is not None and said.motion is Motion.MOVING else now_ns
    return Settlement(motion=Motion.MOVING, since_ns=since_ns, moving_share=share)
