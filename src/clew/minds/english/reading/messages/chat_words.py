"""What people write in chats: words that open a message and say nothing, "im" and a small "i"."""

import re

from clew.minds.english.words.lexicon import KIN, VERBS
from clew.minds.english.words.people import CAPITAL, gender_of
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import section, word_table, words_in_order
from clew.regex import Regex

__all__ = ["in_full", "with_speaker", "without_listener", "without_opener"]

_POINTING = "i|i['’]m|we|he|she|they|it|you|my|your|our|his|her|their|the|this|that|there|just|so"
_NAME = rf"{CAPITAL}[\w’'-]*"
_WORK = "|".join(words_in_order("works_named"))
_PHRASES = "|".join(section("chat_phrases").strip().splitlines())
_MORE = "|".join((*words_in_order("chat_words"), *words_in_order("chat_sounds")))
"""In small letters: "Ok btw Anna", but "Yo Yo Ma"."""
_NEXT = rf"(?=(?:I\b|(?:{_POINTING})\b|(?:{_MORE})[,;:]? |by the way|(?P<name>{_NAME})))"
_NO_SIGN, _SIGN = r"(?P<sign>[,;:!.…]*| ?[-–—]) ", r"(?P<sign>[,;:!.…]+| ?[-–—]) "
_TITLE = rf"(?!{_NAME} (?:is|was) (?:an?|the) (?:[\w-]+ ){{0,3}}(?:{_WORK})\b)"
_GREETED = rf"(?={_NAME}(?:(?: |, | and ){_NAME}){{0,3}} ?(?:[,;:!?.]|$))"


def _any_of(name: str) -> str:
    return f"(?i:{'|'.join(words_in_order(name))})"


_OPENERS = (
    Regex(rf"^{_any_of('chat_words')}{_NO_SIGN}{_TITLE}{_NEXT}"),
    Regex(rf"^(?P<sound>{_any_of('chat_sounds')}){_NO_SIGN}{_TITLE}{_NEXT}"),
    Regex(rf"^(?i:{_PHRASES}){_SIGN}{_NEXT}"),
    Regex(rf"^{_any_of('chat_greetings')},? {_GREETED}"),
)
"""A word needs no sign behind it: "Ok Anna lives in Rome". Behind more than one word there is a
sign, and behind whom one greets: "Hey Jude is a song"."""
_MOST = 3
_SHORT = word_table("chat_spelling")
_SHORT_WORD = Regex(rf"(?<![\w’'.@#/-])(?:{'|'.join(_SHORT)})(?![\w’'@/-])", re.IGNORECASE)
_I = Regex(r"(?<![\w’'.@#/-])i(?=[ ,]|['’](?:m|ve|d|ll)\b|$)")


def without_opener(sentence: str) -> str:
    """Return a sentence without what only opens a message.

    >>> without_opener("Btw Anna lives in Rome."), without_opener("Sorry about that.")
    ('Anna lives in Rome.', 'Sorry about that.')
    >>> without_opener("Just kidding, I never lived there."), without_opener("Hi Tom, it is late.")
    ('I never lived there.', 'Tom, it is late.')
    """
    bare = sentence
    for opener in _OPENERS * _MOST:
        bare = opener.sub(_taken_off, bare)
    return bare if bare == sentence else bare[:1].upper() + bare[1:]


_WITHOUT_I = Regex(r"^(?:Just |Finally |Already )(?=(?P<verb>[a-z]+)\b)")


def with_speaker(sentence: str, speaker: str | None) -> str:
    """Return what somebody says of themselves without "I" with it: "Just landed in Oslo."."""
    found = _WITHOUT_I.match(sentence) if speaker else None
    did = found is not None and "d" in VERBS.get(found["verb"], ("", ""))[1]
    return f"I {sentence[0].lower()}{sentence[1:]}" if did else sentence


_LISTENER = Regex(rf"(?P<before>[a-z]+), (?P<name>{_NAME})(?=[.!]*$)")


def without_listener(sentence: str) -> str:
    """Return what is said in a chat without the name of whom it is said to, at its end.

    >>> without_listener("I sold my shop, Ida!"), without_listener("I met my sister, Ida.")
    ('I sold my shop!', 'I met my sister, Ida.')
    """
    found = _LISTENER.search(sentence)
    if found is None or is_person_noun(found["before"]) or found["before"] in KIN:
        return sentence
    called = gender_of(found["name"]) != ""
    return sentence[: found.end("before")] + sentence[found.end() :] if called else sentence


def _taken_off(found: re.Match[str]) -> str:
    """Return nothing, but an opener that may be part of a name: "Yes Bank", "Er Li"."""
    told = found.groupdict()
    alone = told.get("sound") and told["name"] and not told["sign"]
    return found[0] if alone and not gender_of(told["name"]) else ""


def in_full(said: str) -> str:
    """Return what somebody says in a chat with its apostrophes, and "I" for a small "i".

    >>> in_full("i think im late, i.e. i dont like it")
    "I think I'm late, i.e. I don't like it"
    """
    return _I.sub("I", _SHORT_WORD.sub(lambda found: _SHORT[found[0].lower()], said))
