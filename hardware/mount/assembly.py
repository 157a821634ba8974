"""All of it where it stands: printed parts, what is bought, screws; with the step in which each is mounted."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from build123d import Location, Part, Pos, Rot

from hardware.mount import boards, bought, button_box, pi_size
from hardware.mount.case_size import BEZEL_MM
from hardware.mount.catalogue import catalogue
from hardware.mount.frames import Places, Vector, case_axes, places
from hardware.mount.layout import CAP_END_MM, CAP_FLOOR_MM, CAP_POCKET_MM, layout
from hardware.mount.profile import BALLAST_WIDTH_MM, KG_PER_M, SIDE_MM, STEEL_KG_PER_MM3
from hardware.mount.screws import screws
from hardware.mount.shapes import block, rod
from hardware.mount.steps import BUTTON_STEP
from hardware.numbers import Numbers

Colour = tuple[int, int, int]
METAL, STEEL, BLACK, GREEN = (188, 194, 200), (132, 138, 146), (62, 64, 70), (72, 128, 92)
WOOD, GLASS, RUBBER, IVORY = (150, 110, 78), (48, 52, 60), (70, 70, 74), (238, 232, 214)
OPAL, SCREEN, RED, BLUE = (255, 244, 206), (120, 170, 214), (206, 70, 60), (70, 112, 196)
PRINTED = {"any": (236, 146, 62), "white": (232, 232, 228), "opal": OPAL}
HERE = (0.0, 0.0, 0.0)
_DICE = ((-0.6, 0.3, 12), (0.1, 0.8, 40), (0.7, 0.1, 75), (-0.2, -0.5, 28), (0.5, -0.8, 60))


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A body where it stands."""

    name: str
    solid: Part
    colour: Colour  # RGB
    step: int  # in which it is mounted; 0 for what stands there anyway
    kg: float | None = None  # its mass where it is bought, else None
    away_mm: Vector = HERE  # where it comes from, for exploded pictures


def drawn(numbers: Numbers) -> dict[str, Part]:
    """Return every printed part as it lies on its bed."""
    return {part.name: part.draw(numbers) for part in catalogue(numbers)}


def assembly(numbers: Numbers, parts: Mapping[str, Part]) -> tuple[Placed, ...]:
    """Return everything where it stands, the printed parts as `drawn`."""
    where = places(numbers)
    found = [
        Placed(part.name, parts[part.name].moved(spot), PRINTED[part.colour], part.step, away_mm=part.away(spot))
        for part in catalogue(numbers)
        for spot in part.where
    ]
    found += _profiles(numbers)
    for yielding in (_electronics, _pi, _beside):
        found += yielding(numbers, where)
    found += _rubber(where)
    return (*found, *_screws(numbers, found))


def _profiles(numbers: Numbers) -> Iterator[Placed]:
    place = layout(numbers)
    long, half, ballast = place.foot_profile_mm, SIDE_MM / 2, numbers.mount.ballast_mm
    low = boards.RUBBER_MM[1] - boards.RUBBER_RECESS_MM + CAP_FLOOR_MM
    metal: list[tuple[float, Location, int, float]] = []
    for x in (-place.mast_x_mm, place.mast_x_mm):
        metal.append((long, Pos(x, long / 2, place.profile_z_mm + half) * Rot(90, 0, 0), 1, 0.0))
        metal.append((place.mast_mm, Location((x, 0, place.foot_top_mm)), 2, 90.0))
        if ballast:
            spot = Pos(x, long / 2, low + ballast / 2) * Rot(90, 0, 0)
            yield _steel((BALLAST_WIDTH_MM, ballast, long), "steel bar", spot, 1)
    metal.append((place.beam_mm, Pos(-place.beam_mm / 2, 0, place.beam_z_mm + half) * Rot(0, 90, 0), 3, 80.0))
    for mm, spot, step, up in metal:
        yield Placed("profile", bought.profile(mm).moved(spot), METAL, step, KG_PER_M * mm / 1000, (0.0, 0.0, up))


def _steel(size_mm: Vector, name: str, where: Location, step: int, away_mm: Vector = HERE) -> Placed:
    kg = size_mm[0] * size_mm[1] * size_mm[2] * STEEL_KG_PER_MM3
    return Placed(name, block(*size_mm).moved(where), STEEL, step, kg, away_mm)


