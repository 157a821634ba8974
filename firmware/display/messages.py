"""What the display says, in the players' language: gettext catalogues, read as they are written.

Babel reads the ``.po`` files at start, so nothing has to be compiled after a sentence was changed. Message ids name
the place (``notice.burning``); all languages are translations, German the one that is thought in.
"""

from collections.abc import Callable, Mapping
from functools import cache
from gettext import c2py
from importlib import resources

from babel.messages.pofile import read_po

from firmware.errors import DisplayError
from firmware.session.vocabulary import LANGUAGES

__all__ = ["LANGUAGES", "Catalogue", "catalogue"]


class Catalogue:
    """All sentences of one language."""

    def __init__(
        self, language: str, sentences: Mapping[str, str | tuple[str, ...]], *, form_of: Callable[[int], int]
    ) -> None:
        """Take sentences by message id, a tuple of forms where singular and plural differ, and which a number takes."""
        self.language = language
        self._sentences = sentences
        self._form_of = form_of

    @property
    def message_ids(self) -> frozenset[str]:
        """Return every message id of the catalogue."""
        return frozenset(self._sentences)

    def text(self, message_id: str, /, **values: str | int) -> str:
        """Return a sentence by its id, such as ``notice.burning``; of the values ``count`` chooses singular or plural.

        Raises:
            DisplayError: If the catalogue has no such sentence, or a place in it is not filled.
        """
        try:
            sentence = self._sentences[message_id]
            if isinstance(sentence, tuple):
                sentence = sentence[self._form_of(int(values["count"]))]
            return sentence.format(**values)
        except (KeyError, IndexError) as error:
            raise DisplayError(f"{self.language}: the message {message_id!r} lacks {error}; values {values}") from error

    def aloud(self) -> "Catalogue":
        """Return the sentences as they are said: ``say.`` before an id names another wording for the ears."""
        return _worded(self, "say.")

    def at_desk(self) -> "Catalogue":
        """Return the sentences of the simulated board, where the button throws and is not pressed after: ``desk.``."""
        return _worded(self, "desk.")

    def under(self, prefix: str) -> dict[str, str]:
        """Return the plain sentences whose id begins with ``prefix.``, by the rest of their id."""
        start = f"{prefix}."
        return {
            message_id.removeprefix(start): sentence
            for message_id, sentence in self._sentences.items()
            if message_id.startswith(start) and isinstance(sentence, str)
        }


@cache
def _worded(words: Catalogue, start: str) -> Catalogue:
    sentences = words._sentences
    said = {name.removeprefix(start): text for name, text in sentences.items() if name.startswith(start)}
    return Catalogue(words.language, {**sentences, **said}, form_of=words._form_of)


@cache
def catalogue(language: str) -> Catalogue:
    """Return the sentences of a language; German for one that nobody has translated.

    Raises:
        DisplayError: If the installation lacks its catalogue.
    """
    known = language if language in LANGUAGES else LANGUAGES[0]
    path = resources.files("firmware.display") / "locale" / known / "LC_MESSAGES" / "serviert.po"
    try:
        with path.open("rb") as file:
            messages = read_po(file, locale=known, abort_invalid=True)
    except (OSError, ValueError) as error:
        raise DisplayError(f"The sentences of the display ({path}) cannot be read: {error}") from error
    sentences = {
        message.id if isinstance(message.id, str) else message.id[0]: (
            message.string if isinstance(message.string, str) else tuple(message.string)
        )
        for message in messages
        if message.id
    }
    return Catalogue(known, sentences, form_of=c2py(messages.plural_expr))
