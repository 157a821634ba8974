"""Games drawn and read from end to end: turns played by physics, drawn at every rest, read by the models.

Each game has a tray, a camera, a light and a set of dice of its own, of designs never trained on. Its pictures lie in a
folder named after the sources that made them, and are drawn once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from models.evaluate import play as played
from models.evaluate.held_out import FUSED, exposed, load_frames, renderer_digest, write_frames
from models.evaluate.holds import REST, Moment, PlayedTurn, ReadMoment
from models.evaluate.records import BoardRecord, record_of
from models.evaluate.workers import Models, board_reader_of, worked
from models.render.stage import RenderStage
from models.render.styles import HELD_OUT_FROM, poker_design
from models.render.throws import Bodies, Physics
from models.train.pictures.generate import truth_line
from models.train.pictures.scene import balanced, sample_film, sample_hand, sample_light
from models.train.pictures.shards import write_whole
from models.train.pictures.truth import TrueBoard, board_of
from vision.find.board import BoardOutline, find_board
from vision.frame import Frame
from vision.read.load import VIEW_KEPT
from vision.reading import Reading, Verdict
from vision.watch.hand import BareBoard, backdrop_of

GAMES = 60
TURNS = 2
SEED = 57
FIRST_DESIGN = HELD_OUT_FROM + 60_000
HABITS = played.Habits()
CLUTTER_SHARE = 0.4


ReadTurn: TypeAlias = tuple[PlayedTurn, tuple[ReadMoment | None, ...]]
"""A turn of a game, and what was read of each of its moments; None where a picture is missing."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game as read."""

    turns: tuple[ReadTurn, ...]  # Its turns
    throws: tuple[BoardRecord, ...]  # What was read of every throw, held against the truth
    passing: tuple[BoardRecord, ...]  # Likewise of boards seen between throws, no hand over them


def read_games(models: Models, root: Path, *, jobs: int, count: int = GAMES) -> tuple[ReadGame, ...]:
    """Return so many games as read, drawn where they are not.

    Raises:
        RenderError: If they cannot be drawn: MuJoCo or cairosvg is absent.
    """
    digest = hashlib.sha256(f"{renderer_digest()} {SEED} {HABITS} {CLUTTER_SHARE}".encode())
    digest.update(Path(played.__file__).read_bytes())
    folder = root / f"games-{digest.hexdigest()[:8]}"  # those made by other sources lie elsewhere
    folder.mkdir(parents=True, exist_ok=True)
    game = partial(drawn_and_read, models, folder)
    return tuple(worked(game, range(count), jobs=jobs, what="playing, drawing and reading games"))


def drawn_and_read(models: Models, folder: Path, number: int) -> ReadGame:
    """Return a game as read, drawn if it is not yet."""
    cv2.setNumThreads(1)
    path = folder / f"game-{number:04d}.json"  # written when all its pictures are
    if not path.exists():
        write_whole(path, [json.dumps(draw_game(folder, number))])
    return read_game(models, folder, json.loads(path.read_text(encoding="utf-8")))


def draw_game(folder: Path, number: int) -> dict[str, Any]:
    """Play a game, draw it and return its truth as plain data."""
    rng = np.random.default_rng((SEED, number))
    design = poker_design(FIRST_DESIGN + number)
    table = played.sample_table(rng, clutter_share=CLUTTER_SHARE)
    physics = Physics(table.board, Bodies(size_mm=table.size_mm, rounding=design.rounding))
    light = sample_light(rng)
    film = balanced(sample_film(rng, played.SCENES.quality), light, table.board, rng)
    film = replace(film, motion_px=0.0, rescale=1.0)  # the camera stands still
    stage = RenderStage(table.board, light, table.camera)
    turns = [played.play_turn(physics, rng, HABITS) for _ in range(TURNS)]

    def drawn(view: played.BoardAtRest, name: str) -> dict[str, Any]:
        dice = played.lying_dice(table, view.poses[list(view.numbers)], design)
        hands = (sample_hand(rng, dice),) if view.has_hand else ()
        seed, count = int(rng.integers(2**31)), _frames(view.is_settled)
        frames = exposed(stage, dice, film, seed=seed, count=count, hands=hands)
        write_frames(folder, name, frames)
        known = {"numbers": view.numbers, "has_hand": view.has_hand, "is_settled": view.is_settled}
        return truth_line(name, frames[0]) | known

    truth = []
    for which, (views, made) in enumerate(turns):
        moments = [drawn(view, f"{number:04d}-{which}-{at:02d}.jpg") for at, view in enumerate(views)]
        throws = [asdict(throw) | {"held": sorted(throw.held)} for throw in made]
        truth.append({"moments": moments, "throws": throws})
    return {"turns": truth}


