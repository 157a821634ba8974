"""Random games of every kind by their legal actions.

Each game is played to its end, its log replayed to the same state, and its laws are looked at after every event.
"""

import random
from collections.abc import Callable
from typing import Any

from scoring import actions as act
from scoring import events as ev
from scoring.dice import Face, Faces, Flags
from scoring.games import al_capone, escalero, hidden_poker, open_poker, pot, rock_and_roll
from scoring.games.pot import Stakes
from scoring.hands.ranking import Ranking
from scoring.rules import apply, legal_actions, replay
from scoring.ruleset import RerollRule, ServedRule

NAMES = ("Manfred", "Ewald", "Adam", "Berta", "Cäsar", "Dora")
LONGEST = 2000
"""So many events at most: chips may go to and fro for ever, and players go home."""


def faces(rng: random.Random, count: int = 5) -> Faces:
    return tuple(rng.choices(tuple(Face), k=count))


def throw(rng: random.Random, action: act.ThrowDice, state: Any) -> Any:
    """Return a throw that the action allows; one in ten burns."""
    held: Flags = rng.choice(action.holds)
    before: Faces = state.turn.faces if state.turn.throws else (Face.NINE,) * 5
    stays = tuple(face for face, is_held in zip(before, held, strict=True) if is_held)
    if rng.random() < 0.1:
        return ev.ThrowBurned((True, False, False, False, False), rng.choice((stays, None)))
    return ev.ThrowMade(tuple(b if h else t for b, t, h in zip(before, faces(rng), held, strict=True)), held)


def bet(rng: random.Random, action: rock_and_roll.PlaceBet) -> Any:
    """Return a bet that the action allows, or none where no chip can be put down."""
    open_fields = [(field, most) for field, most in action.most if most]
    if not open_fields:
        return None
    field, most = rng.choice(open_fields)
    return rock_and_roll.BetPlaced(action.player, field, rng.randint(1, min(most, 9)))


def event_for(rng: random.Random, action: Any, state: Any, *, rare: float = 0.02) -> Any:  # noqa: C901 - one case an action
    """Return an event that an action allows, None for none; what is seldom done mostly is not, for games to end."""
    match action:
        case act.BeginnerThrow(player):
            return ev.BeginnerThrown(player, faces(rng))
        case act.ThrowDice():
            return throw(rng, action, state)
        case act.Enter(cell):
            return ev.Entered(cell)
        case pot.BeginRound():
            return pot.RoundBegan()
        case pot.KeepHand(least, most):
            return pot.HandKept(rng.choice((least, rng.randint(least, most))))
        case pot.Answer(_, chips):
            return pot.Passed() if chips is None or rng.random() < 0.3 else pot.WentAlong()
        case hidden_poker.Announce(claims):
            return hidden_poker.Announced(rng.choice(claims))
        case hidden_poker.DoubtClaim(players):
            return hidden_poker.Believed() if rng.random() < 0.5 else hidden_poker.Doubted(rng.choice(players))
        case hidden_poker.LiftCup() if rng.random() < 0.1:
            return ev.ThrowBurned((True, False, False, False, False))
        case hidden_poker.LiftCup():
            return hidden_poker.CupLifted(faces(rng))
        case escalero.EnterRow(row):
            return escalero.RowEntered(row)
        case rock_and_roll.PlaceBet():
            return bet(rng, action)
        case rock_and_roll.ThrowForBank():
            return rock_and_roll.BankThrew(rng.choice(tuple(Face)))
        case _ if rng.random() > rare:
            return None
        case escalero.CorrectRow(turn_number, free_rows):
            row = rng.choice((state.entries[turn_number - 1].row, *free_rows))
            return escalero.RowCorrected(turn_number=turn_number, row=row, faces=faces(rng), is_served=True)
        case act.ChangeEntry(turn_number, free):
            cell, is_served = rng.choice((state.entries[turn_number - 1].cell, *free)), rng.random() < 0.3
            return ev.EntryCorrected(turn_number=turn_number, cell=cell, faces=faces(rng), is_served=is_served)
        case act.SwapEntries(numbers):
            return ev.EntriesSwapped(tuple(rng.sample(numbers, 2)))
        case act.CorrectThrow(may_hold):
            return ev.ThrowCorrected(faces(rng), (may_hold and rng.random() < 0.5, False, False, False, False))
        case act.WithdrawThrow():
            return ev.ThrowWithdrawn()
        case act.TakeBackDecision() | act.TakeBackEntry():
            return ev.EntryTakenBack()
        case act.Leave(players):
            return ev.PlayerLeft(rng.choice(players)) if players and rng.random() < 0.2 else None
        case act.Abandon():
            return ev.GameAbandoned() if rng.random() < 0.05 else None
        case rock_and_roll.GiveNotice():
            return rock_and_roll.NoticeGiven()
        case rock_and_roll.TakeBetsBack(players):
            return rock_and_roll.BetsTakenBack(rng.choice(players)) if players else None
    raise AssertionError(f"no event is known for {action!r}")


