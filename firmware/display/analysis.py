"""What is said of a game afterwards: the curve, luck and decisions of both, and the costliest in a sentence each."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import assert_never

from firmware.analysis.analysed import COSTLIEST, Analysed
from firmware.analysis.rollouts import Costs, RolledOut
from firmware.display.drawing import curve, throw
from firmware.display.messages import Catalogue
from firmware.display.names import format_points, letter, row_name, share, signed_share
from scoring.dice import Face
from scoring.games.standings import standings
from scoring.strategy.account import Accuracy, Act, EnteredIn, Held, JudgedDecision

MEAN_DIGITS = 2
LEAST_MARGIN = 0.001  # none is shown as 0.0 %


def analysis_view(
    game: Analysed, words: Catalogue, costs: Costs | None = None, *, is_weighed: bool = True
) -> dict[str, object]:
    """Return what the page shows of a game that was analysed, and of what its costliest decisions cost, if known."""
    costliest = _costliest(game, costs)
    named = zip(game.state.players, table(game, words), strict=True)
    return {
        "title": words.text("analysis.title"),
        "chance": words.text("analysis.chance", player=game.state.players[0]),
        "curve": curve(game.account.curve(), marks_of([decision for decision, _ in costliest])),
        "heads": heads(words),
        "players": [{"name": name, "values": values} for name, values in named],
        "costliest": [_costly(game, *each, words) for each in costliest],
        "weighing": "" if is_weighed or not costliest else words.text("analysis.weighing"),
        "costliest_title": costliest_title(costliest, words),
        "told": words.text("analysis.told"),
    }


def lines(game: Analysed, words: Catalogue, costs: Costs | None = None) -> list[str]:
    """Return what a terminal says of a game, line by line."""
    players, points = game.state.players, standings(game.state).points
    score = ["", *(f"{name} {format_points(each)}" for name, each in zip(players, points, strict=True))]
    values = zip(heads(words), *table(game, words), strict=True)
    costliest = _costliest(game, costs)
    title = words.text("analysis.title") if game.number is None else words.text("analysis.game", number=game.number)
    return [
        title if game.account.result is not None else " ".join([title, words.text("analysis.unfinished")]),
        "",
        *table_text([score, *map(list, values)]),
        "",
        costliest_title(costliest, words),
        *(f"{at}. {sentence(game, *each, words)}" for at, each in enumerate(costliest, start=1)),
        "",
        words.text("analysis.told"),
    ]


def _costliest(game: Analysed, costs: Costs | None) -> Sequence[tuple[JudgedDecision, RolledOut | None]]:
    """Return the costliest decisions, in the order of what they cost so far as that is known."""
    return costs or [(decision, None) for decision in game.account.costliest(COSTLIEST)]


def costliest_title(costliest: Sequence[object], words: Catalogue) -> str:
    """Return what stands above the costliest decisions."""
    return words.text("analysis.costliest") if costliest else words.text("analysis.flawless")


def heads(words: Catalogue) -> list[str]:
    """Return what the columns of `table` are called."""
    return [words.text(f"analysis.{head}") for head in ("luck", "lost", "mean-loss", "accuracy")]


def table(game: Analysed, words: Catalogue) -> list[list[str]]:
    """Return luck, what decisions lost, what each lost on average, and accuracy, of both players."""
    return [
        [
            signed_share(game.account.luck_of_dice(player), words.language),
            share(accuracy.loss, words.language),
            share(accuracy.mean_loss, words.language, digits=MEAN_DIGITS),
            accuracy_text(accuracy, words),
        ]
        for player, accuracy in enumerate(map(game.account.accuracy, (0, 1)))
    ]


def accuracy_text(accuracy: Accuracy, words: Catalogue) -> str:
    """Return how much of what could be lost was kept."""
    return "–" if accuracy.share is None else share(max(0.0, accuracy.share), words.language)


def marks_of(costliest: Sequence[JudgedDecision]) -> Mapping[int, int]:
    """Return the numbers of the costliest decisions by their turns; two of one turn share the dearer one's."""
    marks: dict[int, int] = {}
    for number, decision in enumerate(costliest, start=1):
        marks.setdefault(decision.turn_number, number)
    return marks


def sentence(game: Analysed, decision: JudgedDecision, cost: RolledOut | None, words: Catalogue) -> str:
    """Return a decision, what would have been better, and what it cost: as estimated, or as playing on told."""
    loss, message = decision.loss, "analysis.decision"
    if cost is not None:
        loss, message = cost.cost, "analysis.weighed" if cost.is_certain else "analysis.not-certain"
    return words.text(
        message,
        player=game.state.players[decision.player],
        round=(decision.turn_number + 1) // 2,  # a player's own: of two players every other one is his
        done=act_text(decision.done, words),
        best=act_text(decision.best, words),
        cost=share(loss, words.language),
        margin="" if cost is None else share(max(cost.margin, LEAST_MARGIN), words.language),
    )


def act_text(act: Act, words: Catalogue) -> str:
    """Return what was done, or could have been."""
    match act:
        case EnteredIn():
            message = "analysis.entered" if act.points else "analysis.struck"
            return words.text(message, row=row_name(act.cell.category, words), column=act.cell.column)
        case Held(faces=()):
            return words.text("analysis.all-anew")
        case Held():
            return words.text("analysis.held", dice="-".join(letter(face, words) for face in act.faces))
        case _:
            assert_never(act)


def _costly(game: Analysed, decision: JudgedDecision, cost: RolledOut | None, words: Catalogue) -> dict[str, object]:
    place = decision.turn_number, decision.throw_number
    throws = game.account.throws(decision.player)
    thrown = next(each for each in throws if (each.turn_number, each.throw_number) == place)
    letters = {face: letter(face, words) for face in Face}
    return {
        "turn": decision.turn_number,
        "player": decision.player,
        "text": sentence(game, decision, cost, words),
        "picture": throw(thrown.faces, thrown.held, game.readings.get(place), letters),
    }


def table_text(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines of a table for a terminal: the first column to the left, the others to the right."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    table = []
    for row in rows:
        spaces = [" " * (width - width_of(text)) for text, width in zip(row, widths, strict=True)]
        cells = [row[0] + spaces[0], *(space + text for space, text in zip(spaces[1:], row[1:], strict=True))]
        table.append("   ".join(cells).rstrip())
    return table


def width_of(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(bool(unicodedata.combining(letter)) for letter in text)
