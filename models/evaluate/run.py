"""One run of the evaluation: what is measured, one folder after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from models.evaluate.board_set import BoardSet, read_board_set, set_figures
from models.evaluate.counts import count_figures
from models.evaluate.errors import TooFewLooksError, TruthError
from models.evaluate.familiar import measured_familiar
from models.evaluate.frames import FUSED
from models.evaluate.games import GAMES, ReadGame, read_games
from models.evaluate.held_out import CAFE, HARD, drawn
from models.evaluate.holds import HoldRecord, hold_figures, hold_marks, hold_records, holds_table
from models.evaluate.latency import Latency, latencies, machine
from models.evaluate.looks import look_errors, look_figures
from models.evaluate.many_turns import TABLES, play_many
from models.evaluate.marks import (
    Mark,
    board_marks,
    marks_elsewhere,
    own_dice_marks,
    photograph_marks,
    size_mark,
)
from models.evaluate.own_dice import measured_own_dice
from models.evaluate.photographs import kept_photographs, labelled, labelled_dice, photograph_figures
from models.evaluate.report import plain, table
from models.evaluate.stills import read_still_boards
from models.evaluate.teaching import found_faces, measured_teaching, teach_marks, teach_table
from models.evaluate.turns import turn_figures
from models.evaluate.workers import Models, PhotographTask, face_reader_of, look_task, worked
from models.render.errors import RenderError
from vision.model import OnnxModel
from vision.read.reader import ReaderPolicy

TURN_BOARDS = 100
"""So many are enough to see whether four turns pay."""


@dataclass(slots=True, kw_only=True)
class Run:
    """What was measured so far."""

    models: Models  # That are measured
    jobs: int  # Processes
    figures: dict[str, Any] = field(default_factory=dict)  # By name, what `plain` makes data of
    texts: dict[str, str] = field(default_factory=dict)  # Tables by the same names
    sets: list[BoardSet] = field(default_factory=list)  # Boards as read
    latencies: tuple[Latency, ...] = ()  # How long everything takes
    marks: list[Mark] = field(default_factory=list)  # Beside what was measured
    notices: list[str] = field(default_factory=list)  # Sentences about what could not be used

    def add(self, name: str, figures: Any, text: str = "") -> None:
        """Take up figures and their table, by default one row a field."""
        self.figures[name] = figures
        self.texts[name] = text or table(name, figures)

    def as_data(self) -> dict[str, Any]:
        """Return everything as data for JSON."""
        return {**plain(self.figures), "marks": plain(self.marks), "notices": list(self.notices)}

    def measure_drawn(self, root: Path, count: int | None) -> None:
        """Measure on boards drawn from seeds, and whether four turns pay."""
        for held_out in (CAFE, HARD):
            try:
                folder = drawn(held_out, root, jobs=self.jobs, count=count)
            except RenderError as error:
                self.notices.append(f"No {held_out.name} boards are drawn: {error}.")
                return
            self.measure_boards(held_out.name, folder, most=count or held_out.count)
            if held_out.frames == FUSED:
                self.measure_stills(held_out.name, folder, most=count or held_out.count)
        cafe = self.sets[0]
        model = OnnxModel.load(self.models.faces, threads=1)
        self.add(f"turns {cafe.name}", turn_figures(cafe.folder, cafe.records[:TURN_BOARDS], model))

    def measure_boards(self, name: str, folder: Path, *, most: int | None = None) -> None:
        """Measure on a folder of boards; without a truth it is said and left out."""
        sure = ReaderPolicy().sure_confidence
        try:
            measured, notices = read_board_set(name, folder, self.models, sure=sure, jobs=self.jobs, most=most)
        except TruthError as error:
            self.notices.append(str(error))
            return
        self.notices += notices
        self.sets.append(measured)
        self.add(f"boards {name}", measured.as_data(), measured.as_text())
        self.marks += board_marks(name, measured.figures, measured.throws, measured.counts)

    def measure_stills(self, name: str, folder: Path, *, most: int | None = None) -> None:
        """Measure on a folder of boards drawn in several frames each, read as the device reads them."""
        records, missing = read_still_boards(folder, self.models, jobs=self.jobs, most=most)
        figures = set_figures(f"{name}, {FUSED} frames", records, sure=ReaderPolicy().sure_confidence)
        self.notices += missing
        self.add(f"stills {name}", figures.as_data(), figures.as_text())
        self.marks += board_marks(figures.name, figures.figures, figures.throws, figures.counts)

    def measure_photographs(self, name: str, folder: Path) -> None:
        """Measure on a folder of photographs; without labels it is said and left out."""
        try:
            truth, notices = labelled(folder / "labels.csv")
        except TruthError as error:
            self.notices.append(str(error))
            return
        tasks = [PhotographTask(self.models, folder, image, tuple(boxes)) for image, boxes in truth.items()]
        looked = worked(look_task, tasks, jobs=self.jobs, what=f"looking at {name}")
        records, missing = kept_photographs(folder, truth, looked)
        figures = photograph_figures(records)
        self.notices += [*notices, *missing]
        self.add(f"photographs {name}", figures)
        self.marks += photograph_marks(name, figures)

    def measure_own_dice(self) -> None:
        """Measure how sets drawn from seeds are read once taught or played with; without tools to draw it is said."""
        try:
            figures = measured_own_dice(self.models, jobs=self.jobs)
        except RenderError as error:
            self.notices.append(f"No own dice are drawn: {error}.")
            return
        self.add("own dice", figures)
        self.marks += own_dice_marks(figures)
        self.add("dice known from play", measured_familiar(self.models, jobs=self.jobs))

    def measure_games(self, root: Path, count: int | None, *, tables: int = TABLES) -> None:
        """Play games and measure throws and holds; without the tools to throw and draw with it is said."""
        try:
            games = read_games(self.models, root, jobs=self.jobs, count=min(GAMES, count or GAMES))
        except RenderError as error:
            self.notices.append(f"No games are played: {error}.")
            return
        self.add_games(games, tables=min(tables, count or tables))

    def add_games(self, games: Sequence[ReadGame], *, tables: int) -> None:
        """Take up the figures of games as read; with their errors, turns are played by the thousand."""
        self._add_throws(f"games, {FUSED} frames", games)
        turns = [turn for game in games for turn in game.turns]
        self._add_holds("games", [one for read in turns for one in hold_records(read.turn, read.sights)])
        try:
            errors = look_errors(turns)
        except TooFewLooksError as error:
            self.notices.append(f"No turns are played by the thousand: {error}.")
            return
        self.add("looks", look_figures(errors))
        self._add_holds("many turns", play_many(errors, jobs=self.jobs, tables=tables))

    def _add_throws(self, name: str, games: Sequence[ReadGame]) -> None:
        """Take up what was read of the throws of games; boards seen by the way have other numbers of dice."""
        throws = [record for game in games for record in game.throws]
        passing = [record for game in games for record in game.passing]
        of_throws = set_figures(name, throws, sure=ReaderPolicy().sure_confidence)
        figures = replace(of_throws, counts=count_figures([*throws, *passing]))
        self.add(name, figures.as_data(), figures.as_text())
        self.marks += board_marks(name, figures.figures, figures.throws, figures.counts)

    def _add_holds(self, name: str, records: Sequence[HoldRecord]) -> None:
        figures = hold_figures(records)
        self.add(f"holds {name}", figures, holds_table(f"holds {name}", figures))
        self.marks += hold_marks(name, figures)

    def measure_teaching(self, name: str, folder: Path, *, shots: int, seed: int) -> None:
        """Teach from some dice of a folder of photographs and measure on the others; without labels it is left out."""
        try:
            truth, notices = labelled_dice(folder / "labels.csv")
            faces, missing = found_faces(folder, truth, self.models, jobs=self.jobs)
            figures = measured_teaching(faces, face_reader_of(self.models), shots=shots, seed=seed)
        except TruthError as error:
            self.notices.append(f"{folder}: {error}")
            return
        self.notices += [*notices, *missing]
        self.add(f"taught {name}", figures, teach_table(f"taught {name}", figures))
        self.marks += teach_marks(name, figures)

    def measure_models(self, times: int) -> None:
        """Measure how large the models are, and so many times how long they take."""
        known = {mark.mark for mark in self.marks}
        others = [mark for mark in marks_elsewhere() if mark.mark not in known]
        self.marks += [size_mark(self.models.sizes_kb), *others]
        if not times:
            return
        self.latencies = latencies(self.models, times=times)
        rows = (
            f"  {one.what:<31} {one.median_ms:8.1f} ms  p95 {one.p95_ms:8.1f} ms  (n = {one.n})"
            for one in self.latencies
        )
        self.add("latency", self.latencies, "\n".join([f"latency, {machine()}", *rows, ""]))
