"""A day at the café, played twenty times as fast: what grows in the companion, and what does not.

    python -m tests.soak --hours 24 --speed 20

The real `serviert play` with the simulated board as a process of its own, its page server and its store; guests play
through the page's requests, a real Chromium holds the page. The table says of every measure where it began, where it
ended, its slope an hour of the café with the 95 % interval, and whether it is flat.
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import typer
from tqdm import tqdm

from tests.chromium import launched
from tests.soak.day import WARM_UP, Day, Record
from tests.soak.measures import LONG_HOURS, MEASURES, Verdict

BAR = "{l_bar}{bar}| {n:.2f}/{total} h of the café, {elapsed}"


def main(hours: float = 24.0, speed: float = 20.0, seed: int = 1) -> None:
    """Spend a day and print what became of the companion."""
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory()))
        try:
            browser = parts.enter_context(launched())
        except FileNotFoundError as missing:
            print(missing)
            browser = None
        day = Day(folder, hours=hours, speed=speed, seed=seed, browser=browser)
        bar = parts.enter_context(tqdm(total=hours, bar_format=BAR, mininterval=1))
        record = day.spend(lambda hour: bar.update(hour - bar.n))
    raise SystemExit(_report(record, warm_up_hours=WARM_UP * hours))


def _report(record: Record, *, warm_up_hours: float) -> int:
    """Print the table; return the exit status."""
    trends = record.trends(warm_up_hours=warm_up_hours)
    factor = record.hours * 3600 / record.seconds
    print(f"\n{record.hours:.1f} h of the café in {record.seconds / 60:.0f} min ({factor:.1f} times as fast)")
    print(", ".join(f"{count} {what}" for what, count in sorted(record.done.items())))
    print(f"\n{'':42}{'start':>10}{'end':>10}{'an hour':>11}{'± 95 %':>9}  verdict")
    for name, of in trends.items():
        print(f"{MEASURES[name].label:42}{of.start:10.1f}{of.end:10.1f}{of.slope:+11.3f}{of.margin:9.3f}  {of.verdict}")
    print(f"errors in the log: {len(record.trouble)}")
    for line in record.trouble[:20]:
        print(f"  {line}")
    # A short run may leave a question open, a long one may not.
    red = {Verdict.GROWS, Verdict.OPEN} if record.hours >= LONG_HOURS else {Verdict.GROWS}
    return int(not trends or bool(record.trouble) or any(trend.verdict in red for trend in trends.values()))


if __name__ == "__main__":
    typer.run(main)
