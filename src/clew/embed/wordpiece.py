r"""WordPiece, the tokenizer of BERT (uncased): text to ids of word pieces.

Text is lower-cased, stripped of accents and split into words, punctuation marks and single CJK
characters; then each word is cut into the longest pieces in the vocabulary (Devlin et al. 2019;
Wu et al. 2016). The result equals that of HuggingFace's `BertTokenizer` except that `[SEP]` and
the like are plain text, so no text can inject special tokens, and that only the first 10,000
characters of a run without white space are read, which bounds the time.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

__all__ = ["WordPiece"]

_CLS, _SEP, _UNK = "[CLS]", "[SEP]", "[UNK]"
_RUN = re.compile(r"[^ \t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+|[!-/:-@\[-`{-~]")
_RUN_LIMIT = 10_000
_WORD_LIMIT = 100  # BERT maps longer words to [UNK]
_UNSEEN = ("Cc", "Cf", "Co")  # control, format and private-use characters: dropped
_CACHED_RUN = 40  # longer runs are rare and not cached
_CJK = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class WordPiece:
    """Tokenizes text with a vocabulary. Threads may share one.

    Args:
        vocabulary: the pieces, in the order of their ids; a piece that continues a word starts
            with `##`. It must contain `[CLS]`, `[SEP]` and `[UNK]`.
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._ids = {piece: i for i, piece in enumerate(vocabulary)}
        self._cls, self._sep, self._unk = (self._ids[name] for name in (_CLS, _SEP, _UNK))
        self._short = lru_cache(maxsize=50_000)(self._run)

    def encode(self, text: str, limit: int) -> tuple[int, ...]:
        """Return the ids of `[CLS]`, the text's first pieces and `[SEP]`: at most `limit`."""
        ids = [self._cls]
        for match in _RUN.finditer(text):
            run = match.group()
            ids += self._short(run) if len(run) <= _CACHED_RUN else self._run(run)
            if len(ids) >= limit:
                break
        return (*ids[: limit - 1], self._sep)

    def _run(self, run: str) -> tuple[int, ...]:
        """Return the ids of a text without white space."""
        run = run[:_RUN_LIMIT]
        plain = run.lower() if run.isascii() and run.isprintable() else None
        found = _ASCII_WORD.findall(plain) if plain is not None else _split(run)
        return tuple(i for word in found for i in self._pieces(word))

    def _pieces(self, word: str) -> list[int]:
        whole = self._ids.get(word)
        if whole is not None:
            return [whole]
        if len(word) > _WORD_LIMIT:
            return [self._unk]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                piece = self._ids.get(prefix + word[start:end])
                if piece is not None:
                    pieces.append(piece)
                    start = end
                    break
            else:
                return [self._unk]
        return pieces


def _split(run: str) -> Iterator[str]:
    """Yield the lower-case words, punctuation marks and CJK characters of a run of any script."""
    word: list[str] = []
    for char in _fold(run):
        if char == " " or _stands_alone(char):
            if word:
                yield "".join(word)
                word.clear()
            if char != " ":
                yield char
        else:
            word.append(char)
    if word:
        yield "".join(word)


def _fold(run: str) -> Iterator[str]:
    """Yield the characters in lower case, without accents and control characters."""
    clean = "".join(c for c in run if c != "\ufffd" and unicodedata.category(c) not in _UNSEEN)
    for char in unicodedata.normalize("NFD", clean):
        if unicodedata.category(char) != "Mn":
            yield from char.lower()  # by character: lower() on a word has a final-sigma rule


def _stands_alone(char: str) -> bool:
    code = ord(char)
    if code < 0x80:
        return not char.isalnum()
    return unicodedata.category(char)[0] == "P" or any(a <= code <= b for a, b in _CJK)
