import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
DRAWN_AT_THE_TABLE = """
import sys
from models.render.stage import render
from models.render.world import DieInstance, Scene, SceneCamera
from models.render.designs import core_design
from models.train.pictures.placing import flat_rotation
die = DieInstance(design=core_design("suits"), size_mm=16, position_mm=(0, 0, 8), rotation=flat_rotation(4, 10))
render(Scene(dice=(die,), camera=SceneCamera(size_wh=(64, 64), f_px=100)))
print(sorted({"PIL", "cairosvg", "torch", "tqdm", "mujoco"} & set(sys.modules)))
"""


def test_a_core_design_is_drawn_with_numpy_and_opencv_alone() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", DRAWN_AT_THE_TABLE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
