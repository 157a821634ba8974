"""What setting up starts with: the surveyor, how far somebody came, and whether it is offered."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.adapters.open import FOLDER, SIMULATED, Source
from firmware.board.calibration import calibration_file
from firmware.commands.sighted import Sighted
from firmware.doctor.progress_file import ProgressKeeper, load, progress_file
from firmware.doctor.surveyor import DeviceToSetUp, Surveyor
from firmware.ports import Button
from firmware.session.events import SurveyorEvent
from firmware.session.state import SessionState
from firmware.session.wizard import ButtonFacts, Progress
from firmware.settings.config import Config

GPIO = "gpio"


def set_up_state(state: SessionState, config: Config, source: Source) -> SessionState:
    """Return a session that knows how far somebody came, and whether setting up is to be offered.

    It is at a device's very first start: real camera, no game yet, no calibration, and nobody ever began.
    """
    kept = load(progress_file(config))
    is_real = source.name != SIMULATED and not source.name.startswith(FOLDER)
    is_first = kept is None and not state.records and not calibration_file(config).exists()
    return replace(state, set_up=Progress() if kept is None else kept[0], offers_wizard=is_real and is_first)


def surveyor_for(
    config: Config,
    source: Source,
    sight: Sighted,
    post: Callable[[SurveyorEvent], None],
    *,
    parts: ButtonFacts,
    buttons: Mapping[str, Button],
) -> Surveyor:
    """Return the surveyor of a table."""
    kept = load(progress_file(config))
    keeper = ProgressKeeper(progress_file(config), elapsed_s=0 if kept is None else kept[1], clock_ns=time.monotonic_ns)
    button = buttons.get(GPIO)
    site = DeviceToSetUp(
        config=config,
        camera=source.name,
        reader=sight.reader,
        parts=parts,
        is_down=lambda: button is not None and button.level() is True,
        recalibrated=sight.recalibrated,
    )
    return Surveyor(site, owner=sight.eye, keeper=keeper, emit=post)
