"""What several printed parts are cut from: plates, tubes, holes, ridges."""

from collections.abc import Iterable, Sequence

from build123d import Align, Box, Cylinder, Part, Polygon, Pos, RectangleRounded, Rot, SlotOverall, extrude, fillet

from hardware.mount.profile import INSERT_WALL_MM, INSERTS, KEY_HEIGHT_MM, KEY_MM, THREADS

FLOOR = (Align.CENTER, Align.CENTER, Align.MIN)
SKIN_MM = 0.01  # cutters reach this far out of what they cut: faces that merely touch confuse the kernel


def block(width_mm: float, depth_mm: float, height_mm: float, radius_mm: float = 0.0) -> Part:
    """Return a block that stands on z = 0 over the origin, its upright edges rounded."""
    if not radius_mm:
        return Box(width_mm, depth_mm, height_mm, align=FLOOR)
    return extrude(RectangleRounded(width_mm, depth_mm, radius_mm), height_mm)


def plate(points_mm: Sequence[tuple[float, float]], height_mm: float, radius_mm: float = 0.0) -> Part:
    """Return a plate of any outline on z = 0, its upright edges rounded."""
    outline = Polygon(*points_mm, align=None)
    if radius_mm:
        outline = fillet(outline.vertices(), radius_mm)
    return extrude(outline, height_mm, dir=(0, 0, 1))  # whichever way round the outline runs


def symmetric(right_mm: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return an outline that is alike left and right, from its right half, from below up."""
    left = [(-x, y) for x, y in right_mm]
    return [left[0], *right_mm, *reversed(left[1:])]


def rod(diameter_mm: float, height_mm: float) -> Part:
    """Return a cylinder that stands on z = 0 over the origin."""
    return Cylinder(diameter_mm / 2, height_mm, align=FLOOR)


def slot(length_mm: float, width_mm: float, height_mm: float) -> Part:
    """Return a block with round ends along x that stands on z = 0."""
    return extrude(SlotOverall(length_mm, width_mm), height_mm)


def bore(diameter_mm: float, height_mm: float) -> Part:
    """Return what cuts a hole from z = 0 up, and a skin beyond both ends."""
    return Pos(0, 0, -SKIN_MM) * rod(diameter_mm, height_mm + 2 * SKIN_MM)


def insert_bore(thread: str) -> Part:
    """Return what cuts the hole for an insert, its mouth at z = 0, downwards."""
    insert = INSERTS[thread]
    return Pos(0, 0, -insert.depth_mm) * rod(insert.hole_mm, insert.depth_mm + SKIN_MM)


def boss_mm(thread: str) -> float:
    """Return the diameter of a boss around an insert."""
    return INSERTS[thread].hole_mm + 2 * INSERT_WALL_MM


def clear_mm(thread: str) -> float:
    """Return the hole that a screw passes."""
    return THREADS[thread].clear_mm


def at(places_mm: Iterable[tuple[float, float]], part: Part, z_mm: float = 0.0) -> list[Part]:
    """Return copies of a part at places of one height."""
    return [Pos(x, y, z_mm) * part for x, y in places_mm]


def lying(part: Part, axis: str) -> Part:
    """Return a part that stood along z lying along "x", "-x", "y" or "-y"."""
    turn = {"x": Rot(0, 90, 0), "-x": Rot(0, -90, 0), "y": Rot(-90, 0, 0), "-y": Rot(90, 0, 0)}
    return turn[axis] * part


def key(length_mm: float) -> Part:
    """Return a ridge along x that sits in a profile's slot, standing on z = 0."""
    return Pos(0, 0, -SKIN_MM) * Box(length_mm, KEY_MM, KEY_HEIGHT_MM + SKIN_MM, align=FLOOR)


def whole(part: Part) -> Part:
    """Return the one solid that a part must be; `ValueError` if it fell apart, which is a mistake in the drawing."""
    solids = part.solids()
    if len(solids) != 1:
        raise ValueError(f"a part must be one solid, this one is {len(solids)}")
    return solids[0]
