"""Print what Serviert needs of the package index, each with the hashes of its wheels for all devices: `make lock`."""

import itertools
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
PYTHONS, MACHINES = ("3.11", "3.13"), ("aarch64", "x86_64")  # bookworm's and trixie's; a Pi's and a desk's
project = tomllib.loads((HERE / "../../pyproject.toml").read_text(encoding="utf-8"))["project"]
needed = (*project["dependencies"], *project["optional-dependencies"]["pi"])  # the device's own, not the developers'
pip = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--target", "nowhere"]
pip += ["--report", "-", "--only-binary", ":all:", "--constraint", str(HERE / "../constraints.txt"), *needed]
# What this computer keeps of its own, or builds, has other hashes.
environ = {**os.environ, "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
hashes: dict[str, set[str]] = {}
for python, machine in itertools.product(PYTHONS, MACHINES):
    platforms = [f"--platform=manylinux{glibc}_{machine}" for glibc in ("_2_28", "_2_27", "_2_17", "2014")]
    done = subprocess.run(
        [*pip, "--python-version", python, *platforms], env=environ, stdout=subprocess.PIPE, check=True
    )
    for wheel in json.loads(done.stdout)["install"]:
        pin = f"{wheel['metadata']['name'].lower()}=={wheel['metadata']['version']}"
        hashes.setdefault(pin, set()).add(wheel["download_info"]["archive_info"]["hashes"]["sha256"])
print("# Made by `make lock`. pip installs on the device what has these hashes, and nothing else.")  # noqa: T201
for pin in sorted(hashes):
    print(" \\\n    ".join((pin, *(f"--hash=sha256:{value}" for value in sorted(hashes[pin])))))  # noqa: T201
