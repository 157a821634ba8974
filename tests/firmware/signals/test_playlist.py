"""What is said next: the newest wins, unless what is being said matters more."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.ports import Saying, Signal, Utterance
from firmware.signals.playlist import STALE_NS, Clip, Playlist

S = 1_000_000_000


def said(kind: Saying, at_s: float = 0.0, text: str = "") -> Clip:
    return Clip(what=Utterance(text=text or kind.value, language="de", kind=kind), volume=75, at_ns=round(at_s * S))


def tone(signal: Signal, at_s: float = 0.0) -> Clip:
    return Clip(what=signal, volume=75, at_ns=round(at_s * S))


def saying(*clips: Clip) -> Playlist:
    """Return a list in which the first is heard and the others wait, as they were added."""
    playlist = Playlist().added(clips[0])[0].advanced(0)
    for clip in clips[1:]:
        playlist, _ = playlist.added(clip)
    return playlist


def test_a_newer_throw_or_warning_cuts_off_but_entries_and_trouble_are_said_to_their_end():
    old, new = said(Saying.THROW, text="old"), said(Saying.THROW, 1, text="new")
    playlist, is_cut = saying(old).added(new)
    assert is_cut
    assert playlist.advanced(S).playing == new
    for kind in (Saying.ENTRY, Saying.TROUBLE):
        playlist, is_cut = saying(said(kind)).added(said(Saying.THROW, 1))
        assert not is_cut
        assert playlist.advanced(2 * S).playing == said(Saying.THROW, 1)
    for newer in (Saying.THROW, Saying.QUESTION, Saying.WARNING):
        playlist, is_cut = saying(said(Saying.WARNING)).added(said(newer, 3, text="new"))
        assert is_cut
        assert playlist.advanced(3 * S).playing == said(newer, 3, text="new")
    assert saying(said(Saying.ENTRY), said(Saying.WARNING), said(Saying.THROW)).waiting == (said(Saying.THROW),)


def test_a_turned_dial_cuts_off_all_but_tones_and_tones_are_heard_before_words():
    playlist, is_cut = saying(said(Saying.WARNING), said(Saying.ENTRY), said(Saying.THROW)).added(said(Saying.DIAL, 1))
    assert is_cut
    assert playlist.waiting == (said(Saying.DIAL, 1),)
    for signal, words in ((Signal.DONE, Saying.THROW), (Signal.STEP, Saying.DIAL)):
        assert saying(said(Saying.HINT), tone(signal), said(words)).waiting == (tone(signal), said(words))
    assert not saying(tone(Signal.PROBLEM)).added(said(Saying.DIAL))[1]


def test_of_what_waits_the_newest_wins_and_entries_stay():
    playlist = saying(*map(said, (Saying.TROUBLE, Saying.HINT, Saying.ENTRY, Saying.THROW, Saying.HINT)))
    assert [clip.what.kind for clip in playlist.waiting] == [Saying.ENTRY, Saying.HINT]
    playlist = saying(said(Saying.ENTRY), said(Saying.TROUBLE), said(Saying.TROUBLE, 1))
    assert playlist.waiting == (said(Saying.TROUBLE, 1),)
    playlist = saying(said(Saying.TROUBLE), said(Saying.ENTRY))
    assert playlist.advanced(STALE_NS[Saying.ENTRY]).playing == said(Saying.ENTRY)
    assert playlist.advanced(STALE_NS[Saying.ENTRY] + 1).playing is None


CLIPS = st.one_of(
    st.builds(said, st.sampled_from(Saying), st.floats(0, 60)),
    st.builds(tone, st.sampled_from(Signal), st.floats(0, 60)),
)


@given(st.lists(CLIPS, max_size=40))
def test_the_queue_stays_short_and_the_newest_is_always_in_it(clips):
    playlist = Playlist()
    for number, clip in enumerate(sorted(clips, key=lambda clip: clip.at_ns)):
        playlist, _ = playlist.added(clip)
        assert playlist.waiting[-1] == clip
        if number % 3 == 0:
            playlist = playlist.advanced(clip.at_ns)
        assert len([each for each in playlist.waiting if not each.is_lasting]) <= 1
