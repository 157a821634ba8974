"""The camera behind the lens: from linear light to the bytes an application gets."""

import cv2
import numpy as np

from models.render.noise import smooth_noise
from models.render.world import Bytes, Film, Floats

CURVE_STEPS = 4096


def tone_curve(contrast: float) -> Bytes:
    """Return the tone curve as a table, uint8 (CURVE_STEPS,): sRGB with an S about middle grey."""
    linear = np.arange(CURVE_STEPS, dtype=np.float64) / (CURVE_STEPS - 1)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    bent = np.where(srgb < 0.5, 0.5 * (2 * srgb) ** contrast, 1 - 0.5 * np.maximum(2 - 2 * srgb, 0) ** contrast)
    return np.asarray(np.clip(bent * 255 + 0.5, 0, 255), np.uint8)


def expose(light: Floats, film: Film) -> Bytes:
    """Return linear light put through exposure, white balance and tone curve, uint8 of the same shape."""
    gains = np.array(film.white_rgb, np.float32) * np.float32(film.exposure * (CURVE_STEPS - 1))
    steps = light * gains
    if film.haze:
        steps += np.float32(film.haze * (CURVE_STEPS - 1))
    np.clip(steps, 0, CURVE_STEPS - 1, out=steps)
    return np.asarray(tone_curve(film.contrast)[steps.astype(np.uint16)], np.uint8)


def develop(light: Floats, film: Film, rng: np.random.Generator) -> Bytes:
    """Return the finished picture, uint8 (H, W, 3) RGB, of linear light, float32 (H, W, 3)."""
    height, width = light.shape[:2]
    if film.rescale < 1:
        light = cv2.resize(light, None, fx=film.rescale, fy=film.rescale, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    light = _lens(light, film)
    pixels = _saturated(expose(light, film), film.saturation)
    pixels = _noisy(pixels, film, rng)
    if film.sharpen > 0:  # as cameras do, halos and all
        soft = cv2.GaussianBlur(pixels, (0, 0), 1.1)
        pixels = np.asarray(cv2.addWeighted(pixels, 1 + film.sharpen, soft, -film.sharpen, 0), np.uint8)
    if film.jpeg_quality:
        encoded = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, film.jpeg_quality])[1]
        pixels = np.ascontiguousarray(np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)[..., ::-1])
    if film.rescale < 1:
        pixels = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    return pixels


def _lens(light: Floats, film: Film) -> Floats:
    blurred = light
    if film.blur_px > 0.2:
        blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), film.blur_px * film.rescale), np.float32)
    if film.motion_px * film.rescale > 1:
        kernel = motion_kernel(film.motion_px * film.rescale, film.motion_deg)
        blurred = np.asarray(cv2.filter2D(blurred, -1, kernel), np.float32)
    if film.vignette > 0:
        blurred = blurred * vignette(blurred.shape[:2], film.vignette)[..., None]
    return blurred


def motion_kernel(length_px: float, direction_deg: float) -> Floats:
    """Return the kernel of a straight motion, float32 (K, K), sum 1."""
    half = int(np.ceil(length_px / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    angle = np.radians(direction_deg)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length_px / 2
    ends = [tuple(int(v) for v in np.round((half + sign * reach) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(dtype=np.float32), np.float32)


def vignette(shape: tuple[int, ...], strength: float) -> Floats:
    """Return the share of light left at each pixel, float32 (H, W)."""
    rows = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None] ** 2
    columns = np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :] ** 2
    square = (rows + columns) / 2
    return np.asarray(1 - strength * square * (0.5 + 0.5 * square), np.float32)


def _saturated(pixels: Bytes, saturation: float) -> Bytes:
    if abs(saturation - 1) < 0.02:
        return pixels
    luma = np.array([0.299, 0.587, 0.114], np.float32) * np.float32(1 - saturation)
    matrix = np.eye(3, dtype=np.float32) * np.float32(saturation) + luma
    return np.asarray(cv2.transform(pixels, matrix), np.uint8)


def _noisy(pixels: Bytes, film: Film, rng: np.random.Generator) -> Bytes:
    """Return pixels with sensor noise: stronger in the shadows, partly shared by the channels."""
    if film.noise <= 0:
        return pixels
    shape = pixels.shape[:2]
    luma = rng.standard_normal(shape, dtype=np.float32)
    if film.noise_grain_px > 0.4:
        soft = cv2.GaussianBlur(luma, (0, 0), film.noise_grain_px)
        luma = np.asarray(soft * np.float32(2 * film.noise_grain_px + 0.5), np.float32)
    half = (shape[0] // 2 + 1, shape[1] // 2 + 1)
    chroma = np.stack([smooth_noise(rng, half, (1.5, 1.5)) for _ in range(3)], axis=2)
    chroma = np.asarray(cv2.resize(chroma, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)
    strength = np.float32(film.noise) * (np.float32(1.35) - pixels.astype(np.float32) * np.float32(0.8 / 255))
    noisy = pixels + strength * (luma[..., None] * np.float32(0.85) + chroma * np.float32(0.6))
    return np.asarray(np.clip(noisy + np.float32(0.5), 0, 255), np.uint8)
