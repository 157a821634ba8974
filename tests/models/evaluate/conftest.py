"""The command that measures models, run here."""

from types import SimpleNamespace

import pytest

from models.evaluate.__main__ import main

QUIET = ("--jobs", "1")


@pytest.fixture
def evaluated(capsys):
    def run(*words):
        try:
            main([*QUIET, *map(str, words)])
            code = 0
        except SystemExit as ended:
            code = ended.code
        out, err = capsys.readouterr()
        return SimpleNamespace(exit_code=code, stdout=out, stderr=err)

    return run
