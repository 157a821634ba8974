"""Who works beside the companion's loop, each in a thread of its own, as protocols: tutor, surveyor, counsel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.ports import Edge
    from firmware.session.advising import Question
    from firmware.session.effects import TutorEffect
    from firmware.session.events import Advised, SessionEvent
    from firmware.session.wizard_events import WizardEffect


class Tutor(Protocol):
    """Carries out what is wanted of the taught dice; `firmware.dice.lesson_runner.Tutor` is the real one."""

    def carry_out(self, effect: TutorEffect) -> None:
        """Begin to do what is wanted, and return at once; the answer comes as an event."""


class Surveyor(Protocol):
    """Looks and listens for whoever sets the device up; `firmware.doctor.surveyor.Surveyor` is the real one."""

    def carry_out(self, effect: WizardEffect) -> None:
        """Begin to do what is wanted, and return at once; answers come as events."""

    def hear(self, source: str, edge: Edge) -> None:
        """Take an edge of a button as it is, bouncing included."""

    def jpeg(self, exposed_ns: int) -> bytes | None:
        """Return the picture of a look as JPEG, None when it is no longer kept."""


class Counsel(Protocol):
    """Reckons what the dice that lie can do; `firmware.table.advisor.Counsel` is the real one."""

    def answer(self, question: Question, late: Callable[[SessionEvent], None]) -> Advised | None:
        """Return advice soon, or None: then ``late`` is told once it is there."""
