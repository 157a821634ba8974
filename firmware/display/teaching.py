"""What the page shows of own dice, as plain JSON data."""

from urllib.parse import quote

from firmware.display import sentences
from firmware.display.face_names import FaceNames
from firmware.display.messages import Catalogue, catalogue
from firmware.display.touches import name_of
from firmware.faces import FACES, LABELS
from firmware.session.lesson import FaceCard, KnownSet, LessonStage, Teaching
from firmware.session.state import SessionState
from firmware.session.teaching import may_use_fewer, usable
from firmware.session.vocabulary import Waiting
from vision.find.crop import dice_box


def teaching_view(state: SessionState, words: Catalogue, *, simulated: bool) -> dict[str, object] | None:
    """Return what the page shows of the dialog, None while it is closed; simulated dice are only thrown."""
    teaching = state.teaching
    if teaching is None:
        return None
    card, names = teaching.card, FaceNames.of(LABELS, words.language).written
    return {
        "stage": teaching.stage.value,
        "is_busy": teaching.waiting is not None,
        "sentence": _sentence(teaching, words, simulated=simulated),
        "notice": None if teaching.notice is None else sentences.sentence_of(teaching.notice, words),
        "sets": [_set(each, words) for each in teaching.sets or ()],
        "can_teach": teaching.sets is not None,
        "undo": None if teaching.newest is None else words.text("teach.undo-question", name=teaching.newest),
        "faces": [{"label": label, "text": text, "face": name_of(FACES[label])} for label, text in enumerate(names)],
        "told": teaching.told,
        "progress": words.text("teach.progress", seen=teaching.told, of=len(LABELS)),
        "picture": _picture(teaching),
        "can_use_fewer": may_use_fewer(teaching),
        "card": None if card is None else _card(card),
    }


def set_name(number: int, *, language: str) -> str:
    """Return what the first, second … set is called that nobody gave a name."""
    return catalogue(language).text("teach.default-name", number=number)


def _sentence(teaching: Teaching, words: Catalogue, *, simulated: bool) -> str:
    if teaching.waiting is Waiting.EYE:
        return words.text("teach.looking")
    if teaching.waiting is Waiting.LESSON and teaching.stage is not LessonStage.SETS:
        return words.text("teach.learning")
    if (card := teaching.card) is not None:
        if card.doubted is None:
            return words.text("teach.names" if card.is_named else "teach.names-new")
        names = FaceNames.of(LABELS, words.language).written
        return words.text("teach.names-doubted", was=names[card.doubted], said=names[card.names[card.doubted]])
    if teaching.stage is LessonStage.SETS:
        return words.text("teach.no-sets" if teaching.sets == () else "teach.sets")
    if simulated:
        return words.text("teach.throw-more" if teaching.told else "teach.throw-first")
    return words.text("teach.show-more" if teaching.told else "teach.show-first")


def _card(card: FaceCard) -> dict[str, object]:
    is_doubted, is_new = card.doubted is not None, not card.is_named
    by_label = sorted(enumerate(zip(card.crops, card.names, strict=True)), key=lambda face: face[1][1])
    faces = [
        {"face": face, "label": label, "is_new": card.is_named and face != label, "url": face_url(card.name, crop)}
        for face, (crop, label) in by_label
    ]
    return {"name": card.name, "is_doubted": is_doubted, "is_new": is_new, "faces": faces}


def face_url(name: str, crop: int) -> str:
    """Return where the picture of a face of a set is fetched."""
    return f"/sets/{quote(name)}/{crop}.jpg"


def _set(known: KnownSet, words: Catalogue) -> dict[str, object]:
    if not known.labels or not known.is_named:
        about = words.text("teach.set-unnamed" if known.labels else "teach.set-unreadable")
    else:
        about = " ".join(FaceNames.of(known.labels, words.language).written)
    return {
        "name": known.name,
        "about": about,
        "pictures": [face_url(known.name, crop) for crop in known.pictures] if known.labels == LABELS else [],
        "recognised": words.text("teach.recognised") if known.is_recognised else "",
        "forget": words.text("teach.forget-question", name=known.name),
    }


def _picture(teaching: Teaching) -> dict[str, object] | None:
    """Return the newest look at the board with its dice marked, None where there is nothing to be seen."""
    look = teaching.refused or teaching.look
    if teaching.stage is not LessonStage.SHOW or look is None or not look.dice:
        return None
    left, top, right, bottom = dice_box([die.detection for die in look.dice], look.size_wh)
    flat = usable(look)
    return {
        "url": f"/looks/{look.exposed_ns}/board.jpg",
        "size": [right - left, bottom - top],
        "dice": [
            {
                "quad": [[round(x - left, 1), round(y - top, 1)] for x, y in die.detection.quad],
                "mark": "flat" if index in flat else "left-out",
            }
            for index, die in enumerate(look.dice)
        ],
    }
