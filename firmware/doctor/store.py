"""The file of the games and its copy, and whether a companion is playing with them."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from pathlib import Path

from firmware.doctor.card import nearest_folder
from firmware.doctor.finding import Finding, doubtful, failed, good, skipped
from firmware.errors import StoreCorruptError, StoreError, StoreInUseError
from firmware.log.mending import older_files, set_aside
from firmware.log.opening import is_all_due
from firmware.log.reading import LogSource
from firmware.log.store import SqliteStore
from firmware.settings.config import Config
from firmware.table.watchdog import page_answers

ANSWER_S = 1.0
AS_ITS_USER = "Start the doctor with sudo, and with the companion's own --config."


def store(config: Config) -> tuple[Finding, bool]:
    """Return how the file of the games is, and whether a companion has it open.

    Raises:
        StoreError: If it cannot be used.
    """
    path = config.store.file
    try:
        if older_files(path):
            return good("store", f"{path} is of an older Serviert: `serviert play` takes it over"), False
        if not path.exists():
            return _store_to_be(path), False
        if not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError  # noqa: TRY301 - as where a folder above is closed
        with closing(SqliteStore.open(path, is_thorough=is_all_due(path))) as opened:
            count, problem, last = len(opened.games()), opened.problem, opened.newest[0]
    except PermissionError:
        return skipped("store", f"{path} is closed to this user. {AS_ITS_USER}"), False
    except StoreInUseError:
        return good("store", f"a companion is playing with {path}"), True
    except StoreCorruptError as error:
        mend = "The next `serviert play` moves the file aside and keeps every record that it or its copy still holds."
        return failed("store", f"{error} {mend}"), False
    if problem is not None:
        return failed("store", str(problem)), False
    return _with_copy(f"{count} {'game' if count == 1 else 'games'} in {path}", config, last), False


def _with_copy(games: str, config: Config, last: int) -> Finding:
    """Return how the copy is, and how much room is taken by what was moved aside."""
    copy = config.store.copy_file
    with ExitStack() as opened:
        try:
            held = LogSource(copy, opened)
            behind = "cannot be read" if held.is_damaged else f"is {last - held.last} records behind"
            is_whole = held.last == last and not held.is_damaged
        except StoreError as error:
            behind, is_whole = f"cannot be read: {error}", False
    kept = set_aside(config.store.file)
    aside = f"; {len(kept)} files moved aside in {config.store.file.parent} may be removed" if kept else ""
    if not is_whole:
        return doubtful("store", f"{games}; its copy {copy} {behind}: `serviert play` mends that{aside}")
    return good("store", f"{games}, and in its copy {copy}{aside}")


def page_is_served(config: Config) -> bool:
    """Return whether a companion, with whatever games, serves its page at the address of the settings."""
    return page_answers(config.display.host, config.display.port, timeout_s=ANSWER_S)


def _store_to_be(path: Path) -> Finding:
    """Return whether the file of the games can be made, without making it."""
    folder = nearest_folder(path)
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        mend = "Make it writable, or choose another path under [store]."
        return failed("store", f"{path} cannot be made: {folder} may not be written. {mend}")
    return good("store", f"no games yet; they will be kept in {path}")
