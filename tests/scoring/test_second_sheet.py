"""„Spiele mit Pokerwürfeln“, sentence by sentence: what it says of the games beside 10×10, and that they do it.

The sentences are also looked up in the source itself, where it lies beside the checkout.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.dice import Face
from scoring.errors import (
    BankCannotCoverError,
    BankStaysError,
    CannotPayError,
    CellTakenError,
    ClaimRefusedError,
    FirstThrowHeldError,
    GameAlreadyBegunError,
    GameNotBegunError,
    GameOverError,
    NothingBurningError,
    NothingEnteredError,
    NothingHeldError,
    NotYourTurnError,
    PlayersError,
    StakeRefusedError,
    StakesError,
    TakeBackTooLateError,
    ThrowsUsedUpError,
    UnknownPlayerError,
    WrongDiceCountError,
    WrongPhaseError,
)
from scoring.events import (
    BeginnerThrown,
    EntryTakenBack,
    GameAbandoned,
    PlayerLeft,
    ThrowBurned,
    ThrowCorrected,
    ThrowMade,
)
from scoring.games import al_capone, escalero, hidden_poker, open_poker, rock_and_roll
from scoring.games.escalero import EscaleroBegan, Payment, Row, RowCorrected, RowEntered
from scoring.games.escalero.payment import payments
from scoring.games.hidden_poker import Announced, Believed, CupLifted, Doubted, HiddenPhase, HiddenPokerBegan
from scoring.games.rock_and_roll import (
    BankThrew,
    BetPlaced,
    BetsTakenBack,
    Field,
    NoticeGiven,
    RockAndRollBegan,
    TakeBetsBack,
)
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking, strength
from scoring.pot import HandKept, Passed, RoundBegan, Stakes, WentAlong

S2 = Path(__file__).parents[2] / ".." / "shared" / "rules" / "source-spiele-mit-pokerwuerfeln.txt"
ADAM, BERTA, CAESAR = range(3)
THREE = ("Adam", "Berta", "Cäsar")

# What beats what, by the sentence that says so: the first hand is higher, or both are equal where it says None.
HIGHER = [
    ("2 Könige vor 2 Zehnern", "KK9DA", "TT9DA", False),
    ('entscheidet der höchste der 3 "toten" Würfel', "KK9TA", "KK9TD", False),
    ("bei weiterer Gleichheit der zweithöchste", "KK9DA", "KK9TA", False),
    ("und dann der dritthöchste", "KKTDA", "KK9DA", False),
    ('Haben 2 Spieler 2 gleiche Paare, entscheidet der "tote" Würfel', "KK99A", "KK99D", False),
    ('Bei gleichen Drillingen entscheiden wieder die "toten" Würfel', "KKKTA", "KKK9A", False),
    ("Bei gleichwertigen Drillingen entscheidet der Wert des Paares", "KKKAA", "KKK99", False),
    ('Bei gleichen Vierlingen entscheidet der "tote" Würfel', "KKKKA", "KKKK9", False),
    ("Der höchste Fünfling und damit die höchste Kombination überhaupt besteht aus 5 Assen", "AAAAA", "KKKKK", False),
    ("dann liegen sie in ihrer Wertigkeit über dem Drilling", "9TBDK", "AAAKD", True),
    ("und unter dem Full House", "999TT", "TBDKA", True),
    ("Im allgemeinen spielt man beim Würfelpoker **ohne** die vom Spielkartenpoker", "99TBD", "TBDKA", False),
]

# Escalero's examples: dice, row, served, points.
ESCALERO = [
    ('dann trägt er in die Reihe "Damen" unter seinem Namen 8 Punkte (2 x 4) ein', "9BDDA", Row.QUEENS, False, 8),
    ('dann schreibt sie in die Reihe "Quint" 30 Punkte ("Quint serviert")', "TBDKA", Row.QUINT, True, 30),
    ('kann er in der Reihe "Neuner" 1 Punkt', "9TTDA", Row.NINES, False, 1),
    ('oder in der Reihe "Damen" 4 Punkte', "9TTDA", Row.QUEENS, False, 4),
    ('oder in der Reihe "Asse" 6 Punkte eintragen', "9TTDA", Row.ACES, False, 6),
    ('dann schreibt er in die Reihe "Full Hand" 30 Punkte', "TTTAA", Row.FULL_HAND, False, 30),
    ("( 7) Quint\t=\t25 Punkte", "9TBDK", Row.QUINT, False, 25),
    ("( 8) Full Hand\t=\t30 Punkte\nserviert\t=\t35 Punkte", "TTTAA", Row.FULL_HAND, True, 35),
    ("( 9) Poker (Vierling)\t=\t40 Punkte", "TTTTA", Row.POKER, False, 40),
    ("( 9) Poker (Vierling)\t=\t40 Punkte\nserviert\t=\t45 Punkte", "TTTTA", Row.POKER, True, 45),
    ("(10) Fünfling\t=\t50 Punkte", "TTTTT", Row.GRANDE, False, 50),
    ("(11) Fünfling serviert\t=\t100 Punkte", "TTTTT", Row.GRANDE_SERVED, True, 100),
    ("(11) Fünfling serviert\t=\t100 Punkte", "TTTTT", Row.GRANDE_SERVED, False, 0),
    ("Ein Drilling und ein Paar", "TTTTT", Row.FULL_HAND, True, 0),
    ("4 Würfel mit gleichen Werten und ein anderer Wert", "TTTTT", Row.POKER, True, 0),
]

PLAYED = [
    "Man vereinbart den niedrigsten Einsatz (z.B. ein Chip) und den höchsten Einsatz (z.B. 6 Chips) pro Spiel",
    "Jeder Spieler setzt den Mindesteinsatz in die Kasse",
    "läßt dann wahlweise 1 bis 4 Würfel stehen und wirft mit den restlichen ein zweites Mal",
    'Seine Gegenspieler müssen dann entweder "mitgehen" (also auch erhöhen) oder "passen" (ausscheiden)',
    "Am Ende der Runde kassiert der Spieler mit der höchsten Pokerkombination den Pott",
    "bleibt der Ein- satz stehen und diese Spieler tragen eine Stichrunde aus",
    "Der Gewinner muß bei der nächsten Runde beginnen",
    "Dann setzt jeder Spieler 1 Chip in die Kasse",
    "muß der Zweifler den Einsatz in der Kasse verdoppeln",
    "muß er die Kasse verdoppeln und seine Meldung auf die tatsächlich geworfene Kombination zurücknehmen",
    "Wurde die gemeldete Kombination nicht innerhalb von 10 Sekunden angezweifelt, dann gilt die Meldung",
    "Der Spieler mit der höchsten Meldung gewinnt nach einer Runde den Pott",
    "die Kombination As-As-König-König-Neun als Vierling gewertet",
    "Jeder Spieler hat nur einen offenen Wurf",
    "entscheidet eine der drei folgenden Punktwertungen über den Sieg",
    "die Gewinner erhalten also für 1 gesetztes Chip 3 Chips zurück",
    "die Gewinner erhalten also für 1 Chip 6 Chips zurück",
    "Will der Bankhalter das Spiel beenden, muß er dies 5 Würfe vorher ankündigen",
    "Wenn jeder Spieler elfmal dran war, sind alle Felder des Kontrollscheins gefüllt",
    "der Sieger erhält von seinen Gegenspielern die Differenz der Summen ausbezahlt",
    "Und zwar dadurch, daß in einer beliebigen Reihe 0 Punkte vermerkt werden",
]


@pytest.mark.shared
@pytest.mark.parametrize("sentence", [*PLAYED, *(case[0] for case in HIGHER), *(case[0] for case in ESCALERO)])
def test_the_source_says_so(sentence):
    if not S2.exists():
        pytest.skip(f"{S2.name} does not lie beside this checkout")
    assert " ".join(sentence.split()) in " ".join(S2.read_text().split())


@pytest.mark.parametrize(("sentence", "higher", "lower", "sequences"), HIGHER)
def test_the_higher_hand_is_the_one_the_source_says(dice, sentence, higher, lower, sequences):
    ranking = Ranking(sequences=sequences)
    assert strength(dice(higher), ranking) > strength(dice(lower), ranking)


@pytest.mark.parametrize(("sentence", "text", "row", "is_served", "expected"), ESCALERO)
def test_escalero_scores_as_the_source_says(dice, sentence, text, row, is_served, expected):
    assert escalero.points(row, dice(text), is_served=is_served) == expected


def run(module, state, *events):
    """Return the state after events."""
    for event in events:
        state = module.apply(state, event)
    return state


@pytest.fixture
def poker():
    """Return three players' Offenes Würfelpoker, their first round begun by Adam."""
    agreed = open_poker.OpenPokerBegan(players=THREE, stakes=Stakes(minimum=1, maximum=6, stack=10), beginner=ADAM)
    return run(open_poker, open_poker.begin(agreed), RoundBegan())


