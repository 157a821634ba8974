"""The words of a scene: dice and their designs, board, light, camera, film; and what is true of a die in a picture.

World axes: millimetres, right-handed, x to the right and y up in an untilted, unturned picture, z towards the camera.
The board's floor is z = 0. Colours given as 0–255 are sRGB; light is linear RGB.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.render.errors import DesignShapeError, GeometryError

Floats: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.uint8]
Rgb: TypeAlias = tuple[float, float, float]
Vector: TypeAlias = tuple[float, float, float]
Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
Box: TypeAlias = tuple[float, float, float, float]

LABELS = ("9", "10", "J", "Q", "K", "A")
FOREIGN = -1


class DesignFace(IntEnum):
    """Index of a face's texture in a design: the label order of the face model."""

    NINE = 0
    TEN = 1
    JACK = 2
    QUEEN = 3
    KING = 4
    ACE = 5


# Outward normal, texture-right and texture-down of each face in the die's own axes; right × up = normal.
FACE_NORMAL = np.array([[0, 0, -1], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)
FACE_RIGHT = np.array([[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [-1, 0, 0], [1, 0, 0]], np.float32)
FACE_DOWN = np.cross(FACE_RIGHT, FACE_NORMAL).astype(np.float32)


class Family(StrEnum):
    """How a design was drawn; a family may be kept out of training as a whole."""

    SUITS = "suits"
    LETTERS = "letters"
    LETTER_SUITS = "letter-suits"
    PIPS = "pips"
    NUMERALS = "numerals"
    SYMBOLS = "symbols"
    BLANK = "blank"
    SHARED = "shared"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Design:
    """What a die looks like, whatever its size.

    Attributes:
        name: Unique; says family and seed.
        family: How it was drawn.
        faces: uint8 (6, S, S, 3) RGB: ink and body over the whole un-rounded face, in label order.
        labels: Face label of each texture, FOREIGN for dice that are no poker dice.
        rounding: Radius of the rounded edges as a share of the edge length, 0.02–0.3.
        ball: Radius of a ball the cube is cut by, as a share of half the edge length; 1.75 and above cuts nothing.
        gloss: 0 matt – 1 polished.
        relief: uint8 (6, S, S) height of the surface (255 = flush), or None where it is flat.
        translucency: 0 opaque – 1 like tinted glass.
    """

    name: str
    family: Family
    faces: Bytes
    labels: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    rounding: float = 0.12
    ball: float = 2.0
    gloss: float = 0.7
    relief: Bytes | None = None
    translucency: float = 0.0

    def __post_init__(self) -> None:
        """Refuse textures the renderer cannot index."""
        shape = self.faces.shape
        if self.faces.dtype != np.uint8 or len(shape) != 4 or shape[0] != 6 or shape[1] != shape[2] or shape[3] != 3:
            raise DesignShapeError(self.name, shape, str(self.faces.dtype))


class DieState(StrEnum):
    """How a die lies; everything but OK is burning."""

    OK = "ok"
    LEANING = "leaning"
    STACKED = "stacked"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DieInstance:
    """A die somewhere in the world.

    Attributes:
        design: Its faces.
        size_mm: Edge length.
        position_mm: Centre of the cube, (x, y, z).
        rotation: float (3, 3), columns are the die's axes in the world.
        state: How it lies, as its maker knows.
    """

    design: Design
    size_mm: float
    position_mm: Vector
    rotation: Floats
    state: DieState = DieState.OK


class Material(StrEnum):
    """What a surface is made of."""

    FELT = "felt"
    LEATHER = "leather"
    WOOD = "wood"
    PLAIN = "plain"
    PAPER = "paper"
    WEAVE = "weave"
    STONE = "stone"
    PHOTO = "photo"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Surface:
    """A flat material.

    Attributes:
        material: Kind of procedural texture.
        rgb: Base colour, sRGB 0–255.
        grain: Strength of its texture, 0–2; 1 is usual.
        turn_deg: Direction of grain or weave.
        seed: Seed of its texture.
        photo: uint8 (H, W, 3) RGB tile for Material.PHOTO.
        photo_mm: Width the tile covers.
    """

    material: Material
    rgb: tuple[int, int, int]
    grain: float = 1.0
    turn_deg: float = 0.0
    seed: int = 0
    photo: Bytes | None = None
    photo_mm: float = 200.0


class RimShape(StrEnum):
    """Outline of the board's rim."""

    NONE = "none"
    ROUND = "round"
    OCTAGON = "octagon"
    HEXAGON = "hexagon"
    SQUARE = "square"


FELT_GREEN = Surface(material=Material.FELT, rgb=(22, 96, 58))
WOOD_OAK = Surface(material=Material.WOOD, rgb=(176, 132, 84))
WOOD_DARK = Surface(material=Material.WOOD, rgb=(92, 58, 38))


class ThingKind(StrEnum):
    """Something on the table that is no die."""

    COIN = "coin"
    BEER_MAT = "beer-mat"
    CARD = "card"
    PENCIL = "pencil"
    RING = "ring"
    CRUMBS = "crumbs"
    PAPER = "paper"
    STAIN = "stain"
    TILE = "tile"
    CABLE = "cable"
    CUP = "cup"
    CAP = "cap"
    PHONE = "phone"
    NAPKIN = "napkin"
    PAGE = "page"
    PACKET = "packet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A flat object painted onto floor or table.

    Attributes:
        kind: What it is.
        centre_mm: Where, (x, y).
        size_mm: Its longer measure.
        turn_deg: Its direction.
        rgb: Main colour, sRGB 0–255.
        seed: Seed of its details.
    """

    kind: ThingKind
    centre_mm: Point
    size_mm: float
    turn_deg: float = 0.0
    rgb: tuple[int, int, int] = (180, 180, 180)
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Board:
    """The board (floor z = 0, rim around it) on a table.

    Attributes:
        shape: Outline; NONE is a bare table whose surface is `floor`.
        radius_mm: Inner radius; of a polygon, to the middle of its sides.
        turn_deg: Turn of a polygon.
        rim_height_mm: Of the rim above the floor.
        rim_width_mm: Of the rim seen from above.
        rim_round_mm: Radius of the rim's edges.
        base_mm: Floor above table.
        floor: Inside.
        rim: Of the rim.
        table: Around.
        things: Lying about.
    """

    shape: RimShape = RimShape.ROUND
    radius_mm: float = 130.0
    turn_deg: float = 0.0
    rim_height_mm: float = 25.0
    rim_width_mm: float = 14.0
    rim_round_mm: float = 2.5
    base_mm: float = 6.0
    floor: Surface = FELT_GREEN
    rim: Surface = WOOD_OAK
    table: Surface = WOOD_DARK
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneLight:
    """One hard lamp, one window, and the room.

    Attributes:
        lamp_mm: Position of the lamp.
        lamp_radius_mm: Its size: the larger, the softer its shadows.
        lamp_rgb: Linear irradiance it gives a surface facing it at the board's middle.
        window_direction: Unit vector towards the window.
        window_spread_deg: Half angle the window covers.
        window_rgb: Linear irradiance of a surface facing it.
        room_rgb: Linear irradiance from everywhere else.
    """

    lamp_mm: Vector = (250.0, 320.0, 750.0)
    lamp_radius_mm: float = 45.0
    lamp_rgb: Rgb = (0.55, 0.52, 0.46)
    window_direction: Vector = (-0.62, 0.35, 0.70)
    window_spread_deg: float = 18.0
    window_rgb: Rgb = (0.22, 0.24, 0.27)
    room_rgb: Rgb = (0.26, 0.25, 0.24)


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneCamera:
    """A pinhole with radial distortion, above the board.

    Attributes:
        height_mm: Above z = 0.
        tilt_deg: Of its axis from the vertical.
        azimuth_deg: Direction in which the camera stands off, 0 = +x.
        roll_deg: Turn of the picture about the optical axis.
        target_mm: Point of the plane z = 0 the axis meets.
        f_px: Focal length.
        size_wh: Picture size, pixels.
        centre_px: Principal point; None is the middle of the picture. A crop is a camera with this shifted.
        k1: First radial coefficient (OpenCV's).
        k2: Second radial coefficient.
    """

    height_mm: float = 550.0
    tilt_deg: float = 0.0
    azimuth_deg: float = -90.0
    roll_deg: float = 0.0
    target_mm: Point = (0.0, 0.0)
    f_px: float = 1000.0
    size_wh: tuple[int, int] = (720, 720)
    centre_px: Point | None = None
    k1: float = 0.0
    k2: float = 0.0

    def __post_init__(self) -> None:
        """Refuse a camera that cannot see the board."""
        if self.height_mm <= 0 or self.f_px <= 0 or min(self.size_wh) <= 0 or not 0 <= self.tilt_deg < 80:
            raise GeometryError(f"camera {self}: height, focal length and size must be above 0, tilt 0 to 80 degrees")


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """What the camera makes of the light; all defaults together change next to nothing.

    Attributes:
        exposure: Gain on the linear light.
        white_rgb: Gains of the white balance on R, G, B.
        vignette: Loss of light in the corners, 0–1.
        blur_px: Standard deviation of the focus blur.
        motion_px: Length of a motion blur.
        motion_deg: Direction of it.
        noise: Standard deviation of noise at middle grey, 0–255 scale.
        noise_grain_px: Size of the noise's grain after the camera's own smoothing.
        sharpen: Strength of the camera's sharpening.
        contrast: Exponent of the tone curve's S, 1 is neutral.
        saturation: 1 is neutral.
        haze: Veil of stray light, linear 0–0.2.
        jpeg_quality: 0 leaves the picture uncompressed.
        rescale: The picture is taken at this share of its size and enlarged, 0.3–1.
    """

    exposure: float = 1.0
    white_rgb: Rgb = (1.0, 1.0, 1.0)
    vignette: float = 0.0
    blur_px: float = 0.5
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 1.0
    noise_grain_px: float = 0.0
    sharpen: float = 0.0
    contrast: float = 1.0
    saturation: float = 1.0
    haze: float = 0.0
    jpeg_quality: int = 0
    rescale: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneHand:
    """A hand reaching in.

    Attributes:
        tip_mm: Tip of the middle finger, (x, y, z).
        from_deg: Direction the arm comes from, seen from above.
        skin_rgb: sRGB 0–255.
        sleeve_rgb: sRGB 0–255.
        spread: 0 closed fingers – 1 spread.
        scale: 1 is an adult's hand.
        mirrored: A left hand.
    """

    tip_mm: Vector
    from_deg: float
    skin_rgb: tuple[int, int, int] = (205, 150, 122)
    sleeve_rgb: tuple[int, int, int] = (60, 66, 84)
    spread: float = 0.4
    scale: float = 1.0
    mirrored: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """Everything in front of, and in, the camera."""

    dice: tuple[DieInstance, ...]
    board: Board = field(default_factory=Board)
    light: SceneLight = field(default_factory=SceneLight)
    camera: SceneCamera = field(default_factory=SceneCamera)
    film: Film = field(default_factory=Film)
    hands: tuple[SceneHand, ...] = ()
    seed: int = 0
