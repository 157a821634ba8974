"""`make hardware`: nothing differs the second time, what no room makes goes, what is refused writes nothing."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("schemdraw", reason="circuits are drawn at a desk; `make hardware` installs what does it")

from hardware.errors import HardwareError, NumbersError
from hardware.make import COMPOSED, FOLDER, README, ROOMS, MadeChange, make
from hardware.numbers import Build, load

QUICK = ("optics", "wiring")


def quiet(said: str) -> None:
    assert said.endswith("…")


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    assert {change.what for change in make(load(), folder, rooms=QUICK, say=quiet)} == {"new"}
    return folder


@pytest.mark.parametrize("room", [*QUICK, pytest.param("cafe", marks=pytest.mark.proof)])
def test_what_lies_in_the_repository_is_what_the_numbers_make(made_once, room):
    pytest.importorskip("build123d" if room == "cafe" else "schemdraw", reason="drawn at a desk")
    make(load(), made_once, rooms=(room,), say=quiet)
    made, kept = (
        {path.relative_to(folder).as_posix(): path.read_bytes() for path in (folder / room).rglob("*.*")}
        for folder in (made_once, FOLDER)
    )
    assert sorted(kept) == sorted(made)
    assert [name for name in made if made[name] != kept[name]] == []


def test_every_room_has_its_folder_and_no_folder_is_without_a_room():
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == {*ROOMS, "paper"}
    assert set(ROOMS[: -len(COMPOSED)]).isdisjoint(COMPOSED), "what is told of the others comes after them"


def test_a_second_time_only_what_no_room_makes_is_removed_and_a_changed_file_is_mended(made_once):
    (made_once / "wiring" / "old.md").write_text("from other numbers")
    page = made_once / "wiring" / "wiring.md"
    right = page.read_bytes()
    page.write_bytes(b"")
    found = make(load(), made_once, rooms=("wiring",), say=quiet)
    assert set(found) == {MadeChange("wiring/old.md", "gone"), MadeChange("wiring/wiring.md", "changed")}
    assert page.read_bytes() == right
    assert not (made_once / "wiring" / "old.md").exists()
    assert (made_once / "README.md").read_text(encoding="utf-8") == README.format(build="arm", guide="arm")


def test_the_build_decides_what_is_made_what_is_named_first_and_whose_numbers_count(tmp_path):
    # A height at which the stand's camera reads no dice, and a display for which it has no case.
    other = load().changed("camera", height_mm=1400.0).changed("dice", size_mm=20.0).changed("display", model="hdmi")
    made = make(replace(other, build=Build.ARM), tmp_path, say=quiet)
    assert {change.name.partition("/")[0] for change in made} == {"optics", "parts", "arm"}
    with pytest.raises(NumbersError, match=r"camera\.height_mm = 1400"):
        make(replace(other.changed("display", model="touch-display"), build=Build.STAND), tmp_path, say=quiet)
    make(replace(load(), build=Build.CAFE), tmp_path, rooms=("parts",), say=quiet)
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == README.format(build="cafe", guide="cafe")
    bill = (tmp_path / "parts/bill.md").read_text()
    assert re.findall(r"^## (.*)", bill, re.MULTILINE)[0].startswith("B: base plate")


def test_where_nothing_can_be_drawn_it_is_said_what_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "build123d", None)  # as where it is not installed
    monkeypatch.delitem(sys.modules, "hardware.mount.made", raising=False)
    with pytest.raises(HardwareError, match="mount needs build123d, which is not installed: `make hardware` installs"):
        make(load(), rooms=("mount",), say=quiet)


def test_a_number_that_a_later_room_refuses_writes_nothing_of_the_rooms_before(tmp_path):
    with pytest.raises(NumbersError, match=r"supply\.amps = 1 .* nearest is 4"):
        make(load().changed("supply", amps=1.0), tmp_path, rooms=("optics", "wiring"), say=quiet)
    assert list(tmp_path.iterdir()) == []


def test_the_parts_in_the_repository_are_those_of_the_numbers(stand):
    from hardware.mount.made import step
    from hardware.mount.mesh import stl

    folder = FOLDER / "mount"
    assert all((folder / f"stl/{name}.stl").read_bytes() == stl(mesh, name) for name, mesh in stand.meshes.items())
    for name in ("carriage", "wing-strap", "pi-cover"):
        assert (folder / f"step/{name}.step").read_bytes() == step(stand.parts[name])
    told = json.loads((folder / "mount.json").read_text())
    assert {part["name"] for part in told["printed"]} == set(stand.parts)
    assert told["hands_mm"]["width"] >= 280
