"""Print what is needed to run this project and to test it without a browser or training; for `pip install -r`."""

import re
import tomllib
from pathlib import Path

TOOLS = {"pytest", "pytest-xdist", "hypothesis", "httpx"}

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
tools = [line for line in project["optional-dependencies"]["dev"] if re.split(r"[<>=]", line)[0] in TOOLS]
print("\n".join([*project["dependencies"], *tools]))  # noqa: T201 - for pip
