"""The page's files: nothing is served that is not one of them."""

import os
import zlib
from importlib import resources
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import ASGIApp, Scope

STATIC = Path(str(resources.files("firmware.display") / "static"))


def build_id(root: Path = STATIC) -> str:
    """Return what names this build of the page: a checksum over all its files."""
    files = [root / "index.html", *sorted(root.rglob("*.css")), *sorted(root.rglob("*.js"))]
    checksum = 0
    for file in files:
        checksum = zlib.crc32(file.read_bytes(), checksum)
    return f"{checksum:08x}"


def page_files() -> ASGIApp:
    """Return what serves them, packed: a phone in a bad corner of the café loads a third."""
    return GZipMiddleware(PageFiles())


class PageFiles(StaticFiles):
    """The files that lay in a folder at the start; browsers may keep them but must ask about them.

    Another build must not mix with this one, and a name that is not on the list never reaches the file system: not
    with dots, not with a link, however it is spelt.
    """

    def __init__(self, root: Path = STATIC) -> None:
        """Take the files of a folder; links are left out."""
        super().__init__(directory=root)
        whole = root.resolve()
        self._known = {
            path.relative_to(root).as_posix(): path
            for path in root.rglob("*")
            if path.is_file() and path.resolve() == whole / path.relative_to(root)
        }

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return a file and its state, nothing for a name that is not on the list."""
        known = self._known.get(path)
        return (str(known), known.stat()) if known is not None and known.is_file() else ("", None)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return the file, or word that it has not changed."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response
