"""Data of ours in TOML files that lie beside the modules they belong to."""

import tomllib
from pathlib import Path
from typing import Any


def table(module: str, name: str = "") -> dict[str, Any]:
    """Return what the file beside a module holds, which is called as the module unless another name is given."""
    path = Path(module).with_suffix(".toml")
    return tomllib.loads((path.with_stem(name) if name else path).read_text(encoding="utf-8"))
