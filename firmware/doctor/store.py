"""The file of the games, and whether a companion is playing with it."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from firmware.doctor.card import nearest_folder
from firmware.doctor.finding import Finding, Health
from firmware.errors import StoreCorruptError, StoreInUseError
from firmware.log.store import SqliteStore
from firmware.table.watchdog import page_answers

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.settings.config import Config

ANSWER_S = 1.0
AS_ITS_USER = "Start the doctor with sudo, and with the companion's own --config."


def store(config: Config) -> tuple[Finding, bool]:
    """Return how the file of the games is, and whether a companion has it open.

    Raises:
        StoreError: If it cannot be used.
    """
    path = config.store.file
    try:
        if not path.exists():
            return _store_to_be(path), False
        if not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError  # noqa: TRY301 - as where a folder above is closed
        with closing(SqliteStore.open(path)) as opened:
            count, problem = len(opened.games()), opened.problem
    except PermissionError:
        return Finding("store", Health.SKIPPED, f"{path} is closed to this user. {AS_ITS_USER}"), False
    except StoreInUseError:
        return Finding("store", Health.GOOD, f"a companion is playing with {path}"), True
    except StoreCorruptError as error:
        mend = "The next `serviert play` moves the file aside and keeps every record that can still be read."
        return Finding("store", Health.FAILED, f"{error} {mend}"), False
    if problem is not None:
        return Finding("store", Health.FAILED, str(problem)), False
    return Finding("store", Health.GOOD, f"{count} {'game' if count == 1 else 'games'} in {path}"), False


def page_is_served(config: Config) -> bool:
    """Return whether a companion, with whatever games, serves its page at the address of the settings."""
    return page_answers(config.display.host, config.display.port, timeout_s=ANSWER_S)


def _store_to_be(path: Path) -> Finding:
    """Return whether the file of the games can be made, without making it."""
    folder = nearest_folder(path)
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        mend = "Make it writable, or choose another path under [store]."
        return Finding("store", Health.FAILED, f"{path} cannot be made: {folder} may not be written. {mend}")
    return Finding("store", Health.GOOD, f"no games yet; they will be kept in {path}")
