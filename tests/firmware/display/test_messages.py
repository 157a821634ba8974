"""The catalogues: nothing missing, nothing left over, in every language."""

import ast
import re
import string
from collections import Counter
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum, StrEnum
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

import firmware.display
import firmware.printing
import firmware.session
from firmware import errors, ports
from firmware.adapters.speaker import VOICES
from firmware.display import kept, touches, updates
from firmware.display.games.hidden_poker import HiddenSeatState
from firmware.display.games.pot import PotSeatState
from firmware.display.messages import LANGUAGES, Catalogue, catalogue
from firmware.display.names import decimal, signed_share
from firmware.ports import Lack
from firmware.printing.wall import SHOWN_S
from firmware.session import choosing, lesson, state, wizard
from firmware.session.dial import OptionKey
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey, Phase
from scoring.dice import Colour, Face
from scoring.games import al_capone, escalero
from scoring.hands.hand import Hand
from scoring.ruleset import Level
from scoring.sheets.category import Category
from scoring.strategy.advice import Why
from tests.cases import cases
from vision.read.report import MESSAGE_KEYS

GERMAN = LANGUAGES[0]
"""All others are translated from it."""
ROOT = Path(firmware.display.__file__).parent
PYTHON = [*ROOT.rglob("*.py"), *Path(firmware.printing.__file__).parent.rglob("*.py")]
SCRIPT = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("static/js/**/*.js"))
FAMILIES = {each.partition(".")[0] for each in catalogue(GERMAN).message_ids}


