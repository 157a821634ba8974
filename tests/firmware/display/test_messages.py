"""The catalogues: nothing missing, nothing left over, in both languages."""

import re
import string
from enum import StrEnum
from pathlib import Path

import pytest

import firmware.display
import firmware.session
from firmware.display.games.hidden_poker_seats import SeatState as HiddenSeat
from firmware.display.messages import LANGUAGES, Catalogue, catalogue
from firmware.display.touches import name_of
from firmware.errors import DisplayError
from firmware.session.dial import DialKind, OptionKey
from firmware.session.lesson import DiceKind, Stage
from firmware.session.state import Doubt, EntryMode, NoticeKey
from scoring.category import Category
from scoring.dice import Colour, Face
from scoring.games.escalero import Row
from scoring.hands import Hand
from scoring.ruleset import HOUSE_RULES
from vision.report import MessageKey

ROOT = Path(firmware.display.__file__).parent
PYTHON = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.py")))
SCRIPT = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("static/js/**/*.js")))

WITHOUT_SENTENCE = {NoticeKey.THROWN, NoticeKey.GAME_OVER, NoticeKey.PLAYED}
"""These are answered by the hint of the phase, or by the game, alone."""

DECIDED = (Path(firmware.session.__file__).parent / "decisions.py").read_text(encoding="utf-8")


DECISION_KEYS = (
    "begin-round",
    "keep-hand",
    "raise",
    "go-along",
    "pass",
    "announce",
    "doubt",
    "enter-row",
    "strike-row",
    "leave",
    "bet",
    "take-bets-back",
    "give-notice",
)


def ids_of(family: str, members: type[StrEnum]) -> set[str]:
    return {f"{family}.{member.value}" for member in members}


def ids_in_python() -> set[str]:
    named = set(re.findall(r'words\.text\(\s*"([a-z.-]+)"', PYTHON))
    chosen = set(re.findall(r'"((?:result|notice|aloud|hidden)\.[a-z.-]+)"', PYTHON))
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
    pictures = ids_of("picture", MessageKey) | {"picture.leans"}
    stages = {f"teach.{stage.value}" for stage in Stage if stage is not Stage.SHOW} | ids_of("teach.kind", DiceKind)
    shows = {f"teach.{verb}-{which}" for verb in ("throw", "show") for which in ("first", "more")}
    words = ids_of("doubt", Doubt) | ids_of("mode", EntryMode)
    return faces | rows | rules | options | notices | pictures | stages | shows | words


BY_PHASE = {
    *(f"throw.{phase}" for phase in ("throwing", "reading", "still", "burning", "asking")),
    *(f"hint.{phase}" for phase in ("setup", "beginning", "waiting", "still", "reading", "read", "burning", "asking")),
    "hint.entering",
    "hint.deciding",
    "hint.over",
    "hint.game-over",
    *(f"button.{kind}" for kind in ("press", "throw", "accept", "used-up", "type", "again")),
    *(f"column.{state}" for state in ("open", "secured", "won", "tied")),
    *(
        f"refusal.{error}"
        for error in (
            "ThrowsUsedUpError",
            "NothingThrownError",
            "CellTakenError",
            "FirstThrowHeldError",
            "PlayersError",
            "StakesError",
            "CannotPayError",
            "StakeRefusedError",
            "NotYourTurnError",
            "GameOverError",
            "BankCannotCoverError",
            "BankStaysError",
            "NothingHeldError",
            "NoThrowError",
            "ThrowBurningError",
        )
    ),
}

DIALS = {
    *ids_of("dial", DialKind),
    *(ids_of("option", OptionKey) - {"option.decision"}),
    *(f"option.{how}" for how in ("strike", "die-held", "die-thrown")),
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
    keys = set(re.findall(r'"([a-z]+-?[a-z]*-?[a-z]*)"(?=,| if)', DECIDED)) & set(DECISION_KEYS)
    assert keys == set(DECISION_KEYS)
    unsaid = {HiddenSeat.NOTHING, HiddenSeat.WAITING}
    hidden = {f"hidden.seat.{state.value}" for state in HiddenSeat if state not in unsaid}
    hidden |= {f"hidden.hand.{hand.name.lower().replace('_', '-')}" for hand in Hand}
    hidden |= {f"hidden.told.{verdict}" for verdict in ("true", "bluff")}
    hidden |= {f"hidden.button.{kind}" for kind in ("begin", "announce", "doubt", "lift")}
    claims = {f"claim.{hand.name.lower().replace('_', '-')}" for hand in Hand}
    rows = {f"escalero.{row.name.lower().replace('_', '-')}" for row in Row}
    many = {f"many.{name_of(face)}" for face in Face}
    return hidden | claims | rows | many | ids_of("colour", Colour) | {f"decision.{key}" for key in keys}


USED = ids_of_games() | DIALS | ids_in_python() | ids_in_script() | ids_by_enumeration() | BY_PHASE


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing(language: str) -> None:
    assert USED - catalogue(language).message_ids == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over(language: str) -> None:
    assert catalogue(language).message_ids - USED - ids_aloud(language) == set()


def test_both_languages_fill_the_same_places() -> None:
    def places(words: Catalogue, message_id: str) -> set[str | None]:
        sentence = words._sentences[message_id]
        parts = (sentence,) if isinstance(sentence, str) else sentence
        return {name for part in parts for _, name, _, _ in string.Formatter().parse(part) if name}

    german, english = (catalogue(language) for language in LANGUAGES)
    # "count" may be said in words ("ein Würfel"), so only what both plural forms name together is compared.
    assert {i: places(german, i) for i in german.message_ids} == {i: places(english, i) for i in german.message_ids}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    words = catalogue(language)
    assert all(all(part) for part in words._sentences.values())


def test_an_unknown_language_is_answered_in_german() -> None:
    assert catalogue("fr").language == "de"


def test_a_missing_sentence_is_named() -> None:
    with pytest.raises(DisplayError, match=r"notice\.unheard-of"):
        catalogue("de").text("notice.unheard-of")


def test_a_place_nobody_fills_is_named() -> None:
    with pytest.raises(DisplayError, match="player"):
        catalogue("de").text("notice.begins")


@pytest.mark.parametrize(("count", "wanted"), [(1, "nur einen Würfel"), (0, "0 Würfel"), (4, "4 Würfel")])
def test_one_die_is_singular_and_any_other_number_plural(count: int, wanted: str) -> None:
    assert wanted in catalogue("de").text("notice.wrong-count", count=count)


def test_the_letters_on_the_dice_follow_the_language() -> None:
    letters = {
        language: [catalogue(language).text(f"letter.{name_of(face)}") for face in Face] for language in LANGUAGES
    }
    assert letters == {"de": ["9", "10", "B", "D", "K", "A"], "en": ["9", "10", "J", "Q", "K", "A"]}
