"""The page's files: nothing is served that is not one of them."""

import os
import re
import zlib
from functools import cached_property
from importlib import resources
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import ASGIApp, Scope

STATIC = Path(str(resources.files("firmware.display") / "static"))
ONE = {"one.css": "text/css", "one.js": "text/javascript"}
_STYLE_IMPORT = re.compile(r'^@import "(.+?)";\n', re.MULTILINE)
_IMPORT = re.compile(r'^import \{(.+?)\} from "(.+?)";\n', re.MULTILINE | re.DOTALL)
_REMARK = re.compile(r"^ *(//.*|/\*(?:(?!\*/)[\s\S])*\*/)?\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function |class |const )(\w+)", re.MULTILINE)


def build_id(root: Path = STATIC) -> str:
    """Return what names this build of the page: a checksum over all its files."""
    files = [root / "index.html", *sorted(root.rglob("*.css")), *sorted(root.rglob("*.js"))]
    checksum = 0
    for file in files:
        checksum = zlib.crc32(file.read_bytes(), checksum)
    return f"{checksum:08x}"


def one_script(module: Path, names: dict[Path, str]) -> str:
    """Return a module, and before it each that it imports and that has no name yet, every one closed in itself.

    A browser asks once instead of sixty times. Only what the page's modules use is understood: named imports of files
    first, and functions, classes and constants exported where they are defined.
    """
    text, before = module.read_text("utf-8"), ""
    for _, file in _IMPORT.findall(text):
        if (imported := (module.parent / file).resolve()) not in names:
            before += one_script(imported, names)
    names[module] = name = f"module{len(names)}"
    exported = ", ".join(of for _, of in _EXPORT.findall(text))

    def taken(found: re.Match[str]) -> str:
        return f"const {{{found[1].replace(' as ', ': ')}}} = {names[(module.parent / found[2]).resolve()]};\n"

    body = _EXPORT.sub(r"\1\2", _IMPORT.sub(taken, text))
    return f"{before}const {name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"


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
        self._root = whole

    @cached_property
    def _one(self) -> dict[str, str]:
        styles = (self._root / "all.css").read_text("utf-8")
        style = _STYLE_IMPORT.sub(lambda found: (self._root / found[1]).read_text("utf-8"), styles)
        whole = {"one.css": style, "one.js": one_script(self._root / "js/main.js", {})}
        return {name: _REMARK.sub("", text) for name, text in whole.items()}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return all scripts or all styles as one, or a file."""
        if path not in ONE:
            return await super().get_response(path, scope)
        return Response(self._one[path], media_type=ONE[path], headers={"cache-control": "no-cache"})

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