def constants(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def slug(member: Any) -> str:
    named = member.name.lower().replace("_", "-") if isinstance(member, Enum) else member
    return str(member.value if isinstance(member, StrEnum) else named).replace("_", "-")


MANY_FORMS = {choice: range(len(forms)) for choice, forms in choosing.FORMS.items() if len(forms) > 1}
OF_CARDS = {each.removeprefix("card.") for each in catalogue(GERMAN).message_ids if each.startswith("card.")}

WORDS = cases(__file__)
ALIKE = WORDS.pop("alike")
SIMPLE = {"title": "WizardStep", "step": "STEPS", "camera": "CameraTrouble", "sheet": "SheetTrouble"}
SIMPLE |= {"aspect": "Aspect", "trouble": "LightTrouble", "rating": "Rating", "side": "Side", "heard": "Heard"}
CHOSEN: list[tuple[str, Iterable[Any]]] = [
    *WORDS.items(),
    *((each, Face) for each in ("face.{}", "letter.{}", "count.{}", "many.{}")),
    ("row.{}", Category),
    ("doubt.{}", state.Doubt),
    ("mode.{}", EntryMode),
    ("level.{}", Level),
    ("why.{}", Why),
    ("colour.{}", Colour),
    ("language.{}", LANGUAGES),
    ("notice.{}", set(NoticeKey) - {NoticeKey.THROWN, NoticeKey.GAME_OVER, NoticeKey.PLAYED}),
    ("card.{}", constants(ROOT / "cards.py") & OF_CARDS),
    ("update.{}", (each.replace(" ", "-") for each in updates.STATES)),
    ("kept.{}", set(kept.Fate) - {kept.Fate.OVER}),
    ("hint.{}", {*Phase, "over"} - {Phase.CORRECTED, Phase.THROWING}),
    ("picture.{}", (*MESSAGE_KEYS.values(), "leans")),
    ("number.{}", "2345"),
    ("dial.{}", {*DialKind, "who-begins-of", "who-holds-bank-of"} - {DialKind.NEW_GAME}),
    ("option.{}", {*OptionKey, "die-held", "die-thrown"} - {OptionKey.DECISION, OptionKey.GAME, OptionKey.HAND}),
    ("teach.{}", set(lesson.LessonStage) - {lesson.LessonStage.SHOW}),
    ("pot.seat.{}", PotSeatState),
    ("pot.worth.{}", al_capone.Table),
    ("hidden.seat.{}", set(HiddenSeatState) - {HiddenSeatState.NOTHING, HiddenSeatState.WAITING}),
    *((each, Hand) for each in ("hidden.hand.{}", "claim.{}")),
    ("hand.{}", set(Hand) - {Hand.NOTHING}),
    ("escalero.{}", escalero.Row),
    ("escalero.short-{}", (row for row in escalero.Row if row.face is None)),
    ("game.{}", choosing.Choice),
    ("game-line.{}", choosing.Choice),
    *((f"form.{choice}.{{}}", map(str, forms)) for choice, forms in MANY_FORMS.items()),
    ("paper.shows.{}", SHOWN_S),
    ("paper.lamp.{}", set(SHOWN_S) - {ports.Signal.BURNING}),
    *((f"wizard.{each}.{{}}", getattr(wizard, name)) for each, name in SIMPLE.items()),
    ("wizard.lack.{}", (lack.replace(" ", "-") for lack in Lack)),
    *((each, wizard.Told) for each in ("wizard.ask.{}", "wizard.mend.{}")),
    *((f"wizard.{step}.{{}}", ("lay", "cast", "unsure")) for step in ("dice", "throw")),
]
"""Ids that the code makes from a member of something, and the members."""


def ids_of_rules(agreed: Any) -> set[str]:
    """Return what house rules are called, and what can be chosen."""
    found = set()
    for name, value in ((each.name, getattr(agreed, each.name)) for each in fields(agreed)):
        if is_dataclass(value):
            found |= ids_of_rules(value)
        elif name not in {"players", "beginner", "bank", "jokers", "levels"}:
            options = type(value) if isinstance(value, StrEnum) else ("yes", "no") if isinstance(value, bool) else ()
            found |= {f"rule.{name}", *(f"rule.{name}.{slug(option)}" for option in options)}
    return found


LIKE_AN_ID = re.compile(rf"({'|'.join(FAMILIES)})(\.[a-z-]*[a-z])+")
ACTIONS = re.findall(r'\["([a-z-]+)", \(\) =>', SCRIPT)  # these buttons carry the name of their text
USED = {each for path in PYTHON for each in constants(path) if LIKE_AN_ID.fullmatch(each)}
USED |= {f"ui.{one or other}" for one, other in re.findall(r'texts\.([a-z]+)|texts\["([a-z-]+)"\]', SCRIPT)}
USED |= {f"ui.{name}" for name in (*ACTIONS, "not-burning")}
USED |= {each.format(slug(member)) for each, members in CHOSEN for member in members}
USED |= {each for forms in choosing.FORMS.values() for make in forms for each in ids_of_rules(make(players=("1", "2")))}


def aloud(language: str) -> set[str]:
    """Return the other wordings, for the ears and at a desk: each of them stands for a sentence that is used."""
    known = catalogue(language).message_ids
    return {each for each in known if each.removeprefix("say.").removeprefix("desk.") in USED} - USED


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_and_none_left_over(language):
    assert constants(Path(firmware.session.__file__).parent / "decisions.py") >= set(WORDS["decision.{}"])
    missing = (USED | aloud(GERMAN)) - catalogue(language).message_ids
    over = catalogue(language).message_ids - USED - aloud(language)
    assert not missing | over, "\n".join(["not translated:", *missing, "said nowhere:", *over])  # else cut short


def forms(words: Catalogue, message_id: str) -> tuple[str, ...]:
    sentence = words._sentences[message_id]
    return (sentence,) if isinstance(sentence, str) else sentence


def places(words: Catalogue, message_id: str) -> set[str]:
    return {name for part in forms(words, message_id) for _, name, _, _ in string.Formatter().parse(part) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_is_the_german_one_in_other_words(language):
    german, words = catalogue(GERMAN), catalogue(language)
    text = (ROOT / "locale" / language / "LC_MESSAGES" / "serviert.po").read_text(encoding="utf-8")
    times = Counter(re.findall(r'^msgid "(.+)"$', text, flags=re.MULTILINE))
    assert [each for each, count in times.items() if count > 1] == []  # Babel silently drops the later one
    assert list(words._sentences) == [each for each in german._sentences if each in words.message_ids]
    assert [each for each in words.message_ids if not all(forms(words, each))] == []
    # "count" may be said in words ("ein Würfel"), so only what both plural forms name together is compared.
    assert [each for each in words.message_ids if places(words, each) != places(german, each)] == []
    plural = [each for each in words.message_ids if isinstance(words._sentences[each], tuple)]
    assert {len(forms(words, each)) for each in plural} == {2}
    rule = Locale.parse(language).plural_form
    assert [words._form_of(count) for count in range(1000)] == [int(rule(count) != "one") for count in range(1000)]


_NAMES = "escalero|joker-poker|al-capone|rock-and-roll"
SAME_EVERYWHERE = re.compile(rf"letter\..+|ui\.title|rule\.table\..|game\.({_NAMES})")
"""Letters are tested for themselves, the others are names; what is all places and no word is left out too."""


@pytest.mark.parametrize("language", ALIKE)
def test_no_sentence_is_left_untranslated(language):
    words, sources = catalogue(language), [catalogue(source) for source in LANGUAGES[:2]]
    left = []
    for each in words.message_ids:
        text = forms(words, each)
        is_said = re.search(r"[^\W\d_]", re.sub(r"{.*?}", "", text[0])) and not SAME_EVERYWHERE.fullmatch(each)
        if is_said and text[0] not in ALIKE[language].split("|"):
            left += [f"{each} {text}" for source in sources if forms(source, each) == text]
    assert left == []


def test_french_marks_never_begin_a_line():
    """French leaves a space before them, and inside quotation marks; an ordinary one lets the line break there."""
    words, loose = catalogue("fr"), re.compile("(?<![\u202f\u00a0])[!?:;»%]|«(?!\u202f)")
    assert [each for each in words.message_ids for text in forms(words, each) if loose.search(text)] == []


def test_what_else_knows_the_languages_knows_all_and_each_names_itself():
    names = [catalogue(each).text(f"language.{each}") for each in LANGUAGES]
    assert names == ["Deutsch", "English", "Français", "Italiano", "Nederlands"]
    assert tuple(VOICES) == LANGUAGES
    assert catalogue("eo").language == "de"
    letters = [" ".join(catalogue(each).text(f"letter.{touches.name_of(face)}") for face in Face) for each in LANGUAGES]
    assert letters == ["9 10 B D K A", "9 10 J Q K A", "9 10 V D R A", "9 10 F D R A", "9 10 B V H A"]


def test_a_missing_sentence_and_a_place_nobody_fills_are_named():
    for message_id, named in (("notice.unheard-of", "unheard-of"), ("notice.begins", "player")):
        with pytest.raises(errors.DisplayError, match=named):
            catalogue("de").text(message_id)


def test_numbers_have_the_sign_and_the_marks_of_their_language():
    assert [signed_share(each, "en") for each in (-0.0414, 0.0, 0.0414)] == ["−4.1%", "±0.0%", "+4.1%"]
    assert [decimal(1234.56, each) for each in ("en", "de")] == ["1,234.6", "1.234,6"]


def test_each_language_counts_by_its_own_rule():
    told = {"de": ("0 Würfel.", "nur einen Würfel", "2 Würfel."), "fr": ("0 dé.", "1 dé.", "2 dés.")}
    for language, wanted in told.items():
        for count, words in product(range(3), (catalogue(language), catalogue(language).aloud())):
            assert wanted[count] in words.text("notice.wrong-count", count=count)
