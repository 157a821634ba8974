"""A Mitsuba scene that stays: objects and materials are the same for every picture, only their data change.

Mitsuba compiles a scene's program once; building the scene anew for each picture would cost two to three seconds of
compiling each time.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.render.errors import RenderError
from models.render.world import Floats, Vector
from models.train.pictures.traced.furniture import TexturedMesh
from models.train.pictures.traced.meshes import Atlas, Mesh


class TracerMissingError(RenderError, ImportError):
    """Mitsuba, or the LLVM it compiles with, is not installed."""

    sentence = (
        "path-traced pictures need {}; install it with `pip install serviert[trace]` and "
        "`sh models/render/install-tracer.sh`, or draw with --renderer fast"
    )


PARTS = ("floor", "rim", "table", "hands")
MOST_BOUNCES = 6
OLDEST_LLVM = 17  # 14 to 16 cannot compile what Mitsuba writes
LIBRARY_FOLDERS = ("/usr/lib", "/usr/lib64", "/usr/local/lib")
LLVM_NAME = re.compile(r"libLLVM(?:-(\d+)[\d.]*\.so[\d.]*|\.so\.(\d+)[\d.]*)")
BRIGHTEST = 60.0  # linear; rarer and brighter paths would be specks, not light


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RaysFound:
    """What rays found."""

    light: Floats  # float32 (N, 3), linear radiance sent back
    albedo: Floats  # float32 (N, 3), of what they met first
    normals: Floats  # float32 (N, 3), there
    is_die: NDArray[np.bool_]  # bool (N,), whether that was a die


def mitsuba() -> Any:
    """Return Mitsuba, ready to compile.

    Raises:
        TracerMissingError: If it is absent, or the LLVM it compiles with.
    """
    llvm = os.environ.get("DRJIT_LIBLLVM_PATH") or llvm_library()
    if llvm is None:
        raise TracerMissingError(f"LLVM from version {OLDEST_LLVM} on")
    os.environ["DRJIT_LIBLLVM_PATH"] = llvm
    try:
        import mitsuba as mi
    except ImportError as error:
        raise TracerMissingError("Mitsuba") from error
    mi.set_variant("llvm_ad_rgb")
    import drjit

    drjit.set_thread_count(1)  # shards run side by side; a picture's own threads would stand in each other's way
    return mi


def llvm_library() -> str | None:
    """Return the newest LLVM among the system's libraries that Mitsuba can use, None where there is none."""
    found: dict[int, str] = {}
    for folder in map(Path, LIBRARY_FOLDERS):
        for path in (*folder.glob("libLLVM*"), *folder.glob("*/libLLVM*"), *folder.glob("llvm*/lib/libLLVM*")):
            name = LLVM_NAME.fullmatch(path.name)
            if name and int(name[1] or name[2]) >= OLDEST_LLVM:
                found[int(name[1] or name[2])] = str(path)
    return found[max(found)] if found else None