def _electronics(numbers: Numbers, where: Places) -> Iterator[Placed]:
    camera, screen = boards.camera_board(numbers.camera.model), boards.display_board(numbers.display.model)
    solid = bought.camera(numbers).moved(Location((0, 0, layout(numbers).lens_z_mm)))
    yield Placed("camera", solid, GREEN, 4, camera.mass_g / 1000, (0, 0, 35.0))
    strip = block(10.0, numbers.light.length_mm(-7) - 4, 1.2)
    for spot in where["strip"]:
        yield Placed("strip", strip.moved(spot), OPAL, 6, 0.004)
    (tray,), (_, _, out) = where["case-tray"], case_axes(numbers)
    away = (out[0] * -45.0, out[1] * -45.0, out[2] * -45.0)
    glass = bought.display(numbers).moved(tray * Pos(0, 0, BEZEL_MM))
    yield Placed("display", glass, GLASS, 8, screen.mass_g / 1000, away)
    shining = block(screen.window_mm[0] - 2, screen.window_mm[1] - 2, 0.4)
    yield Placed("screen", shining.moved(tray * Pos(0, 0, BEZEL_MM - 0.4)), SCREEN, 8)


def _pi(numbers: Numbers, where: Places) -> Iterator[Placed]:
    (board,), (tray,) = where["pi"], where["pi-tray"]
    perfboard = tray * Pos(*pi_size.PERFBOARD_AT_MM, pi_size.FLOOR_MM + pi_size.LEDGE_MM)
    yield Placed("pi", bought.raspberry_pi().moved(board), GREEN, 13, boards.PI_MASS_G / 1000, (55.0, 0, 0))
    yield Placed("cooler", bought.cooler().moved(board), METAL, 13, 0.03, (85.0, 0, 0))
    yield Placed("perfboard", bought.perfboard().moved(perfboard), WOOD, 13, 0.03, (55.0, 0, 0))
    if not numbers.camera.model.startswith("usb"):
        yield Placed("ribbon camera", bought.camera_ribbon(numbers), BLUE, 15, 0.005)
        yield Placed("ribbon display", bought.display_ribbon(numbers), BLUE, 15, 0.005)


def _beside(numbers: Numbers, where: Places) -> Iterator[Placed]:
    """Yield the push button with the steel below it, board and dice."""
    (box,), (lid,) = where["button-box"], where["button-lid"]
    body = bought.button(numbers).moved(box * Pos(*button_box.BUTTON_AT_MM, 0) * Rot(180, 0, 0))
    yield Placed("button", body, RED, BUTTON_STEP, 0.025, (0, 0, 60.0))
    if ballast := numbers.mount.ballast_mm:
        size, spot = (button_box.BAR_MM, BALLAST_WIDTH_MM, ballast), lid * Pos(0, 0, button_box.LID_MM)
        yield _steel(size, "steel piece", spot, BUTTON_STEP, (0, 0, -30.0))
    yield Placed("board", bought.board(numbers), WOOD, 0)
    reach, edge = numbers.board.across_mm * 0.28, numbers.dice.size_mm
    for k, (x, y, turn) in enumerate(_DICE):
        spot = Location((x * reach, y * reach, numbers.board.floor_mm), (0, 0, turn))
        yield Placed(f"die {k + 1}", block(edge, edge, edge, edge / 8).moved(spot), IVORY, 0)


def _rubber(where: Places) -> Iterator[Placed]:
    high = (CAP_END_MM + CAP_POCKET_MM) / 2
    spots = [(foot * Pos(0, 0, high), 1, -25.0) for foot in where["foot-cap"]]
    spots += [(where["button-lid"][0] * Pos(x, y, 0), BUTTON_STEP, -85.0) for x, y in button_box.FEET_MM]
    for spot, step, up in spots:
        at = Location((spot.position.X, spot.position.Y, 0))
        yield Placed("rubber", rod(*boards.RUBBER_MM).moved(at), RUBBER, step, 0.001, (0, 0, up))


def _screws(numbers: Numbers, placed: Iterable[Placed]) -> Iterator[Placed]:
    """Yield the screws, each drawn once and moved; apart, they come from beyond the part that they hold."""
    shapes: dict[tuple[str, float], Part] = {}
    for screw in screws(numbers):
        kind = (screw.thread, screw.length_mm)
        if kind not in shapes:
            shapes[kind] = bought.screw(*kind)
        head = screw.where.position
        out = (screw.where * Pos(0, 0, 1)).position - head
        held = [one for one in placed if one.name == screw.through and one.step == screw.step]
        near = min(held, key=lambda one: (one.solid.center() - head).length).away_mm if held else HERE
        reach, kg = (34.0, 0.006) if screw.thread == "M5" else (26.0, 0.001)  # with T-nut or insert
        away = (near[0] + out.X * reach, near[1] + out.Y * reach, near[2] + out.Z * reach)
        yield Placed(f"screw {screw.place}", shapes[kind].moved(screw.where), BLACK, screw.step, kg, away)
