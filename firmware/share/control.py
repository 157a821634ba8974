"""Who may play from a phone: whoever has typed the four digits that the device shows.

Guessing is made hopeless: three wrong tries, by whomever, and the digits are others; an address has five tries and then
one more every five minutes; all addresses together have ten and then one more every ten minutes. That is ten thousand
digits against some sixty tries in an evening.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from enum import StrEnum

from firmware.share.limits import Allowance, Rate

DIGITS = 4
WRONG_PER_DIGITS = 3
MOST_CONTROLS = 4
"""Phones that play along at once."""
IDLE_NS = 2 * 3600 * 1_000_000_000
"""A phone that did nothing for so long only follows again."""
EACH = Rate(most=5, every_s=300)
TOGETHER = Rate(most=10, every_s=600)
MOST_REMEMBERED = 64
"""Addresses that typed something; more than that cannot have tries left over from all together."""


class Answer(StrEnum):
    """What becomes of typed digits."""

    ACCEPTED = "accepted"
    WRONG = "wrong"
    WAIT = "wait"  # too many tries: not even looked at
    FULL = "full"  # right, but enough phones play already


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A phone that may play.

    Attributes:
        number: What the device calls it.
        token: What it shows with every touch; a secret.
        address: Where it typed the digits; the token is worth nothing elsewhere.
        used_ns: When it was last heard of.
    """

    number: int
    token: str
    address: str
    used_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """Chance, drawn outside.

    Attributes:
        digits: The next four.
        token: For the phone that typed the right ones.
    """

    digits: str
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlDesk:
    """Digits, tries and phones at one moment.

    Attributes:
        digits: What the device shows.
        wrong: So often others were typed since these were drawn.
        together: What is left of everybody's tries.
        each: What is left of each address's, the latest last.
        controls: Phones that may play.
        given: So many phones were let in so far; numbers them.
    """

    digits: str
    wrong: int = 0
    together: Allowance
    each: tuple[tuple[str, Allowance], ...] = ()
    controls: tuple[Control, ...] = ()
    given: int = 0

    def is_locked(self, now_ns: int) -> bool:
        """Return whether nobody has a try left."""
        return self.together.now(TOGETHER, now_ns).left < 1


def opened(digits: str, now_ns: int) -> ControlDesk:
    """Return a desk at which nobody has tried anything."""
    return ControlDesk(digits=digits, together=Allowance.full(TOGETHER, now_ns))


def typed(desk: ControlDesk, digits: str, *, address: str, now_ns: int, fresh: Fresh) -> tuple[ControlDesk, Answer]:
    """Return the desk after digits were typed on a phone, and what the phone is told.

    Every try is paid for before it is looked at, a right one too. Right digits are good once.

    Args:
        desk: Before.
        digits: As they came, any text.
        address: Whence they came.
        now_ns: Monotonic time.
        fresh: The next digits, and the token for a phone that is let in.
    """
    desk = _without_idle(desk, now_ns)
    paid = _paid(desk, address, now_ns)
    if paid is None:
        return desk, Answer.WAIT
    if not _is_same(digits, paid.digits):
        wrong = paid.wrong + 1
        return (replace(paid, wrong=wrong) if wrong < WRONG_PER_DIGITS else _drawn(paid, fresh)), Answer.WRONG
    if len(paid.controls) >= MOST_CONTROLS:
        return _drawn(paid, fresh), Answer.FULL
    control = Control(number=paid.given + 1, token=fresh.token, address=address, used_ns=now_ns)
    return replace(_drawn(paid, fresh), controls=(*paid.controls, control), given=control.number), Answer.ACCEPTED


def used(desk: ControlDesk, token: str, *, address: str, now_ns: int) -> tuple[ControlDesk, Control | None]:
    """Return the desk after a phone showed its token, and which phone it is, None if it may not play."""
    desk = _without_idle(desk, now_ns)
    found = None
    for control in desk.controls:  # all of them, however soon one fits: the time taken tells nothing
        if _is_same(token, control.token) and control.address == address:
            found = control
    if found is None:
        return desk, None
    renewed = replace(found, used_ns=now_ns)
    controls = tuple(renewed if control is found else control for control in desk.controls)
    return replace(desk, controls=controls), renewed


def ended(desk: ControlDesk, number: int) -> ControlDesk:
    """Return the desk after a phone was told, at the device or by itself, that it only follows again."""
    return replace(desk, controls=tuple(control for control in desk.controls if control.number != number))


def renewed(desk: ControlDesk, fresh: Fresh, now_ns: int) -> ControlDesk:
    """Return the desk with other digits and all tries forgiven: whoever touches the device itself may do that."""
    return replace(_drawn(desk, fresh), together=Allowance.full(TOGETHER, now_ns), each=())


def _is_same(given: str, secret: str) -> bool:
    """Return whether a text is a secret, in a time that does not tell how much of it was right."""
    return hmac.compare_digest(given.encode(errors="replace"), secret.encode())


def _drawn(desk: ControlDesk, fresh: Fresh) -> ControlDesk:
    return replace(desk, digits=fresh.digits, wrong=0)


def _paid(desk: ControlDesk, address: str, now_ns: int) -> ControlDesk | None:
    """Return the desk with one try less, None if there is none."""
    known = dict(desk.each)
    mine = known.pop(address, Allowance.full(EACH, now_ns)).spent(EACH, now_ns)
    ours = desk.together.spent(TOGETHER, now_ns)
    if mine is None or ours is None:
        return None
    return replace(desk, together=ours, each=(*known.items(), (address, mine))[-MOST_REMEMBERED:])


def _without_idle(desk: ControlDesk, now_ns: int) -> ControlDesk:
    return replace(desk, controls=tuple(one for one in desk.controls if now_ns - one.used_ns <= IDLE_NS))
