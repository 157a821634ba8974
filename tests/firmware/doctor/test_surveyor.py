"""The surveyor: every wish is answered, of the newest step alone, and what is found is kept and used; the button."""

import json
from dataclasses import replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from firmware.adapters.open import address_file, chosen
from firmware.board.calibration import Calibration, calibration_file, load, save
from firmware.doctor.button import ButtonProbe
from firmware.doctor.surveyor import PICTURES_KEPT, Surveyor, load_progress
from firmware.errors import CameraBarredError, CameraSilentError
from firmware.ports import Edge
from firmware.session import wizard
from firmware.session.effects import EndSurvey, KeepCamera, KeepProgress, ReckonSheet, Survey
from firmware.session.events import Surveyed
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import CameraConfig, Config, StoreConfig
from tests.firmware.doctor.recorded import PictureCamera
from tests.vision.board_pictures import board_picture
from tests.vision.sheet_pictures import LENS, TILTED, Pose, pose, sheet_picture
from vision.errors import VisionError
from vision.find.board import BoardKind
from vision.frame import Frame

MS, S = 1_000_000, 1_000_000_000
PARTS = wizard.ButtonFacts(has_button=True, has_lamp=True, has_sound=True)
STRAIGHT = replace(LENS, size_wh=(720, 540), focal_px=750.0, k1=0.0, k2=0.0)
LYING = pose(4.0, 30.0, high_mm=600.0)
PLAIN = Frame(np.full((270, 360, 3), 128, np.uint8))


@cache
def empty_tray() -> Frame:
    wide = cv2.copyMakeBorder(board_picture()[0].pixels, 0, 0, 80, 80, cv2.BORDER_REPLICATE)
    return Frame(np.asarray(cv2.resize(wide, STRAIGHT.size_wh, interpolation=cv2.INTER_CUBIC), np.uint8))


def shown(*places: Pose) -> list[Frame]:
    return [sheet_picture(place, STRAIGHT) for place in places]


class Owner:
    def __init__(self) -> None:
        self.borrower, self.trouble, self.stands = None, None, []

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
        self.owner, self.answers = Owner(), []
        site = {"config": self.config, "camera": "usb:0", "parts": PARTS, **site}
        self.surveyor = Surveyor(owner=self.owner, emit=self.answers.append, **site)
        self.camera = PictureCamera(pictures or (empty_tray(),))

    def wish(self, *effects) -> "Office":
        for effect in effects:
            self.surveyor.carry_out(effect)
        return self

    def look(self, times: int = 1) -> "Office":
        """Have so many looks made by whoever borrowed the camera."""
        wanted = len(self.answers) + times
        for _ in range(100 * times):
            if len(self.answers) >= wanted or self.owner.borrower is None:
                break
            self.owner.borrower(self.camera, self.camera.preview())
        return self

    def show_sheet(self, *pictures: Frame) -> "Office":
        self.wish(Survey(1, wizard.WizardStep.SHEET))
        self.camera = PictureCamera(pictures)
        self.look(len(pictures))
        self.answers.clear()
        return self.wish(ReckonSheet(1)).look()

    def lean_deg(self) -> float | None:
        return self.wish(Survey(1, wizard.WizardStep.CAMERA)).look().answers[-1].found.lean_deg

    @property
    def kept(self) -> Calibration | None:
        return load(calibration_file(self.config))


ONCE = (*shown(LYING), empty_tray())


@pytest.fixture
def office(tmp_path) -> Office:
    return Office(tmp_path)


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (wizard.WizardStep.CAMERA, wizard.CameraLook),
        (wizard.WizardStep.SHEET, wizard.SheetLook),
        (wizard.WizardStep.LIGHT, wizard.LightLook),
        (wizard.WizardStep.FOCUS, wizard.FocusLook),
    ],
)
def test_each_step_is_looked_at_in_its_way_and_its_picture_is_kept_until_it_ends(office, step, kind):
    (first,) = office.wish(Survey(3, step)).look().answers
    assert isinstance(first, Surveyed)
    assert first.number == 3
    assert isinstance(first.found, kind)
    assert office.surveyor.jpeg(first.found.exposed_ns).startswith(b"\xff\xd8")
    borrower = office.owner.borrower
    office.wish(EndSurvey())
    assert office.surveyor.jpeg(first.found.exposed_ns) is None
    assert office.owner.borrower is None  # the camera is the eye's again
    borrower(office.camera, office.camera.preview())  # on its way when the survey ended
    assert office.answers == [first]


