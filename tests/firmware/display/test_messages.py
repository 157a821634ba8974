"""The catalogues: nothing missing, nothing left over, in every language."""

import re
import string
from collections import Counter
from dataclasses import fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

import firmware.display
import firmware.printing
import firmware.session
from firmware.adapters.speaker import VOICES
from firmware.display.games.hidden_poker import HiddenSeatState
from firmware.display.games.pot import PotSeatState
from firmware.display.messages import LANGUAGES, Catalogue, catalogue
from firmware.display.touches import name_of
from firmware.errors import DisplayError
from firmware.ports import Signal
from firmware.printing.wall import SHOWN_S
from firmware.session import wizard
from firmware.session.choosing import FORMS, Choice
from firmware.session.dial import OptionKey
from firmware.session.lesson import DiceKind, LessonStage
from firmware.session.state import Doubt
from firmware.session.vocabulary import DialKind, EntryMode, NoticeKey
from firmware.settings.config import Language
from scoring.dice import Colour, Face
from scoring.games.al_capone import Table
from scoring.games.escalero import Row
from scoring.hands.hand import Hand
from scoring.ruleset import HOUSE_RULES, Level
from scoring.sheets.category import Category
from scoring.strategy.advice import Why
from vision.read.report import MESSAGE_KEYS

GERMAN = LANGUAGES[0]
"""All others are translated from it."""

ROOT = Path(firmware.display.__file__).parent
PAPER = Path(firmware.printing.__file__).parent
PYTHON = "\n".join(path.read_text(encoding="utf-8") for room in (ROOT, PAPER) for path in sorted(room.rglob("*.py")))
SCRIPT = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("static/js/**/*.js")))

WITHOUT_SENTENCE = {NoticeKey.THROWN, NoticeKey.GAME_OVER, NoticeKey.PLAYED}
"""These are answered by the hint of the phase, or by the game, alone."""

DECIDED = (Path(firmware.session.__file__).parent / "decisions.py").read_text(encoding="utf-8")


DECISIONS = """begin-round keep-hand raise go-along pass announce doubt enter-row strike-row leave bet take-bets-back
give-notice"""
DECISION_KEYS = frozenset(DECISIONS.split())


def ids_of(family: str, members: type[StrEnum]) -> set[str]:
    return {f"{family}.{member.value}" for member in members}


def ids_in_python() -> set[str]:
    named = set(re.findall(r'words\.text\(\s*"([a-z.-]+)"', PYTHON))
    chosen = set(re.findall(r'"((?:result|notice|aloud|pot|hidden|advice|paper)\.[a-z.-]+)"', PYTHON))
    return named | chosen


def ids_in_script() -> set[str]:
    found = re.findall(r'texts\.([a-z]+)|texts\["([a-z-]+)"\]', SCRIPT)
    # The action buttons carry the name of their text.
    actions = re.findall(r'\["([a-z-]+)", \(\) =>', SCRIPT)
    return {f"ui.{first or second}" for first, second in found} | {f"ui.{name}" for name in (*actions, "not-burning")}


def ids_by_enumeration() -> set[str]:
    faces = {f"{family}.{name_of(face)}" for family in ("face", "letter") for face in Face}
    rows = {f"row.{name_of(category)}" for category in Category}
    rules = {f"rule.{rule.name}" for rule in HOUSE_RULES}
    options = {f"rule.{rule.name}.{option.value}" for rule in HOUSE_RULES for option in rule.options}
    notices = {f"notice.{key.value}" for key in NoticeKey if key not in WITHOUT_SENTENCE}
    pictures = {f"picture.{key}" for key in (*MESSAGE_KEYS.values(), "leans")}
    stages = {f"teach.{stage.value}" for stage in LessonStage if stage is not LessonStage.SHOW} | ids_of(
        "teach.kind", DiceKind
    )
    shows = {f"teach.{verb}-{which}" for verb in ("throw", "show") for which in ("first", "more")}
    words = ids_of("doubt", Doubt) | ids_of("mode", EntryMode) | ids_of("level", Level) | ids_of("why", Why)
    words |= {f"advice.{group}" for group in ("throw-on", "enter-now")}
    return faces | rows | rules | options | notices | pictures | stages | shows | words


REFUSALS = """ThrowsUsedUp NothingThrown CellTaken FirstThrowHeld Players Stakes CannotPay StakeRefused NotYourTurn
GameOver BankCannotCover BankStays NothingHeld NoThrow ThrowBurning"""

