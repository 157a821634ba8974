import json
import re
from typing import Any

import pytest

from firmware.display.view import view
from firmware.session.lesson import LessonStage
from firmware.share.phone_app import control_view, follower_view
from tests.firmware.display.scenes import LESSONS, SCENES, lesson, scene
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.security

PROJECTIONS = {"follow": follower_view, "control": control_view}


def shown(name: str, access: str) -> dict[str, Any]:
    state = {**SCENES, **LESSONS, **WIZARDS}[name]()
    return PROJECTIONS[access](view(state, simulated=True))


@pytest.mark.parametrize("access", PROJECTIONS)
@pytest.mark.parametrize("name", [*SCENES, *LESSONS, *WIZARDS])
def test_no_picture_is_named_in_what_phones_are_shown(name, access):
    phone = shown(name, access)
    assert not re.search(r"\.jpg|/looks/|/dice/|/survey/", json.dumps(phone))
    assert phone["wizard"] is None
    assert (phone["is_simulated"], phone["teaching"], phone["access"]) == (False, None, access)


@pytest.mark.parametrize("name", SCENES)
def test_a_phone_that_follows_sees_the_sheet_and_can_touch_nothing(name):
    whole, phone = view(scene(name), simulated=False), shown(name, "follow")
    for part in ("cells", "columns", "rows", "players", "notice", "throw", "result", "phase", "moment"):
        assert phone[part] == whole[part], part
    assert not any(phone["can"].values())
    assert phone["can"].keys() == whole["can"].keys()
    assert not phone["button"]["is_shown"]
    assert phone["modes"] == phone["languages"] == phone["warnings"] == []


@pytest.mark.parametrize("name", SCENES)
def test_a_phone_that_plays_can_touch_what_the_device_can(name):
    whole, phone = view(scene(name), simulated=True), shown(name, "control")
    for part in ("can", "button", "modes", "mode", "setup", "languages", "warnings", "cells"):
        assert phone[part] == whole[part], part


@pytest.mark.parametrize("state", [lesson(LessonStage.SHOW), WIZARDS["camera"]()])
def test_while_dice_are_taught_or_the_device_is_set_up_a_phone_that_plays_only_looks_on(state):
    phone = control_view(view(state, simulated=False))
    assert not any(phone["can"].values())
    assert not phone["button"]["is_shown"]


@pytest.mark.parametrize("access", PROJECTIONS)
def test_what_a_view_may_carry_one_day_is_not_shown_to_phones_unasked(access):
    whole = {**view(scene("second"), simulated=False), "share": {"digits": "1234"}, "secret": 1}
    whole["dice"] = [{**die, "crop": "data:image/jpeg;base64,"} for die in whole["dice"]]  # type: ignore[attr-defined]
    assert not re.search("1234|secret|base64", json.dumps(PROJECTIONS[access](whole)))
