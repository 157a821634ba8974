"""The café's build as solids: foot, elbow and head, drawn as they are printed, and everything where it stands."""

from collections.abc import Mapping

from build123d import Part, Pos, Rot

from hardware.mount import assembly, boards, bought, mast
from hardware.mount.assembly import Placed
from hardware.mount.carriage import TRIPOD_MM
from hardware.mount.catalogue import PrintedPart
from hardware.mount.frames import frame
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, lying, plate, rod, slot, whole
from hardware.numbers import Numbers


def foot(numbers: Numbers) -> Part:
    """Return the foot: a flange on the plate, jaws for the display's glass, the socket of the mast."""
    place, display = mast.mast_layout(numbers), boards.display_board(numbers.display.model)
    high, top, back, on = display.height_mm, place.foot_mm, place.back_mm, place.on_display
    near, behind = back - 2 * place.half_mm, -display.rim_mm - mast.FOAM_MM
    low, far = on(-mast.WALL_MM, mast.LIP_MM), on(mast.JAW_MM, behind - mast.BACK_MM)
    end, upper = high - mast.JAW_MM, on(high - mast.JAW_MM, behind - mast.BACK_MM)
    jaw = plate([(low[0], 0), low, on(mast.JAW_MM, mast.LIP_MM), far, (far[0] + 4, 0)], mast.WIDE_MM)
    above = [on(end, mast.LIP_MM), on(high + mast.WALL_MM, mast.LIP_MM), (back, top), (back, upper[1] - 14), upper]
    jaw += plate(above, mast.WIDE_MM)
    glass = [on(0, mast.FOAM_MM), on(high + 0.6, mast.FOAM_MM), on(high + 0.6, behind), on(0, behind)]
    body = plate([(low[0], 0), (back, 0), (back, top), (near, top), (near, 6), (low[0], mast.FLANGE_MM)], mast.WIDE_MM)
    body += jaw - Pos(0, 0, -1) * plate(glass, mast.WIDE_MM + 2)
    body -= Pos(place.mast_x_mm, 0, mast.AXIS_MM) * lying(_room(numbers, top), "y")
    hole = lying(bore(clear_mm(mast.BOLT), mast.FLANGE_MM), "y")
    body -= [Pos(x, 0, mast.AXIS_MM - y) * hole for x, y in plate_bolts_mm(numbers)]
    return _bolted(numbers, "cafe-foot", body)


def elbow(numbers: Numbers) -> Part:
    """Return the elbow over the mast's end, from where the boom and the mast would cross."""
    half, deep = mast.mast_layout(numbers).half_mm, mast.SOCKET_MM
    low, left = -half - deep, half - deep - 14
    outline = [(half, low), (half, half), (left, half), (left, -half), (-half - 14, -half), (-half, -half - 14)]
    body = plate([*outline, (-half, low)], mast.WIDE_MM)
    body -= Pos(0, low, mast.AXIS_MM) * lying(_room(numbers, deep), "y")
    body -= Pos(left, 0, mast.AXIS_MM) * lying(Rot(0, 0, -90) * _room(numbers, half - left), "x")
    return _bolted(numbers, "cafe-elbow", body)


def head(numbers: Numbers) -> Part:
    """Return the head at the boom's end, from the lens: a socket, and a tongue for the camera's thread."""
    place = mast.mast_layout(numbers)
    half, up, near = place.half_mm, place.boom_z_mm - place.lens_z_mm, mast.LENS_MM
    x, end, low = near + mast.TONGUE_MM, near + mast.TONGUE_MM + 52, mast.THREAD_MM - 12
    outline = [(near, low), (x, low), (x, up - half - 4), (x + 4, up - half), (end, up - half), (end, up + half)]
    body = plate([*outline, (near, up + half)], mast.WIDE_MM)
    body -= Pos(x, up, mast.AXIS_MM) * lying(Rot(0, 0, -90) * _room(numbers, end - x), "x")
    way = Rot(0, 90, 0) * Rot(0, 0, 90) * slot(TRIPOD_MM + 8, TRIPOD_MM, 2 * mast.TONGUE_MM)
    return _bolted(numbers, "cafe-head", body - Pos(near - 1, mast.THREAD_MM, mast.AXIS_MM) * way)


def clamps_mm(numbers: Numbers) -> dict[str, tuple[mast.Spot, ...]]:
    """Return where bolts go through each part and its tubes."""
    place = mast.mast_layout(numbers)
    half, up, head_x = place.half_mm, place.boom_z_mm - place.lens_z_mm, mast.LENS_MM + mast.TONGUE_MM
    return {
        "cafe-foot": ((place.mast_x_mm, 20.0), (place.mast_x_mm, place.foot_mm - 14.0)),
        "cafe-elbow": ((0.0, 0.0), (-46.0, 0.0), (0.0, -half - 14.0), (0.0, 14.0 - half - mast.SOCKET_MM)),
        "cafe-head": ((head_x + 14.0, up), (head_x + 40.0, up)),
    }