BY_PHASE = {
    *(f"notice.{trouble}-one" for trouble in ("burning", "off-board", "wrong-count")),
    *(f"throw.{phase}" for phase in ("throwing", "reading", "still", "burning", "asking")),
    *(f"hint.{phase}" for phase in ("setup", "beginning", "waiting", "still", "reading", "read", "burning", "asking")),
    "hint.entering",
    "hint.game-over",
    "hint.deciding",
    "hint.over",
    *(f"button.{kind}" for kind in ("press", "throw", "accept", "used-up", "type", "again", "decide")),
    *(f"column.{state}" for state in ("open", "secured", "won", "tied")),
    *(f"refusal.{error}Error" for error in REFUSALS.split()),
}

DIALS = {
    *(ids_of("dial", DialKind) - {"dial.new-game"}),
    *(f"dial.who-{what}" for what in ("begins", "begins-of", "holds-bank", "holds-bank-of")),
    *(ids_of("option", OptionKey) - {"option.decision", "option.game"}),
    *(f"option.{how}" for how in ("strike", "die-held", "die-thrown", "entry-struck")),
    *(f"language.{language}" for language in LANGUAGES),
    *(f"button.{kind}" for kind in ("turn", "take")),
    *(f"count.{name_of(face)}" for face in Face),
    *(f"number.{count}" for count in range(2, 6)),
    "aloud.hand",
    "aloud.served",
}
"""What the button turns and what is said; ``option.cell`` and ``option.die`` are options of their own."""


def ids_aloud(language: str) -> set[str]:
    """Return the other wordings for the ears: each of them stands for a sentence that is used."""
    found = {each for each in catalogue(language).message_ids if each.startswith("say.")}
    return {each for each in found if each.removeprefix("say.") in USED}


def ids_of_games() -> set[str]:
    """Return what hands, rows, fields and decisions of the second sheet's games are called."""
    pot = ids_of("pot.seat", PotSeatState) | ids_of("pot.worth", Table)
    keys = set(re.findall(r'"([a-z]+-?[a-z]*-?[a-z]*)"(?=,| if)', DECIDED)) & DECISION_KEYS
    assert keys == DECISION_KEYS
    unsaid = {HiddenSeatState.NOTHING, HiddenSeatState.WAITING}
    hidden = {f"hidden.seat.{state.value}" for state in HiddenSeatState if state not in unsaid}
    hidden |= {f"hidden.hand.{hand.name.lower().replace('_', '-')}" for hand in Hand}
    hidden |= {f"hidden.told.{verdict}" for verdict in ("true", "bluff")}
    hidden |= {f"hidden.button.{kind}" for kind in ("begin", "announce", "doubt", "lift")}
    claims = {f"claim.{hand.name.lower().replace('_', '-')}" for hand in Hand}
    rows = {f"escalero.{row.name.lower().replace('_', '-')}" for row in Row}
    rows |= {f"escalero.short-{row.name.lower().replace('_', '-')}" for row in Row if row.face is None}
    many = {f"many.{name_of(face)}" for face in Face}
    return hidden | pot | claims | rows | many | ids_of("colour", Colour) | {f"decision.{key}" for key in keys}


def ids_of_setup() -> set[str]:
    """Return what games, forms and house rules are called, for every game that can be chosen."""
    players = ("1", "2")
    known = [make(players=players) for forms in FORMS.values() for make in forms]
    games = ids_of("game", Choice) | ids_of("game-line", Choice)
    forms = {f"form.{choice}.{form}" for choice, each in FORMS.items() if len(each) > 1 for form in range(len(each))}
    return (
        games | forms | {each for agreed in known for each in ids_of_rules(agreed)} | {"first.bank", "first.beginner"}
    )


def ids_of_rules(agreed: Any) -> set[str]:
    found = set()
    for name, value in ((each.name, getattr(agreed, each.name)) for each in fields(agreed)):
        if is_dataclass(value):
            found |= ids_of_rules(value)
        elif name in {"players", "beginner", "bank", "jokers", "levels"}:
            continue
        elif isinstance(value, bool):
            found |= {f"rule.{name}", f"rule.{name}.yes", f"rule.{name}.no"}
        elif isinstance(value, StrEnum):
            found |= {f"rule.{name}"} | ids_of(f"rule.{name}", type(value))
        else:
            found.add(f"rule.{name}")
    return found


