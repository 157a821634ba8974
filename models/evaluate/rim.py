"""Dice by the rim, on it, behind it, on each other: who is called off or burning, and where the floor is seen to end.

`python -m models.evaluate.rim` draws trays seen straight and aslant with five dice, most of them near the rim; on every
other one die leans, is stacked or fell off. Picture i is the same whatever the count. With `--throws 6` as many throws
of dice that lie right are read before it under the same camera, as at a table. With another `--seed` they are other
trays, on which nothing was chosen.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from models.evaluate.boards import counted, is_refused
from models.evaluate.games import TableEye
from models.evaluate.held_out import exposed, load_frames, renderer_digest, write_frames
from models.evaluate.play import PlayTable, sample_table
from models.evaluate.records import BoardRecord, record_of
from models.evaluate.report import rows_table
from models.evaluate.workers import DRAWN, Models, common_options, models_of, worked
from models.render.stage import RenderStage
from models.render.styles import HELD_OUT_FROM, poker_design
from models.render.tray import is_inside
from models.render.truth import CORNER_SIGNS
from models.render.world import Board, Design, DieInstance, DieState
from models.train.pictures import placing
from models.train.pictures.generate import truth_line
from models.train.pictures.scene import balanced, sample_by_rim, sample_film, sample_light
from models.train.pictures.shards import write_whole
from models.train.pictures.trays import floor_px
from models.train.pictures.truth import board_of
from scoring.statistics.share import share_of
from vision.find.outline import places_along
from vision.reading import BURNING_DOUBTS, DICE_EXPECTED, EyeDoubt

COUNT, SEED, FIRST_DESIGN = 400, 83, HELD_OUT_FROM + 70_000
MOST_PICTURES = 1_000_000  # So that no throw has another one's noise
KINDS = ("against the rim", "against a die", "stacked", "on the rim", "behind the rim")
STRAIGHT_DEG, ASLANT_DEG = 4.0, 8.0
MAT_SHARE, BY_RIM_SHARE = 0.12, 0.6
PLACES = 96
ASKED = frozenset({EyeDoubt.PERHAPS_LEANING, EyeDoubt.PERHAPS_OFF})
FEW = 2
"""Throws after which a camera's view is known."""
Looked: TypeAlias = tuple[int, list[BoardRecord], float]
"""A picture's number, what was read on throws before and on it, and the mean error of its outline, mm, NaN of none."""


def is_aslant(number: int) -> bool:
    """Return whether a picture is taken aslant: each kind is, every other time."""
    return number // 10 % 2 == 1


