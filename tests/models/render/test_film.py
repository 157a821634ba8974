import numpy as np
import pytest

from models.render.film import develop, expose, motion_kernel, tone_curve
from models.render.world import Bytes, Film, Floats


def grey(value: float, side: int = 32) -> Floats:
    return np.full((side, side, 3), value, np.float32)


def developed(light: Floats, **film: float) -> Bytes:
    return develop(light, Film(**{"blur_px": 0.0, "noise": 0.0, **film}), np.random.default_rng(0))  # type: ignore[arg-type]


def test_middle_grey_comes_out_as_srgb_says_and_exposure_and_white_balance_are_gains_on_the_light() -> None:
    assert developed(grey(0.2140))[0, 0, 0] == pytest.approx(127.5, abs=1)  # Source: IEC 61966-2-1
    np.testing.assert_array_equal(expose(grey(0.1), Film(exposure=2.0)), expose(grey(0.2), Film()))
    red, green, _ = expose(grey(0.2), Film(white_rgb=(1.5, 1.0, 1.0)))[0, 0]
    assert red > green


def test_contrast_keeps_black_grey_and_white() -> None:
    soft, hard = tone_curve(1.0).astype(int), tone_curve(1.3).astype(int)
    assert (hard[0], hard[-1]) == (0, 255)
    assert hard[200] < soft[200]
    assert hard[2500] > soft[2500]


def test_a_motion_kernel_is_a_line_of_its_length_and_direction() -> None:
    kernel = motion_kernel(9.0, 0.0)
    assert kernel.sum() == pytest.approx(1.0)
    middle = kernel.shape[0] // 2
    assert kernel[middle].sum() > 0.6  # the rest is the line's soft edge
    assert 8 <= (kernel[middle] > 0.02).sum() <= 11


def test_noise_is_as_strong_as_asked_and_repeats_with_its_seed() -> None:
    noisy, again = (developed(grey(0.1, 128), noise=6.0) for _ in range(2))
    assert noisy.astype(float).std() == pytest.approx(6.0, rel=0.3)
    np.testing.assert_array_equal(noisy, again)


@pytest.mark.parametrize("film", [{"rescale": 0.4}, {"jpeg_quality": 50}, {"sharpen": 1.0}, {"haze": 0.05}])
def test_whatever_the_camera_does_the_picture_keeps_its_size(film: dict[str, float]) -> None:
    picture = developed(grey(0.3, 40), **film)
    assert (picture.shape, picture.dtype) == ((40, 40, 3), np.uint8)


def test_a_vignette_darkens_the_corners_only_and_saturation_zero_is_grey() -> None:
    dark = developed(grey(0.3), vignette=0.5).astype(int)
    assert dark[16, 16, 0] - dark[0, 0, 0] > 20
    light = grey(0.1)
    light[..., 0] = 0.5
    assert np.ptp(developed(light, saturation=0.0)[5, 5].astype(int)) <= 1
