"""What the players are told of the file of the games."""

from __future__ import annotations

from firmware.errors import StoreError, StoreFullError, StoreReadOnlyError
from firmware.log.opening import Became, Trouble
from firmware.session.log import notice
from firmware.session.vocabulary import Notice, NoticeKey

_BECAME = {
    Became.RESTORED: NoticeKey.STORE_RESTORED,
    Became.REPLACED: NoticeKey.STORE_REPLACED,
    Became.GONE: NoticeKey.STORE_GONE,
    Became.TOO_NEW: NoticeKey.STORE_TOO_NEW,
}


def reason_of(error: StoreError) -> NoticeKey:
    """Return the sentence for a store that does not save."""
    match error:
        case StoreFullError():
            return NoticeKey.STORE_FULL
        case StoreReadOnlyError():
            return NoticeKey.STORE_READ_ONLY
        case _:
            return NoticeKey.STORE_FAILED


def opening_notice(trouble: Trouble | None, problem: StoreError | None) -> Notice | None:
    """Return what is said at the start, None where all is well."""
    if trouble is None:
        return None if problem is None else notice(reason_of(problem))
    if trouble.became is Became.LOST:
        return notice(NoticeKey.STORE_LOST, count=trouble.lost)
    return notice(_BECAME[trouble.became])
