from firmware.doctor.finding import Finding, Health, report

FINDINGS = (
    Finding(Health.GOOD, "store", "2 games"),
    Finding(Health.DOUBTFUL, "disk", "little room"),
    Finding(Health.FAILED, "camera", "there is none"),
    Finding(Health.SKIPPED, "heat", "not a Raspberry Pi: nothing to measure"),
)
LINED_UP = """\
  ok  store   2 games
mind  disk    little room
FAIL  camera  there is none
skip  heat    not a Raspberry Pi: nothing to measure"""


def test_the_report_lines_its_columns_up_and_long_sentences_go_on_below_themselves():
    assert report(FINDINGS) == report(FINDINGS, columns=20) == LINED_UP  # too narrow for words: a line each
    below = "skip  heat    not a Raspberry Pi: nothing to\n              measure"
    assert report(FINDINGS, columns=50).endswith(below)
    assert [found.is_failure for found in FINDINGS] == [False, False, True, False]


def test_a_number_stays_with_its_unit():
    found = Finding(Health.GOOD, "disk", "there is so much room left: 55.5 GB, and saving takes 2.5 ms")
    for columns in range(50, 80):
        said = report([found], columns=columns)
        assert "55.5 GB" in said
        assert "2.5 ms" in said
        assert said.isascii()
