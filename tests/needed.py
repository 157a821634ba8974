"""Print what is needed to run this project and to test it without a browser or training; for `pip install -r`."""

import re
import tomllib
from pathlib import Path

TOOLS = {"dev": {"pytest", "pytest-xdist", "hypothesis", "httpx", "psutil", "tqdm"}, "pi": {"gpiozero"}}
"""What tests of every kind import, by the extra that lists it; the button's have mock pins of gpiozero's."""


def needed(pyproject: Path) -> list[str]:
    project = tomllib.loads(pyproject.read_text())["project"]
    extras = project["optional-dependencies"]
    tools = [line for extra in TOOLS for line in extras[extra] if re.split(r"[<>=]", line)[0] in TOOLS[extra]]
    return [*project["dependencies"], *tools]


if __name__ == "__main__":
    print("\n".join(needed(Path(__file__).resolve().parent.parent / "pyproject.toml")))  # noqa: T201 - for pip
