"""Where the companion that plays shows its page: kept beside its games, for whoever starts a second one."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware.errors import StoreInUseError


def _file(games: Path) -> Path:
    return games.with_name(f"{games.stem}.address")


def forget_address(games: Path) -> None:
    """Delete what an earlier companion kept: it ended, or it would still hold the games."""
    with suppress(OSError):  # a folder that takes no file has none
        _file(games).unlink(missing_ok=True)


def keep_address(games: Path, url: str) -> None:
    """Keep where the page of the companion that has these games open is shown."""
    with suppress(OSError):  # a second one then says less
        _file(games).write_text(f"{url}\n", encoding="utf-8")


@contextmanager
def saying_where(games: Path) -> Iterator[None]:
    """Say where the other companion shows its page when it has the games open.

    Raises:
        StoreInUseError: With that address, where it is known.
    """
    try:
        yield
    except StoreInUseError as error:
        url = ""
        with suppress(OSError, ValueError):
            url = _file(games).read_text(encoding="utf-8").strip()
        if not url:
            raise
        raise StoreInUseError(f"Serviert runs already: open {url} ({error})") from error