def ids_of_paper() -> set[str]:
    """Return what the wall card says of each signal of the lamp that lasts; fire is called as on the display."""
    shown = {f"paper.shows.{signal.value}" for signal in SHOWN_S}
    return shown | {f"paper.lamp.{signal.value}" for signal in SHOWN_S if signal is not Signal.BURNING}


def ids_of_cards() -> set[str]:
    """Return the sentences of rules cards that are chosen from a condition, and the kinds of hands."""
    chosen = set(re.findall(r'"(card\.[a-z-]+)" if .* else "(card\.[a-z-]+)"', PYTHON))
    hands = {f"hand.{hand.name.lower().replace('_', '-')}" for hand in Hand if hand is not Hand.NOTHING}
    return {each for pair in chosen for each in pair} | hands


def ids_of_wizard() -> set[str]:
    """Return what is said while a device is set up, for every step, trouble and aspect there is."""
    steps = ids_of("wizard.title", wizard.WizardStep) | {f"wizard.step.{step.value}" for step in wizard.STEPS}
    seen = ids_of("wizard.camera", wizard.CameraTrouble) | ids_of("wizard.sheet", wizard.SheetTrouble)
    seen |= (
        ids_of("wizard.aspect", wizard.Aspect)
        | ids_of("wizard.trouble", wizard.LightTrouble)
        | ids_of("wizard.rating", wizard.Rating)
    )
    seen |= ids_of("wizard.side", wizard.Side) | ids_of("wizard.heard", wizard.Heard)
    told = {f"wizard.{what}.{part.value}" for what in ("ask", "mend") for part in wizard.Told}
    cameras = {f"wizard.source.{kind}" for kind in ("picamera", "usb", "attached", "simulated", "folder")}
    dice = {f"wizard.{step}.{how}" for step in ("dice", "throw") for how in ("lay", "cast", "unsure")}
    chosen = re.findall(r'"(wizard\.[a-z.-]+)" if .* else "(wizard\.[a-z.-]+)"', PYTHON)
    return steps | seen | told | cameras | dice | {each for pair in chosen for each in pair}


USED = (
    ids_of_setup()
    | ids_of_wizard()
    | ids_of_cards()
    | ids_of_paper()
    | ids_of_games()
    | DIALS
    | ids_in_python()
    | ids_in_script()
    | ids_by_enumeration()
    | BY_PHASE
)


def listed(found: dict[str, list[str]]) -> str:
    """Return message ids a language, one a line, whole: pytest would cut a long list short."""
    return "\n".join(f"{language}: {each}" for language, ids in found.items() for each in ids)


def test_no_sentence_is_missing() -> None:
    wanted = USED | ids_aloud(GERMAN)
    missing = {each: sorted(wanted - catalogue(each).message_ids) for each in LANGUAGES}
    assert not any(missing.values()), f"not translated:\n{listed(missing)}"


def test_no_sentence_is_left_over() -> None:
    over = {each: sorted(catalogue(each).message_ids - USED - ids_aloud(each)) for each in LANGUAGES}
    assert not any(over.values()), f"said nowhere:\n{listed(over)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_is_given_twice(language: str) -> None:
    """Of two sentences with the same id, Babel silently drops the later one."""
    text = (ROOT / "locale" / language / "LC_MESSAGES" / "serviert.po").read_text(encoding="utf-8")
    times = Counter(re.findall(r'^msgid "(.+)"$', text, flags=re.MULTILINE))
    assert [each for each, count in times.items() if count > 1] == []


def test_every_catalogue_goes_in_the_order_of_the_german_one() -> None:
    order = list(catalogue(GERMAN)._sentences)
    for language in LANGUAGES:
        known = catalogue(language).message_ids
        assert list(catalogue(language)._sentences) == [each for each in order if each in known], language


def forms(words: Catalogue, message_id: str) -> tuple[str, ...]:
    sentence = words._sentences[message_id]
    return (sentence,) if isinstance(sentence, str) else sentence


def test_every_language_fills_the_same_places() -> None:
    def places(words: Catalogue, message_id: str) -> set[str]:
        parts = forms(words, message_id)
        return {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}

    # "count" may be said in words ("ein Würfel"), so only what both plural forms name together is compared.
    german = catalogue(GERMAN)
    for words in map(catalogue, LANGUAGES):
        other = [each for each in sorted(words.message_ids) if places(words, each) != places(german, each)]
        assert not other, listed({words.language: other})


