from firmware.doctor.finding import Finding, Health, report

FINDINGS = (
    Finding("store", Health.GOOD, "2 games"),
    Finding("disk", Health.DOUBTFUL, "little room"),
    Finding("camera", Health.FAILED, "there is none"),
    Finding("heat", Health.SKIPPED, "not a Raspberry Pi: nothing to measure"),
)


def test_the_report_lines_its_columns_up_and_tells_the_grave_by_its_capitals():
    # Two blanks between the columns, as wide as their longest word.
    assert report(FINDINGS).splitlines() == [
        "  ok  store   2 games",
        "mind  disk    little room",
        "FAIL  camera  there is none",
        "skip  heat    not a Raspberry Pi: nothing to measure",
    ]
    assert [found.is_failure for found in FINDINGS] == [False, False, True, False]


def test_on_a_terminal_long_sentences_go_on_below_themselves():
    lines = report(FINDINGS, columns=50).splitlines()
    assert lines[-2:] == [
        "skip  heat    not a Raspberry Pi: nothing to",
        "              measure",
    ]
    assert max(map(len, lines)) <= 50


def test_a_number_stays_with_its_unit():
    found = Finding("disk", Health.GOOD, "there is so much room left: 55.5 GB, and saving takes 2.5 ms")
    for columns in range(50, 80):
        said = report([found], columns=columns)
        assert "55.5 GB" in said
        assert "2.5 ms" in said
        assert said.isascii()


def test_a_terminal_too_narrow_for_words_gets_a_line_each():
    assert report(FINDINGS, columns=20) == report(FINDINGS)
