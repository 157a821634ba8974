"""All of it where it stands: printed parts, what is bought, screws; with the step in which each is mounted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from build123d import Location, Part, Pos, Rot

from hardware.mount import boards, bought, button_box, frames, pi_size, ribbons
from hardware.mount import light as lamp
from hardware.mount.case_size import BEZEL_MM
from hardware.mount.catalogue import catalogue
from hardware.mount.layout import CAP_END_MM, CAP_FLOOR_MM, CAP_POCKET_MM, layout
from hardware.mount.profile import BALLAST_WIDTH_MM, KG_PER_M, SIDE_MM, STEEL_KG_PER_MM3
from hardware.mount.screws import screws
from hardware.mount.steps import BUTTON_STEP
from hardware.numbers import Numbers

Vector = tuple[float, float, float]
METAL, STEEL, BLACK, GREEN = (188, 194, 200), (132, 138, 146), (62, 64, 70), (72, 128, 92)
WOOD, GLASS, RUBBER, IVORY = (150, 110, 78), (48, 52, 60), (70, 70, 74), (238, 232, 214)
ORANGE, WHITE, OPAL, SCREEN, RED, BLUE = (
    (236, 146, 62),
    (232, 232, 228),
    (255, 244, 206),
    (120, 170, 214),
    (206, 70, 60),
    (70, 112, 196),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Placed:
    """A body where it stands.

    Attributes:
        name: Of the part.
        solid: Where it stands.
        colour: RGB.
        step: In which it is mounted; 0 for what stands there anyway.
        away_mm: Where it comes from, for exploded pictures.
        kg: Its mass where it is bought, else None.
        is_printed: Whether it is printed.
    """

    name: str
    solid: Part
    colour: tuple[int, int, int]
    step: int
    away_mm: Vector = (0.0, 0.0, 0.0)
    kg: float | None = None
    is_printed: bool = False


def drawn(numbers: Numbers) -> dict[str, Part]:
    """Return every printed part as it lies on its bed."""
    return {part.name: part.draw(numbers) for part in catalogue(numbers)}


def assembly(numbers: Numbers, parts: Mapping[str, Part]) -> tuple[Placed, ...]:
    """Return everything where it stands.

    Args:
        numbers: From which it is made.
        parts: From `drawn`.
    """
    found = [*_printed(numbers, parts), *_profiles(numbers), *_electronics(numbers), *_table(numbers)]
    return (*found, *_screws(numbers, found))


def _printed(numbers: Numbers, parts: Mapping[str, Part]) -> Iterator[Placed]:
    """Yield the printed parts."""
    for name, step, colour, places in _places(numbers):
        for where, away in places:
            yield Placed(
                name=name,
                solid=parts[name].moved(where),
                colour=colour,
                step=step,
                away_mm=away,
                is_printed=True,
            )


def _places(numbers: Numbers) -> list[tuple[str, int, tuple[int, int, int], list[tuple[Location, Vector]]]]:
    """Return name, step, colour, and where each printed part goes and comes from."""
    _, up, out = frames.case_axes(numbers)
    del up
    plate = boards.camera_board(numbers.camera.model).family
    caps = frames.foot_caps(numbers)
    return [
        ("foot-cap", 1, ORANGE, [(w, (0.0, 70.0 * (1 if w.position.Y > 0 else -1), 0.0)) for w in caps]),
        ("foot-plate", 2, ORANGE, _apart(frames.foot_plates(numbers), numbers, 55.0, "x")),
        ("corner-plate", 3, ORANGE, _apart(frames.corner_plates(numbers), numbers, 50.0, "y")),
        ("beam-cap", 3, ORANGE, [(w, (40.0 if w.position.X > 0 else -40.0, 0, 0)) for w in frames.beam_caps(numbers)]),
        ("carriage", 5, ORANGE, [(frames.carriage(numbers), (0.0, 0.0, -30.0))]),
        (plate, 4, ORANGE, [(frames.camera_plate(numbers), (0.0, 0.0, 0.0))]),
        ("wing-channel", 6, WHITE, _both(numbers, frames.channels(numbers), 0.0, 0.0)),
        ("wing-diffuser", 6, OPAL, _both(numbers, frames.on_strip(numbers, lamp.DEEP_MM), 0.0, -60.0)),
        ("wing-strap", 6, ORANGE, _both(numbers, frames.straps(numbers), 0.0, 40.0)),
        ("wing-end", 6, ORANGE, _both(numbers, frames.wing_ends(numbers), 35.0, 0.0)),
        ("wing-holder", 7, ORANGE, _both(numbers, [frames.holder(numbers)], 0.0, 60.0)),
        ("case-tray", 8, ORANGE, [(frames.tray(numbers), (0.0, 0.0, 0.0))]),
        ("case-clamp", 8, ORANGE, [(w, _times(out, -70.0)) for w in frames.clamps(numbers)]),
        ("case-cover", 9, ORANGE, [(frames.cover(numbers), (0.0, 0.0, 0.0))]),
        ("case-arm", 9, ORANGE, [(frames.arm(numbers), _times(out, -60.0))]),
        ("pi-tray", 12, ORANGE, [(frames.pi_tray(numbers), (70.0, 0.0, 0.0))]),
        ("button-box", BUTTON_STEP, ORANGE, [(frames.box(numbers), (0.0, 0.0, 0.0))]),
        ("button-lid", BUTTON_STEP, ORANGE, [(frames.lid(numbers), (0.0, 0.0, -60.0))]),
        ("cable-clip", 15, ORANGE, [(w, _off(w)) for w in frames.clips(numbers)]),
        ("pi-cover", 16, ORANGE, [(frames.pi_cover(numbers), (70.0, 0.0, 0.0))]),
    ]


def _off(where: Location) -> Vector:
    """Return the way off the face that a clip is pushed on."""
    way = (where * Pos(0, 45, 0)).position - where.position
    return way.X, way.Y, way.Z


def _times(direction: Vector, mm: float) -> Vector:
    """Return so far in a direction."""
    return direction[0] * mm, direction[1] * mm, direction[2] * mm


def _apart(places: list[Location], numbers: Numbers, mm: float, axis: str) -> list[tuple[Location, Vector]]:
    """Return plates with the way off the face that they lie on."""
    found: list[tuple[Location, Vector]] = []
    mast = layout(numbers).mast_x_mm
    for where in places:
        x, y = where.position.X, where.position.Y
        if axis == "y":
            found.append((where, (0.0, mm if y > 0 else -mm, 0.0)))
        else:
            found.append((where, (mm if (abs(x) > mast and x > 0) or (abs(x) < mast and x < 0) else -mm, 0.0, 0.0)))
    return found


def _both(numbers: Numbers, right: list[Location], aside_mm: float, up_mm: float) -> list[tuple[Location, Vector]]:
    """Return what the right wing has, in both wings, with where it comes from."""
    found: list[tuple[Location, Vector]] = []
    for side in frames.wings(numbers):
        for where in right:
            spot = side * where
            aside = aside_mm if spot.position.Y > 0 else -aside_mm
            found.append((spot, (0.0, aside, up_mm)))
    return found


def _profiles(numbers: Numbers) -> Iterator[Placed]:
    """Yield profiles and steel."""
    place = layout(numbers)

    def metal(length_mm: float, where: Location, step: int, away: Vector) -> Placed:
        return Placed(
            name="profile",
            solid=bought.profile(length_mm).moved(where),
            colour=METAL,
            step=step,
            away_mm=away,
            kg=KG_PER_M * length_mm / 1000,
        )

    long, half = place.foot_profile_mm, SIDE_MM / 2
    ballast = numbers.mount.ballast_mm
    low = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM
    for x in (-place.mast_x_mm, place.mast_x_mm):
        lying = Pos(x, long / 2, place.profile_z_mm + half) * Rot(90, 0, 0)
        yield metal(long, lying, 1, (0.0, 0.0, 0.0))
        yield metal(place.mast_mm, Location((x, 0, place.foot_top_mm)), 2, (0.0, 0.0, 90.0))
        if ballast:
            steel = bought.bar(BALLAST_WIDTH_MM, ballast, long).moved(
                Pos(x, long / 2, low + CAP_FLOOR_MM + ballast / 2) * Rot(90, 0, 0)
            )
            kg = BALLAST_WIDTH_MM * ballast * long * STEEL_KG_PER_MM3
            yield Placed(name="steel bar", solid=steel, colour=STEEL, step=1, kg=kg)
    across = Pos(-place.beam_mm / 2, 0, place.beam_z_mm + half) * Rot(0, 90, 0)
    yield metal(place.beam_mm, across, 3, (0.0, 0.0, 80.0))


def _electronics(numbers: Numbers) -> Iterator[Placed]:
    """Yield camera, light, display, Pi, button and feet of rubber."""
    place, found = layout(numbers), boards.camera_board(numbers.camera.model)
    camera = bought.camera(numbers).moved(Location((0, 0, place.lens_z_mm)))
    kg = found.mass_g / 1000
    yield Placed(name="camera", solid=camera, colour=GREEN, step=4, away_mm=(0, 0, 35.0), kg=kg)
    for side in frames.wings(numbers):
        for where in frames.on_strip(numbers, 0.0):
            yield Placed(name="strip", solid=bought.strip(numbers).moved(side * where), colour=OPAL, step=6, kg=0.004)
    _, _, out = frames.case_axes(numbers)
    screen = boards.display_board(numbers.display.model)
    tray = frames.tray(numbers)
    yield Placed(
        name="display",
        solid=bought.display(numbers).moved(tray * Pos(0, 0, BEZEL_MM)),
        colour=GLASS,
        step=8,
        away_mm=_times(out, -45.0),
        kg=screen.mass_g / 1000,
    )
    yield Placed(
        name="screen", solid=bought.screen(numbers).moved(tray * Pos(0, 0, BEZEL_MM - 0.4)), colour=SCREEN, step=8
    )
    yield from _pi(numbers)
    yield from _button(numbers)
    yield from _rubber(numbers)


def _pi(numbers: Numbers) -> Iterator[Placed]:
    """Yield the Pi, what is beside it in its case, and the flat cables."""
    board, tray = frames.pi_board(numbers), frames.pi_tray(numbers)
    perfboard = tray * Pos(*pi_size.PERFBOARD_AT_MM, pi_size.FLOOR_MM + pi_size.LEDGE_MM)
    for name, solid, colour, away, kg in (
        ("pi", bought.raspberry_pi().moved(board), GREEN, 55.0, boards.PI_MASS_G / 1000),
        ("cooler", bought.cooler().moved(board), METAL, 85.0, 0.03),
        ("perfboard", bought.perfboard().moved(perfboard), WOOD, 55.0, 0.03),
    ):
        yield Placed(name=name, solid=solid, colour=colour, step=13, away_mm=(away, 0, 0), kg=kg)
    if numbers.camera.model.startswith("usb"):
        return
    yield Placed(name="ribbon camera", solid=ribbons.camera_ribbon(numbers), colour=BLUE, step=15, kg=0.005)
    yield Placed(name="ribbon display", solid=ribbons.display_ribbon(numbers), colour=BLUE, step=15, kg=0.005)


def _button(numbers: Numbers) -> Iterator[Placed]:
    """Yield the push button and the steel below it."""
    x, y = button_box.button_at_mm()
    body = bought.button(numbers).moved(frames.box(numbers) * Pos(x, y, 0) * Rot(180, 0, 0))
    yield Placed(name="button", solid=body, colour=RED, step=BUTTON_STEP, away_mm=(0, 0, 60.0), kg=0.025)
    if numbers.mount.ballast_mm:
        size = (button_box.BAR_MM, BALLAST_WIDTH_MM, numbers.mount.ballast_mm)
        steel = bought.bar(*size).moved(frames.lid(numbers) * Pos(0, 0, button_box.LID_MM))
        kg = size[0] * size[1] * size[2] * STEEL_KG_PER_MM3
        yield Placed(name="steel piece", solid=steel, colour=STEEL, step=BUTTON_STEP, away_mm=(0, 0, -30.0), kg=kg)


def _rubber(numbers: Numbers) -> Iterator[Placed]:
    """Yield the feet of rubber."""
    high = (CAP_END_MM + CAP_POCKET_MM) / 2
    spots = [(w * Pos(0, 0, high), 1) for w in frames.foot_caps(numbers)]
    spots += [(frames.lid(numbers) * Pos(x, y, 0), BUTTON_STEP) for x, y in button_box.feet_mm()]
    for spot, step in spots:
        at = Location((spot.position.X, spot.position.Y, 0))
        yield Placed(
            name="rubber",
            solid=bought.rubber().moved(at),
            colour=RUBBER,
            step=step,
            away_mm=(0, 0, -85.0 if step == BUTTON_STEP else -25.0),
            kg=0.001,
        )


def _table(numbers: Numbers) -> Iterator[Placed]:
    """Yield board and dice."""
    yield Placed(name="board", solid=bought.board(numbers), colour=WOOD, step=0)
    reach = numbers.board.across_mm * 0.28
    for k, (x, y, turn) in enumerate(
        ((-0.6, 0.3, 12), (0.1, 0.8, 40), (0.7, 0.1, 75), (-0.2, -0.5, 28), (0.5, -0.8, 60))
    ):
        spot = Location((x * reach, y * reach, numbers.board.floor_mm), (0, 0, turn))
        yield Placed(name=f"die {k + 1}", solid=bought.die(numbers).moved(spot), colour=IVORY, step=0)


def _screws(numbers: Numbers, placed: list[Placed]) -> Iterator[Placed]:
    """Yield the screws, each drawn once and moved; apart, they come from beyond the part that they hold."""
    shapes: dict[tuple[str, float], Part] = {}
    for screw in screws(numbers):
        kind = (screw.thread, screw.length_mm)
        if kind not in shapes:
            shapes[kind] = bought.screw(*kind)
        head = screw.where.position
        out = (screw.where * Pos(0, 0, 1)).position - head
        held = [one for one in placed if one.name == screw.through and one.step == screw.step]
        near = min(held, key=lambda one: (one.solid.center() - head).length).away_mm if held else (0.0, 0.0, 0.0)
        reach = 34.0 if screw.thread == "M5" else 26.0
        yield Placed(
            name=f"screw {screw.place}",
            solid=shapes[kind].moved(screw.where),
            colour=BLACK,
            step=screw.step,
            away_mm=(near[0] + out.X * reach, near[1] + out.Y * reach, near[2] + out.Z * reach),
            kg=0.006 if screw.thread == "M5" else 0.001,  # with T-nut or insert
        )
