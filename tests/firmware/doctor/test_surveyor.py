"""The surveyor: every wish is answered, of the newest step alone, and what is found is kept and used at once."""

from __future__ import annotations

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

    @property
    def kept(self) -> Calibration | None:
        return load(calibration_file(self.config))


WHOLE = (*shown(*TILTED, *(LYING,) * 4), empty_tray())


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
def test_each_step_is_looked_at_in_its_way_and_its_picture_is_kept(office, step, kind):
    office.surveyor.carry_out(Survey(3, step))
    (seen,) = office.look().answers
    assert isinstance(seen, Surveyed)
    assert seen.number == 3
    assert isinstance(seen.look, kind)
    assert office.surveyor.jpeg(seen.look.exposed_ns).startswith(b"\xff\xd8")


def test_old_pictures_are_forgotten_and_all_of_them_with_the_step(office):
    office.surveyor.carry_out(Survey(1, WizardStep.SHEET))
    seen = office.look(PICTURES_KEPT + 1).answers
    assert office.surveyor.jpeg(seen[0].look.exposed_ns) is None
    assert office.surveyor.jpeg(seen[-1].look.exposed_ns) is not None
    office.surveyor.carry_out(EndSurvey())
    assert office.surveyor.jpeg(seen[-1].look.exposed_ns) is None


def test_where_nothing_is_surveyed_the_camera_is_the_eyes(office):
    office.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
    borrower = office.owner.borrower
    assert borrower is office.surveyor
    office.surveyor.carry_out(EndSurvey())
    assert office.owner.borrower is None
    borrower.survey(office.camera, office.camera.preview())  # on its way when the survey ended
    assert office.answers == []


def test_a_step_in_which_nothing_is_measured_is_a_mistake(office):
    with pytest.raises(ValueError, match="nothing is looked at in the step dice"):
        office.surveyor.carry_out(Survey(1, WizardStep.DICE))


def test_a_calibration_of_this_camera_tells_how_it_leans(tmp_path):
    office = Office(tmp_path)
    made = Calibration(
        made_utc="", camera="usb:0", size_wh=(720, 540), outline=((0, 0), (9, 0), (9, 9)), kind=BoardKind.OTHER,
        normal=(0.0, 0.05, -0.99875), focal_px=700.0,
    )  # fmt: skip
    save(calibration_file(office.config), made, empty_tray())
    office.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
    assert office.look().answers[0].look.lean_deg == pytest.approx(2.86, abs=0.1)
    other = Office(tmp_path, camera="picamera")
    other.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
    assert other.look().answers[0].look.lean_deg is None


def test_a_damaged_calibration_is_no_reason_not_to_look(office):
    calibration_file(office.config).write_text("{", encoding="utf-8")
    office.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
    assert office.look().answers[0].look.lean_deg is None


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


def test_a_sheet_that_only_lay_there_gives_the_board_and_its_scale(tmp_path):
    (answer,) = Office(tmp_path).show_sheet(*shown(LYING), empty_tray()).answers
    assert isinstance(answer, SheetReckoned)
    assert not answer.found.has_lens


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


def test_a_card_that_refuses_is_said(tmp_path):
    (tmp_path / "closed").write_text("a file, no folder", encoding="utf-8")
    office = Office(tmp_path / "closed").show_sheet(*shown(LYING), empty_tray())
    assert office.answers == [SheetRefused(1, SheetTrouble.NOT_SAVED)]


def test_a_calibration_that_cannot_be_used_yet_is_used_from_the_next_start_on(tmp_path):
    office = Office(tmp_path)
    office.owner.trouble = VisionError("no landmarks")
    (answer,) = office.show_sheet(*shown(LYING), empty_tray()).answers
    assert not answer.found.in_use
    assert office.kept is not None


def test_a_mistake_of_ours_is_said_and_does_not_keep_anybody_waiting(tmp_path):
    def broken(_: Calibration) -> None:
        raise RuntimeError("broken")

    office = Office(tmp_path, recalibrated=broken).show_sheet(*shown(LYING), empty_tray())
    assert office.answers == [SheetRefused(1, SheetTrouble.FAILED)]


