"""Both guides: filled, linked, the same in both languages, and every command in them exists."""

import re
from pathlib import Path

import pytest
import typer

from firmware.commands.cli import app
from hardware.arm.made import files as arm_files
from hardware.guide.made import NAMES, files
from hardware.make import FOLDER
from hardware.mount.steps import STEPS
from hardware.numbers import load
from hardware.words import PageLanguage

TREE = FOLDER.parents[1]
GUIDES = sorted(f"{room}/{name}" for room in ("arm", "cafe", "guide") for name in NAMES.values())


@pytest.fixture(scope="module")
def guides() -> dict[str, str]:
    told = {room: {f"{room}.json": (FOLDER / room / f"{room}.json").read_bytes()} for room in ("mount", "cafe")}
    made = {"guide": files(load(), told), "arm": arm_files(load(), told)}
    found = {name: (FOLDER / name).read_text(encoding="utf-8") for name in GUIDES if name.startswith("cafe")}  # drawn
    return found | {f"{room}/{name}": said.decode() for room, each in made.items() for name, said in each.items()}


@pytest.mark.parametrize("name", GUIDES)
def test_the_guide_in_the_repository_is_current_and_filled_and_every_linked_file_exists(guides, name):
    assert (FOLDER / name).read_text(encoding="utf-8") == guides[name]
    assert "$" not in guides[name]
    assert not re.search(r"\b(None|nan|inf|TODO)\b", guides[name])
    links = re.findall(r"\]\(([^)#]+)\)", guides[name])
    assert len(links) > (40 if name.startswith("guide") else 5)
    here = (FOLDER / name).parent
    assert [link for link in links if not (here / link).resolve().exists()] == []
    assert all((here / link).resolve().is_relative_to(TREE) for link in links)


def shape(text: str) -> list[tuple[int, str]]:
    """Return headings by level and number, pictures, and tables by their columns, in order."""
    found = []
    for line in text.splitlines():
        if heading := re.match(r"(#+) (?:\w+ )?(\d+)? ?", line):
            found.append((len(heading[1]), heading[2] or ""))
        elif line.startswith("!["):
            found.append((0, re.sub(r"-(en|de)\b", "", line.partition("](")[2])))
        elif re.match(r"\|[ :-]+\|", line):
            found.append((line.count("|"), "table"))
    return found


def test_both_languages_have_the_same_headings_pictures_and_tables(guides):
    rooms = ("arm", "guide", "cafe")
    by_room = [[shape(guides[f"{room}/{NAMES[language]}"]) for language in PageLanguage] for room in rooms]
    assert all(english == german for english, german in by_room)
    english = by_room[1][0]
    numbers = [number for level, number in english if level == 3 and number.isdigit()]
    assert numbers == [str(step.number) for step in STEPS]
    others = 4  # the whole, the circuit, the header, the switch board
    assert sum(level == 0 for level, _ in english) == len(STEPS) + others


@pytest.mark.parametrize("name", GUIDES)
def test_every_command_with_its_options_every_target_and_every_module_exists(guides, name):
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    called = re.findall(r"`(?:sudo )?(?:/\S+/)?serviert ([a-z]+)([^`]*)`", guides[name])
    assert len(called) >= {"guide": 4, "arm": 1, "cafe": 0}[name.partition("/")[0]]
    for command, rest in called:
        options = {opt for param in commands[command].params for opt in (*param.opts, *param.secondary_opts)}
        assert set(re.findall(r"--[a-z-]+", rest)) <= options, command
    made = set(re.findall(r"^([a-z0-9-]+):", (TREE / "Makefile").read_text(), re.MULTILINE))
    written = "\n".join(re.findall(r"`[^`\n]+`|^(?:sudo|git|make|python) .*$", guides[name], re.MULTILINE))
    needed = {"hardware", {"guide": "install", "arm": "card", "cafe": "hardware"}[name.partition("/")[0]]}
    assert needed <= set(re.findall(r"\bmake ([a-z-]+)", written)) <= made
    for module in re.findall(r"python -m ([\w.]+)", written):
        path = TREE / Path(*module.split("."))
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists()
