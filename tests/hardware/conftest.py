"""Everything of the mount drawn once for all tests."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.numbers import load


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep all tests that need it on one worker; they are long by nature."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "stand" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("cad"))
            item.add_marker(pytest.mark.proof)


@pytest.fixture(scope="session")
def stand() -> SimpleNamespace:
    pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")
    from hardware.mount.assembly import assembly, drawn
    from hardware.mount.made import masses
    from hardware.mount.mesh import mesh

    numbers = load()
    parts = drawn(numbers)
    placed = assembly(numbers, parts)
    return SimpleNamespace(
        numbers=numbers,
        parts=parts,
        meshes={name: mesh(part) for name, part in parts.items()},
        placed=placed,
        masses=masses(numbers, placed, parts),
    )
