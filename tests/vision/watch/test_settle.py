"""Stillness, from frames whose only clock is their exposure time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from models.render.world import RimShape
from tests.vision.board_pictures import board_picture, die_mm, five_dice, lit, outline_of, tray, with_hand
from vision.frame import Frame
from vision.watch.settle import Motion, SettlePolicy, Settler

MS = 1_000_000
STEP_MS = 66
SKIN = (224, 172, 140)


def rested():
    return board_picture(five_dice())[0]


@cache
def with_one_die_at(x, turn_deg=0.0):
    return board_picture((*five_dice()[:4], die_mm(x, -20.0, face=4, turn_deg=turn_deg)))[0]


def watched(frames, settler=None, start_ms=0):
    settler = settler or Settler()
    return [settler.observe(replace(frame, exposed_ns=(start_ms + STEP_MS * i) * MS)) for i, frame in enumerate(frames)]


def settled(frames=15):
    settler = Settler()
    assert watched([rested()] * frames, settler)[-1].motion is Motion.STILL
    return settler


def test_the_first_frame_says_nothing_of_stillness():
    assert watched([rested()])[0].motion is Motion.MOVING


def test_a_board_is_still_after_its_time_and_says_since_when():
    said = watched([rested()] * 12)
    first_still = next(i for i, one in enumerate(said) if one.motion is Motion.STILL)
    since_ms = said[first_still].since_ns // MS
    assert since_ms <= 2 * STEP_MS
    assert first_still * STEP_MS - since_ms >= 300
    assert first_still * STEP_MS <= 600


def test_a_die_on_its_way_keeps_the_board_moving():
    said = watched([with_one_die_at(x) for x in range(-60, 36, 8)])
    assert {one.motion for one in said} == {Motion.MOVING}
    assert {one.since_ns for one in said} == {0}


def test_a_rocking_die_keeps_the_board_moving():
    said = watched([with_one_die_at(60.0, turn_deg=12.0 * (i % 3)) for i in range(9)])
    assert {one.motion for one in said} == {Motion.MOVING}


def test_a_creeping_die_is_noticed_though_no_two_frames_differ():
    settler = settled()
    said = watched([with_one_die_at(80.0 - 0.6 * i) for i in range(20)], settler, start_ms=1000)
    assert Motion.MOVING in {one.motion for one in said[5:]}


def test_a_hand_passing_makes_the_board_move_and_come_to_rest_again():
    settler = settled()
    tips = [(480.0 - 40 * i, 240.0) for i in range(6)]
    passing = [with_hand(rested(), tip, 0.0, skin=SKIN) for tip in (*tips, *reversed(tips))]
    moving = watched(passing, settler, start_ms=1000)
    after = watched([rested()] * 15, settler, start_ms=1000 + STEP_MS * len(passing))
    assert moving[3].motion is Motion.MOVING
    assert after[-1].motion is Motion.STILL
    assert after[-1].since_ns >= (1000 + STEP_MS * (len(passing) - 2)) * MS


def flicker(i):
    return 1 + 0.12 * float(np.sin(2.8 * i))


def bands(i):
    rows = np.arange(480) / 480
    return (1 + 0.12 * np.sin(2 * np.pi * (2.3 * rows + 0.2 * i)))[:, None, None]


def dusk(i):
    return float(np.exp(-0.015 * i))


@pytest.mark.parametrize("light", [flicker, bands, dusk])
def test_changing_light_does_not_move_the_board(light):
    said = watched([lit(rested(), light(i), noise=3.0, seed=i) for i in range(45)])
    assert {one.motion for one in said[12:]} == {Motion.STILL}


@pytest.mark.parametrize("noise", [2.0, 8.0])
def test_a_cameras_noise_does_not_move_the_board(noise):
    said = watched([lit(rested(), 1.0, noise=noise, seed=i) for i in range(30)])
    assert {one.motion for one in said[12:]} == {Motion.STILL}


def test_a_die_is_seen_to_move_in_noise_and_flicker():
    said = watched([lit(with_one_die_at(-60 + 8 * i), flicker(i), noise=4.0, seed=i) for i in range(12)])
    assert {one.motion for one in said} == {Motion.MOVING}


def test_a_die_is_seen_to_move_on_bright_felt_though_the_lamp_flickers():
    tan = tray(RimShape.ROUND, (205, 190, 160))
    moving = [board_picture((die_mm(-60.0 + 8 * i, 0.0),), tan)[0] for i in range(10)]
    said = watched([lit(frame, flicker(i), noise=2.0, seed=i) for i, frame in enumerate(moving)])
    assert {one.motion for one in said} == {Motion.MOVING}


def test_what_moves_beside_the_board_does_not_count():
    hands = [with_hand(rested(), (455.0, 20.0 + 2 * i), -30.0, skin=SKIN) for i in range(15)]
    assert watched(hands, Settler(outline_of(five_dice())))[-1].motion is Motion.STILL
    assert watched(hands)[-1].motion is Motion.MOVING


def test_a_settler_told_of_a_board_forgets_what_it_saw_elsewhere():
    settler = settled()
    settler.watch(outline_of(five_dice()))
    assert watched([rested()], settler, start_ms=1000)[0].motion is Motion.MOVING
    settler.watch(outline_of(five_dice()))  # the same board again: nothing to forget
    assert watched([rested()] * 12, settler, start_ms=1066)[-1].motion is Motion.STILL


@pytest.mark.parametrize("start_ms", [60_000, -5_000])
def test_after_a_gap_or_a_step_back_in_time_nothing_is_known(start_ms):
    assert watched([rested()], settled(), start_ms=start_ms)[0].motion is Motion.MOVING


def test_another_frame_size_begins_anew():
    wide = Frame(np.ascontiguousarray(rested().pixels[:300]))
    assert watched([wide], settled(), start_ms=1000)[0].motion is Motion.MOVING


def test_the_time_to_stillness_can_be_chosen():
    patient = Settler(policy=SettlePolicy(still_ns=2_000 * MS))
    said = watched([rested()] * 40, patient)
    assert said[28].motion is Motion.MOVING
    assert said[-1].motion is Motion.STILL


def test_one_pixel_is_watched_like_any_frame():
    assert watched([Frame(np.zeros((1, 1, 3), np.uint8))] * 12)[-1].motion is Motion.STILL
