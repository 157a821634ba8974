import json
import re
from itertools import product
from typing import Any

import pytest

from firmware.display.view import view
from firmware.share.phone_app import control_view, follower_view
from tests.firmware.display.scenes import LESSONS, SCENES, scene
from tests.firmware.display.wizard_scenes import WIZARDS

pytestmark = pytest.mark.security

PROJECTIONS = {"follow": follower_view, "control": control_view}


def test_no_picture_is_named_in_what_phones_are_shown_and_no_dialog_of_the_device():
    for make, (access, shown) in product({**SCENES, **LESSONS, **WIZARDS}.values(), PROJECTIONS.items()):
        whole = view(make(), simulated=True)
        phone: Any = shown(whole)
        assert not re.search(r"\.jpg|/looks/|/dice/|/survey/", json.dumps(phone))
        assert phone["wizard"] is None
        assert (phone["is_simulated"], phone["teaching"], phone["access"]) == (False, None, access)
        is_lent = whole["teaching"] is not None or whole["wizard"] is not None
        if access == "follow" or is_lent:
            assert not any(phone["can"].values())
            assert phone["can"].keys() == whole["can"].keys()
            assert not phone["button"]["is_shown"]
            assert phone["modes"] == phone["languages"] == phone["warnings"] == []
        else:
            for part in ("can", "button", "modes", "mode", "setup", "languages", "warnings"):
                assert phone[part] == whole[part], part
        for part in ("cells", "columns", "rows", "players", "notice", "throw", "result", "phase", "moment"):
            assert phone[part] == whole[part], part


@pytest.mark.parametrize("access", PROJECTIONS)
def test_what_a_view_may_carry_one_day_is_not_shown_to_phones_unasked(access):
    whole = {**view(scene("second"), simulated=False), "share": {"digits": "1234"}, "secret": 1}
    whole["dice"] = [{**die, "crop": "data:image/jpeg;base64,"} for die in whole["dice"]]  # type: ignore[attr-defined]
    assert not re.search("1234|secret|base64", json.dumps(PROJECTIONS[access](whole)))
