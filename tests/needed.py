"""Print what is needed to run this project and to test it without a browser or training; for `pip install -r`."""

import re
import tomllib
from pathlib import Path

TOOLS = {"pytest", "pytest-xdist", "hypothesis", "httpx"}


def needed(pyproject: Path) -> list[str]:
    """Return requirements as pip takes them."""
    project = tomllib.loads(pyproject.read_text())["project"]
    tools = [line for line in project["optional-dependencies"]["dev"] if re.split(r"[<>=]", line)[0] in TOOLS]
    return [*project["dependencies"], *tools]


if __name__ == "__main__":
    print("\n".join(needed(Path(__file__).resolve().parent.parent / "pyproject.toml")))  # noqa: T201 - for pip
