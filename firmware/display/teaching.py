"""What the page shows while own dice are taught, as plain JSON data."""

from __future__ import annotations

from itertools import count

from firmware.display import sentences
from firmware.display.face_names import FaceNames
from firmware.display.messages import Catalogue
from firmware.display.touches import name_of
from firmware.faces import FACES, LABELS
from firmware.session.lesson import CROPS_A_FACE, DiceKind, KnownSet, LessonStage, Teaching
from firmware.session.state import SessionState
from firmware.session.teaching import LABELS_OF, may_use_fewer, usable
from firmware.session.vocabulary import Waiting
from vision.find.crop import dice_box
from vision.reading import DICE_EXPECTED, Reading

_BUTTON_SHOWN = frozenset({LessonStage.SHOW, LessonStage.CHECK})


def teaching_view(state: SessionState, words: Catalogue, *, simulated: bool) -> dict[str, object] | None:
    """Return what the page shows of the dialog, None while it is closed; simulated dice are only thrown."""
    teaching = state.teaching
    if teaching is None:
        return None
    standing, question = teaching.standing, None
    if standing is not None and standing.question is not None and teaching.stage is LessonStage.ASK:
        url = f"/looks/{standing.exposed_ns}/{standing.question}.jpg"
        question = {"die": standing.question, "url": url}
    looked_at = f"/looks/{0 if teaching.look is None else teaching.look.exposed_ns}"
    names = FaceNames.of(teaching.labels, words.language) if teaching.labels else None
    taken = {each.name for each in teaching.sets or ()}
    free_names = (words.text("teach.default-name", number=number) for number in count(1))
    return {
        "stage": teaching.stage.value,
        "is_busy": teaching.waiting is not None,
        "sentence": _sentence(teaching, names, words, simulated=simulated),
        "notice": None if teaching.notice is None else sentences.sentence_of(teaching.notice, words),
        "sets": [_set(each, words) for each in teaching.sets or ()],
        "kinds": [_kind(kind, words) for kind in DiceKind] if teaching.sets is not None else [],
        "undo": None if teaching.newest is None else words.text("teach.undo-question", name=teaching.newest),
        "faces": [
            # One of poker dice is drawn, another is written.
            {"label": label, "text": text, "face": name_of(FACES[label]) if names.labels == LABELS else None}
            for label, text in enumerate(names.written)
        ]
        if names is not None
        else [],
        "progress": _progress(teaching, words),
        "picture": _picture(teaching, names),
        "question": question,
        "tried": [
            {"die": die.index, "label": die.label, "is_sure": die.is_sure, "url": f"{looked_at}/{die.index}.jpg"}
            for die in teaching.tried
        ],
        "name": next(name for name in free_names if name not in taken),  # nobody needs a keyboard to keep one
        "can": _can(teaching),
    }


def shows_button(state: SessionState) -> bool:
    """Return whether the dialog waits for a press."""
    return state.teaching is not None and state.teaching.stage in _BUTTON_SHOWN


def _sentence(teaching: Teaching, names: FaceNames | None, words: Catalogue, *, simulated: bool) -> str:
    if teaching.waiting is Waiting.EYE:
        return words.text("teach.looking")
    if teaching.waiting is Waiting.LESSON and teaching.stage is not LessonStage.SETS:
        return words.text("teach.learning")
    if teaching.stage is LessonStage.SETS and teaching.sets == ():
        return words.text("teach.no-sets")
    if teaching.stage is not LessonStage.SHOW:
        return words.text(f"teach.{teaching.stage.value}")
    if teaching.standing is None or not any(teaching.standing.counts):
        return words.text("teach.throw-first" if simulated else "teach.show-first")
    if simulated or names is None:
        return words.text("teach.throw-more")
    counted = zip(names.written, teaching.standing.counts, strict=True)
    missing = [written for written, seen in counted for _ in range(CROPS_A_FACE - seen)]  # each as often as it is
    return words.text("teach.show-more", faces=" ".join(missing[:DICE_EXPECTED]))


def _set(known: KnownSet, words: Catalogue) -> dict[str, object]:
    if not known.labels:
        about = words.text("teach.set-unreadable")
    else:
        faces = " ".join(FaceNames.of(known.labels, words.language).written)
        about = words.text("teach.set", count=known.crops, faces=faces)
    return {
        "name": known.name,
        "about": about,
        "recognised": words.text("teach.recognised") if known.is_recognised else "",
        "forget": words.text("teach.forget-question", name=known.name),
    }


def _kind(kind: DiceKind, words: Catalogue) -> dict[str, object]:
    return {
        "kind": kind.value,
        "label": words.text(f"teach.kind.{kind.value}"),
        "faces": " ".join(FaceNames.of(LABELS_OF[kind], words.language).written),
    }


def _progress(teaching: Teaching, words: Catalogue) -> dict[str, object] | None:
    if not teaching.labels:
        return None
    counts = (0,) * len(teaching.labels) if teaching.standing is None else teaching.standing.counts
    seen = [min(each, CROPS_A_FACE) for each in counts]
    of = CROPS_A_FACE * len(counts)
    return {"counts": seen, "each": CROPS_A_FACE, "text": words.text("teach.progress", seen=sum(seen), of=of)}


def _picture(teaching: Teaching, names: FaceNames | None) -> dict[str, object] | None:
    """Return the newest look at the board with its dice marked, None where there is nothing to be seen."""
    look = teaching.refused or teaching.look
    if teaching.stage is LessonStage.SETS or look is None or not look.dice:
        return None
    left, top, right, bottom = dice_box([die.detection for die in look.dice], look.size_wh)
    marks = _marks(teaching, look)
    return {
        "url": f"/looks/{look.exposed_ns}/board.jpg",
        "size": [right - left, bottom - top],
        "dice": [
            {
                "quad": [[round(x - left, 1), round(y - top, 1)] for x, y in die.detection.quad],
                "mark": mark,
                "text": "" if names is None or label is None else names.written[label],
            }
            for die, (mark, label) in zip(look.dice, marks, strict=True)
        ],
    }


def _marks(teaching: Teaching, look: Reading) -> list[tuple[str, int | None]]:
    """Return how each die of a look is marked, and its label where it is known."""
    known: dict[int, int | None] = {}
    asked = None
    if teaching.stage is LessonStage.JUDGE:
        known = {die.index: die.label for die in teaching.tried}
    elif teaching.standing is not None and teaching.standing.exposed_ns == look.exposed_ns:
        known, asked = dict(teaching.standing.names), teaching.standing.question
    flat = usable(look)
    return [
        ("asked" if index == asked else "flat" if index in flat else "left-out", known.get(index))
        for index in range(len(look.dice))
    ]


def _can(teaching: Teaching) -> dict[str, bool]:
    standing = teaching.standing
    has_answered = standing is not None and standing.may_take_back
    return {
        "take_back": has_answered and teaching.stage is not LessonStage.JUDGE,
        "enough": teaching.stage is LessonStage.SHOW and standing is not None and standing.may_end,
        "fewer": may_use_fewer(teaching),
        "lose": standing is not None and any(standing.counts),
    }
