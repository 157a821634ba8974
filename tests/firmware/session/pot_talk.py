"""Rounds for a pot played by telling a session what is thrown and decided."""

from firmware.session.touches import Decide, NewGame
from scoring.events import PlayerLeft
from scoring.games.al_capone import AlCaponeBegan
from scoring.games.open_poker import OpenPokerBegan
from scoring.games.pot import HandKept, Passed, PotBegan, RoundBegan, Stakes, WentAlong
from tests.firmware.session.table_talk import Table

TRIO = ("Elfriede", "Kurt", "Franz")

__all__ = ["TRIO", "AlCaponeBegan", "OpenPokerBegan", "PotTable", "Stakes", "agreed_on"]


def agreed_on(players: tuple[str, ...] = TRIO, *, beginner: int | None = 0, **agreed: object) -> OpenPokerBegan:
    return OpenPokerBegan(players=players, beginner=beginner, **agreed)


class PotTable(Table):
    """A table at which it is played for a pot; what is thrown is marked by a press and read as it is said."""

    def sit(self, agreed: PotBegan | None = None) -> "PotTable":
        self.tell(NewGame(agreed or agreed_on()))
        return self

    def decide(self, *events: object) -> "PotTable":
        self.tell(*map(Decide, events))
        return self

    def begin_round(self) -> "PotTable":
        return self.decide(RoundBegan())

    def show(self, letters: str, stake: int | None = None) -> "PotTable":
        """Throw once and keep it; at the stake that is on the table unless another is said."""
        self.throw(letters)
        least = 1 if self.state.game.round is None else self.state.game.round.stake
        return self.decide(HandKept(least if stake is None else stake))

    def answer_raise(self, *along: bool) -> "PotTable":
        return self.decide(*(WentAlong() if goes else Passed() for goes in along))

    def leave(self, seat: int) -> "PotTable":
        return self.decide(PlayerLeft(seat))
