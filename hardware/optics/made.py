"""What is made of the optics: tables as Markdown, plots as SVG."""

from hardware.numbers import Numbers
from hardware.optics import table
from hardware.optics.cameras import CAMERAS
from hardware.optics.check import refusal
from hardware.optics.exposure import WHITE
from hardware.optics.glare import PLASTIC, floor_reach_mm
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.plot import heights_plot, light_plot
from hardware.optics.view import CENTRING_MM, LEVEL_DEG, BoardScene, contradiction

CONTRADICTS = 0.01


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return the files of this room."""
    return {
        "cameras.md": cameras_page(numbers).encode(),
        "light.md": light_page(numbers).encode(),
        "heights.svg": heights_plot(numbers),
        "light.svg": light_plot(numbers),
    }


def cameras_page(numbers: Numbers) -> str:
    """Return what each camera sees, and from which height."""
    board, die_mm = numbers.board, numbers.dice.size_mm
    parts = [
        "# What the cameras see",
        f"For a board of {board.across_mm:g} mm ({board.shape.value}) and dice of {die_mm:g} mm. A die must be "
        f"{LEAST_DIE_PX:.0f} px wide at the edge, the whole board with its rim in the picture, {CENTRING_MM:g} mm off "
        f"the middle and the camera {LEVEL_DEG:g}° off the plumb line. "
        "Another camera, board, die or height: `python -m hardware.optics --help`.",
        "## How high the camera hangs",
        table.markdown([table.hang_row(camera, numbers) for camera in CAMERAS]),
        _refused(numbers),
        "![Width of a die over height](heights.svg)",
        "## Sharpness and slant there",
        "Focused on the tops of dice; blur is a share of a die, of which the eye can do with 4 %.",
        table.markdown([row for camera in CAMERAS if (row := table.sharp_row(camera, numbers))]),
        "## What their makers say",
        table.markdown([table.data_row(camera) for camera in CAMERAS]),
        _contradictions(),
        "## Other boards",
        f"A die of {die_mm:g} mm at the edge, px; in brackets: too small; "
        f"{table.CUT_OFF}: not all of the board is seen.",
    ]
    for camera in CAMERAS:
        rows = [table.matrix_row(camera, board_mm, numbers) for board_mm in table.BOARDS_MM]
        parts += [f"### {camera.title}", table.markdown(rows)]
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _refused(numbers: Numbers) -> str:
    scene, height_mm = BoardScene.from_numbers(numbers), numbers.camera.height_mm
    sentences = [
        refusal(camera, scene, height_mm, shape=numbers.board.shape)
        for camera in CAMERAS
        if table.usual_height_mm(camera, numbers) is None
    ]
    return "\n".join(f"- {sentence}." for sentence in sentences)


def _contradictions() -> str:
    found = [camera.title for camera in CAMERAS if contradiction(camera) > CONTRADICTS]
    return (
        f"The stated field is another than the focal length's for {', '.join(found)}. Whether a board fits is then "
        "judged by the narrower one, how wide a die is by the shorter focal length. "
        "The figures of USB cameras are assumptions: measure yours."
    )


def light_page(numbers: Numbers) -> str:
    """Return what the ring does."""
    parts = [
        "# Light",
        table.markdown(table.ring_rows(numbers)),
        "![Where rings mirror, and their light](light.svg)",
        "## Why not round the lens",
        "A level glossy face shows the camera a ring round its lens at half the ring's radius. Figures for a strip of "
        f"{table.SHINING_MM:g} mm behind a diffuser:",
        table.markdown([table.lens_row(numbers, mm) for mm in table.ROUND_THE_LENS_MM]),
        f"At the lens' height a ring had to be {4 * floor_reach_mm(numbers) / 10:.0f} cm wide for its image to "
        "fall beside the board. A diffuser does not help there: for the image to be but a veil of a tenth of white it "
        f"had to fill {100 * PLASTIC / (WHITE * table.VEIL):.0f} % of all that a die sees above it. So the ring is "
        "wide and low.",
        "## How long the cameras expose, and how high the ring may be",
        "Under the ring alone, where it is darkest; an estimate, good to a factor of 1.5 "
        "(`hardware/optics/exposure.py`). *Needs*: below it even 30 ms want more than eightfold gain.",
        table.markdown([table.shutter_row(camera, numbers) for camera in CAMERAS]),
    ]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"
