"""Everything of the mount drawn once for all tests."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hardware.numbers import load


@pytest.fixture(scope="session")
def stand() -> SimpleNamespace:
    pytest.importorskip("build123d", reason="parts are drawn at a desk; `make hardware` installs it")
    from hardware.mount.assembly import assembly, drawn
    from hardware.mount.made import bodies
    from hardware.mount.mesh import mesh

    numbers = load()
    parts = drawn(numbers)
    placed = assembly(numbers, parts)
    return SimpleNamespace(
        numbers=numbers,
        parts=parts,
        meshes={name: mesh(part) for name, part in parts.items()},
        placed=placed,
        bodies=bodies(numbers, placed, parts),
    )
