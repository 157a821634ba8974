"""The file of the games and its copy, whether a companion plays with them, and the disk they lie on."""

import os
import statistics
from contextlib import ExitStack, closing
from pathlib import Path

from firmware.doctor.finding import Finding, Instruments, doubtful, failed, good, skipped
from firmware.errors import FirmwareError, StoreCorruptError, StoreError, StoreInUseError
from firmware.log.durable import IN_MEMORY, mount_of
from firmware.log.mending import LogSource, set_aside
from firmware.log.opening import is_all_due
from firmware.log.store import SqliteStore
from firmware.settings.config import Config

AS_ITS_USER = "Start the doctor with sudo, and with the companion's own --config."


def store(config: Config) -> tuple[Finding, bool]:
    """Return how the file of the games is, and whether a companion has it open."""
    path = config.store.file
    try:
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
    except FirmwareError as error:
        return failed("store", str(error)), False
    return _with_copy(f"{count} {'game' if count == 1 else 'games'} in {path}", config, last, problem), False


def _with_copy(games: str, config: Config, last: int, problem: StoreError | None) -> Finding:
    """Return how the copy is, and how much room is taken by what was moved aside."""
    if problem is not None:
        return failed("store", str(problem))
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


def _store_to_be(path: Path) -> Finding:
    """Return whether the file of the games can be made, without making it."""
    folder = _nearest_folder(path)
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        mend = "Make it writable, or choose another path under [store]."
        return failed("store", f"{path} cannot be made: {folder} may not be written. {mend}")
    return good("store", f"no games yet; they will be kept in {path}")


LEAST_FREE_BYTES = 50_000_000
"""Room for some twenty games with their copies (about 1.2 MB each); below it a café should clear the card."""

FULL_BYTES = 1_000_000  # with less than this not even the game that is running can be saved to its end
SLOW_S = 0.25  # a save is a handful of such writes, and players wait for it
NEW_CARD = "Copy the games from it, and take a new card."


def _nearest_folder(path: Path) -> Path:
    """Return the folder of a file, or the nearest above it that is there."""
    # Path's own raises where a folder above is closed to this user.
    return next(parent for parent in path.parents if os.path.exists(parent))  # noqa: PTH110


def room(config: Config, instruments: Instruments) -> Finding:
    """Return whether games can be saved, for how long, and how fast."""
    folder = _nearest_folder(config.store.file)
    found = instruments.room(folder)
    free = found.f_bavail * found.f_frsize
    if free < FULL_BYTES or (found.f_files and not found.f_favail):
        return failed("disk", f"the disk is full, nothing can be saved: delete something on {folder}")
    said = f"{f'{free / 1e9:.1f} GB' if free >= 10**9 else f'{free / 1e6:.0f} MB'} free where the games are kept"
    if free < LEAST_FREE_BYTES:
        return doubtful("disk", f"{said}: delete something on {folder}")
    try:
        spent = instruments.writes(folder)
    except OSError as error:
        return skipped("disk", f"{said}; how fast it saves only its own user can try ({error.strerror}: {folder})")
    usual_s, longest_s = statistics.median(spent), max(spent)
    said = f"{said}; saving takes {1e3 * usual_s:.1f} ms, {1e3 * longest_s:.0f} ms at most"
    if usual_s > SLOW_S or longest_s > 4 * SLOW_S:
        return doubtful("disk", f"{said}, so players wait for it: a card so slow is worn. {NEW_CARD}")
    return good("disk", said)


def card(config: Config, tools: Instruments) -> Finding:
    """Return how healthy the disk of the games is, as far as it tells."""
    mount = mount_of(_nearest_folder(config.store.file), tools.whole_text("proc/self/mountinfo") or "")
    if not mount.number:
        return skipped("card", "this system does not tell its disks: nothing to look at")
    if mount.kind in IN_MEMORY:
        where = f"{mount.kind} on {mount.point}): a power cut takes them all. Choose another path under [store]."
        return doubtful("card", f"the games are kept in memory ({where}")
    if mount.is_read_only:
        return failed("card", f"{mount.point} is read-only, as a card becomes when it wears out. {NEW_CARD}")
    try:
        block = (tools.root / "sys/dev/block" / mount.number).resolve(strict=True)
    except OSError:
        return skipped("card", f"the games are on {mount.kind}, which tells nothing of its health")
    # What the whole card says of itself.
    device = (block.parent if (block / "partition").exists() else block) / "device"
    kind = _kind(tools, device)
    said = f"{block.name} ({mount.kind}, {kind})"
    errors = tools.number(f"sys/fs/ext4/{block.name}/errors_count")
    if errors:
        mend = "Copy the games; a check at the next start mends it (fsck.mode=force in cmdline.txt). Again? A new card."
        return doubtful("card", f"{said} has counted {errors} errors. {mend}")
    counted = "counts no errors" if errors is not None else "does not count its errors"
    untold = "; such a card tells nothing of its wear" if kind.startswith("SD") else ""
    return good("card", f"{said} {counted}{untold}")


def _kind(tools: Instruments, device: Path) -> str:
    """Return what a disk is, in words."""
    kind = {"SD": "SD card", "MMC": "eMMC"}.get(tools.text(device / "type") or "")
    if kind is None:
        return tools.text(device / "model") or "a disk"
    made = tools.text(device / "date")
    return " ".join(filter(None, (kind, tools.text(device / "name"), made and f"of {made}")))
