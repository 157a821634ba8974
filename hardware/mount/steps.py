"""Assembly step by step, as ``steps.toml`` has it: what each picture shows, and what is said beside it."""

from dataclasses import dataclass
from pathlib import Path

from hardware import data


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step."""

    number: int  # from 1; its picture is ``step-01.png`` and so on
    # title, what to do, what is seen then, and what it means when not; ``{names}`` are filled in by the guide
    english: tuple[str, str, str, str]
    german: tuple[str, str, str, str]  # the same
    shows: tuple[int, ...] = ()  # steps whose parts stand there already; empty where only this step's parts are seen
    azimuth_deg: float = -32.0  # from where one looks: 0 from the front, 90 from the right
    elevation_deg: float = 24.0  # how high one looks from
    turn: str = "stand"  # "stand" as it stands, "case front down" as the case lies on the bench
    is_one_side: bool = False  # whether only the right wing is shown
    brings: tuple[int, ...] = ()  # steps whose parts are mounted in this one, whole
    brings_from: str = ""  # where from: "below", "inside", "behind the case" or "right"
    hides: tuple[str, ...] = ()  # parts left out, for a nearer look

    @property
    def picture(self) -> str:
        """Return the name of its picture."""
        return f"step-{self.number:02d}.png"


BUTTON_STEP = 14  # what stands by itself beside the stand is mounted here
STEPS = data.load(Path(__file__).with_name("steps.toml"), tuple[Step, ...], under="step")
