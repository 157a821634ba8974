"""What every game's part of the view shares: who throws, who begins, chips, decisions in words."""

from collections.abc import Callable, Collection, Iterable, Mapping

from firmware.display.messages import Catalogue
from firmware.display.names import decision_text, listed
from firmware.display.touches import name_of
from firmware.log.codec import plain_event
from firmware.session.decisions import decisions
from scoring.game import ChipGame, Game, Stage
from scoring.games.escalero import RowEntry
from scoring.sheets.sheet import Entry


def throwing_player(game: Game) -> int | None:
    """Return who throws or decides next, for the beginning too; None where that is nobody, or anybody."""
    return game.beginning.to_throw[0] if game.stage is Stage.BEGINNING else game.to_move


def beginners(game: Game, words: Catalogue) -> list[str]:
    """Return what was thrown for who begins, this round."""
    if game.stage is not Stage.BEGINNING:
        return []
    return [
        words.text("remark.beginner-throw", player=game.players[throw.player], points=sum(throw.faces))
        for throw in game.beginning.latest
    ]


def decisions_view(game: Game, words: Catalogue) -> list[dict[str, object]]:
    """Return what may be decided now, each with its words and the event that a touch sends back."""
    return [
        {"key": each.key, "label": decision_text(each, words), "event": plain_event(each.event)}
        for each in decisions(game)
    ]


def players_view(game: Game, points: Callable[[int], int], winners: Collection[int]) -> list[dict[str, object]]:
    """Return everybody with his points, and whether he went home or has won."""
    return [
        {"name": name, "points": str(points(seat)), "is_gone": seat not in game.seats, "is_winner": seat in winners}
        for seat, name in enumerate(game.players)
    ]


def stacks(game: ChipGame) -> list[dict[str, object]]:
    """Return the players with the chips before them."""
    is_over = game.stage is Stage.OVER and not game.is_abandoned
    winners = highest(dict(enumerate(game.chips.stacks))) if is_over else ()
    return players_view(game, game.chips.stacks.__getitem__, winners)


def entry_view(entry: Entry | RowEntry, *, newest: int) -> dict[str, object]:
    """Return what stands in a cell of a sheet, of which the entry of turn ``newest`` came last."""
    return {
        "points": entry.points,
        "turn": entry.turn_number,
        "faces": [name_of(face) for face in entry.faces],
        "is_served": entry.is_served,
        "is_newest": entry.turn_number == newest,
    }


def chips_text(game: ChipGame, words: Catalogue, of_pot: str = "") -> str:
    """Return how many chips everybody has, in words, and by a message of its own how many lie in the pot."""
    stacks = zip(game.players, game.chips.stacks, strict=True)
    said = [words.text("chips.has", player=name, count=stack) for name, stack in stacks]
    if of_pot and game.chips.pot:
        said.append(words.text(of_pot, count=game.chips.pot))
    return " ".join(said)


def richest(game: ChipGame, words: Catalogue) -> str:
    """Return who has most chips, in words; that several have is said so."""
    seats = highest(dict(enumerate(game.chips.stacks)))
    return words.text("result.draw") if seats[1:] else words.text("result.won", player=game.players[seats[0]])


def mover(game: Game) -> str:
    """Return the name of who is to move, empty where nobody is."""
    return "" if game.to_move is None else game.players[game.to_move]


def named(game: Game, seats: Iterable[int], words: Catalogue) -> str:
    """Return players as they are listed in a sentence."""
    return listed([game.players[seat] for seat in seats], words)


def highest(worth: Mapping[int, int]) -> list[int]:
    """Return the seats with most."""
    return [seat for seat, each in worth.items() if each == max(worth.values())]


def lowest(worth: Mapping[int, int]) -> list[int]:
    """Return the seats with least, who pay the round; nobody where all have the same."""
    return [seat for seat, each in worth.items() if each == min(worth.values()) < max(worth.values())]
