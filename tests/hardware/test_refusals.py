"""What cannot be built, seen, wired or fed is refused by its name, and every number that is offered instead works."""

from dataclasses import replace

import pytest

from hardware import data
from hardware.arm.plan import check as held
from hardware.cafe.plan import check as stands
from hardware.errors import NumbersError
from hardware.guide.plan import check as printed
from hardware.mount.boards import display_board
from hardware.mount.layout import check_channels, layout
from hardware.numbers import FILE, Build, Numbers, load
from hardware.optics.check import check_view as seen
from hardware.wiring.budget import check as fed
from hardware.wiring.pins import wires
from tests.cases import cases
from tests.hardware.changes import changed, offered

CHECKS = {each.__name__: each for each in (check_channels, layout, wires, str)}
CHECKS |= {"seen": seen, "fed": fed, "held": held}
CHECKS |= {"display_case": lambda numbers: display_board(numbers.display.model)}
CHECKS |= {"stands": lambda numbers: stands(replace(numbers, build=Build.CAFE))}
CHECKS |= {"printed": lambda numbers: printed(replace(numbers, build=Build.STAND))}
REFUSED, OF_A_FILE = cases(__file__).values()


@pytest.mark.parametrize("refusal", REFUSED, ids=lambda refusal: f"{refusal['changes']}")
def test_what_is_refused_is_named_and_what_is_offered_works(refusal):
    check, changes = CHECKS[refusal["check"]], refusal["changes"]
    with pytest.raises(NumbersError, match=refusal["says"]) as refused:
        check(changed(changes))
    if refusal["mends"]:
        said = str(refused.value)
        assert "\n" not in said
        instead = offered(changed(changes), said)
        assert instead
        for numbers in instead:
            check(numbers)


@pytest.mark.parametrize(("written", "instead", "said"), [each.values() for each in OF_A_FILE])
def test_a_file_of_what_cannot_be_built_is_refused_by_name(written, instead, said):
    text = FILE.read_text(encoding="utf-8")
    assert written in text
    with pytest.raises(NumbersError, match=said):
        data.parse(text.replace(written, instead, 1), Numbers, source=FILE.name)


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(NumbersError, match=r"nowhere\.toml"):
        load(FILE.with_name("nowhere.toml"))