@pytest.fixture
def shows(dice):
    """Return the events of a player who throws once and keeps it, at a stake."""
    return lambda text, stake=1: (ThrowMade(dice(text)), HandKept(stake))


def test_everybody_puts_the_minimum_in_and_the_highest_hand_takes_the_pot_and_begins(poker, shows):
    assert (poker.chips.stacks, poker.chips.pot) == ((9, 9, 9), 3)
    state = run(open_poker, poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"))
    assert state.results == (BERTA,)
    assert state.chips.stacks == (9, 12, 9)
    assert run(open_poker, state, RoundBegan()).to_move == BERTA


def test_a_raise_is_gone_along_with_or_passed(poker, shows):
    state = run(open_poker, poker, *shows("KKKDA", 4))
    assert state.to_move == BERTA
    state = run(open_poker, state, WentAlong(), Passed())
    assert (state.chips.stacks, state.chips.pot) == ((6, 6, 9), 9)
    assert state.to_move == BERTA
    state = run(open_poker, state, *shows("AAADK", 4))
    assert state.chips.stacks == (6, 15, 9)


def test_who_is_left_alone_takes_the_pot_without_showing(poker, shows):
    state = run(open_poker, poker, *shows("99TBK", 6), Passed(), Passed())
    assert state.chips.stacks == (12, 9, 9)


def test_equal_hands_play_a_decider_for_the_pot_that_stays(poker, shows):
    state = run(open_poker, poker, *shows("KKKDA"), *shows("99TDA"), *shows("AKDKK"))
    assert state.round.is_decider
    assert state.round.entrants == (ADAM, CAESAR)
    assert (state.chips.pot, state.chips.stacks) == (3, (9, 9, 9))
    with pytest.raises(StakeRefusedError, match="1 to 1"):
        run(open_poker, state, *shows("KKKDA", 2))
    assert run(open_poker, state, *shows("99TDA"), *shows("TTBDK")).results == (CAESAR,)


def test_one_to_four_dice_stay_between_throws(poker, dice, held):
    state = run(open_poker, poker, ThrowMade(dice("KKKDA")))
    with pytest.raises(NothingHeldError, match="one to four"):
        run(open_poker, state, ThrowMade(dice("99TBD")))
    with pytest.raises(NothingHeldError):
        run(open_poker, state, ThrowBurned((True, False, False, False, False), ()))
    state = run(open_poker, state, ThrowMade(dice("KKK9A"), held("KKK..")), ThrowMade(dice("KKK9T"), held("KKK..")))
    with pytest.raises(ThrowsUsedUpError):
        run(open_poker, state, ThrowMade(dice("KKK9T"), held("KKK..")))


def test_stakes_outside_what_was_agreed_are_refused(poker, shows):
    for stake in (0, 7):
        with pytest.raises(StakeRefusedError, match=f"got a stake of {stake}; 1 to 6"):
            run(open_poker, poker, *shows("KKKDA", stake))
    with pytest.raises(NotYourTurnError, match="nobody has raised"):
        run(open_poker, poker, Passed())
    with pytest.raises(NotYourTurnError, match="player 1"):
        run(open_poker, poker, *shows("KKKDA", 2), HandKept(2))


def test_a_stack_that_cannot_pay_passes_and_is_not_asked_for_the_next_round(shows):
    agreed = open_poker.OpenPokerBegan(players=THREE, stakes=Stakes(minimum=1, maximum=3, stack=3), beginner=ADAM)
    state = run(open_poker, open_poker.begin(agreed), RoundBegan(), *shows("AAAAA", 3), WentAlong(), WentAlong())
    state = run(open_poker, state, *shows("KKKKK", 3), *shows("AAAAA", 3))
    assert state.round.entrants == (ADAM, CAESAR)
    state = run(open_poker, state, *shows("AAAAA", 3), *shows("KKKKK", 3))
    assert state.chips.stacks == (9, 0, 0)
    assert state.phase == "over"
    with pytest.raises(GameOverError):
        run(open_poker, state, RoundBegan())
    poor = open_poker.OpenPokerBegan(players=THREE, stakes=Stakes(minimum=1, maximum=3, stack=4), beginner=ADAM)
    state = run(open_poker, open_poker.begin(poor), RoundBegan(), *shows("AAAAA", 3), Passed(), WentAlong())
    state = run(open_poker, state, *shows("99TBD", 3), RoundBegan(), *shows("AAAAA", 3), WentAlong())
    assert open_poker.legal_actions(state)[0].chips is None
    with pytest.raises(CannotPayError, match="player 2 is 2 chips short"):
        run(open_poker, state, WentAlong())


def test_a_misread_last_hand_is_taken_back_with_the_pot_it_won(poker, shows):
    state = run(open_poker, poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"), EntryTakenBack())
    assert state.chips.pot == 3
    assert state.turn.throws_made == 1
    with pytest.raises(NothingEnteredError):
        run(open_poker, state, EntryTakenBack())


def test_a_round_that_began_is_taken_back_until_dice_are_thrown_and_then_the_hand_before_it(poker, shows, dice):
    kept = run(open_poker, poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"))
    begun = run(open_poker, kept, RoundBegan())
    assert begun.chips.stacks == (8, 11, 8)
    assert run(open_poker, begun, EntryTakenBack()) == kept
    assert run(open_poker, begun, EntryTakenBack(), EntryTakenBack()).turn.faces == dice("TT9DA")
    with pytest.raises(NothingEnteredError):
        run(open_poker, begun, ThrowMade(dice("KK9DA")), EntryTakenBack())


def test_where_the_winner_has_gone_home_the_next_to_his_left_begins(poker, shows):
    assert poker.beginning.beginner == ADAM
    state = run(open_poker, poker, *shows("KK9DA"), *shows("KKKDA"), *shows("TT9DA"))
    assert state.begins_round == BERTA
    state = run(open_poker, state, PlayerLeft(BERTA))
    assert state.begins_round == CAESAR
    assert run(open_poker, state, RoundBegan()).to_move == CAESAR


def test_who_goes_home_in_a_round_leaves_what_he_put_in(poker, shows):
    state = run(open_poker, poker, *shows("KKKDA"), PlayerLeft(ADAM), PlayerLeft(BERTA))
    assert state.results == (CAESAR,)
    assert state.chips.stacks == (9, 9, 12)
    assert state.phase == "over"
    with pytest.raises(UnknownPlayerError):
        run(open_poker, run(open_poker, poker, PlayerLeft(ADAM)), PlayerLeft(ADAM))


def test_players_who_stop_take_back_what_they_put_in(poker, shows):
    state = run(open_poker, poker, *shows("KKKDA", 4), WentAlong(), GameAbandoned())
    assert state.chips.stacks == (10, 10, 10)
    with pytest.raises(NothingEnteredError):
        run(open_poker, state, EntryTakenBack())


def test_the_highest_throw_begins_and_equal_ones_throw_again(dice):
    state = open_poker.begin(open_poker.OpenPokerBegan(players=THREE))
    throws = ((ADAM, "KKKK9"), (CAESAR, "9999T"), (BERTA, "KKKK9"))
    state = run(open_poker, state, *(BeginnerThrown(player, dice(text)) for player, text in throws))
    assert state.beginning.to_throw == (ADAM, BERTA)
    with pytest.raises(WrongPhaseError):
        run(open_poker, state, RoundBegan())
    state = run(
        open_poker, state, BeginnerThrown(BERTA, dice("99999")), BeginnerThrown(ADAM, dice("TTTTT")), RoundBegan()
    )
    assert state.to_move == ADAM


def test_joker_poker_is_played_open(shows):
    agreed = open_poker.OpenPokerBegan(players=THREE[:2], jokers=True, beginner=ADAM)
    state = run(open_poker, open_poker.begin(agreed), RoundBegan(), *shows("AAKK9"), *shows("KKKDD"))
    assert state.results == (ADAM,)
    assert strength((Face.ACE, Face.ACE, Face.KING, Face.KING, Face.NINE), Ranking(jokers=True)).claim == Claim(
        Hand.POKER, (Face.KING,)
    )


# Two pairs each: by A 13+13+9+9+14 = 58 against 12+12+10+10+13 = 57; by B 4+4+9+9+11 = 37 against 3+3+10+10+4 = 30;
# by C 5+5+1+1+11 = 23 against 4+4+2+2+5 = 17. Nothing each: by A 9+10+11+12+14 = 56 against 9+10+11+13+14 = 57.
@pytest.mark.parametrize(
    ("table", "first", "second", "winner"),
    [
        ("a", "KK99A", "DDTTK", ADAM),
        ("b", "KK99A", "DDTTK", ADAM),
        ("c", "KK99A", "DDTTK", ADAM),
        ("a", "TTBDK", "99KDA", BERTA),  # 10+10+11+12+13 = 56, 9+9+13+12+14 = 57
        ("b", "TTBDK", "99KDA", BERTA),  # 10+10+2+3+4 = 29, 9+9+4+3+11 = 36
        ("b", "TTTKD", "AAAKD", BERTA),  # 37, 40
        ("c", "KKKDA", "AAA9T", BERTA),  # 30, 36
        ("b", "999KD", "BBBAK", ADAM),  # 34, 21: under B the three Jacks are worth less
        ("a", "999KD", "BBBAK", BERTA),  # 52, 60
    ],
)
def test_al_capone_decides_the_same_kind_of_hand_by_the_agreed_sum(shows, table, first, second, winner):
    agreed = al_capone.AlCaponeBegan(players=THREE[:2], table=al_capone.Table(table), beginner=ADAM)
    state = run(al_capone, al_capone.begin(agreed), RoundBegan(), *shows(first), *shows(second))
    assert state.results == (winner,)


def test_al_capone_is_one_open_throw_that_may_be_raised(shows, dice, held):
    agreed = al_capone.AlCaponeBegan(players=THREE[:2], beginner=ADAM)
    state = run(al_capone, al_capone.begin(agreed), RoundBegan(), ThrowMade(dice("KK99A")))
    with pytest.raises(ThrowsUsedUpError, match="1 throws were made"):
        run(al_capone, state, ThrowMade(dice("KK99A"), held("KK...")))
    state = run(al_capone, state, HandKept(5), WentAlong(), *shows("9TBDA", 5))
    assert state.chips.stacks == (55, 45)


def test_equal_sums_of_one_kind_play_a_decider(shows):
    agreed = al_capone.AlCaponeBegan(players=THREE[:2], beginner=ADAM)
    state = run(al_capone, al_capone.begin(agreed), RoundBegan(), *shows("KK99A"), *shows("A9K9K"))
    assert state.round.is_decider


@pytest.fixture
def hidden():
    """Return three players' Verdecktes Würfelpoker, their first round begun by Adam."""
    state = hidden_poker.begin(HiddenPokerBegan(players=THREE, stack=10, beginner=ADAM))
    return run(hidden_poker, state, RoundBegan())


KINGS, TENS, FULL = (
    Claim(Hand.PAIR, (Face.KING,)),
    Claim(Hand.PAIR, (Face.TEN,)),
    Claim(Hand.FULL, (Face.KING, Face.ACE)),
)


def test_nobody_doubts_and_the_highest_announcement_takes_the_pot(hidden):
    assert hidden.chips.stacks == (9, 9, 9)
    state = run(hidden_poker, hidden, Announced(KINGS), Believed(), Announced(FULL), Believed())
    state = run(hidden_poker, state, Announced(TENS), Believed())  # below the last: allowed, and beaten
    assert state.results == (BERTA,)
    assert state.chips.stacks == (9, 12, 9)
    assert run(hidden_poker, state, RoundBegan()).to_move == BERTA


def test_who_doubts_the_truth_doubles_the_pot(hidden, dice):
    state = run(hidden_poker, hidden, Announced(KINGS), Doubted(CAESAR), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((9, 9, 6), 6)
    assert not state.round.standing[0].was_bluff


def test_who_bluffed_doubles_the_pot_and_falls_back_to_what_lies(hidden, dice):
    state = run(hidden_poker, hidden, Announced(FULL), Doubted(BERTA), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((6, 9, 9), 6)
    assert state.round.standing[0].claim == KINGS
    assert state.round.standing[0].was_bluff


def test_a_bluff_that_nobody_doubts_stands_and_nothing_was_seen(hidden):
    state = run(hidden_poker, hidden, Announced(Claim(Hand.GRANDE, (Face.ACE,))), Believed())
    assert state.round.standing[0].faces is None
    with pytest.raises(WrongPhaseError, match="too early or too late"):
        run(hidden_poker, state, Doubted(BERTA))  # after ten seconds
    with pytest.raises(WrongPhaseError):
        run(hidden_poker, state, CupLifted((Face.ACE,) * 5))
    with pytest.raises(NothingEnteredError):
        run(hidden_poker, state, EntryTakenBack())  # it would give more than ten seconds


def test_equal_highest_announcements_play_a_decider(hidden):
    state = run(hidden_poker, hidden, *(Announced(KINGS), Believed()) * 2, Announced(TENS), Believed())
    assert state.round.is_decider
    assert state.round.entrants == (ADAM, BERTA)
    assert state.chips.pot == 3
    assert run(hidden_poker, state, Announced(KINGS), Believed(), Announced(TENS), Believed()).results == (ADAM,)


def test_whoever_cannot_double_the_pot_puts_in_what_he_has(dice):
    state = hidden_poker.begin(HiddenPokerBegan(players=THREE, stack=2, beginner=ADAM))
    state = run(hidden_poker, state, RoundBegan(), Announced(FULL), Doubted(BERTA), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((0, 1, 1), 4)


def test_a_joker_hand_that_reads_two_ways_is_true_either_way(dice):
    agreed = HiddenPokerBegan(players=THREE, stack=10, ranking=Ranking(jokers=True), beginner=ADAM)
    for said in (Claim(Hand.POKER, (Face.KING,)), Claim(Hand.FULL, (Face.KING, Face.NINE))):
        state = run(hidden_poker, hidden_poker.begin(agreed), RoundBegan(), Announced(said), Doubted(BERTA))
        state = run(hidden_poker, state, CupLifted(dice("AAKK9")))
        assert state.round.standing[0].claim == said
        assert state.chips.stacks == (9, 6, 9)


def test_what_nobody_can_throw_cannot_be_announced(hidden):
    for claim in (Claim(Hand.LARGE_STRAIGHT), Claim(Hand.FULL, (Face.KING, Face.KING)), Claim(Hand.PAIR)):
        with pytest.raises(ClaimRefusedError, match="no five dice are that"):
            run(hidden_poker, hidden, Announced(claim))


def test_nobody_doubts_himself_and_four_dice_lie_under_no_cup(hidden, dice):
    with pytest.raises(NotYourTurnError):
        run(hidden_poker, hidden, Announced(KINGS), Doubted(ADAM))
    with pytest.raises(WrongDiceCountError, match="got 4 dice"):
        run(hidden_poker, hidden, Announced(KINGS), Doubted(BERTA), CupLifted(dice("KK9D")))


def test_a_throw_that_burned_under_the_cup_is_repeated_and_announced_anew(hidden, dice):
    state = run(hidden_poker, hidden, Announced(FULL), Doubted(BERTA), ThrowBurned((True, False, False, False, False)))
    assert (state.phase, state.to_move, state.chips) == (HiddenPhase.HIDDEN, ADAM, hidden.chips)
    with pytest.raises(NothingEnteredError):
        run(hidden_poker, state, EntryTakenBack())  # the dice are gone
    state = run(hidden_poker, state, Announced(KINGS), Doubted(CAESAR), CupLifted(dice("KK9DA")))
    assert (state.chips.stacks, state.chips.pot) == ((9, 9, 6), 6)


def test_nothing_burns_under_a_cup_that_nobody_lifted(hidden):
    for events in ((), (Announced(KINGS),)):
        with pytest.raises(WrongPhaseError):
            run(hidden_poker, hidden, *events, ThrowBurned((True,) * 5))
    with pytest.raises(NothingBurningError):
        run(hidden_poker, hidden, Announced(KINGS), Doubted(BERTA), ThrowBurned((False,) * 5))


def test_who_leaves_under_the_cup_takes_his_announcement_along(hidden):
    state = run(hidden_poker, hidden, Announced(KINGS), Doubted(BERTA), PlayerLeft(BERTA))
    assert state.phase is HiddenPhase.DOUBTING
    assert state.may_doubt == (CAESAR,)
    state = run(hidden_poker, state, PlayerLeft(ADAM))
    assert state.results == (CAESAR,)


@pytest.fixture
def roulette():
    """Return Rock and Roll of three, Adam holding the bank."""
    return rock_and_roll.begin(RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=50))


def test_a_colour_pays_two_and_a_value_five_beside_the_stake(roulette):
    bets = (BetPlaced(BERTA, Field.RED, 1), BetPlaced(BERTA, Field.KING, 1), BetPlaced(CAESAR, Field.BLUE, 2))
    state = run(rock_and_roll, roulette, *bets, BankThrew(Face.KING))
    assert [payout.chips for payout in state.payouts] == [3, 6, 0]
    assert state.chips.stacks == (50 + 2 - 2 - 5, 10 - 2 + 3 + 6, 8)


@pytest.mark.parametrize("face", Face)
def test_each_face_wins_its_value_and_its_colour(face):
    won = [field for field in Field if field.is_won_by(face)]
    assert won == [Field(face.colour.value), Field[face.name]]


def test_the_bank_ends_five_throws_after_its_notice_and_not_before(roulette):
    with pytest.raises(BankStaysError, match="5 throws before"):
        run(rock_and_roll, roulette, PlayerLeft(ADAM))
    state = run(rock_and_roll, roulette, NoticeGiven())
    with pytest.raises(WrongPhaseError, match="5 throws are left"):
        run(rock_and_roll, state, NoticeGiven())
    state = run(rock_and_roll, state, *[BankThrew(Face.NINE)] * 5)
    assert state.is_over
    with pytest.raises(GameOverError):
        run(rock_and_roll, state, BankThrew(Face.NINE))


def test_a_bet_the_bank_could_not_pay_is_refused(roulette):
    poor = rock_and_roll.begin(RockAndRollBegan(players=THREE, bank=ADAM, stack=10, bank_stack=12))
    assert poor.most_on(BERTA, Field.KING) == 2
    with pytest.raises(BankCannotCoverError, match="got 3 chips on king; 2 more"):
        run(rock_and_roll, poor, BetPlaced(BERTA, Field.KING, 3))
    state = run(rock_and_roll, poor, BetPlaced(BERTA, Field.KING, 2))
    assert state.most_on(CAESAR, Field.RED) == 1  # 12 - 10, at two a chip
    assert state.most_on(CAESAR, Field.BLUE) == 6


def test_bets_that_cannot_be_are_refused(roulette):
    with pytest.raises(NotYourTurnError, match="bank"):
        run(rock_and_roll, roulette, BetPlaced(ADAM, Field.RED, 1))
    with pytest.raises(StakeRefusedError):
        run(rock_and_roll, roulette, BetPlaced(BERTA, Field.RED, 0))
    with pytest.raises(CannotPayError, match="1 chips short"):
        run(rock_and_roll, roulette, BetPlaced(BERTA, Field.RED, 11))
    with pytest.raises(UnknownPlayerError):
        run(rock_and_roll, roulette, BetPlaced(7, Field.RED, 1))


def test_only_who_has_chips_on_the_fields_takes_them_back(roulette):
    with pytest.raises(NothingEnteredError, match="no chips on the fields"):
        run(rock_and_roll, roulette, BetsTakenBack(BERTA))
    assert not any(isinstance(action, TakeBetsBack) for action in rock_and_roll.legal_actions(roulette))
    placed = run(rock_and_roll, roulette, BetPlaced(BERTA, Field.RED, 1))
    assert TakeBetsBack((BERTA,)) in rock_and_roll.legal_actions(placed)


def test_the_throw_before_the_notice_stays_as_it_is(roulette):
    state = run(rock_and_roll, roulette, BankThrew(Face.NINE), NoticeGiven())
    with pytest.raises(NothingEnteredError):
        run(rock_and_roll, state, EntryTakenBack())
    assert run(rock_and_roll, state, BankThrew(Face.TEN), EntryTakenBack()).throws_to_end == 5


def test_bets_are_taken_back_before_and_a_misread_die_after_the_throw(roulette):
    state = run(rock_and_roll, roulette, BetPlaced(BERTA, Field.RED, 4), BetsTakenBack(BERTA))
    assert state == roulette
    placed = run(rock_and_roll, roulette, BetPlaced(BERTA, Field.RED, 4))
    assert run(rock_and_roll, placed, BankThrew(Face.NINE), EntryTakenBack()) == placed
    with pytest.raises(NothingEnteredError):
        run(rock_and_roll, placed, EntryTakenBack())


def escalero_turns(dice, rows_of):
    """Return the events of whole sheets: for each row the dice each player enters."""
    for row in Row:
        for text in rows_of(row):
            yield ThrowMade(dice(text))
            yield RowEntered(row)


def test_after_eleven_rounds_the_winner_is_paid_the_differences(dice):
    # Adam strikes all but the aces, Berta gets a served grande of aces, Cäsar nothing.
    def rows_of(row):
        if row is Row.ACES:
            return "9TBDA", "AAAAA", "99999"
        if row is Row.GRANDE_SERVED:
            return "9TBDA", "AAAAA", "9TBDA"
        return ("9TBKD" if row is Row.ACES else "AAAA9" if row not in (Row.NINES, Row.POKER) else "TTBBA",) * 3

    state = escalero.begin(EscaleroBegan(players=THREE, beginner=ADAM))
    state = run(escalero, state, *escalero_turns(dice, rows_of))
    assert state.phase == "over"
    sums = [state.sum_of(player) for player in range(3)]
    assert sums == [6, 130, 0]
    assert state.payments == (Payment(0, 1, 124), Payment(2, 1, 130))
    assert state.chips.stacks == (500 - 124, 500 + 124 + 130, 500 - 130)


@pytest.mark.parametrize(
    ("sums", "expected"),
    [
        ({0: 20, 1: 20, 2: 9}, (Payment(2, 0, 5), Payment(2, 1, 5))),  # 11 owed: the odd chip stays
        ({0: 20, 1: 20, 2: 19}, ()),  # one chip cannot be shared
        ({0: 20, 1: 20}, ()),
        ({0: 7, 2: 99}, (Payment(0, 2, 50),)),  # all that he has; player 1 left
    ],
)
def test_equal_highest_sums_share_and_nobody_pays_what_he_has_not(sums, expected):
    assert payments(sums, stack=50) == expected


def test_nothing_is_paid_before_the_last_row_and_again_nothing_once_it_is_taken_back(dice):
    state = escalero.begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    turns = list(escalero_turns(dice, lambda _: ("AAAAA", "9TBDA")))
    before = run(escalero, state, *turns[:-1])
    assert (before.is_filled, before.payments) == (False, ())
    after = run(escalero, before, turns[-1])
    assert (after.is_filled, len(after.payments)) == (True, 1)
    assert run(escalero, after, EntryTakenBack()) == before


def test_equal_highest_sums_share_what_the_others_pay_and_an_odd_chip_stays_where_it_is(dice):
    # Adam and Berta have 6 each, Cäsar 1: he owes 5, and five chips cannot be shared by two.
    rows_of = dict.fromkeys(Row, ("AAKK9",) * 3) | {
        Row.NINES: ("TTBBA", "TTBBA", "9TBBA"),
        Row.TENS: ("AAKK9",) * 3,
        Row.JACKS: ("AAKK9",) * 3,
        Row.QUEENS: ("AAKK9",) * 3,
        Row.KINGS: ("TTBBA",) * 3,
        Row.ACES: ("9TBDA", "9TBDA", "9TBBK"),
    }
    state = escalero.begin(EscaleroBegan(players=THREE, beginner=ADAM))
    state = run(escalero, state, *escalero_turns(dice, rows_of.__getitem__))
    assert [state.sum_of(player) for player in range(3)] == [6, 6, 1]
    assert state.chips.stacks == (502, 502, 496)


def test_any_free_row_may_be_struck_and_none_twice(dice):
    state = escalero.begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    state = run(escalero, state, ThrowMade(dice("9TBDA")), RowEntered(Row.GRANDE_SERVED), ThrowMade(dice("9TBDA")))
    assert state.entries[0].points == 0
    state = run(escalero, state, RowEntered(Row.NINES), ThrowMade(dice("AAAAA")))
    with pytest.raises(CellTakenError, match="GRANDE_SERVED is filled"):
        run(escalero, state, RowEntered(Row.GRANDE_SERVED))


def test_a_served_grande_may_go_to_grande_for_fifty(dice):
    state = escalero.begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    state = run(escalero, state, ThrowMade(dice("AAAAA")))
    assert escalero.preview(state)[Row.GRANDE] == 50
    assert escalero.preview(state)[Row.GRANDE_SERVED] == 100


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (("Adam",), "got 1 players; 2 to 12"),
        (tuple(map(str, range(13))), "got 13 players"),
        (("Adam", " adam "), "one name"),
        (("Adam", "  "), "no name"),
    ],
)
def test_a_table_that_cannot_play_is_refused(players, message):
    begun = (
        EscaleroBegan,
        open_poker.OpenPokerBegan,
        HiddenPokerBegan,
        al_capone.AlCaponeBegan,
        RockAndRollBegan,
    )
    for began in begun:
        with pytest.raises(PlayersError, match=message):
            began(players=players)


def test_twelve_players_with_names_of_all_kinds_can_play():
    names = ("🎲", "مانفريد", "אוואלד", "Jean-Luc", "李", *map(str, range(7)))
    assert len(EscaleroBegan(players=names).players) == 12


def test_stakes_that_do_not_fit_each_other_are_refused():
    for minimum, maximum, stack in ((0, 6, 50), (7, 6, 50), (1, 6, 5)):
        with pytest.raises(StakesError, match="each must be at least the one before"):
            Stakes(minimum=minimum, maximum=maximum, stack=stack)
    for began in (EscaleroBegan, RockAndRollBegan):
        with pytest.raises(StakesError, match="got a stack of 0"):
            began(players=THREE, stack=0)


def test_a_log_begins_once():
    agreed = EscaleroBegan(players=THREE)
    with pytest.raises(GameNotBegunError):
        escalero.replay([GameAbandoned()])
    with pytest.raises(GameAlreadyBegunError):
        escalero.replay([agreed, agreed])


def test_an_entry_cannot_be_taken_back_once_the_next_player_has_thrown(dice):
    state = escalero.begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    entered = run(escalero, state, ThrowMade(dice("AAAKK")), RowEntered(Row.ACES))
    assert run(escalero, entered, EntryTakenBack()).turn.faces == dice("AAAKK")
    with pytest.raises(TakeBackTooLateError, match="next turn has begun"):
        run(escalero, entered, ThrowMade(dice("9TBDK")), EntryTakenBack())
    with pytest.raises(TakeBackTooLateError):
        run(escalero, entered, ThrowBurned((True, False, False, False, False)), EntryTakenBack())


def test_an_entry_is_put_right_in_its_own_row_or_a_free_one_and_in_no_taken_one(dice):
    state = escalero.begin(EscaleroBegan(players=THREE[:2], beginner=ADAM))
    rows = ("AAAKK", Row.ACES), ("99999", Row.NINES), ("KKKAA", Row.KINGS)
    for text, row in rows:
        state = run(escalero, state, ThrowMade(dice(text)), RowEntered(row))
    wrong = {"turn_number": 1, "faces": dice("AAAAK"), "is_served": False}
    assert run(escalero, state, RowCorrected(row=Row.ACES, **wrong)).sum_of(ADAM) == 24 + 15
    assert run(escalero, state, RowCorrected(row=Row.POKER, **wrong)).sum_of(ADAM) == 40 + 15
    with pytest.raises(CellTakenError, match="KINGS is filled"):
        run(escalero, state, RowCorrected(row=Row.KINGS, **wrong))


def test_what_somebody_threw_for_who_begins_goes_home_with_him(dice):
    state = escalero.begin(EscaleroBegan(players=THREE))
    thrown = run(escalero, state, BeginnerThrown(ADAM, dice("AAAAA")), BeginnerThrown(BERTA, dice("9999T")))
    after = run(escalero, thrown, PlayerLeft(ADAM), BeginnerThrown(CAESAR, dice("99999")))
    assert (after.beginning.beginner, after.to_move) == (BERTA, BERTA)


def test_no_die_is_held_in_a_throw_for_who_begins_that_is_put_right(dice):
    state = run(escalero, escalero.begin(EscaleroBegan(players=THREE)), BeginnerThrown(ADAM, dice("AAAAA")))
    with pytest.raises(FirstThrowHeldError):
        run(escalero, state, ThrowCorrected(dice("AAAAK"), (True, False, False, False, False)))
    assert run(escalero, state, ThrowCorrected(dice("AAAAK"))).beginning.throws[0].faces == dice("AAAAK")
