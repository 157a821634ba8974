"""What SQLite and the file system complain of, as errors of ours."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreInUseError, StoreReadOnlyError
from firmware.tables import table

_KINDS_BY_CODE = {
    sqlite3.SQLITE_FULL: StoreFullError,
    sqlite3.SQLITE_READONLY: StoreReadOnlyError,
    sqlite3.SQLITE_CORRUPT: StoreCorruptError,
    sqlite3.SQLITE_NOTADB: StoreCorruptError,
    sqlite3.SQLITE_IOERR_READ: StoreCorruptError,  # A worn-out sector; the rest of the file may still be read.
    sqlite3.SQLITE_IOERR_CORRUPTFS: StoreCorruptError,
    sqlite3.SQLITE_BUSY: StoreInUseError,
    sqlite3.SQLITE_LOCKED: StoreInUseError,
}
_KINDS_BY_ERRNO = {
    errno.ENOSPC: StoreFullError,
    errno.EDQUOT: StoreFullError,
    errno.EROFS: StoreReadOnlyError,
    errno.EACCES: StoreReadOnlyError,
    errno.EPERM: StoreReadOnlyError,
}
_SENTENCES = table(__file__)["sentences"]


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system raise inside into errors of ours."""
    try:
        yield
    except StoreError:
        raise
    except UnicodeEncodeError as error:
        raise StoreError(f"Nothing was written into {path}: half a sign is no text ({error.object!r:.80}).") from error
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        kind = _kind_of(error, path)
        raise kind(_SENTENCES[kind.__name__].format(path=path, error=error)) from error


def _kind_of(error: Exception, path: Path) -> type[StoreError]:
    if isinstance(error, UnicodeDecodeError):  # the sqlite3 module stumbles over the very word that it complains of
        return StoreCorruptError
    if isinstance(error, OSError):
        return _KINDS_BY_ERRNO.get(error.errno or 0, StoreError)
    code = getattr(error, "sqlite_errorcode", None) or 0
    if kind := _KINDS_BY_CODE.get(code) or _KINDS_BY_CODE.get(code & 0xFF):
        return kind
    # SQLite only says that input or output failed: the disk may say why.
    folder = next((place for place in (path, *path.parents) if place.exists()), Path())
    if not os.access(folder, os.W_OK):  # nobody may write on a read-only disk, not even root
        return StoreReadOnlyError
    disk = os.statvfs(folder)
    return StoreFullError if disk.f_bavail == 0 or (disk.f_files > 0 and disk.f_favail == 0) else StoreError