def plate_bolts_mm(numbers: Numbers) -> tuple[mast.Spot, ...]:
    """Return where the foot is bolted to the plate, x and y."""
    place = mast.mast_layout(numbers)
    front, back = place.on_display(0, 0)[0] + 30.0, place.mast_x_mm - place.half_mm - 10.0
    return tuple((x, y) for x in (front, back) for y in (-11.0, 11.0))


def _room(numbers: Numbers, long_mm: float) -> Part:
    """Return what cuts the room of a tube, from z = 0 up: its roof, to -y, prints by itself."""
    half = (mast.TUBE_MM + numbers.mount.clearance_mm) / 2
    section = [(-half, half), (half, half), (half, -half), (0.0, -2 * half), (-half, -half)]
    return Pos(0, 0, -SKIN_MM) * plate(section, long_mm + 2 * SKIN_MM)


def _bolted(numbers: Numbers, name: str, body: Part) -> Part:
    return whole(body - at(clamps_mm(numbers)[name], bore(clear_mm(mast.BOLT), mast.WIDE_MM)))


def catalogue(numbers: Numbers) -> tuple[PrintedPart, ...]:
    """Return the three printed parts and where they stand."""
    place = mast.mast_layout(numbers)
    found = (
        ("cafe-foot", foot, 0.0, 0.0),
        ("cafe-elbow", elbow, place.mast_x_mm, place.boom_z_mm),
        ("cafe-head", head, 0.0, place.lens_z_mm),
    )
    where = [frame((x, mast.AXIS_MM, z), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0)) for _, _, x, z in found]
    return tuple(
        PrintedPart(name=name, draw=draw, step=1, away=lambda _: assembly.HERE, where=[spot], colour="any")
        for (name, draw, _, _), spot in zip(found, where, strict=True)
    )


def placed(numbers: Numbers, drawn: Mapping[str, Part]) -> tuple[Placed, ...]:
    """Return everything where it stands, the printed parts as they were drawn."""
    cafe, place, parts, under = numbers.cafe, mast.mast_layout(numbers), catalogue(numbers), -numbers.cafe.plate_mm
    long, short = (bought.screw(mast.BOLT, mm) for mm in (mast.CLAMP_BOLT_MM, mast.PLATE_BOLT_MM))
    spots = [part.where[0] * Pos(x, z, mast.WIDE_MM) for part in parts for x, z in clamps_mm(numbers)[part.name]]
    below = [Pos(x, y, under) * Rot(180, 0, 0) for x, y in plate_bolts_mm(numbers)]
    sheet = block(cafe.wide_mm, cafe.deep_mm, cafe.plate_mm, 4.0)
    sheet = Pos((cafe.wide_mm - numbers.board.across_mm) / 2, 0, under) * sheet
    holes = at(plate_bolts_mm(numbers), bore(clear_mm(mast.BOLT), cafe.plate_mm), under)
    boom = Pos(place.back_mm - place.boom_mm, 0, place.boom_z_mm) * Rot(0, 90, 0)
    found = [(part.name, drawn[part.name].moved(part.where[0]), assembly.PRINTED["any"]) for part in parts]
    found += [("clamp bolt", long.moved(spot), assembly.BLACK) for spot in spots]
    found += [("plate bolt", short.moved(spot), assembly.BLACK) for spot in below]
    rubber, low = rod(*boards.RUBBER_MM), under - boards.RUBBER_MM[1]
    found += [("rubber", Pos(x, y, low) * rubber, assembly.RUBBER) for x, y in mast.feet_mm(numbers)]
    found += [
        ("steel plate", sheet - holes, assembly.STEEL),
        ("mast", Pos(place.mast_x_mm, 0, 0) * _tube(place.mast_mm), assembly.METAL),
        ("boom", boom * _tube(place.boom_mm), assembly.METAL),
        ("board", bought.board(numbers), assembly.WOOD),
        ("camera", Pos(0, 0, place.lens_z_mm) * block(2 * mast.LENS_MM, 30.0, 46.0, 6.0), assembly.BLACK),
        *_display(numbers),
    ]
    return tuple(Placed(name, solid, colour, 1) for name, solid, colour in found)


def _tube(long_mm: float) -> Part:
    inside = mast.TUBE_MM - 2 * mast.TUBE_WALL_MM
    return block(mast.TUBE_MM, mast.TUBE_MM, long_mm) - block(inside, inside, long_mm)


def _display(numbers: Numbers) -> list[tuple[str, Part, assembly.Colour]]:
    place, display = mast.mast_layout(numbers), boards.display_board(numbers.display.model)
    (x, z), (out_x, out_z) = place.on_display(display.height_mm / 2, 0), place.on_display(display.height_mm / 2, -1)
    glass = frame((x, 0, z), (0.0, 1.0, 0.0), (out_x - x, 0.0, out_z - z))
    corner = glass * Pos(-boards.PI_MM[0] / 2, -boards.PI_MM[1] / 2, display.depth_mm)
    return [
        ("display", bought.display(numbers).moved(glass), assembly.GLASS),
        ("screen", (Pos(0, 0, -0.4) * block(*display.window_mm, 0.4)).moved(glass), assembly.SCREEN),
        ("pi", bought.raspberry_pi().moved(corner), assembly.GREEN),
        ("cooler", bought.cooler().moved(corner), assembly.METAL),
    ]
