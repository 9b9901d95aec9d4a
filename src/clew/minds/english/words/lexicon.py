"""The English words the light extractor knows: verbs with their forms, function words, roles.

`VERBS` maps every inflected form to `(lemma, forms)`, where forms is a subset of "b" (base), "s"
(third person), "d" (past), "n" (past participle) and "g" (-ing). Regular forms are made by rule;
irregular ones are listed. Lists are closed on purpose: what is not in them is a noun.
"""

from clew.minds.english.words.word_lists import section, word_list, word_table, words_in_order
from clew.regex import Regex

__all__ = ["ADJECTIVES", "ADVERBS", "AUXILIARIES", "CONTINENTS", "COUNTRIES",
           "DETERMINERS", "HEDGES", "HYPOTHETICAL", "KIN", "LASTING", "MEASURES",
           "NAME_LINKS", "NOBODY", "NOUNS_IN_ING", "OFFICES", "OPENERS", "PARTICLES",
           "PARTICLE_VERBS",
           "PLACES", "PREPOSITIONS", "PRONOUNS", "RANKS", "RELATIVES", "REPORTING", "ROLES",
           "SUBORDINATORS", "UNSAID", "VERBS", "is_firms", "is_office", "is_plural", "is_quality",
           "past_tense", "singular_noun", "singular_verb"]  # fmt: skip

_IRREGULAR = words_in_order("irregular")
_REGULAR = words_in_order("regular")
_PAST_ONLY = words_in_order("past_only")
"""Verbs whose other forms are nearly always nouns: "labelled" is a verb, "label" is none."""
_DOUBLE = word_list("double")


def singular_verb(lemma: str) -> str:
    """Return the third person singular present: live -> lives, study -> studies.

    >>> [singular_verb(lemma) for lemma in ("go", "have", "play", "carry", "teach")]
    ['goes', 'has', 'plays', 'carries', 'teaches']
    """
    if lemma in {"be", "have"}:
        return {"be": "is", "have": "has"}[lemma]
    if lemma.endswith("y") and lemma[-2:-1] not in {"a", "e", "i", "o", "u"}:
        return lemma[:-1] + "ies"
    return lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


_TWO_WAYS = Regex(r"(?:[^aeiou][ae]|ue)l$")
"""Verbs that are spelt in two ways: "labelled", as we say it, and "labeled"."""


def _suffixed(lemma: str, suffix: str) -> str:
    """Return the regular past ("ed") or -ing form."""
    if lemma.endswith("ee"):
        return lemma + ("d" if suffix == "ed" else suffix)
    if lemma.endswith("ie") and suffix == "ing":
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and lemma != "be":
        return lemma[:-1] + suffix
    if lemma.endswith("y") and lemma[-2] not in "aeiou" and suffix == "ed":
        return lemma[:-1] + "ied"
    doubled = lemma in _DOUBLE or _TWO_WAYS.search(lemma) or (
        len(lemma) in {3, 4} and lemma[-1] in "bgmnpt" and lemma[-2] in "aeiou"
        and lemma[-3] not in "aeiou" and (len(lemma) == 3 or lemma[0] not in "aeiou")
    )  # fmt: skip
    return lemma + (lemma[-1] if doubled else "") + suffix


def _forms() -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = {}
    irregular = [entry.split("|") for entry in _IRREGULAR]
    regular = [[lemma, *[_suffixed(lemma, "ed")] * 2] for lemma in dict.fromkeys(_REGULAR)]
    for lemma in _PAST_ONLY:
        table[_suffixed(lemma, "ed")] = (lemma, "dn")
    for lemma, past, participle in (*irregular, *regular):
        forms = (lemma, singular_verb(lemma), past, participle, _suffixed(lemma, "ing"))
        for form, kind in zip(forms, "bsdng", strict=True):
            first, kinds = table.get(form, (lemma, ""))
            if first == lemma:
                table[form] = (lemma, kinds + kind)
    # "found" and "lay" are forms of two verbs; the first listed (irregular) one wins.
    for entry in words_in_order("of_two_verbs"):
        form, _, lemma = entry.partition("|")
        table[form] = (lemma, "n" if form == "gotten" else "dn")
    for lemma in filter(_TWO_WAYS.search, (*_REGULAR, *_PAST_ONLY)):
        table.setdefault(f"{lemma}ed", (lemma, "dn"))
        if lemma in _REGULAR:
            table.setdefault(f"{lemma}ing", (lemma, "g"))
    return table


VERBS = _forms()
NOUNS_IN_ING = frozenset(_suffixed(lemma, "ing") for lemma in _PAST_ONLY)
"""Mostly nouns: "racing", "marketing"; verbs behind "is", and with an object behind "after"."""


def past_tense(lemma: str) -> str:
    """Return the simple past: write -> wrote, build -> built, publish -> published.

    >>> past_tense("write"), past_tense("open"), past_tense("found")
    ('wrote', 'opened', 'founded')
    """
    irregular = {entry.split("|")[0]: entry.split("|")[1] for entry in _IRREGULAR}
    return irregular.get(lemma) or _suffixed(lemma, "ed")