def some_stakes(rng: random.Random) -> Stakes:
    """Return stakes, often so that stacks run out."""
    minimum = rng.randint(1, 3)
    maximum = rng.randint(minimum, 9)
    return Stakes(minimum=minimum, maximum=maximum, stack=rng.randint(maximum, 30))


def _open_poker(rng: random.Random, players: tuple[str, ...]) -> Any:
    return open_poker.OpenPokerBegan(
        players=players,
        stakes=some_stakes(rng),
        sequences=rng.random() < 0.5,
        jokers=rng.random() < 0.5,
        reroll=rng.choice(tuple(RerollRule)),
        beginner=rng.choice((None, 0, len(players) - 1)),
    )


def _al_capone(rng: random.Random, players: tuple[str, ...]) -> Any:
    return al_capone.AlCaponeBegan(
        players=players,
        table=rng.choice(tuple(al_capone.Table)),
        stakes=some_stakes(rng),
        sequences=rng.random() < 0.5,
        reroll=rng.choice(tuple(RerollRule)),
    )


def _hidden_poker(rng: random.Random, players: tuple[str, ...]) -> Any:
    ranking = Ranking(sequences=rng.random() < 0.5, jokers=rng.random() < 0.5)
    return hidden_poker.HiddenPokerBegan(players=players, stack=rng.randint(1, 20), ranking=ranking)


def _escalero(rng: random.Random, players: tuple[str, ...]) -> Any:
    served, reroll = rng.choice(tuple(ServedRule)), rng.choice(tuple(RerollRule))
    agreed: dict[str, Any] = {"stack": rng.choice((20, 500)), "upper_too": rng.random() < 0.5}
    return escalero.EscaleroBegan(players=players, served=served, reroll=reroll, **agreed)


def _rock_and_roll(rng: random.Random, players: tuple[str, ...]) -> Any:
    bank, stack, bank_stack = rng.randrange(len(players)), rng.randint(1, 30), rng.randint(1, 100)
    return rock_and_roll.RockAndRollBegan(players=players, bank=bank, stack=stack, bank_stack=bank_stack)


KINDS: dict[str, Callable[[random.Random, tuple[str, ...]], Any]] = {
    "escalero": _escalero,
    "open-poker": _open_poker,
    "hidden-poker": _hidden_poker,
    "al-capone": _al_capone,
    "rock-and-roll": _rock_and_roll,
}
"""How players agree on each game; ten columns are played by `tests.scoring.games.ten_by_ten`."""


def play(agree: Callable[[random.Random, tuple[str, ...]], Any], seed: int) -> tuple[Any, list[Any]]:
    """Play a random game; return its last state and its log; `AssertionError` if a law was broken."""
    rng = random.Random(seed)
    agreed = agree(rng, NAMES[: rng.randint(2, len(NAMES))])
    log, state = [agreed], replay([agreed])
    total = state.chips.total
    while len(log) < LONGEST:
        actions = legal_actions(state)
        if not any(isinstance(action, act.Abandon) for action in actions):
            break  # over: only corrections are left
        while (event := event_for(rng, rng.choice(actions), state)) is None:
            pass  # which actions are legal is dear to know
        state = apply(state, event)
        log.append(event)
        assert state.chips.total == total, f"chips were made or lost by {event!r}"
    assert replay(log) == state, "the log replays to another game"
    return state, log