def test_what_is_to_be_reckoned_for_an_earlier_step_is_not(office):
    office.surveyor.carry_out(ReckonSheet(7))
    office.surveyor.carry_out(Survey(8, WizardStep.SHEET))
    office.surveyor.carry_out(ReckonSheet(7))
    assert isinstance(office.look().answers[0], Surveyed)


# -- the button ------------------------------------------------------------------------------------------------


def bouncing(*gaps_ms: float, at_ms: float = 0.0) -> list[Edge]:
    """Return a press whose contact stands still for these times while it bounces, and its release."""
    edges, now_ms, is_down = [Edge(True, round(at_ms * MS))], at_ms, True
    for gap_ms in gaps_ms:
        now_ms, is_down = now_ms + gap_ms, not is_down
        edges.append(Edge(is_down, round(now_ms * MS)))
    return [*edges, Edge(False, round((now_ms + 200) * MS))]


def test_the_contact_is_measured_press_by_press(office):
    office.surveyor.carry_out(Survey(1, WizardStep.BUTTON))
    assert office.answers[0].facts.has_lamp
    for edge in bouncing(2.0, 3.0):
        office.surveyor.hear("gpio", edge)
    facts = office.answers[-1].facts
    assert isinstance(office.answers[-1], ButtonProbed)
    assert (facts.presses, facts.longest_ms, facts.bounces) == (1, 3.0, False)
    assert not any(answer.facts.is_down for answer in office.answers)  # it is being pressed, not stuck


def test_a_key_or_a_screen_has_no_contact(office):
    office.surveyor.carry_out(Survey(1, WizardStep.BUTTON))
    office.answers.clear()
    for source in ("screen", "keyboard", "simulated"):
        office.surveyor.hear(source, Edge(True, 1))
    assert office.answers == []


def test_at_other_steps_nobody_listens(office):
    office.surveyor.hear("gpio", Edge(True, 1))
    office.surveyor.carry_out(Survey(1, WizardStep.CAMERA))
    office.surveyor.hear("gpio", Edge(True, 1))
    assert office.answers == []


def test_a_contact_that_bounces_for_too_long_says_what_to_set():
    probe = ButtonProbe(PARTS, debounce_ms=20)
    heard = [probe.hear("gpio", edge) for edge in bouncing(14.0, 16.5)]
    assert any(heard)
    assert (probe.facts.bounces, probe.facts.debounce_ms) == (True, 33)


def test_a_spark_is_counted():
    probe = ButtonProbe(PARTS, debounce_ms=20)
    for edge in (Edge(True, 0), Edge(False, 2 * MS)):
        probe.hear("gpio", edge)
    assert (probe.facts.presses, probe.facts.sparks) == (0, 1)


def test_a_button_that_is_down_from_the_beginning_is_said_until_it_comes_up(tmp_path):
    office = Office(tmp_path, is_down=lambda: True)
    office.surveyor.carry_out(Survey(1, WizardStep.BUTTON))
    assert office.answers[-1].facts.is_down
    office.surveyor.hear("gpio", Edge(False, 5 * MS))
    assert not office.answers[-1].facts.is_down


def test_a_contact_that_chatters_does_not_fill_the_memory():
    probe = ButtonProbe(PARTS, debounce_ms=20)
    for number in range(2100):
        probe.hear("gpio", Edge(number % 2 == 0, number * MS))
    assert len(probe._edges) == 2000


# -- how far somebody came -------------------------------------------------------------------------------------


def test_progress_is_kept_and_the_time_told(office):
    office.surveyor.carry_out(KeepProgress(Progress(is_open=True), is_new=True))
    office.now_ns = 90 * 1_000_000_000
    office.surveyor.carry_out(KeepProgress(Progress(step=WizardStep.DONE)))
    office.surveyor.close()
    assert office.answers == [ProgressKept(0), ProgressKept(90)]
