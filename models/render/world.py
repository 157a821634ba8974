"""The words of a scene: dice and their designs, board, light, camera, film; and what is true of a die in a picture.

World axes: millimetres, right-handed, x to the right and y up in an untilted, unturned picture, z towards the camera.
The board's floor is z = 0. Colours given as 0–255 are sRGB; light is linear RGB.
"""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.render.errors import DesignShapeError, GeometryError

Floats: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.uint8]
Rgb: TypeAlias = tuple[float, float, float]
Rgb8: TypeAlias = tuple[int, int, int]
Vector: TypeAlias = tuple[float, float, float]
Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
Box: TypeAlias = tuple[float, float, float, float]

LABELS = ("9", "10", "J", "Q", "K", "A")
FOREIGN = -1
COURT = -2
"""Label of a figure beside no letter that nobody can tell for Jack, Queen or King."""


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
    """What a die looks like, whatever its size."""

    name: str  # Unique; says family and seed
    family: Family  # How it was drawn
    faces: Bytes  # uint8 (6, S, S, 3) RGB: ink and body over the whole un-rounded face, in label order
    labels: tuple[int, ...] = (0, 1, 2, 3, 4, 5)  # Face label of each texture, FOREIGN for dice that are no poker dice
    rounding: float = 0.12  # Radius of the rounded edges as a share of the edge length, 0.02–0.3
    # Radius of a ball the cube is cut by, as a share of half the edge length; 1.75 and above cuts nothing
    ball: float = 2.0
    gloss: float = 0.7  # 0 matt – 1 polished
    relief: Bytes | None = None  # uint8 (6, S, S) height of the surface (255 = flush), or None where it is flat
    translucency: float = 0.0  # 0 opaque – 1 like tinted glass

    def __post_init__(self) -> None:
        """Refuse textures the renderer cannot index."""
        shape = self.faces.shape
        if self.faces.dtype != np.uint8 or len(shape) != 4 or shape[0] != 6 or shape[1] != shape[2] or shape[3] != 3:
            raise DesignShapeError(self.name, self.faces.dtype, shape)