def kind_of(number: int) -> str:
    """Return how the last die of a picture lies; nothing where it lies right."""
    return KINDS[number // 2 % len(KINDS)] if number % 2 else ""


def drawn(folder: Path, seed: int, number: int, throw: int) -> dict[str, Any]:
    """Draw a picture, or a throw before it, from 1 on, and return its truth as plain data."""
    rng, design = np.random.default_rng((seed, number)), poker_design(FIRST_DESIGN + number)
    kind = kind_of(number)
    table = _table(rng, is_aslant=is_aslant(number), is_mat=rng.random() < MAT_SHARE and "rim" not in kind)
    dice = _five(rng, table, design, kind)
    light = sample_light(rng)
    film = replace(balanced(sample_film(rng, 0.5), light, table.board, rng), motion_px=0.0, rescale=1.0)
    if throw:
        dice = _five(np.random.default_rng((seed, number, throw)), table, design, "")
    noise, name = number + throw * MOST_PICTURES, picture_name(number, throw)
    frames = exposed(RenderStage(table.board, light, table.camera), dice, film, seed=noise, count=1)
    write_frames(folder, name, frames)
    floor, mm_per_px = floor_px(table.board, table.camera).tolist(), table.camera.height_mm / table.camera.f_px
    return truth_line(name, frames[0]) | {"floor": floor, "mm_per_px": mm_per_px}


def picture_name(number: int, throw: int) -> str:
    """Return the name of a picture, or of a throw before it."""
    return f"{number:05d}{f'-throw-{throw}' * (throw > 0)}.jpg"


def _table(rng: np.random.Generator, *, is_aslant: bool, is_mat: bool) -> PlayTable:
    """Return a tray under a camera; a mat has next to no rim."""
    while True:
        table = sample_table(rng, clutter_share=0.3)
        tilt = table.camera.tilt_deg
        if (tilt >= ASLANT_DEG) if is_aslant else (tilt <= STRAIGHT_DEG):
            mat = replace(table.board, rim_height_mm=1.0, rim_width_mm=4.0, rim_round_mm=0.4, base_mm=1.0)
            return replace(table, board=mat) if is_mat else table


def _five(rng: np.random.Generator, table: PlayTable, design: Design, kind: str) -> tuple[DieInstance, ...]:
    """Return five dice, of as many tries as it takes to place them."""
    return next(lying for _ in range(1000) if (lying := tuple(_dice(rng, table, design, kind))))


def _dice(rng: np.random.Generator, table: PlayTable, design: Design, kind: str) -> Iterator[DieInstance]:
    """Yield five dice of which the last lies as it should not, or none where there was no room."""
    board, size_mm, dice = table.board, table.size_mm, list[DieInstance]()
    while len(dice) < DICE_EXPECTED - bool(kind):
        die = (
            sample_by_rim(rng, board, design=design, size_mm=size_mm, dice=dice)
            if rng.random() < BY_RIM_SHARE
            else (placing.scatter(board, design, size_mm, dice, rng=rng, spread_mm=board.radius_mm * 0.7))
        )
        if die is None or not is_in(board, die):
            return
        dice.append(die)
    if kind:
        odd, others = _odd(rng, table, dice, kind)
        if not placing.is_free(odd, others):
            return
        dice.append(odd)
    yield from dice


def is_in(board: Board, die: DieInstance) -> bool:
    """Return whether all of a die lies on the floor."""
    corners = np.array(die.position_mm) + CORNER_SIGNS @ die.rotation.T * (die.size_mm / 2 * 0.93)
    return all(is_inside(board, x, y) for x, y, _ in corners)


def _odd(
    rng: np.random.Generator, table: PlayTable, dice: Sequence[DieInstance], kind: str
) -> tuple[DieInstance, Sequence[DieInstance]]:
    """Return a die that does not lie right, and the dice it must not meet."""
    board, size_mm, design = table.board, table.size_mm, dice[0].design
    tilt_deg, below = float(rng.uniform(10, 44)), dice[int(rng.integers(len(dice)))]
    others = [die for die in dice if die is not below]
    if kind == "stacked":
        return placing.stack_on(below, design, size_mm, rng=rng), others
    if kind == "against a die":
        wall = placing.beside(below, size_mm, rng)
        return placing.lean_against(design, size_mm, wall, size_mm, rng=rng, tilt_deg=tilt_deg), others
    x, y, into_deg = wall = placing.wall_near(board, float(rng.uniform(0, 360)))
    if kind == "against the rim":
        return placing.lean_against(design, size_mm, wall, board.rim_height_mm, rng=rng, tilt_deg=tilt_deg), dice
    is_on = kind == "on the rim"
    beyond = board.rim_width_mm / 2 if is_on else board.rim_width_mm + size_mm * float(rng.uniform(0.6, 0.9))
    z = board.rim_height_mm if is_on else -board.base_mm
    into = np.radians(into_deg)
    die = placing.lie_flat(design, size_mm, x + beyond * np.cos(into), y + beyond * np.sin(into), rng=rng, z=z)
    return replace(die, state=DieState.OFF), dice


def looked_at(models: Models, folder: Path, seed: int, throws: int, number: int) -> Looked:
    """Return what is made of a picture and of throws before it, drawn if they are not there yet."""
    cv2.setNumThreads(1)
    eye, outline, records = TableEye(models), None, []
    for throw in (*range(1, throws + 1), 0):
        path = (folder / picture_name(number, throw)).with_suffix(".json")
        if not path.exists():
            write_whole(path, [json.dumps(drawn(folder, seed, number, throw))])
        stated = json.loads(path.read_text(encoding="utf-8"))
        frames = load_frames(folder, stated["image"], 1) or ()
        records.append(record_of(board_of(stated), frames[0], eye.read(frames)))
        outline = outline or eye.board
    floor = np.array(stated["floor"], np.float32)
    places = places_along(np.array(outline.polygon), PLACES).tolist() if outline else [(np.nan, np.nan)]
    inside = [cv2.pointPolygonTest(floor, place, measureDist=True) for place in places]
    return number, records, float(np.abs(inside).mean()) * stated["mm_per_px"] if outline else float("nan")


def figures_of(looked: Sequence[Looked]) -> dict[str, object]:
    """Return what was measured by its name; pictures refused as a whole count in no share of dice."""
    before = [board for _, boards, _ in looked for board in boards[FEW:-1]]
    read = [(kind_of(number), board) for number, (*_, board), _ in looked if not is_refused(board)]
    doubts = [{die.doubt for die in counted(board)} for kind, board in read if not kind]
    median, most = np.nanpercentile([error_mm for _, _, error_mm in looked], [50, 95])
    return {
        "five flat, one called burning or off": share_of(bool(of & BURNING_DOUBTS) for of in doubts),
        "five flat, one perhaps leaning or on the rim": share_of(bool(of & ASKED) for of in doubts),
        **{f"{kind}, told": share_of(is_told(board) for of, board in read if of == kind) for kind in KINDS},
        "not lying right, nothing said": share_of(is_silent(board) for of, board in read if of),
        "refused": share_of(is_refused(board) for _, (*_, board), _ in looked),
        "of throws before, from the third on: one called burning or off": share_of(is_said(board) for board in before),
        "likewise: another count, a hand, or asked how a die lies": share_of(is_stopped(board) for board in before),
        "no outline": share_of(bool(np.isnan(error_mm)) for _, _, error_mm in looked),
        "outline's mean error, median and 95th centile": f"{median:.2f} mm, {most:.2f} mm",
    }


def is_told(board: BoardRecord) -> bool:
    """Return whether the die that does not lie right is called so, or no five dice are counted.

    One that was found by another of its faces, or of which too little is seen to be known again, is an extra find.
    """
    odd = [die.read for die in board.dice if not die.true.lies_right]
    finds = [die for die in odd if die is not None] or board.extra
    return len(counted(board)) != DICE_EXPECTED or any(die.is_burning for die in finds)


def is_said(board: BoardRecord) -> bool:
    """Return whether a die is called burning or off."""
    return any(die.doubt in BURNING_DOUBTS for die in counted(board))


def is_stopped(board: BoardRecord) -> bool:
    """Return whether something else stops the game: the count, a hand, or a question how a die lies."""
    dice = counted(board)
    return not is_said(board) and (
        is_refused(board) or len(dice) != DICE_EXPECTED or any(die.doubt in ASKED for die in dice)
    )


def is_silent(board: BoardRecord) -> bool:
    """Return whether nothing is said: no die is called burning, and of none is asked how it lies."""
    return not is_told(board) and not any(die.doubt in ASKED | BURNING_DOUBTS for die in counted(board))


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser("python -m models.evaluate.rim", parents=[common_options()])
    options.add_argument("--throws", type=int, default=0, help="throws that are read before each picture")
    options.add_argument("--seed", type=int, default=SEED, help="other trays")
    given = options.parse_args()
    folder = given.out / DRAWN / f"by-rim-{renderer_digest()}{f'-{given.seed}' * (given.seed != SEED)}"
    folder.mkdir(parents=True, exist_ok=True)
    look = partial(looked_at, models_of(given), folder, given.seed, given.throws)
    looked = worked(look, range(given.count or COUNT), jobs=given.jobs, what="drawing and reading")
    for name, aslant in (("straight", False), ("aslant", True)):
        some = figures_of([one for one in looked if is_aslant(one[0]) is aslant])
        sys.stdout.write(f"{rows_table(f'by the rim, seen {name}', tuple(some.items()))}\n")


if __name__ == "__main__":
    main()
