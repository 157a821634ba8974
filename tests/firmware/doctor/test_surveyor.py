"""The surveyor: every wish is answered, of the newest step alone, and what is found is kept and used at once."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import pytest

from firmware.board.calibration import Calibration, calibration_file, load, save
from firmware.doctor.button import ButtonProbe
from firmware.doctor.progress_file import ProgressKeeper
from firmware.doctor.surveyor import PICTURES_KEPT, DeviceToSetUp, Surveyor
from firmware.ports import Edge
from firmware.session.effects import EndSurvey, KeepProgress, ReckonSheet, Survey
from firmware.session.events import ButtonProbed, ProgressKept, SheetReckoned, SheetRefused, Surveyed
from firmware.session.wizard import (
    ButtonFacts,
    CameraLook,
    FocusLook,
    LightLook,
    Progress,
    SheetLook,
    SheetTrouble,
    WizardStep,
)
from firmware.settings.config import CameraConfig, Config, StoreConfig
from tests.firmware.doctor.cameras import PictureCamera
from tests.firmware.doctor.test_calibrating import LYING, STRAIGHT, empty_tray, shown
from tests.vision.sheet_pictures import TILTED
from vision.errors import VisionError
from vision.find.board import BoardKind
from vision.frame import Frame

MS = 1_000_000
PARTS = ButtonFacts(has_button=True, has_lamp=True, has_sound=True)


class Owner:
    """Whose camera is lent."""

    def __init__(self) -> None:
        self.borrower = None
        self.stands: list = []
        self.trouble: Exception | None = None

    def lend(self, borrower) -> None:
        self.borrower = borrower

    def stand(self, board, seen) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.stands.append(board)


class Office:
    """A surveyor, what it answered, and a camera for it."""

    def __init__(self, folder: Path, *pictures: Frame, **site) -> None:
        self.config = Config(camera=CameraConfig("usb:0"), store=StoreConfig(str(folder / "games.sqlite3")))
        self.owner, self.answers, self.now_ns = Owner(), [], 0
        self.keeper = ProgressKeeper(folder / "setup.json", elapsed_s=0, clock_ns=lambda: self.now_ns)
        site = DeviceToSetUp(**{"config": self.config, "camera": "usb:0", "parts": PARTS, **site})
        self.surveyor = Surveyor(site, owner=self.owner, keeper=self.keeper, emit=self.answers.append)
        self.camera = PictureCamera(pictures or (empty_tray(),))

    def look(self, times: int = 1) -> Office:
        """Have so many looks made by whoever borrowed the camera."""
        wanted = len(self.answers) + times
        for _ in range(100 * times):
            if len(self.answers) >= wanted or self.owner.borrower is None:
                break
            self.owner.borrower.survey(self.camera, self.camera.preview())
        return self

    def show_sheet(self, *pictures: Frame) -> Office:
        self.surveyor.carry_out(Survey(1, WizardStep.SHEET))
        self.camera = PictureCamera(pictures)
        self.look(len(pictures))
        self.answers.clear()
        self.surveyor.carry_out(ReckonSheet(1))
        return self.look()

    def lean_deg(self) -> float | None:
        self.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
        return self.look().answers[-1].look.lean_deg

    @property
    def kept(self) -> Calibration | None:
        return load(calibration_file(self.config))


WHOLE = (*shown(*TILTED, *(LYING,) * 4), empty_tray())
ONCE = (*shown(LYING), empty_tray())


@pytest.fixture
def office(tmp_path) -> Office:
    return Office(tmp_path)


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (WizardStep.CAMERA, CameraLook),
        (WizardStep.SHEET, SheetLook),
        (WizardStep.LIGHT, LightLook),
        (WizardStep.FOCUS, FocusLook),
    ],
)
def test_each_step_is_looked_at_in_its_way_and_its_picture_is_kept_for_a_while(office, step, kind):
    office.surveyor.carry_out(Survey(3, step))
    first = office.look().answers[0]
    assert isinstance(first, Surveyed)
    assert first.number == 3
    assert isinstance(first.look, kind)
    assert office.surveyor.jpeg(first.look.exposed_ns).startswith(b"\xff\xd8")
    office.surveyor.carry_out(EndSurvey())
    assert office.surveyor.jpeg(first.look.exposed_ns) is None


def test_old_pictures_are_forgotten(office):
    office.surveyor.carry_out(Survey(1, WizardStep.SHEET))
    seen = office.look(PICTURES_KEPT + 1).answers
    assert office.surveyor.jpeg(seen[0].look.exposed_ns) is None
    assert office.surveyor.jpeg(seen[1].look.exposed_ns) is not None


def test_where_nothing_is_surveyed_the_camera_is_the_eyes(office):
    office.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
    borrower = office.owner.borrower
    assert borrower is office.surveyor
    office.surveyor.carry_out(EndSurvey())
    assert office.owner.borrower is None
    borrower.survey(office.camera, office.camera.preview())  # on its way when the survey ended
    assert office.answers == []


def test_a_calibration_of_this_camera_tells_how_it_leans_and_a_damaged_one_is_no_reason_not_to_look(tmp_path):
    made = Calibration(
        made_utc="", camera="usb:0", size_wh=(720, 540), outline=((0, 0), (9, 0), (9, 9)), kind=BoardKind.OTHER,
        normal=(0.0, 0.05, -0.99875), focal_px=700.0,
    )  # fmt: skip
    office = Office(tmp_path)
    save(calibration_file(office.config), made, empty_tray())
    assert office.lean_deg() == pytest.approx(2.86, abs=0.1)
    assert Office(tmp_path, camera="picamera").lean_deg() is None
    calibration_file(office.config).write_text("{", encoding="utf-8")
    assert office.lean_deg() is None


# -- the sheet -------------------------------------------------------------------------------------------------


def test_lens_and_board_are_found_kept_and_used_at_once(tmp_path):
    told: list[Calibration] = []
    office = Office(tmp_path, recalibrated=told.append).show_sheet(*WHOLE)
    (answer,) = office.answers
    assert isinstance(answer, SheetReckoned)
    assert (answer.found.has_lens, answer.found.in_use) == (True, True)
    assert answer.found.height_mm == pytest.approx(599.0, rel=0.02)
    assert answer.found.lean_deg == pytest.approx(4.0, abs=0.5)
    assert office.kept is not None
    assert office.kept.focal_px == pytest.approx(STRAIGHT.focal_px, rel=0.01)
    assert office.owner.stands == [office.kept.board]
    assert told == [office.kept]


@pytest.mark.parametrize(
    ("pictures", "trouble"),
    [
        ((*shown(*TILTED[:3]), empty_tray()), SheetTrouble.TOO_FEW),
        ((*shown(TILTED[0]), Frame(empty_tray().pixels * 0 + 128)), SheetTrouble.NO_BOARD),
    ],
)
def test_what_the_sheet_does_not_tell_is_said_and_nothing_is_kept(tmp_path, pictures, trouble):
    office = Office(tmp_path).show_sheet(*pictures)
    assert office.answers == [SheetRefused(1, trouble)]
    assert office.kept is None
    assert office.owner.stands == []


def test_a_card_that_refuses_and_a_mistake_of_ours_are_said_and_do_not_keep_anybody_waiting(tmp_path):
    def broken(_: Calibration) -> None:
        raise RuntimeError("broken")

    office = Office(tmp_path, recalibrated=broken).show_sheet(*ONCE)
    assert office.answers == [SheetRefused(1, SheetTrouble.FAILED)]
    (tmp_path / "closed").write_text("a file, no folder", encoding="utf-8")
    assert Office(tmp_path / "closed").show_sheet(*ONCE).answers == [SheetRefused(1, SheetTrouble.NOT_SAVED)]


def test_a_calibration_that_cannot_be_used_yet_is_used_from_the_next_start_on(tmp_path):
    office = Office(tmp_path)
    office.owner.trouble = VisionError("no landmarks")
    (answer,) = office.show_sheet(*ONCE).answers
    assert (answer.found.has_lens, answer.found.in_use) == (False, False)  # a sheet that only lay there
    assert office.kept is not None


def test_what_is_to_be_reckoned_for_an_earlier_step_is_not(office):
    office.surveyor.carry_out(ReckonSheet(7))
    office.surveyor.carry_out(Survey(8, WizardStep.SHEET))
    office.surveyor.carry_out(ReckonSheet(7))
    assert isinstance(office.look().answers[0], Surveyed)


# -- the button ------------------------------------------------------------------------------------------------


def pressed(*gaps_ms: float) -> list[Edge]:
    """Return a press whose contact stands still for these times while it bounces, and its release."""
    at_ms = [*accumulate(gaps_ms, initial=0.0)]
    return [Edge(number % 2 == 0, round(at * MS)) for number, at in enumerate([*at_ms, at_ms[-1] + 200])]


def test_the_contact_is_measured_press_by_press_and_a_key_or_a_screen_has_none(office):
    office.surveyor.hear("gpio", Edge(True, 1))  # nobody listens yet
    office.surveyor.carry_out(Survey(1, WizardStep.BUTTON))
    assert office.answers == [ButtonProbed(1, PARTS)]
    for source in ("screen", "keyboard", "simulated"):
        office.surveyor.hear(source, Edge(True, 1))
    assert len(office.answers) == 1
    for edge in pressed(2.0, 3.0):
        office.surveyor.hear("gpio", edge)
    facts = office.answers[-1].facts
    assert (facts.presses, facts.longest_ms, facts.bounces) == (1, 3.0, False)
    assert not any(answer.facts.is_down for answer in office.answers)  # it is being pressed, not stuck
    office.answers.clear()
    office.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
    office.surveyor.hear("gpio", Edge(True, 1))
    assert office.answers == []


def test_a_contact_that_bounces_for_too_long_sparks_or_chatters_is_said():
    probe = ButtonProbe(PARTS, debounce_ms=20)
    heard = [probe.hear("gpio", edge) for edge in pressed(14.0, 16.5)]
    assert any(heard)
    assert (probe.facts.bounces, probe.facts.debounce_ms) == (True, 33)
    probe = ButtonProbe(PARTS, debounce_ms=20)
    for number in range(2100):
        probe.hear("gpio", Edge(number % 2 == 0, 2 * number * MS))
        if number == 1:
            assert (probe.facts.presses, probe.facts.sparks) == (0, 1)
    assert len(probe._edges) == 2000  # it does not fill the memory


def test_a_button_that_is_down_from_the_beginning_is_said_until_it_comes_up(tmp_path):
    office = Office(tmp_path, is_down=lambda: True)
    office.surveyor.carry_out(Survey(1, WizardStep.BUTTON))
    assert office.answers[-1].facts.is_down
    office.surveyor.hear("gpio", Edge(False, 5 * MS))
    assert not office.answers[-1].facts.is_down


# -- how far somebody came -------------------------------------------------------------------------------------


def test_progress_is_kept_and_the_time_told(office):
    office.surveyor.carry_out(KeepProgress(Progress(is_open=True), is_new=True))
    office.now_ns = 90 * 1_000_000_000
    office.surveyor.carry_out(KeepProgress(Progress(step=WizardStep.DONE)))
    office.surveyor.close()
    assert office.answers == [ProgressKept(0), ProgressKept(90)]
