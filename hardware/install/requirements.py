"""Print what Serviert needs of the package index, as a requirements file: the device's own, not the developers'."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
print("\n".join((*project["dependencies"], *project["optional-dependencies"]["pi"])))  # noqa: T201 - its output
