"""Text without models: normalised names and relations, words, and how facts and text are shown."""

import re
import unicodedata
from fnmatch import fnmatchcase
from functools import lru_cache

__all__ = [
    "DENYING_WORDS",
    "NUMBER_WORDS",
    "STOP_WORDS",
    "counted",
    "entity_key",
    "fits_pattern",
    "is_punctuation",
    "normalise_name",
    "normalise_relation",
    "normalise_text",
    "place_of",
    "shown_cost",
    "statement",
    "visible",
    "whole_number",
    "without_accents",
    "words",
]

STOP_WORDS = frozenset(
    """
    a an the of in on at to from by for with and or is are was were be been being am do does did
    has have had it its this that these those as i you he she they we me him her them us my your
    his their our what which who whom whose when where why how there not
    """.split()  # noqa: SIM905
)
"""English function words, ignored when texts are matched by their words."""

DENYING_WORDS = frozenset(
    """
    not no never cannot nobody isn aren wasn weren don doesn didn hasn haven hadn won wouldn
    """.split()  # noqa: SIM905
)
"""English words that deny what a sentence says, without the "t" after an apostrophe."""

NUMBER_WORDS = tuple(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty
    """.split()  # noqa: SIM905
)
"""English words for numbers; the index of a word is its number."""

_MOST_DIGITS = 18
_SHORT = 4000
"""Letters of a text that is kept after it was normalised."""
_WORD = re.compile(r"\w+", re.UNICODE)
_SPACE = re.compile(r"[\s_]+")
_OUTER = " .,;:!?\"'`"
_ARTICLE = re.compile(r"^(?:the|a|an) (?=\S)")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"})
_BARRED = str.maketrans({"ł": "l", "đ": "d", "ø": "o"})
"""Letters whose bar is no accent to Unicode."""
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""C0 without tab and line feed, DEL, C1, and the characters that override the writing direction."""


_SPEAKERS = {"i": ("I", "my", "me"), "we": ("we", "our", "us")}
"""Who a text calls himself: as a subject, as an owner, as an object."""
_AGREE = {"i": {"is": "am"}, "we": {"is": "are", "was": "were"}}
_OWN = re.compile(r"(?!(?:is|are|was|were|has) )(?:[\w'-]+ ){1,6}(?:is|are|was|were)")
_SOMEBODYS = re.compile(r"(?P<be>is|are|was|were) (?:the|an?) (?P<noun>.+) of")


def statement(subject: str, relation: str, object: str) -> str:
    """Return a fact as a sentence to show: what the speaker does agrees with "I".

    >>> statement("Anna", "lives in", "Oslo"), statement("I", "lives in", "Oslo")
    ('Anna lives in Oslo', 'I live in Oslo')
    >>> statement("Joan", "is the sister of", "I"), statement("I", "name is", "Bob")
    ('Joan is my sister', 'My name is Bob')
    >>> statement("Anna", "favourite colour is", "green")
    "Anna's favourite colour is green"
    """
    if theirs := _SPEAKERS.get(object.lower()):
        tie = _SOMEBODYS.fullmatch(relation)
        rest = f"{tie['be']} {theirs[1]} {tie['noun']}" if tie else f"{relation} {theirs[2]}"
        return f"{subject} {rest}"
    who = subject.lower()
    if _OWN.fullmatch(relation):
        whose = _SPEAKERS[who][1].title() if who in _SPEAKERS else f"{subject}'s"
        return f"{whose} {relation} {object}"
    if who not in _SPEAKERS:
        return f"{subject} {relation} {object}"
    verb, space, rest = relation.partition(" ")
    return f"{subject} {_AGREE[who].get(verb) or _bare(verb)}{space}{rest} {object}"


def _bare(verb: str) -> str:
    """Return the first person of a verb in the third: live, go, study, have; others as they are."""
    if verb in {"has", "was"} or not verb.endswith("s") or verb.endswith(("ss", "us", "is")):
        return "have" if verb == "has" else verb
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    return verb[: -2 if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else -1]


@lru_cache(maxsize=1 << 16)
def normalise_name(name: str) -> str:
    r"""Return the key under which two spellings are the same name; every script is kept.

    Applies NFKC and casefold, strips outer punctuation and a leading article, folds whitespace.
    A name of punctuation alone is what it is.

    >>> normalise_name("  The Golden\u00a0Key. "), normalise_name("Ångström"), normalise_name("?")
    ('golden key', 'ångström', '?')
    """
    return _normalised(name)


def normalise_text(text: str) -> str:
    """Return a text in which the names stand as `normalise_name` spells them.

    Short texts are kept, but far fewer than names: a process must not hold all that it has read.
    """
    return _short_text(text) if len(text) <= _SHORT else _normalised(text)


@lru_cache(maxsize=1 << 11)
def _short_text(text: str) -> str:
    return _normalised(text)


def _normalised(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    found = " ".join(folded.replace("_", " ").split()).strip(_OUTER)
    return _ARTICLE.sub("", found) or " ".join(folded.split())


def place_of(part: str, text: str, end: int | None = None) -> int:
    """Return where a text first has a part as whole words, before `end`; -1 if nowhere.

    A pattern made for each of thousands of names would cost more than the search.

    >>> place_of("ann", "anna and ann"), place_of("ann", "anna"), place_of("ann", "ann, ann", 1)
    (9, -1, -1)
    """
    at = text.find(part, 0, end)
    while at >= 0:
        after = at + len(part)
        if not (_in_word(text[at - 1 : at]) or _in_word(text[after : after + 1])):
            return at
        at = text.find(part, at + 1, end)
    return -1


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def is_punctuation(name: str) -> bool:
    """Return whether a name is punctuation alone, or blank: a text says nothing by it.

    >>> [is_punctuation(name) for name in ("...", " ", "the", "-")]
    [True, True, False, False]
    """
    return not normalise_name(name).strip(_OUTER + "_")


@lru_cache(maxsize=1 << 12)
def normalise_relation(relation: str) -> str:
    """Return the key under which two spellings are the same relation.

    >>> normalise_relation("Lives_in ")
    'lives in'
    """
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", relation).casefold()).strip(" .,;:")


def whole_number(text: str) -> int | None:
    """Return the number that up to 18 digits stand for, else `None`.

    More digits count nothing here, and Python refuses to read thousands of them.

    >>> whole_number("42"), whole_number("-1"), whole_number("9" * 5000)
    (42, None, None)
    """
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun.

    >>> counted(1, "fact"), counted(2, "entity", "entities")
    ('1 fact', '2 entities')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def entity_key(text: str) -> str | int:
    """Return the entity that is asked for: a name, or the number in `id:NUMBER`.

    >>> entity_key("Anna"), entity_key("id:7"), entity_key("id:")
    ('Anna', 7, 'id:')
    """
    head, _, number = text.partition(":")
    found = whole_number(number) if head == "id" else None
    return text if found is None else found


def fits_pattern(name: str, pattern: str) -> bool:
    """Return whether a name is one, or fits a pattern with `*` and `?`: all else is meant as it is.

    >>> [fits_pattern(name, "mail[1]/*") for name in ("mail[1]/7", "mail1/7")]
    [True, False]
    """
    return fnmatchcase(name, pattern.replace("[", "[[]"))


def words(text: str) -> list[str]:
    """Return the casefolded words of a text, in order, in any script.

    >>> words("Who's there? Ключ!")
    ['who', 's', 'there', 'ключ']
    """
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def without_accents(word: str) -> tuple[str, str]:
    """Return a casefolded word as a keyboard without its accents may spell it: bare and spelt out.

    >>> without_accents("müller"), without_accents("łódź")
    (('muller', 'mueller'), ('lodz', 'łódź'))
    """
    letters = unicodedata.normalize("NFKD", word.translate(_BARRED))
    bare = "".join(one for one in letters if not unicodedata.combining(one))
    return bare, word.translate(_SPELT_OUT)


def visible(text: str) -> str:
    r"""Return a text with its control characters written out, as JSON writes them.

    A terminal obeys them: they clear it, fill the clipboard (OSC 52) or show words in another
    order than they have. Tabs and line feeds stay.

    >>> visible("red \x1b[31m, and back\u202e")
    'red \\u001b[31m, and back\\u202e'
    """
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def shown_cost(cost: float, calls: float) -> str:
    """Return a cost in words; where a model was asked and no price is known, it is unknown.

    A local model has no price either. A sum over calls with and without a price is its known part.

    >>> shown_cost(0.025, 1), shown_cost(0.0, 1), shown_cost(0.0, 0)
    ('$0.0250', 'price unknown', '$0.0000')
    """
    return "price unknown" if calls and not cost else f"${cost:.4f}"
