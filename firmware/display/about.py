"""What runs here and since when, where the games lie, and how it is brought up to date."""

import shutil
import tomllib
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path

from babel.dates import format_date

from firmware.display.messages import Catalogue
from firmware.display.names import decimal
from firmware.display.updates import TOP, updates_view

ROOT = Path(__file__).parents[2]
_GB, LINES = 1e9, 3  # of ``version.txt``: version, day, folder of the checkout, where there is one


def what_runs(root: Path = ROOT) -> tuple[str, str, str | None]:
    """Return the version in a folder, its day, and the checkout it came from; None where nobody installed it."""
    noted = root / "version.txt"
    lines = noted.read_text(encoding="utf-8").splitlines() if noted.exists() else []
    if len(lines) == LINES:
        version, made, tree = lines
        return version, made, tree
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"], "", None


def about_view(store: Path, games: int, words: Catalogue, *, root: Path = ROOT, top: Path = TOP) -> dict[str, object]:
    """Return what the page says of what runs in a folder and of the file of the games, plain JSON data."""

    def day(of: date) -> str:
        return str(format_date(of, "long", locale=words.language))

    noted, room = root / "version.txt", "?"
    with suppress(OSError):  # of a disk that was pulled out nobody knows
        room = decimal(shutil.disk_usage(store.parent).free / _GB, words.language)
    kept = words.text("about.games", count=games, path=str(store), room=room)
    version, made, tree = what_runs(root)
    if tree is None:  # nobody installed it: it runs where it was fetched to
        here = words.text("about.not-installed", version=version, folder=str(root))
        return {"said": [here, kept], "update": words.text("about.update-here"), "command": "git pull && make play"}
    dated = words.text("about.dated", version=version, day=day(date.fromisoformat(made))) if made else version
    since = day(datetime.fromtimestamp(noted.stat().st_mtime, UTC).astimezone().date())
    said = [words.text("about.version", version=dated), words.text("about.since", day=since), kept]
    if updates := updates_view(words, top):
        return {"said": said, **updates}
    if not tree:  # a card brought it
        return {"said": said, "update": words.text("about.update-card"), "command": "git pull && make card"}
    command = f"cd {tree} && git pull && sudo make install"
    return {"said": said, "update": words.text("about.update"), "command": command}
