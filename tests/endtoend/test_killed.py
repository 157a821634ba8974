"""Hidden poker killed in each of its phases; `tests.power.kills` kills all games at any moment."""

import httpx
import pytest

from tests.endtoend.running import Running, written

pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")

KINGS = {"type": "announced", "claim": {"hand": "pair", "values": ["king"]}}


@pytest.mark.proof
def test_killed_in_each_phase_it_goes_on_there_and_shows_no_dice(tmp_path):
    settings = written(tmp_path, seed=3)
    running = Running(settings)
    running.touch("new-game", game="hidden-poker", players=["Elfriede", "Kurt"], agreed={"beginner": 0})
    running.until(lambda view: view["phase"] == "deciding")
    doubted = {"type": "doubted", "player": 1}
    for event, stage in (({"type": "round-began"}, "hidden"), (KINGS, "doubting"), (doubted, "lifting")):
        if stage == "doubting":
            httpx.post(f"{running.url}simulated/cover", json={}).raise_for_status()
        assert running.touch("decide", event=event, moment=running.newest()["moment"])
        shown = running.until(lambda view, wanted=stage: view["hidden"]["stage"] == wanted)
        assert _nothing_is_seen(running, shown)
        running.kill()
        running.stop()
        running = Running(settings)
        shown = running.view
        assert shown["hidden"]["stage"] == stage
        assert (shown["seconds_left"] is not None) == (stage == "doubting")
        assert _nothing_is_seen(running, shown)
    running.press()  # the simulated dice did not survive; at a table they still lie there
    running.until(lambda view: view["hidden"]["stage"] == "hidden" and view["hidden"]["pot"] == 4)
    running.kill()
    running.stop()


def _nothing_is_seen(running, shown):
    """Tell whether neither a view nor any picture that can be asked for knows of dice."""
    number = int(shown["moment"].split(".")[1])
    asked = [f"dice/{each}/{die}.jpg" for each in range(number + 2) for die in range(5)]
    answers = {httpx.get(f"{running.url}{path}").status_code for path in asked}
    return shown["dice"] == [] and answers == {404}
