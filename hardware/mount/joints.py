"""What joins the profiles: plates over corners and feet, caps of feet and of the beam's ends, clips for flat cables.

Plates come in pairs, one on either face, and lie as they are printed: outside down, the ridges that sit in slots up.
"""

from build123d import Part, Pos, Rot

from hardware.mount import layout
from hardware.mount.boards import RUBBER_MM, RUBBER_RECESS_MM
from hardware.mount.profile import BALLAST_WIDTH_MM, BORE_MM, JOINT_MM, KEY_MM, SIDE_MM
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, key, lying, plate, rod, symmetric, whole
from hardware.numbers import Numbers

LEG_MM = 80.0
CORNER_SCREWS_MM = (34.0, 70.0)  # from the stand's outer corner along either profile
CORNER_SPOTS_MM = (*((mm, -SIDE_MM / 2) for mm in CORNER_SCREWS_MM), *((SIDE_MM / 2, -mm) for mm in CORNER_SCREWS_MM))
FOOT_HALF_MM = 55.0
FOOT_SCREWS_MM = ((-40.0, 10.0), (40.0, 10.0), (0.0, 36.0), (0.0, 88.0))
"""Along the foot from the mast's middle, and up from the foot's underside."""
CAP_SCREW_MM = 18.0  # from the open end of a foot's cap to its screw
CLIP_MM = 12.0  # height of a clip
ARM_MM = 1.8
CABLE_MM = (17.0, 1.2)  # room for a flat cable 16 mm wide
BUMP_MM = 1.2
REACH_MM = 13.5


def corner_plate(_: Numbers) -> Part:
    """Return the plate over a corner of beam and mast; mirrored about its diagonal, so all four are alike.

    The origin is the stand's outer corner; +x runs along the beam, -y down the mast.
    """
    inside, side = LEG_MM - 18, SIDE_MM
    outline = [(0, 0), (LEG_MM, 0), (LEG_MM, -side), (inside, -side), (side, -inside), (side, -LEG_MM), (0, -LEG_MM)]
    between, middle = sum(CORNER_SCREWS_MM) / 2, side / 2
    ridges = [Pos(between, -middle, JOINT_MM) * key(22), Pos(middle, -between, JOINT_MM) * Rot(0, 0, 90) * key(22)]
    body = plate(outline, JOINT_MM, 3.0) + ridges
    return whole(body - at(CORNER_SPOTS_MM, bore(clear_mm("M5"), JOINT_MM)))


def foot_plate(_: Numbers) -> Part:
    """Return the plate over a mast and its foot; the origin is the middle of the foot's lower edge, +y goes up."""
    wide, high, half = FOOT_HALF_MM, layout.FOOT_HEIGHT_MM, SIDE_MM / 2
    body = plate(symmetric([(wide, 0), (wide, SIDE_MM), (half, high - 30), (half, high)]), JOINT_MM, 3.0)
    up = (FOOT_SCREWS_MM[2][1] + FOOT_SCREWS_MM[3][1]) / 2
    ridges = [Pos(0, half, JOINT_MM) * key(56), Pos(0, up, JOINT_MM) * Rot(0, 0, 90) * key(38)]
    return whole(body + ridges - at(FOOT_SCREWS_MM, bore(clear_mm("M5"), JOINT_MM)))


def beam_cap(_: Numbers) -> Part:
    """Return the cap of an open end of the beam: a plate with four tongues for the slots and a peg for the bore."""
    body = block(SIDE_MM, SIDE_MM, 2.4, 2.0)
    tongue = Pos(0, SIDE_MM / 2 - 2.4, 2.4) * block(KEY_MM, 3.6, 8.0)
    tongues = [Rot(0, 0, 90 * turn) * tongue for turn in range(4)]
    return whole(body + tongues + Pos(0, 0, 2.4) * rod(BORE_MM - 0.3, 8.0))


def foot_cap(numbers: Numbers) -> Part:
    """Return the cap of a foot: it holds the ends of profile and, below it, steel bar; it stands on rubber.

    It stands on its closed end, pockets open upwards; its underside faces -y. The origin lies in the middle of the
    closed end's lower edge.
    """
    c, ballast, low = numbers.mount.clearance_mm, numbers.mount.ballast_mm, layout.profile_low_mm(numbers)
    top, deep = low + SIDE_MM + c + JOINT_MM, layout.CAP_POCKET_MM + SKIN_MM
    height = layout.CAP_END_MM + layout.CAP_POCKET_MM
    wide, narrow, shoulder = layout.cap_width_mm(numbers) / 2, (SIDE_MM + c) / 2 + layout.CAP_SIDE_MM, low + 3.0
    above = [(wide, shoulder), (narrow, shoulder + wide - narrow), (narrow, top)] if ballast else [(wide, top)]
    body = plate(symmetric([(wide, 0), *above]), height, 2.0)
    body -= Pos(0, low + (SIDE_MM + c) / 2, layout.CAP_END_MM) * block(SIDE_MM + c, SIDE_MM + c, deep)
    if ballast:
        pocket = block(BALLAST_WIDTH_MM + c, ballast + c, deep)
        body -= Pos(0, layout.CAP_FLOOR_MM + (ballast + c) / 2, layout.CAP_END_MM) * pocket
    body -= Pos(0, top, height - CAP_SCREW_MM) * lying(bore(clear_mm("M5"), 2 * JOINT_MM), "-y")
    body -= Pos(0, 0, height / 2) * lying(bore(RUBBER_MM[0] + 0.6, RUBBER_RECESS_MM), "y")
    return whole(body)


def clip(numbers: Numbers) -> Part:
    """Return the clip that holds a flat cable against a profile and shuts the slots in which wires run.

    It lies on its side: flexing bends no layer from the next; the profile's face is y = 0.
    """
    half = (SIDE_MM + numbers.mount.clearance_mm) / 2
    out, bump, low = half + ARM_MM, half - BUMP_MM, -REACH_MM - 1.5
    back = plate([(-out, 0), (out, 0), (out, CABLE_MM[1] + 2), (-out, CABLE_MM[1] + 2)], CLIP_MM, 1.5)
    back -= Pos(0, CABLE_MM[1] / 2 - 1, -1) * block(CABLE_MM[0], CABLE_MM[1] + 2, CLIP_MM + 2)
    # Its bump lies in the middle of the slot at the profile's side.
    bumped = [(half, -12.8), (bump, -11.4), (bump, -9.4), (half, -8.2)]
    arm = [(half, 1), (out, 1), (out, low), (half + 0.6, low), *bumped]
    return whole(back + plate(arm, CLIP_MM) + plate([(-x, y) for x, y in arm], CLIP_MM))