def test_old_pictures_are_forgotten_and_what_is_to_be_reckoned_for_an_earlier_step_is_not(office):
    office.wish(ReckonSheet(7), Survey(8, wizard.WizardStep.SHEET), ReckonSheet(7))
    seen = office.look(PICTURES_KEPT + 1).answers
    assert all(isinstance(each, Surveyed) for each in seen)
    assert office.surveyor.jpeg(seen[0].found.exposed_ns) is None
    assert office.surveyor.jpeg(seen[1].found.exposed_ns) is not None


def test_a_calibration_of_this_camera_tells_how_it_leans_and_a_damaged_one_is_no_reason_not_to_look(tmp_path):
    outline = ((0, 0), (9, 0), (9, 9))
    made = Calibration(made_utc="", camera="usb:0", size_wh=(720, 540), outline=outline, kind=BoardKind.OTHER)
    office = Office(tmp_path)
    save(calibration_file(office.config), replace(made, normal=(0.0, 0.05, -0.99875), focal_px=700.0), empty_tray())
    assert office.lean_deg() == pytest.approx(2.86, abs=0.1)
    office.camera.identity = "usb:046d:082d"
    assert office.lean_deg() is None
    del office.camera.identity
    calibration_file(office.config).write_text("{", encoding="utf-8")
    assert office.lean_deg() is None


def test_an_address_that_sends_pictures_or_is_only_barred_is_kept_and_all_starts_again_with_it(tmp_path):
    seen = PictureCamera([empty_tray()])
    trying = Mock(side_effect=[seen, CameraSilentError(""), CameraBarredError(""), seen])
    answers = SimpleQueue()
    office = Office(tmp_path, try_camera=trying, start_again=lambda: answers.put(None))
    office.surveyor.emit = answers.put
    good, silent, barred = (f"http://me:x@10.0.0.{number}/video" for number in (7, 8, 9))
    any_camera = replace(office.config, camera=CameraConfig("attached"))
    for address, trouble, source in (
        ("ftp://10.0.0.7/", NoticeKey.ADDRESS_ILLEGAL, "attached"),
        (good, None, good),
        (silent, NoticeKey.CAMERA_SILENT, good),
        (barred, None, barred),
        ("attached", None, "attached"),
    ):
        office.wish(KeepCamera(4, address))
        assert answers.get(timeout=20.0) == (None if trouble is None else Surveyed(4, trouble))
        assert (chosen(any_camera), chosen(office.config)) == (source, "usb:0")  # one that is named is kept to
    assert [call.args for call in trying.call_args_list] == [(good,), (silent,), (barred,)]
    address_file(office.config).mkdir()
    office.wish(KeepCamera(5, good))
    assert answers.get(timeout=20.0) == Surveyed(5, NoticeKey.ADDRESS_NOT_KEPT)


def test_lens_and_board_are_found_kept_and_used_at_once(tmp_path):
    told: list[Calibration] = []
    office = Office(tmp_path, recalibrated=told.append).show_sheet(*shown(*TILTED, *(LYING,) * 4), empty_tray())
    (answer,) = office.answers
    assert (answer.found.has_lens, answer.found.in_use) == (True, True)
    assert answer.found.height_mm == pytest.approx(599.0, rel=0.02)
    assert answer.found.lean_deg == pytest.approx(4.0, abs=0.5)
    assert office.kept.focal_px == pytest.approx(STRAIGHT.focal_px, rel=0.01)
    assert (office.owner.stands, told) == ([office.kept.board], [office.kept])


def test_what_goes_wrong_with_the_sheet_is_said_and_keeps_nobody_waiting(tmp_path):
    def broken(_: Calibration) -> None:
        raise RuntimeError("broken")

    few, none = (*shown(*TILTED[:3]), empty_tray()), (*shown(TILTED[0]), PLAIN)
    for pictures, trouble in ((few, wizard.SheetTrouble.TOO_FEW), (none, wizard.SheetTrouble.NO_BOARD)):
        office = Office(tmp_path).show_sheet(*pictures)
        assert (office.answers, office.kept, office.owner.stands) == ([Surveyed(1, trouble)], None, [])
    office = Office(tmp_path, recalibrated=broken).show_sheet(*ONCE)
    assert office.answers == [Surveyed(1, wizard.SheetTrouble.FAILED)]
    (tmp_path / "closed").write_text("a file, no folder", encoding="utf-8")
    assert Office(tmp_path / "closed").show_sheet(*ONCE).answers == [Surveyed(1, wizard.SheetTrouble.NOT_SAVED)]