class Studio:
    """Room for one board: what stands in it is exchanged, then looked at."""

    def __init__(self) -> None:
        """Build the scene, empty.

        Raises:
            TracerMissingError: If Mitsuba or LLVM is absent.
        """
        self._mi = mi = mitsuba()
        finish = {"type": "principled", "base_color": _image(mi, 3, "mirror"), "roughness": 0.5, "specular": 0.5}
        shine = {"type": "area", "radiance": {"type": "rgb", "value": [1.0, 1.0, 1.0]}}
        lamp = {"type": "sphere", "center": [0, 0, 1000], "radius": 10.0, "emitter": shine}
        objects = {name: self._mesh(name, finish) for name in PARTS}
        self._scene = mi.load_dict(
            {"type": "scene", "dice": self._mesh("dice", _dice(mi)), **objects, "sky": _sky(mi), "lamp": lamp}
        )
        self._data = mi.traverse(self._scene)
        self._integrator = mi.load_dict({"type": "path", "max_depth": MOST_BOUNCES, "hide_emitters": True})
        self._dice_shape = next(shape for shape in self._scene.shapes() if shape.id() == "dice")

    def _mesh(self, name: str, bsdf: dict[str, Any]) -> Any:
        properties = self._mi.Properties()
        properties["bsdf"] = self._mi.load_dict(bsdf)
        return self._mi.Mesh(name, 3, 1, props=properties, has_vertex_normals=True, has_vertex_texcoords=True)

    def furnish(self, parts: dict[str, TexturedMesh], dice: Mesh, atlas: Atlas) -> None:
        """Put floor, rim, table, hands and dice in."""
        self._shape("dice", dice)
        self._texture("dice.bsdf.normalmap", atlas.normals)
        self._texture("dice.bsdf.nested_bsdf.base_color", atlas.albedo)
        self._texture("dice.bsdf.nested_bsdf.roughness", atlas.roughness)
        self._texture("dice.bsdf.nested_bsdf.spec_trans", atlas.glass)
        for name, part in parts.items():
            self._shape(name, part.mesh)
            self._texture(f"{name}.bsdf.base_color", part.albedo)
            self._number(f"{name}.bsdf.specular", part.specular)
            self._number(f"{name}.bsdf.roughness.value", part.roughness)

    def illuminate(self, sky: Floats, lamp_mm: Vector, *, lamp_radius_mm: float, lamp_radiance: Floats) -> None:
        """Light it."""
        import drjit

        mi = self._mi
        self._data["sky.data"] = mi.TensorXf(np.concatenate([sky[:, -1:], sky, sky[:, :1]], axis=1))
        place = mi.ScalarTransform4f().translate(list(lamp_mm)).scale(lamp_radius_mm)
        self._data["lamp.to_world"] = mi.Transform4f(place)
        red, green, blue = (float(part) for part in lamp_radiance)
        colour = mi.Color3f(red, green, blue)
        drjit.make_opaque(colour)  # a number in the program would have it compiled anew
        self._data["lamp.emitter.radiance.value"] = colour

    def look(self, eye: Floats, directions: Floats, *, seed: int) -> RaysFound:
        """Follow unit rays, (N, 3), from an eye."""
        import drjit

        self._data.update()
        mi, count = self._mi, len(directions)
        aim = mi.Vector3f(*(mi.Float(np.ascontiguousarray(directions[:, axis])) for axis in range(3)))
        start = mi.Point3f(*(drjit.opaque(mi.Float, float(part), count) for part in eye))
        ray = mi.Ray3f(start, aim)
        sampler = mi.load_dict({"type": "independent"})
        sampler.seed(seed, count)
        light, _, _ = self._integrator.sample(self._scene, sampler, mi.RayDifferential3f(ray))
        met = self._scene.ray_intersect(ray)
        albedo = met.bsdf().eval_diffuse_reflectance(met, met.is_valid())
        is_die = met.shape == mi.ShapePtr(self._dice_shape)
        normals = met.sh_frame.n
        drjit.eval(light, albedo, normals, is_die)
        rows = np.stack([np.array(layer, np.float32).T for layer in (light, albedo, normals)], axis=1)
        return _look(rows, np.array(is_die, bool))

    def _shape(self, name: str, mesh: Mesh) -> None:
        for key, values in (
            ("vertex_positions", mesh.points),
            ("vertex_normals", mesh.normals),
            ("vertex_texcoords", mesh.texture),
            ("faces", mesh.faces),
        ):
            kind = type(self._data[f"{name}.{key}"])
            self._data[f"{name}.{key}"] = kind(np.ascontiguousarray(values).ravel())

    def _texture(self, name: str, values: Floats) -> None:
        self._data[f"{name}.data"] = self._mi.TensorXf(np.ascontiguousarray(values))

    def _number(self, name: str, value: float) -> None:
        import drjit

        number = self._mi.Float(value)
        drjit.make_opaque(number)
        self._data[name] = number


def _look(found: Floats, is_die: NDArray[np.bool_]) -> RaysFound:
    """Return light, albedo and normals, float32 (N, 3, 3), without specks and what is no number."""
    light, albedo, normals = np.moveaxis(np.nan_to_num(found), 1, 0)
    return RaysFound(light=np.clip(light, 0, BRIGHTEST), albedo=np.clip(albedo, 0, 1), normals=normals, is_die=is_die)


def _image(mi: Any, channels: int, wrap: str) -> dict[str, Any]:
    """Return a texture to be filled, of linear values."""
    empty = mi.Bitmap(np.full((4, 4, channels), 0.5, np.float32))
    return {"type": "bitmap", "bitmap": empty, "raw": True, "wrap_mode": wrap}


def _dice(mi: Any) -> dict[str, Any]:
    """Return the material of dice: lacquer over a body that is partly glass, and engraved."""
    body = {
        "type": "principled",
        "base_color": _image(mi, 3, "clamp"),
        "roughness": _image(mi, 1, "clamp"),
        "spec_trans": _image(mi, 1, "clamp"),
        "specular": 0.5,
    }
    return {"type": "normalmap", "normalmap": _image(mi, 3, "clamp"), "bsdf": body}


def _sky(mi: Any) -> dict[str, Any]:
    """Return what is around, to be filled; upright, as Mitsuba's own has y up."""
    picture = mi.Bitmap(np.ones((256, 512, 3), np.float32))
    return {"type": "envmap", "bitmap": picture, "to_world": mi.ScalarTransform4f().rotate([1, 0, 0], 90)}
