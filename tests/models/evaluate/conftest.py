"""The command that measures models, run here."""

from types import SimpleNamespace

import pytest

from models.evaluate.__main__ import main


@pytest.fixture
def evaluated(capsys):
    def run(*words):
        code = 0
        try:
            main(["--jobs", "1", *map(str, words)])
        except SystemExit as ended:
            code = ended.code
        out, err = capsys.readouterr()
        return SimpleNamespace(exit_code=code, stdout=out, stderr=err)

    return run
