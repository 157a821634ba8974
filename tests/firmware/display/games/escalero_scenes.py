"""Fabricated games of Escalero: any number of players, so many turns, a throw on the table."""

from __future__ import annotations

import random
from dataclasses import replace

from firmware.log.record import Record
from firmware.session.state import SessionState
from firmware.session.step import resume
from scoring import rules
from scoring.dice import Face
from scoring.events import ThrowMade
from scoring.games.escalero import EscaleroBegan, RowEntered, points

NAMES = ("Elfriede", "Kurt", "Franz", "Manfred", "Ewald", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Gustav", "Hans")
LONG_NAMES = (
    "Maximiliane Theresia Hubl",
    "Friedrich-Wilhelm Anton X",
    "משה בן ציון הלוי",
    "👵🏼 Oma Elfriede 🎲🎲",
    "Wilhelmine v. Grabenhofen",
    "Kurt",
    "Ö",
    "Franz-Xaver Schickelgruber",
    "Ludmilla",
    "Åse",
    "Zoë 🍺",
    "Ewald",
)
FULL = (Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE)
SERVED = ThrowMade(FULL)


def played(players: int, turns: int, *more: object, names: tuple[str, ...] = NAMES, seed: int = 3) -> SessionState:
    """Return a session after some turns, each entered where it brings most, and more events."""
    chance = random.Random(seed)
    log: list[object] = [EscaleroBegan(players=names[:players], beginner=0)]
    game = rules.replay(log)
    for _ in range(turns):
        if game.to_move is None:
            break
        faces = _good_throw(chance)
        throws = [ThrowMade(faces)]
        if chance.random() < 0.6:
            throws.append(ThrowMade(faces, (True,) * 4 + (False,)))
        for throw in throws:
            game = rules.apply(game, throw)
        free = game.free_rows(game.to_move)
        entry = RowEntered(max(free, key=lambda row: (points(row, faces, is_served=game.is_served), -row)))
        game = rules.apply(game, entry)
        log += [*throws, entry]
    log += more
    state = resume(SessionState(), [Record(event) for event in log])
    return replace(state, reading_number=len(log))


def _good_throw(chance: random.Random) -> tuple[Face, ...]:
    if chance.random() < 0.12:
        return (Face.TEN, Face.JACK, Face.QUEEN, Face.KING, Face.ACE)
    many, rest = chance.choice(tuple(Face)), chance.choices(tuple(Face), k=5)
    count = chance.choice((1, 2, 3, 3, 4, 5))
    return (many,) * count + tuple(rest[count:])
