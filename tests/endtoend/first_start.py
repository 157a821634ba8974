"""The whole first start on the simulated board, through the real page: ``python -m tests.endtoend.first_start``.

Each start is that of a new device: `serviert setup`, nothing known, nobody taught anything. A script touches what
somebody would touch, once the page says that it may; people take longer, so each step is given a time to read what is
said: `READ_S` a sentence.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from firmware.session.wizard import STEPS, Rating, WizardStep
from tests.chromium import launched
from tests.endtoend.playing import Playing, Wishes, playing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE_S = 120.0
MINUTES = 5
READ_S = 4.0
"""So long somebody reads what a step says before he does something."""
MOST_THROWS = 12
APART_S = 0.8
"""Two presses in a hurry are one."""


@dataclass(slots=True)
class Start:
    at: Playing  # The companion and its page
    read_s: float = 0.0  # So long each sentence is read
    shoot: Callable[[str], None] = lambda _: None  # Takes a picture of the page, if wanted
    took_s: dict[WizardStep, float] = field(default_factory=dict)  # What each step took

    @property
    def step(self) -> WizardStep | None:
        """Return where the dialog stands, None where it is closed."""
        wizard = self.at.state.wizard
        return None if wizard is None else wizard.step

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait until something is so.

        Raises:
            TimeoutError: If it does not come.
        """
        deadline = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what}; the dialog is {self.at.state.wizard}")
            self.at.look_again()

    def go_through(self) -> float:
        """Go through all steps; return what it took, seconds, as the device itself says."""
        self.until(lambda: self.step is WizardStep.CAMERA, "the dialog did not open")
        for step in STEPS:
            began = time.monotonic()
            self.until(lambda step=step: self._shows(step), f"{step} is not shown")
            self._read()
            {WizardStep.BUTTON: self._press, WizardStep.DICE: self._lay, WizardStep.THROW: self._throw}.get(
                step, self._measure
            )()
            self.until(lambda step=step: self.step is not step, f"{step} does not end")
            self.took_s[step] = time.monotonic() - began
        self.until(lambda: self.at.state.wizard is not None and self.at.state.wizard.elapsed_s is not None, "no time")
        self.until(lambda: self.at.page.locator(".wizard-head h2").inner_text() != "", "no title")
        self.shoot("done")
        wizard = self.at.state.wizard
        assert wizard is not None
        assert wizard.elapsed_s is not None
        self.at.page.locator(".wizard-foot .main").tap()
        self.until(lambda: self.step is None, "the dialog does not close")
        return float(wizard.elapsed_s)

    def _shows(self, step: WizardStep) -> bool:
        return self.at.page.locator("#wizard").get_attribute("data-step") == step.value

    def _read(self) -> None:
        self.at.page.wait_for_timeout(1000 * self.read_s)

    def _measure(self) -> None:
        """Wait until the device says that all is well, if it can, and go on."""
        wizard = self.at.state.wizard
        assert wizard is not None
        if wizard.step is not WizardStep.SHEET:
            self.until(lambda: self._rating() == Rating.GOOD.value, f"{wizard.step} is never good")
        self.shoot(wizard.step.value)
        self._read()
        self._go_on()

    def _rating(self) -> str | None:
        return self.at.page.locator("#wizard").get_attribute("data-rating")

    def _go_on(self) -> None:
        self.at.page.locator(".wizard-foot .action").last.tap()

    def _press(self) -> None:
        """Press the button on the screen, shortly and long."""
        self.shoot("button")
        self.at.page.locator("#wizard .press-button").tap()
        self.until(lambda: self._heard() == 1, "the short press was not heard")
        self._read()
        self.at.page.wait_for_timeout(1000 * APART_S)
        self.at.page.keyboard.down("Space")
        self.at.page.wait_for_timeout(1300)
        self.at.page.keyboard.up("Space")
        self.until(lambda: self._heard() == 2, "the long press was not heard")
        self.shoot("button-done")
        self._go_on()

    def _heard(self) -> int:
        return self.at.page.locator(".check.is-done").count()

    def _lay(self) -> None:
        """Throw until the dice were seen; what is not known surely is learnt in play."""
        self.shoot("dice")
        for _ in range(MOST_THROWS):
            self._throw_once()
            if self.at.page.locator(".wizard-dice svg").count():
                break
        self._read()
        self.shoot("dice-read")
        self._go_on()

    def _throw(self) -> None:
        self.shoot("throw")
        for _ in range(MOST_THROWS):
            self._throw_once()
            if self.step is not WizardStep.THROW:
                return
        self._go_on()

    def _throw_once(self) -> None:
        number = self.at.state.surveys
        self.at.page.locator("#wizard .press-button").tap()
        self.until(lambda: self._is_looking() or self.at.state.surveys != number, "the press was not heard")
        self.until(lambda: not self._is_looking(), "the dice were not read")
        self.at.look_again()
        self.at.look_again()

    def _is_looking(self) -> bool:
        wizard = self.at.state.wizard
        return wizard is not None and wizard.pending is not None


def first_start(
    folder: Path, browser: Browser, wishes: Wishes, read_s: float, shots: Path | None
) -> tuple[float, dict[WizardStep, float]]:
    """Go through one first start; return what it took as the device says, and what each step took."""
    with playing(folder, browser, wishes) as at:

        def shoot(name: str) -> None:
            if shots is not None:
                at.page.wait_for_timeout(400)
                at.page.screenshot(path=str(shots / f"{name}.png"))

        start = Start(at, read_s=read_s, shoot=shoot)
        return start.go_through(), start.took_s


def main(starts: int = 5, read_s: float = READ_S, speed: float = 1.0, shots: Path | None = None) -> None:
    """Start so often and print what each step took; the exit status is 1 if one start took longer than five minutes."""
    if shots is not None:
        shots.mkdir(parents=True, exist_ok=True)
    totals: list[float] = []
    with launched() as browser, tempfile.TemporaryDirectory() as folder:
        for seed in range(1, starts + 1):
            wishes = Wishes(seed=seed, speed=speed, sets_up=True)
            total_s, steps = first_start(Path(folder), browser, wishes, read_s, shots if seed == 1 else None)
            totals.append(total_s)
            told = ", ".join(f"{step.value} {took_s:.0f}" for step, took_s in steps.items())
            print(f"start {seed}: {total_s:.0f} s ({told})")
    most_s = max(totals)
    print(
        f"{len(totals)} first starts: {statistics.mean(totals):.0f} s on average, {min(totals):.0f} to {most_s:.0f} s; "
        f"each sentence read for {read_s:g} s; five minutes are {60 * MINUTES} s"
    )
    raise SystemExit(most_s > 60 * MINUTES)


if __name__ == "__main__":
    typer.run(main)
