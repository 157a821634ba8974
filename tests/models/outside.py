"""What lies beside the repository, and may be absent."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / ".." / "shared" / "data"


def needs(path):
    if not path.exists():
        pytest.skip(f"{path} is absent: photographs, boards and textures are kept outside the repository")
    return path