_PLURALS = word_table("plurals")


def singular_noun(noun: str) -> str:
    """Return one of a plural, and anything else as it is.

    >>> [singular_noun(noun) for noun in ("sons", "children", "ponies", "coaches", "boss")]
    ['son', 'child', 'pony', 'coach', 'boss']
    """
    if noun in _PLURALS:
        return _PLURALS[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes")):
        return noun[:-2]
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    return noun[:-1] if plural and len(noun) > 3 else noun


def is_office(name: str) -> bool:
    """Say whether capitalised words are an office: "Managing Director", "Chief Executive Officer".

    >>> is_office("Vice President"), is_office("Stephen King")
    (True, False)
    """
    low = name.lower().split()
    return len(low) > 1 and {*low[:-1]} <= RANKS | OFFICES and low[-1] in OFFICES


_FIRMS = frozenset(
    "ceo cto cfo coo president chancellor mayor director secretary treasurer chair chairman".split()  # noqa: SIM905
)


def is_firms(word: str) -> bool:
    """Say whether an office is that of a firm or a club: "our CTO" is not the speaker's."""
    return word.lower().strip(".,;:!?") in _FIRMS


def is_plural(noun: str) -> bool:
    """Say whether a noun looks like a plural: "twins" does, "bus" and "boss" do not.

    >>> is_plural("children"), is_plural("sisters"), is_plural("boss"), is_plural("")
    (True, True, False, False)
    """
    last = noun.rpartition(" ")[2]
    if last in {"people", "children", "men", "women", "mice", "sheep"}:
        return True
    return last.endswith("s") and not last.endswith(("ss", "us", "is")) and last not in _NOT_PLURAL


_NOT_PLURAL = frozenset({"gas", "lens", "series", "news", "atlas", "chaos", "canvas", "always"})
AUXILIARIES = {form: (kind.split()[0], kind.split()[1])
               for form, kind in word_table("auxiliaries").items()}  # fmt: skip
"""Form -> (which auxiliary, tense); "had" and "have" may also be full verbs."""

DETERMINERS = word_list("determiners")
PRONOUNS = word_list("pronouns")
PREPOSITIONS = word_list("prepositions")
SUBORDINATORS = word_list("subordinators")
HYPOTHETICAL = frozenset({"if", "unless", "whether", "lest", "provided", "suppose", "imagine"})
HEDGES = word_list("hedges")
ADVERBS = word_list("adverbs")
OPENERS = word_list("openers")
"""What opens a sentence before its subject: "Yesterday Kim called"."""
ADJECTIVES = word_list("adjectives")
_QUALITY = Regex(r"[\w-]{3,}(?:ive|ous|less|ical|ural|onal|ary|ible|able|ular|istic|antic|tic)")


def is_quality(word: str) -> bool:
    """Say whether a word looks like an adjective, though it may not be among `ADJECTIVES`.

    >>> is_quality("futuristic"), is_quality("banana")
    (True, False)
    """
    return _QUALITY.fullmatch(word) is not None


KIN = word_list("kin")
"""What someone can be of someone: "Anna's sister Eva"."""
RELATIVES = KIN - word_list("relatives")
"""What nobody is by himself: "Eva is a daughter" says nothing, "of Tom" does."""
ROLES = word_list("roles")
"""What someone or something can be of a thing: "the director of the film"."""
OFFICES = word_list("offices") | {"professor", "ambassador"}
"""What one may be of a firm, a club, a town: "the CEO of Acme"."""
RANKS = word_list("ranks")
"""What stands before an office: "chief executive", "Managing Director"."""
MEASURES = word_list("measures")
"""Nouns of distance and time: "lives five minutes from the sea"."""
LASTING = frozenset({"base", "locate", "situate", "own", "live", "call", "know", "house", "name"})
"""Verbs whose participle describes the present: "a company based in Oslo"."""
NAME_LINKS = word_list("name_links")
"""Lower-case words inside names: "Leonardo da Vinci"."""
NOBODY = frozenset(section("nobody_does").strip().splitlines())
"""Subjects of which nothing is said."""
UNSAID = frozenset(section("unsaid").strip().splitlines())
"""Openers of clauses that are not claimed."""
PARTICLES = frozenset({"up", "down", "out", "off", "over", "away"})
"""What a verb may carry right behind it: "took up a post"."""
PARTICLE_VERBS = word_list("particle_verbs")
"""They keep their particle before a preposition too: "grew up in Hull"."""
REPORTING = word_list("reporting")
"""Verbs whose complement is somebody's word, not a fact."""
CONTINENTS = frozenset("africa america antarctica asia australia europe".split())  # noqa: SIM905
COUNTRIES = word_list("countries")
"""Countries and large regions: a town lies in one, so living in both is no contradiction."""
PLACES = CONTINENTS | COUNTRIES | word_list("places")
"""Well-known places, casefolded: "left Oslo" is about where one lives, "left Acme" is not."""
