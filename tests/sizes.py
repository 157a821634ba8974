"""The house against its budgets: ``python -m tests.sizes`` prints them, and fails where a bound is broken.

Lines of Python a package, files lying loose in its root, lines a module, and class names that stand for two things.
Complexity and arguments are ruff's to hold, arrows and circles import-linter's.
"""

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUDGETS = {"scoring": 6_000, "vision": 6_500, "models": 13_000, "firmware": 25_000, "hardware": 7_500, "tests": 40_000}
"""Lines of Python a package may have at most."""
PRODUCTION = 58_000
LOOSE = 14
"""Files that may lie in a package's root."""
MODULE_LINES = 400


def tracked() -> list[Path]:
    """Return the files of the repository that are there, relative to its root."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def lines_of(path: Path) -> int:
    """Return how many lines a file has, as ``wc`` counts."""
    return (ROOT / path).read_bytes().count(b"\n")


def class_names(modules: list[Path]) -> dict[str, list[Path]]:
    """Return the modules that define a public class, by its name."""
    found = defaultdict(list)
    for path in modules:
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path)
    return found


def broken(files: list[Path]) -> list[str]:
    """Return a sentence for each bound that does not hold."""
    python = [path for path in files if path.suffix == ".py"]
    lengths = {path: lines_of(path) for path in python}
    said = [f"{path}: {lines} lines, at most {MODULE_LINES}" for path, lines in lengths.items() if lines > MODULE_LINES]
    twice = class_names([path for path in python if path.parts[0] in BUDGETS and path.parts[0] != "tests"])
    said += [f"{name} is defined in {', '.join(map(str, at))}" for name, at in sorted(twice.items()) if len(at) > 1]
    total = 0
    for package, budget in BUDGETS.items():
        lines = sum(lines for path, lines in lengths.items() if path.parts[0] == package)
        loose = sum(path.parts[0] == package and len(path.parts) == 2 for path in files)
        total += lines * (package != "tests")
        print(f"{package:<10}{lines:>7,} lines of {budget:>6,}{loose:>5} files in its root of {LOOSE}")
        said += [f"{package}: {lines:,} lines, at most {budget:,}: take out as many as you add"] * (lines > budget)
        said += [f"{package}: {loose} files in its root, at most {LOOSE}"] * (loose > LOOSE)
    print(f"{'together':<10}{total:>7,} lines of {PRODUCTION:>6,} without the tests")
    return said


if __name__ == "__main__":
    sentences = broken(tracked())
    print(*sentences, sep="\n", file=sys.stderr)
    sys.exit(bool(sentences))
