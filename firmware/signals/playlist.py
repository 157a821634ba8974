"""What is played and said next: the newest wins, and what is stale is dropped; a pure queue without a clock."""

from dataclasses import dataclass, replace

from firmware.ports import Saying, Signal, Utterance

_S = 1_000_000_000

STALE_NS = {
    Saying.HINT: 4 * _S,
    Saying.DIAL: 3 * _S,
    Saying.THROW: 6 * _S,
    Saying.QUESTION: 8 * _S,
    Saying.ENTRY: 8 * _S,
    Saying.WARNING: 8 * _S,
    Saying.TROUBLE: 10 * _S,
}
"""What waited longer is not said any more: the table has moved on."""

TONE_STALE_NS = _S // 2

LASTING = frozenset({Saying.ENTRY, Saying.TROUBLE})
"""These are said to their end, whatever comes meanwhile, unless somebody turns a dial."""

FINGERED = frozenset({Signal.HOLDING, Signal.STEP})
"""Tones that answer a finger: they come at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """One thing to be heard."""

    what: Signal | Utterance  # a signal's tones, or something said
    volume: int
    at_ns: int  # when it was wanted, monotonic

    @property
    def cuts_all(self) -> bool:
        """Return whether it comes at once, whatever is being said."""
        if isinstance(self.what, Utterance):
            return self.what.kind is Saying.DIAL
        return self.what in FINGERED

    @property
    def is_lasting(self) -> bool:
        """Return whether what comes after lets it finish; tones are over in no time."""
        return not isinstance(self.what, Utterance) or self.what.kind in LASTING

    def is_stale(self, now_ns: int) -> bool:
        """Return whether it is too late for it."""
        limit_ns = STALE_NS[self.what.kind] if isinstance(self.what, Utterance) else TONE_STALE_NS
        return now_ns - self.at_ns > limit_ns


@dataclass(frozen=True, slots=True, kw_only=True)
class Playlist:
    """What is heard now, and what waits."""

    playing: Clip | None = None
    waiting: tuple[Clip, ...] = ()

    def added(self, clip: Clip) -> "tuple[Playlist, bool]":
        """Return the list with one thing more, and whether what is heard now is to be cut off."""
        kept = (
            () if clip.cuts_all else tuple(each for each in self.waiting if each.is_lasting and each.what != clip.what)
        )
        if clip.cuts_all and isinstance(clip.what, Utterance):  # the tone of the same turn stays before its words
            kept = tuple(each for each in self.waiting if not isinstance(each.what, Utterance))
        said = self.playing if self.playing is not None and isinstance(self.playing.what, Utterance) else None
        is_cut = said is not None and (clip.cuts_all or not said.is_lasting)
        return replace(self, waiting=(*kept, clip)), is_cut

    def advanced(self, now_ns: int) -> "Playlist":
        """Return the list when what was heard is over: the next that is not stale is heard."""
        fresh = tuple(clip for clip in self.waiting if not clip.is_stale(now_ns))
        return Playlist(playing=fresh[0] if fresh else None, waiting=fresh[1:])
