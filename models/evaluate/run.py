"""One run of the evaluation: what is measured, one folder after another."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from models.evaluate import board_set
from models.evaluate.boards import board_figures, count_figures
from models.evaluate.foreign import measured_foreign
from models.evaluate.games import GAMES, ReadGame, read_games
from models.evaluate.held_out import CAFE, FUSED, HARD, drawn
from models.evaluate.holds import hold_figures, hold_marks, hold_records, holds_table
from models.evaluate.own_dice import measured_met, measured_own_dice
from models.evaluate.photographs import found_faces, looked_at, measured_teaching, photograph_figures, teach_table
from models.evaluate.report import AFTER_TEACHING, OWN_DICE, Mark, marks_elsewhere, plain, share_mark, size_mark, table
from models.evaluate.workers import Models, face_reader_of
from models.render.errors import RenderError
from models.train.errors import TruthError
from models.train.pictures.truth import labelled


@dataclass(slots=True, kw_only=True)
class Run:
    """What was measured so far."""

    models: Models  # That are measured
    jobs: int  # Processes
    figures: dict[str, Any] = field(default_factory=dict)  # By name, what `plain` makes data of
    texts: dict[str, str] = field(default_factory=dict)  # Tables by the same names
    sets: list[board_set.SetFigures] = field(default_factory=list)  # Boards as read
    marks: list[Mark] = field(default_factory=list)  # Beside what was measured
    notices: list[str] = field(default_factory=list)  # Sentences about what could not be used

    def add(self, name: str, figures: Any, text: str = "") -> None:
        """Take up figures and their table, by default one row a field."""
        self.figures[name] = figures
        self.texts[name] = text or table(name, figures)

    def as_data(self) -> dict[str, Any]:
        """Return everything as data for JSON."""
        return {**plain(self.figures), "marks": plain(self.marks), "notices": list(self.notices)}

    @contextmanager
    def _noting(self, kind: type[Exception], sentence: str = "{}") -> Iterator[None]:
        """Note why something cannot be measured, and leave it out."""
        try:
            yield
        except kind as error:
            self.notices.append(sentence.format(error))

    def measure_drawn(self, root: Path, count: int | None) -> None:
        """Measure on so many boards a set, drawn from seeds below a folder."""
        for held_out in (CAFE, HARD):
            try:
                folder = drawn(held_out, root, jobs=self.jobs, count=count)
            except RenderError as error:
                self.notices.append(f"No {held_out.name} boards are drawn: {error}.")
                return
            name, most = held_out.name, count or held_out.count
            read = partial(board_set.read_boards, folder, self.models, jobs=self.jobs, most=most)
            self.measure_boards(name, folder, most=most)
            if held_out.frames == FUSED:  # read as the device reads them, too
                records, missing = read(board_set.as_stills)
                self._add_boards(f"stills {name}", board_set.set_figures(f"{name}, {FUSED} frames", records), missing)
                for how, spoil in board_set.SPOILT.items():
                    records, _ = read(partial(board_set.as_picture, spoil=spoil))
                    self.add(f"{name}, {how}", board_figures(records, sure=board_set.SURE))

    def measure_boards(self, name: str, folder: Path, *, most: int | None = None) -> None:
        """Measure on a folder of boards; without a truth it is said and left out."""
        with self._noting(TruthError):
            records, said = board_set.read_boards(folder, self.models, board_set.as_picture, jobs=self.jobs, most=most)
            self.sets.append(board_set.set_figures(name, records, folder))
            self._add_boards(f"boards {name}", self.sets[-1], said)

    def _add_boards(self, name: str, figures: board_set.SetFigures, notices: Sequence[str] = ()) -> None:
        self.notices += notices
        self.add(name, figures.as_data(), figures.as_text())
        self.marks += board_set.board_marks(figures)

    def measure_photographs(self, name: str, folder: Path) -> None:
        """Measure on a folder of photographs; without labels it is said and left out."""
        with self._noting(TruthError):
            truth, notices = labelled(folder / "labels.csv")
            looked, missing = looked_at(folder, truth, self.models, jobs=self.jobs)
            figures = photograph_figures(looked)
            self.notices += [*notices, *missing]
            self.add(f"photographs {name}", figures)
            self.marks += [
                share_mark("dice in photographs, recall at IoU 0.5", name, 0.98, figures.recall),
                share_mark("dice in photographs, precision at IoU 0.5", name, 0.98, figures.precision),
            ]

    def measure_own_dice(self) -> None:
        """Measure how sets drawn from seeds are read once taught or played with; without tools to draw it is said."""
        with self._noting(RenderError, "No own dice are drawn: {}."):
            figures = measured_own_dice(self.models, jobs=self.jobs)
            self.add("own dice", figures)
            self.marks.append(share_mark(OWN_DICE, "drawn close-ups", 0.999, figures.accuracy))

    def measure_foreign(self, art: Path) -> None:
        """Measure on dice that nobody taught, of foreign designs above all; where their art is not there it is said."""
        with self._noting(RenderError, "No foreign designs are drawn: {}."):
            found = measured_foreign(self.models, art, jobs=self.jobs)
            self.notices += () if found else (f"{art} holds no art: `sh models/render/fetch-art.sh` fetches some.",)
            for name, figures in (found | measured_met(self.models, art, jobs=self.jobs)).items():
                self.add(name, figures)

    def measure_games(self, root: Path, count: int | None) -> None:
        """Play as many games as usual, or fewer; without the tools to throw and draw it is said."""
        with self._noting(RenderError, "No games are played: {}."):
            self.add_games(read_games(self.models, root, jobs=self.jobs, count=min(GAMES, count or GAMES)))

    def add_games(self, games: Sequence[ReadGame]) -> None:
        """Take up the figures of games as read."""
        throws = [record for game in games for record in game.throws]
        passing = [record for game in games for record in game.passing]
        figures = board_set.set_figures(f"games, {FUSED} frames", throws)
        # Boards seen by the way have other numbers of dice.
        self._add_boards(figures.name, replace(figures, counts=count_figures([*throws, *passing])))
        holds = hold_figures([one for game in games for read in game.turns for one in hold_records(*read)])
        self.add("holds games", holds, holds_table("holds games", holds))
        self.marks += hold_marks("games", holds)

    def measure_teaching(self, name: str, folder: Path, *, shots: int, seed: int) -> None:
        """Teach from some dice of a folder of photographs and measure on the others; without labels it is left out."""
        with self._noting(TruthError, f"{folder}: {{}}"):
            truth, notices = labelled(folder / "labels.csv")
            faces, missing = found_faces(folder, truth, self.models, jobs=self.jobs)
            figures = measured_teaching(faces, face_reader_of(self.models), shots=shots, seed=seed)
            self.notices += [*notices, *missing]
            self.add(f"taught {name}", figures, teach_table(f"taught {name}", figures))
            self.marks.append(share_mark(AFTER_TEACHING, name, 0.99, figures.accuracy))

    def measure_models(self) -> None:
        """Measure how large the models are."""
        known = {mark.mark for mark in self.marks}
        others = [mark for mark in marks_elsewhere() if mark.mark not in known]
        self.marks += [size_mark(self.models.sizes_kb), *others]
