"""Boards and readings with known answers."""

from dataclasses import replace

from models.evaluate.records import BoardRecord, DieRecord
from models.train.pictures.truth import LabelledDie
from vision.reading import Detection, DieReading, EyeDoubt

QUAD = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))


def stated(label, x=0.0, st="ok", tilt=0.0, **more):
    quad = [[px + x, py] for px, py in QUAD]
    return {"label": label, "tilt": tilt, "st": st, "quad": quad, "box": [8 + x, 8, 52 + x, 52], **more}


def read(label, x=0.0, *, is_burning=False, confidence=0.95, doubt=EyeDoubt.NONE):
    quad = tuple((px + x, py) for px, py in QUAD)
    detection = Detection(box_xyxy=(8 + x, 8, 52 + x, 52), quad=quad, tilt_deg=1.0, confidence=0.9)
    chances = tuple(confidence if i == label else (1 - confidence) / 5 for i in range(6))
    told = {"label": label, "probabilities": chances, "confidence": confidence}
    return DieReading(detection=detection, is_burning=is_burning, doubt=EyeDoubt(doubt), **told)


def true_die(label=0, x=0.0, **changes):
    die = LabelledDie(label=label, state="ok", tilt_deg=0.0, box_xyxy=(8 + x, 8, 52 + x, 52), quad=QUAD)
    return replace(die, **changes)


SLIGHT, LEANING = (true_die(state="leaning", tilt_deg=tilt_deg) for tilt_deg in (6.0, 20.0))


def record(*pairs, extra=(), brightness=50.0, tray=""):
    dice = tuple(DieRecord(true=true, read=got, quad_error=0.0) for true, got in pairs)
    return BoardRecord(image="one.jpg", tray=tray, dice=dice, extra=tuple(extra), brightness=brightness)


def five(*, confidence=0.95, wrong=0, is_burning=False):
    """Return a throw of five dice, the first few of them read wrong, side by side."""
    pairs = []
    for number in range(5):
        x = 60.0 * number
        label = number if number >= wrong else (number + 1) % 6
        got = read(label, x, confidence=confidence, is_burning=is_burning and not number)
        pairs.append((true_die(number, x), got))
    return record(*pairs)


def counts(share):
    return share.hits, share.n
