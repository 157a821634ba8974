"""Pictures of dice boards with their truth, drawn with numpy and OpenCV alone."""

from models.render.stage import Stage, render
from models.render.world import (
    FOREIGN,
    LABELS,
    Board,
    Camera,
    Design,
    DieInstance,
    DieState,
    DieTruth,
    Film,
    Hand,
    Light,
    Rendered,
    Scene,
    Surface,
    Thing,
    TrayShape,
)

__all__ = [
    "FOREIGN",
    "LABELS",
    "Board",
    "Camera",
    "Design",
    "DieInstance",
    "DieState",
    "DieTruth",
    "Film",
    "Hand",
    "Light",
    "Rendered",
    "Scene",
    "Stage",
    "Surface",
    "Thing",
    "TrayShape",
    "render",
]
