"""A file read a page at a time: however large it is, no more of it than that is in memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from firmware.log.disk_errors import as_store_error
from firmware.log.schema import page_of

if TYPE_CHECKING:
    from pathlib import Path


class Content(Protocol):
    """Bytes, in memory or in a file."""

    def __len__(self) -> int:
        """Return how many."""
        ...

    def __getitem__(self, part: slice, /) -> bytes:
        """Return some of them."""
        ...


class PagedFile:
    """A file as it is, empty where there is none; zeros stand for what the disk no longer gives back.

    Closing it drops every lock the process holds on that file, as `firmware.log.schema.bytes_of` does.
    """

    def __init__(self, path: Path) -> None:
        """Open it.

        Raises:
            StoreError: If that is impossible.
        """
        self._path = path
        self._descriptor: int | None = None
        self._size = 0
        try:
            self._descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            self._size = os.fstat(self._descriptor).st_size
            page_of(self._descriptor, 0)  # a folder can be opened, too
        except FileNotFoundError:
            pass
        except OSError as error:
            self.close()
            raise as_store_error(error, path) from error

    def __len__(self) -> int:
        """Return its size."""
        return self._size

    def __getitem__(self, part: slice, /) -> bytes:
        """Return bytes that begin where the slice does: a page's worth at most.

        Raises:
            StoreError: If the disk fails, but not for a worn-out sector.
        """
        start, stop, _ = part.indices(self._size)
        if self._descriptor is None:
            return b""
        try:
            return page_of(self._descriptor, start)[: max(0, stop - start)]
        except OSError as error:
            raise as_store_error(error, self._path) from error

    def close(self) -> None:
        """Close it; closing twice does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None
