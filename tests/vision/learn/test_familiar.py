"""Dice known from being played with: which crops show one face, and which face it is, without a word by the players."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.shown_dice import burnt_out, seen, shown
from vision.learn.familiar import Acquaintance, FamiliarPolicy, clearest, named
from vision.learn.taught_reader import recognise

FACES = tuple(np.random.default_rng(8).permutation(np.repeat(np.arange(6), 6)).tolist())
SURE = np.eye(7) * 0.9 + 0.1 / 7
LENGTH = 64


def embedded(design, faces, seed):
    """Return embeddings, one direction a face of a design, as a trained model makes them, and a little noise."""
    middles = np.random.default_rng([ord(letter) for letter in design]).normal(0, 1, (6, LENGTH))
    near = middles[list(faces)] + np.random.default_rng(seed).normal(0, 0.35, (len(faces), LENGTH))
    return (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)


def met(faces=FACES, *, design="pips", chances=SURE, seed=3):
    """Return what is made of crops by a general reader that says these chances of each face."""
    general = np.asarray(chances[list(faces)], np.float32)
    return replace(seen(shown(design, faces, seed=seed)), general=general, embeddings=embedded(design, faces, seed))


def confusing(face, other, *, share):
    """Return chances of a reader that takes one face for another, this one's own name coming second."""
    chances = SURE.copy()
    chances[face] = 0.02
    chances[face, [other, face]] = share, 0.9 - share
    return chances


MISTAKEN, EITHER_WAY = confusing(3, 2, share=0.52), confusing(3, 2, share=0.45)
EITHER_WAY[2] = EITHER_WAY[3]


def test_crops_are_named_by_what_was_seen_in_all_of_them():
    assert named(met()) == FACES
    mistaken = met(chances=MISTAKEN)  # a face that is always taken for another gets its own name
    assert mistaken.general[:, :6].argmax(axis=1).tolist().count(3) == 0  # no Queen is ever read
    assert named(mistaken) == FACES


@pytest.mark.parametrize(
    "crops",
    [
        met(FACES[:29]),
        met(tuple(face for face in FACES * 2 if face != 4)[:40]),
        met((*(face for face in FACES if face != 5), 5)),  # a face seen once is not yet known
        met(chances=np.full((7, 7), 1 / 7)),
        met(chances=EITHER_WAY),
    ],
    ids=["few", "one missing", "once", "no clue", "either way"],
)
def test_where_too_little_is_told_nothing_is_named(crops):
    assert named(crops) is None


def test_what_a_player_said_decides():
    assert named(met(chances=EITHER_WAY), {FACES.index(2): 2, FACES.index(3): 3}) == FACES


def test_the_clearest_crops_leave_out_what_looks_like_another_face():
    faces = [*FACES, 0]
    all_seen = met().with_more(met((4,), seed=9))  # the last is named 0 and shows 4
    chosen = clearest(all_seen, faces, 4)
    assert len(faces) - 1 not in chosen
    assert sorted(np.array(faces)[list(chosen)].tolist()) == sorted([face for face in range(6) for _ in range(4)])


UNKNOWN = Acquaintance(name="played with", model_sha256="plain")


def after(throws, *, design="pips", chances=SURE, start=UNKNOWN):
    known = start
    for number in range(throws):
        faces = tuple((number + die * (1 + number % 2)) % 6 for die in range(5))
        throw = met(faces, design=design, chances=chances, seed=40 + number)
        is_ours = known.dice_set is not None and recognise(throw, (known.dice_set,)) is not None
        known = known.met(throw, is_ours=is_ours)
    return known


def test_dice_are_known_after_some_throws_and_read_right():
    assert after(5).dice_set is None
    known = after(7, chances=MISTAKEN).dice_set
    assert known is not None
    assert known.read(met((3, 2, 3, 0, 5), seed=77)).probabilities[:, :-1].argmax(axis=1).tolist() == [3, 2, 3, 0, 5]


def test_once_known_dice_stay_known_until_others_are_played_with_for_a_while():
    known = after(7)
    assert known.dice_set is not None
    strange = met((0, 1, 2, 3, 4), design="suits-night", seed=5)
    once = known.met(strange, is_ours=False)
    assert once.dice_set is known.dice_set
    assert after(1, start=once).strange == 0  # ours again: it was a lent die, a shadow
    thrice = once.met(strange, is_ours=False).met(strange, is_ours=False)
    assert thrice.dice_set is None
    assert len(thrice.seen) == 5  # the others are what is got to know now


def test_only_the_newest_crops_are_kept_and_answers_move_with_them():
    policy = FamiliarPolicy(most_crops=12)
    known = replace(UNKNOWN, policy=policy).met(met(FACES[:10]), {7: 4}, is_ours=False)
    known = known.met(met(FACES[10:15]), {1: 2}, is_ours=False)
    assert len(known.seen) == 12
    assert known.answers == {4: 4, 8: 2}
    assert known.seen.embeddings == pytest.approx(met(FACES[:10]).with_more(met(FACES[10:15])).embeddings[3:])
    assert known.seen.embeddings.shape == (12, LENGTH)


def test_a_burnt_out_face_tells_nothing_whatever_a_player_said_of_it():
    lit = met(FACES[:3])
    throw = lit.with_more(replace(met(FACES[:1]), ink=seen(burnt_out(1)).ink)).with_more(met(FACES[3:4]))
    said = {3: 1, 4: FACES[3]}
    for known in (UNKNOWN.met(throw, said, is_ours=True), UNKNOWN.recalling(throw, said)):
        assert (len(known.seen), known.answers) == (4, {3: FACES[3]})
