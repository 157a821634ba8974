"""Cases in TOML files that lie beside the tests that go through them."""

import tomllib
from pathlib import Path
from typing import Any


def cases(test: str) -> dict[str, Any]:
    """Return what the file beside a test holds, which is called as the test without its ``test_``."""
    path = Path(test)
    return tomllib.loads(path.with_name(f"{path.stem.removeprefix('test_')}.toml").read_text(encoding="utf-8"))
