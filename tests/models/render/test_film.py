import numpy as np
import pytest

from models.render.film import develop, expose, motion_kernel, tone_curve
from models.render.world import Film

PLAIN = Film(blur_px=0.0, noise=0.0)


def grey(value: float, side: int = 32) -> np.ndarray:
    return np.full((side, side, 3), value, np.float32)


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_middle_grey_comes_out_as_srgb_says() -> None:
    assert develop(grey(0.2140), PLAIN, rng())[0, 0, 0] == pytest.approx(127.5, abs=1)  # Source: IEC 61966-2-1


def test_exposure_and_white_balance_are_gains_on_the_light() -> None:
    doubled = expose(grey(0.1), Film(exposure=2.0))
    np.testing.assert_array_equal(doubled, expose(grey(0.2), PLAIN))
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
    noisy = develop(grey(0.1, 128), Film(blur_px=0.0, noise=6.0), rng())
    assert noisy.astype(float).std() == pytest.approx(6.0, rel=0.3)
    np.testing.assert_array_equal(noisy, develop(grey(0.1, 128), Film(blur_px=0.0, noise=6.0), rng()))


@pytest.mark.parametrize("film", [Film(rescale=0.4), Film(jpeg_quality=50), Film(sharpen=1.0), Film(haze=0.05)])
def test_whatever_the_camera_does_the_picture_keeps_its_size(film: Film) -> None:
    developed = develop(grey(0.3, 40), film, rng())
    assert developed.shape == (40, 40, 3)
    assert developed.dtype == np.uint8


def test_a_vignette_darkens_the_corners_only() -> None:
    developed = develop(grey(0.3), Film(blur_px=0.0, noise=0.0, vignette=0.5), rng()).astype(int)
    assert developed[16, 16, 0] - developed[0, 0, 0] > 20


def test_saturation_zero_is_grey() -> None:
    light = grey(0.1)
    light[..., 0] = 0.5
    assert np.ptp(develop(light, Film(blur_px=0.0, noise=0.0, saturation=0.0), rng())[5, 5].astype(int)) <= 1