class DieState(StrEnum):
    """How a die lies; everything but OK is burning."""

    OK = "ok"
    LEANING = "leaning"
    STACKED = "stacked"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DieInstance:
    """A die somewhere in the world."""

    design: Design  # Its faces
    size_mm: float  # Edge length
    position_mm: Vector  # Centre of the cube, (x, y, z)
    rotation: Floats  # float (3, 3), columns are the die's axes in the world
    state: DieState = DieState.OK  # How it lies, as its maker knows


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
    """A flat material."""

    material: Material  # Kind of procedural texture
    rgb: tuple[int, int, int]  # Base colour, sRGB 0–255
    grain: float = 1.0  # Strength of its texture, 0–2; 1 is usual
    turn_deg: float = 0.0  # Direction of grain or weave
    seed: int = 0  # Seed of its texture
    photo: Bytes | None = None  # uint8 (H, W, 3) RGB tile for Material.PHOTO
    photo_mm: float = 200.0  # Width the tile covers


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
    """A flat object painted onto floor or table."""

    kind: ThingKind  # What it is
    centre_mm: Point  # Where, (x, y)
    size_mm: float  # Its longer measure
    turn_deg: float = 0.0  # Its direction
    rgb: tuple[int, int, int] = (180, 180, 180)  # Main colour, sRGB 0–255
    seed: int = 0  # Seed of its details


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Board:
    """The board (floor z = 0, rim around it) on a table."""

    shape: RimShape = RimShape.ROUND  # Outline; NONE is a bare table whose surface is `floor`
    radius_mm: float = 130.0  # Inner radius; of a polygon, to the middle of its sides
    turn_deg: float = 0.0  # Turn of a polygon
    rim_height_mm: float = 25.0  # Of the rim above the floor
    rim_width_mm: float = 14.0  # Of the rim seen from above
    rim_round_mm: float = 2.5  # Radius of the rim's edges
    base_mm: float = 6.0  # Floor above table
    floor: Surface = FELT_GREEN  # Inside
    rim: Surface = WOOD_OAK  # Of the rim
    table: Surface = WOOD_DARK  # Around
    things: tuple[Thing, ...] = ()  # Lying about


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneLight:
    """One hard lamp, one window, and the room."""

    lamp_mm: Vector = (250.0, 320.0, 750.0)  # Position of the lamp
    lamp_radius_mm: float = 45.0  # Its size: the larger, the softer its shadows
    lamp_rgb: Rgb = (0.55, 0.52, 0.46)  # Linear irradiance it gives a surface facing it at the board's middle
    window_direction: Vector = (-0.62, 0.35, 0.70)  # Unit vector towards the window
    window_spread_deg: float = 18.0  # Half angle the window covers
    window_rgb: Rgb = (0.22, 0.24, 0.27)  # Linear irradiance of a surface facing it
    room_rgb: Rgb = (0.26, 0.25, 0.24)  # Linear irradiance from everywhere else


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneCamera:
    """A pinhole with radial distortion, above the board."""

    height_mm: float = 550.0  # Above z = 0
    tilt_deg: float = 0.0  # Of its axis from the vertical
    azimuth_deg: float = -90.0  # Direction in which the camera stands off, 0 = +x
    roll_deg: float = 0.0  # Turn of the picture about the optical axis
    target_mm: Point = (0.0, 0.0)  # Point of the plane z = 0 the axis meets
    f_px: float = 1000.0  # Focal length
    size_wh: tuple[int, int] = (720, 720)  # Picture size, pixels
    # Principal point; None is the middle of the picture. A crop is a camera with this shifted.
    centre_px: Point | None = None
    k1: float = 0.0  # First radial coefficient (OpenCV's)
    k2: float = 0.0  # Second radial coefficient

    def __post_init__(self) -> None:
        """Refuse a camera that cannot see the board."""
        if self.height_mm <= 0 or self.f_px <= 0 or min(self.size_wh) <= 0 or not 0 <= self.tilt_deg < 80:
            raise GeometryError(f"camera {self}: height, focal length and size must be above 0, tilt 0 to 80 degrees")


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """What the camera makes of the light; all defaults together change next to nothing."""

    exposure: float = 1.0  # Gain on the linear light
    white_rgb: Rgb = (1.0, 1.0, 1.0)  # Gains of the white balance on R, G, B
    vignette: float = 0.0  # Loss of light in the corners, 0–1
    blur_px: float = 0.5  # Standard deviation of the focus blur
    motion_px: float = 0.0  # Length of a motion blur
    motion_deg: float = 0.0  # Direction of it
    noise: float = 1.0  # Standard deviation of noise at middle grey, 0–255 scale
    noise_grain_px: float = 0.0  # Size of the noise's grain after the camera's own smoothing
    sharpen: float = 0.0  # Strength of the camera's sharpening
    contrast: float = 1.0  # Exponent of the tone curve's S, 1 is neutral
    saturation: float = 1.0  # 1 is neutral
    haze: float = 0.0  # Veil of stray light, linear 0–0.2
    jpeg_quality: int = 0  # 0 leaves the picture uncompressed
    rescale: float = 1.0  # The picture is taken at this share of its size and enlarged, 0.3–1


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneHand:
    """A hand reaching in."""

    tip_mm: Vector  # Tip of the middle finger, (x, y, z)
    from_deg: float  # Direction the arm comes from, seen from above
    skin_rgb: tuple[int, int, int] = (205, 150, 122)  # sRGB 0–255
    sleeve_rgb: tuple[int, int, int] = (60, 66, 84)  # sRGB 0–255
    spread: float = 0.4  # 0 closed fingers – 1 spread
    scale: float = 1.0  # 1 is an adult's hand
    mirrored: bool = False  # A left hand


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
