"""What the page says of what runs here: as it was installed, and where nobody installed it."""

from firmware.display.about import about_view
from firmware.display.messages import catalogue
from firmware.display.updates import want_update

WORDS = catalogue("en")


def test_what_is_installed_is_named_with_its_day_and_how_a_newer_one_comes(tmp_path):
    (tmp_path / "version.txt").write_text("0.9.1\n2026-11-20\n/home/pi/serviert\n")
    shown = about_view(tmp_path / "games.sqlite3", 3, WORDS, root=tmp_path)
    assert shown["command"] == "cd /home/pi/serviert && git pull && sudo make install"
    runs, since, kept = shown["said"]
    assert "0.9.1 of November 20, 2026" in runs
    assert since.startswith("On this device since ")
    assert f"3 games are kept in {tmp_path / 'games.sqlite3'}" in kept
    (tmp_path / "version.txt").write_text("0.9.1\n\n/home/pi/serviert\n")  # its folder knows no history
    assert "Serviert 0.9.1 runs here" in about_view(tmp_path / "games.sqlite3", 1, WORDS, root=tmp_path)["said"][0]
    (tmp_path / "version.txt").write_text("0.9.1\n\n\n")  # a card brought it: there is nothing to go on from
    assert about_view(tmp_path / "games.sqlite3", 1, WORDS, root=tmp_path)["command"] == "git pull && make card"


def test_what_runs_where_it_was_fetched_to_says_so_and_nothing_fails_of_what_a_power_cut_left(tmp_path):
    (tmp_path / "version.txt").touch()
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.9.1"\n')
    shown = about_view(tmp_path / "pulled" / "games.sqlite3", 0, WORDS, root=tmp_path)
    assert ("not installed" in shown["said"][0], shown["command"]) == (True, "git pull && make play")


def test_a_flashed_device_says_what_waits_how_far_it_is_and_what_went_wrong_and_is_told_to_begin(tmp_path):
    (tmp_path / "version.txt").write_text("0.9.1\n\n\n")

    def shown():
        found = about_view(tmp_path / "games.sqlite3", 1, WORDS, root=tmp_path, top=tmp_path)
        return found["update"], bool(found["go"]), found["is_going"]

    for at in ("opt/serviert/update", "run/serviert-update/state", "run/serviert/dog", "run/media/serviert/games.pdf"):
        (tmp_path / at).parent.mkdir(parents=True)
        (tmp_path / at).touch()
    state = tmp_path / "run/serviert-update/state"
    assert shown() == (WORDS.text("update.unknown"), False, False)
    for written, message, *how in (
        ("waiting 0", "none", False, False),
        ("waiting 3", "waiting", True, False),
        ("going packages", "going-packages", False, True),
        ("failed room", "failed-room", True, False),
    ):
        state.write_text(f"{written}\n")
        assert shown() == (WORDS.text(f"update.{message}", count=3), *how)
    (tmp_path / "run/media/serviert/serviert.tar.gz").touch()
    assert shown() == (WORDS.text("update.failed-room"), True, False)  # what came of it, with the stick still in
    for written, message, *how in (
        ("updated", "updated", False, False),
        ("waiting 3", "brought", True, False),
        ("going copy", "going-copy", False, True),  # not begun twice
    ):
        state.write_text(f"{written}\n")
        assert shown() == (WORDS.text(f"update.{message}"), *how)
    want_update(tmp_path)
    assert (tmp_path / "run/serviert/update").exists()