def test_a_calibration_that_cannot_be_used_yet_is_used_from_the_next_start_on(office):
    office.owner.trouble = VisionError("no landmarks")
    (answer,) = office.show_sheet(*ONCE).answers
    assert (answer.found.has_lens, answer.found.in_use) == (False, False)
    assert office.kept.mm_per_px == pytest.approx(600.0 / STRAIGHT.focal_px, rel=0.03)  # the sheet only lay there


def pressed(*gaps_ms: float) -> list[Edge]:
    """Return a press whose contact stands still for these times while it bounces, and its release."""
    at_ms = [*accumulate(gaps_ms, initial=0.0)]
    return [Edge(number % 2 == 0, round(at * MS)) for number, at in enumerate([*at_ms, at_ms[-1] + 200])]


def test_the_contact_is_measured_press_by_press_and_a_key_or_a_screen_has_none(office):
    office.surveyor.hear("gpio", Edge(True, 1))  # nobody listens yet
    office.wish(Survey(1, wizard.WizardStep.BUTTON))
    for source in ("screen", "simulated"):
        office.surveyor.hear(source, Edge(True, 1))
    assert office.answers == [Surveyed(1, PARTS)]
    for edge in pressed(2.0, 3.0):
        office.surveyor.hear("gpio", edge)
    facts = office.answers[-1].found
    assert (facts.presses, facts.longest_ms, facts.bounces) == (1, 3.0, False)
    assert not any(answer.found.is_down for answer in office.answers)  # it is being pressed, not stuck
    office.answers.clear()
    office.wish(Survey(1, wizard.WizardStep.CAMERA)).surveyor.hear("gpio", Edge(True, 1))
    assert office.answers == []


def test_a_contact_that_bounces_for_too_long_sparks_or_chatters_is_said():
    probe = ButtonProbe(PARTS, debounce_ms=20)
    assert True in [probe.hear("gpio", edge) for edge in pressed(14.0, 16.5)]
    assert (probe.facts.bounces, probe.facts.debounce_ms) == (True, 33)
    probe = ButtonProbe(PARTS, debounce_ms=20)
    heard = [probe.hear("gpio", Edge(number % 2 == 0, number * MS)) for number in range(2)]
    assert (heard, probe.facts.presses, probe.facts.sparks) == ([True, True], 0, 1)
    probe._edges *= 999  # a chattering contact does not fill the memory
    assert [probe.hear("gpio", Edge(True, at_s * S)) for at_s in (1, 2, 3)] == [True, True, False]


def test_a_button_that_is_down_from_the_beginning_is_said_until_it_comes_up(tmp_path):
    office = Office(tmp_path, is_down=lambda: True).wish(Survey(1, wizard.WizardStep.BUTTON))
    assert office.answers[-1].found.is_down
    office.surveyor.hear("gpio", Edge(False, 5 * MS))
    assert not office.answers[-1].found.is_down


LIGHT = wizard.Progress().after(wizard.Outcome.DONE).after(wizard.Outcome.SKIPPED)
WHOLE_FILE = {"format": 1, "step": "light", "outcomes": ["open"] * 7, "is_open": True}


def test_progress_is_kept_beside_the_games(tmp_path):
    office, path = Office(tmp_path / "new"), tmp_path / "new" / "setup.json"
    assert load_progress(path) is None
    office.wish(KeepProgress(wizard.Progress(is_open=True)), KeepProgress(LIGHT))
    for _ in range(2):
        office.surveyor.close()
    assert load_progress(path) == LIGHT


WRONG = [json.dumps(WHOLE_FILE | wrong) for wrong in ({"format": 2}, {"step": "nowhere"}, {"outcomes": ["open"]})]
CONTENTS = dict.fromkeys(("", "[]", "{}", *WRONG))
CONTENTS[json.dumps(WHOLE_FILE)] = wizard.Progress(step=wizard.WizardStep.LIGHT, is_open=True)


@pytest.mark.parametrize(("content", "found"), CONTENTS.items())
def test_a_file_that_says_nothing_is_as_good_as_none(tmp_path, content, found):
    (tmp_path / "setup.json").write_text(content, encoding="utf-8")
    assert load_progress(tmp_path / "setup.json") == found


def test_a_card_that_refuses_is_logged_and_nobody_waits(tmp_path, caplog):
    (tmp_path / "closed").write_text("", encoding="utf-8")
    office = Office(tmp_path / "closed")
    office.wish(KeepProgress(LIGHT))
    office.surveyor.close()
    assert "cannot be kept" in caplog.text