def _frames(is_settled: bool) -> int:
    """Return of how many frames a reading is made: a press takes several, a look by the way one."""
    return FUSED if is_settled else 1


def read_game(models: Models, folder: Path, stated: dict[str, Any]) -> ReadGame:
    """Read a game that was drawn, by its truth."""
    eye = TableEye(models)
    turns: list[ReadTurn] = []
    throws: list[BoardRecord] = []
    passing: list[BoardRecord] = []
    for of_turn in stated["turns"]:
        turn = PlayedTurn(tuple(map(_moment, of_turn["moments"])), tuple(map(_throw, of_turn["throws"])))
        sights: list[ReadMoment | None] = []
        for moment, line in zip(turn.moments, of_turn["moments"], strict=True):
            frames = load_frames(folder, line["image"], _frames(moment.is_settled))
            record, sight = (None, None) if frames is None else _seen(board_of(line), line["numbers"], frames, eye)
            sights.append(sight)
            if record is not None and not moment.has_hand:
                (throws if moment.is_settled else passing).append(record)
        turns.append((turn, tuple(sights)))
    return ReadGame(tuple(turns), tuple(throws), tuple(passing))


def _moment(line: dict[str, Any]) -> Moment:
    dice = dict(zip(line["numbers"], board_of(line).dice, strict=True))
    return Moment(dice, has_hand=line["has_hand"], is_settled=line["is_settled"])


def _throw(stated: dict[str, Any]) -> played.Rethrow:
    return played.Rethrow(**stated | {"held": frozenset(stated["held"]), "seen": played.SeenBetween(stated["seen"])})


def _seen(
    board: TrueBoard, numbers: Sequence[int], frames: Sequence[Frame], eye: TableEye
) -> tuple[BoardRecord, ReadMoment]:
    """Return what is read of a board, and which die is which."""
    reading = eye.read(frames)
    record = record_of(board, frames[-1], reading)
    which = dict(zip(map(id, board.dice), numbers, strict=True))
    found = {id(die.read): which[id(die.true)] for die in record.dice if die.read is not None}
    return record, ReadMoment(reading, tuple(found.get(id(die)) for die in reading.dice))


class TableEye:
    """Reads one table, rest after rest, as the device does: the board is sought, hands told by the empty board.

    What `firmware.table.eye` does at a press and at a rest; that package cannot be used here.

    Attributes:
        board: Where it was seen last.
    """

    def __init__(self, models: Models) -> None:
        """Begin with nothing seen."""
        self._reader = board_reader_of(models, keeps=VIEW_KEPT)
        self.board: BoardOutline | None = None
        self._backdrop: BareBoard | None = None

    def read(self, frames: Sequence[Frame]) -> Reading:
        """Return what lies on the board."""
        newest = frames[-1]
        self.board = self.board or find_board(newest)
        reading = self._reader.read(frames, self.board, backdrop=self._backdrop)
        if reading.verdict is Verdict.NO_BOARD and (moved := find_board(newest)) is not None:
            self.board, self._backdrop = moved, None
            reading = self._reader.read(frames, self.board)
        if reading.verdict in REST:
            self._backdrop = backdrop_of(newest, [die.detection for die in reading.dice], before=self._backdrop)
        return reading