def test_no_sentence_is_left_untranslated() -> None:
    left = {}
    for language in LANGUAGES[2:]:
        words = catalogue(language)
        each_form = {each: forms(words, each) for each in words.message_ids if not SAME_EVERYWHERE.fullmatch(each)}
        said = {each: text for each, text in each_form.items() if re.search(r"[^\W\d_]", re.sub(r"{.*?}", "", text[0]))}
        sources = [catalogue(source) for source in LANGUAGES[:2]]
        left[language] = [
            f"{each} {' | '.join(text)}"
            for each, text in sorted(said.items())
            if any(forms(source, each) == text for source in sources) and text[0] not in SAME_WORD[language]
        ]
    assert not any(left.values()), f"as in German or English:\n{listed(left)}"


SAME_EVERYWHERE = re.compile(
    r"letter\..+|ui\.title|rule\.table\..|game\.(escalero|joker-poker|al-capone|rock-and-roll)"
)
"""Letters are tested for themselves, the others are names; what is all places and no word is left out too."""

ALIKE = {
    "fr": "Analyse|Date|Points|As|Dame|Full|Grande|Menu|Menu.|Volume|points|max|5S",
    "it": "No|Full|Poker|Po|Grande|Menu|Menu.|Volume|Volume: {value} %|Bluff!|max|5S",
    "nl": "Beginner|Kenner|Junkie|Analyse|Datum|vier|Vier|Full|Full house|Grande|Menu|Menu.|Volume|Volume: {value} %"
    "|Vier {first}|Bank|max|open|Camera|Camera: {name}|Licht|links|rechts|Ja",
}
SAME_WORD = {language: words.split("|") for language, words in ALIKE.items()}
"""What is said alike in German or English too."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    words = catalogue(language)
    assert all(all(part) for part in words._sentences.values())


def test_french_marks_never_begin_a_line() -> None:
    """French leaves a space before them, and inside quotation marks; an ordinary one lets the line break there."""
    words, loose = catalogue("fr"), re.compile("(?<![\u202f\u00a0])[!?:;»%]|«(?!\u202f)")
    assert [each for each in words.message_ids for text in forms(words, each) if loose.search(text)] == []


def test_an_unknown_language_is_answered_in_german() -> None:
    assert catalogue("eo").language == "de"


def test_each_language_names_itself_for_those_who_read_no_other() -> None:
    names = [catalogue(each).text(f"language.{each}") for each in LANGUAGES]
    assert names == ["Deutsch", "English", "Français", "Italiano", "Nederlands"]


def test_what_else_knows_the_languages_knows_all() -> None:
    assert tuple(each.value for each in Language) == tuple(VOICES) == LANGUAGES


def test_a_missing_sentence_is_named() -> None:
    with pytest.raises(DisplayError, match=r"notice\.unheard-of"):
        catalogue("de").text("notice.unheard-of")


def test_a_place_nobody_fills_is_named() -> None:
    with pytest.raises(DisplayError, match="player"):
        catalogue("de").text("notice.begins")


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("de", "0 Würfel.", "nur einen Würfel", "2 Würfel."),
        ("en", "0 dice.", "only one die", "2 dice."),
        ("fr", "0 dé.", "1 dé.", "2 dés."),
        ("it", "0 dadi.", "un dado solo", "2 dadi."),
        ("nl", "0 stenen.", "maar één steen", "2 stenen."),
    ],
)
def test_each_language_counts_by_its_own_rule(language: str, none: str, one: str, two: str) -> None:
    words = catalogue(language)
    for count, wanted in enumerate((none, one, two)):
        assert wanted in words.text("notice.wrong-count", count=count)
        assert wanted in words.aloud().text("notice.wrong-count", count=count)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_of_a_catalogue_is_the_one_of_its_language(language: str) -> None:
    rule, form_of = Locale.parse(language).plural_form, catalogue(language)._form_of
    assert [form_of(count) for count in range(1000)] == [int(rule(count) != "one") for count in range(1000)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_all_its_forms(language: str) -> None:
    words = catalogue(language)
    counted = [each for each in words.message_ids if not isinstance(words._sentences[each], str)]
    assert len(counted) > 10
    for each in counted:
        assert len(forms(words, each)) == 2, each


def test_the_letters_on_the_dice_follow_the_language() -> None:
    letters = {
        language: " ".join(catalogue(language).text(f"letter.{name_of(face)}") for face in Face)
        for language in LANGUAGES
    }
    assert letters == {
        "de": "9 10 B D K A",
        "en": "9 10 J Q K A",
        "fr": "9 10 V D R A",
        "it": "9 10 F D R A",
        "nl": "9 10 B V H A",
    }
