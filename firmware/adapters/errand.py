"""What a library does and may never finish, with a deadline."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from firmware.errors import CameraTimeoutError

Done = TypeVar("Done")


class Errands:
    """Does one thing at a time in a thread of its own, and leaves it behind when it hangs.

    ``whose`` begins a sentence: ``The Pi's camera``.
    """

    def __init__(self, whose: str) -> None:
        """Begin with nothing under way."""
        self._whose = whose
        self._what = ""
        self._left_behind: Future[object] | None = None

    def do(
        self,
        what: str,
        errand: Callable[[], Done],
        *,
        timeout_s: float,
        too_late: Callable[[Done], object] = lambda _: None,
    ) -> Done:
        """Return what an errand returns, or raise what it raises.

        What comes after the time-out goes to ``too_late``, in the errand's thread.

        Raises:
            CameraTimeoutError: If it, or one before it that was left behind, does not finish.
        """
        if self._left_behind is not None and not self._left_behind.done():
            raise CameraTimeoutError(
                f"{self._whose} still hangs while {self._what}: restart Serviert, or switch the device off and on."
            )
        done: Future[Done] = Future()

        def do() -> None:
            try:
                done.set_result(errand())
            except Exception as error:  # noqa: BLE001 - goes on to the thread that waits for it
                done.set_exception(error)

        # A daemon: Python would wait for any other thread when it ends, and this one may never end.
        threading.Thread(target=do, name=f"{self._whose}: {what}", daemon=True).start()
        wait([done], timeout_s)
        if done.done():  # asked only once: what finishes at the last moment is returned or left behind, never lost
            return done.result()
        self._what, self._left_behind = what, done  # type: ignore[assignment]  # only asked whether it is done
        done.add_done_callback(lambda late: None if late.exception() else too_late(late.result()))
        raise CameraTimeoutError(f"{self._whose} hangs while {what}, after {timeout_s:g} s.")
