"""The one table between the eye's labels and the rules' faces."""

from dataclasses import replace

import pytest

from firmware.faces import FACES, LABELS, face_of, label_of, ranking_of
from scoring.dice import Face
from tests.firmware.session.table_talk import die
from vision.model import parse_contract
from vision.read.classify import FACE_LABELS, FACES_PATH, NO_FACE

SPOKEN = {"9": Face.NINE, "10": Face.TEN, "J": Face.JACK, "Q": Face.QUEEN, "K": Face.KING, "A": Face.ACE}
"""What is printed on international poker dice. Source: issue 2, point 8."""


def test_every_label_means_the_face_it_names():
    assert dict(zip(LABELS, FACES, strict=True)) == SPOKEN


def test_the_table_speaks_the_labels_of_the_eye_and_of_the_models_contract_in_their_order():
    assert LABELS == FACE_LABELS
    assert parse_contract(FACES_PATH.with_suffix(".json").read_bytes(), "faces").labels == (*LABELS, NO_FACE)


@pytest.mark.parametrize("face", Face)
def test_a_face_has_a_label_and_that_label_the_face(face):
    assert (face_of(die(face, (0.0, 0.0))), FACES[label_of(face)]) == (face, face)


def test_the_ranking_names_all_faces_likelier_ones_first():
    seen = replace(die(Face.KING, (0.0, 0.0)), probabilities=(0.01, 0.02, 0.05, 0.3, 0.6, 0.015))
    assert ranking_of(seen) == (Face.KING, Face.QUEEN, Face.JACK, Face.TEN, Face.ACE, Face.NINE)
