"""The parts that set questions are made of: names in a row, what is said of somebody, times."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clew.ask.sets.plans import End, Form, Pattern, Period, Taken, WantedStance, written
from clew.graph.types import Time
from clew.minds.english.asking.mentions import Find
from clew.minds.english.asking.phrases import AUXILIARIES, DETERMINERS, PREPOSITIONS, noun_readings
from clew.minds.english.asking.questions import Window
from clew.minds.english.asking.stances import target_of
from clew.minds.english.asking.stems import is_past, stem, word_set
from clew.minds.english.asking.windows import find_window

__all__ = ["Said", "Wording", "read"]

_AS_OF = re.compile(r"\bas of\b", re.IGNORECASE)
_FILLER = re.compile(
    r"^\W*(?:(?:please|so|and|now|well|ok|okay|also|(?:can|could) you|tell me|remind me"
    r"|i would like to know|do you know)\b[\s,]*)+",
    re.IGNORECASE,
)
_STATES = r"(?:positive|negative|neutral)"
_CHOICE = re.compile(
    rf"[\s,]*\(?\b{_STATES}(?:\s*[,/]\s*(?:(?:or|and)\s+)?{_STATES}|\s+(?:or|and)\s+{_STATES})+\)?",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?<=\w)(?:[?,;]\s*(?:and |if so,? (?:and )?)?(?P<named>which(?: ones?)?|who|what)"
    r"|\s*[:,;-]\s*(?:is|was|are|were) (?:it|they|(?:his|her|its|their|the) (?:\w+ )?\w+))$",
    re.IGNORECASE,
)
"""What is asked beside: "If so, which?", and of which "positive or negative" was taken out."""
_MOMENT = re.compile(
    r",? (?:now|currently|today|nowadays|at present|at the moment|right now|these days)$",
    re.IGNORECASE,
)
_PERFECT = re.compile(
    r"\b(?:has|have|had)\s+(?:\S+\s+){1,6}?(?:been|lived|\w+ed|had|worked|\w+own|\w+en)\b"
    r"|\bever\b|\bso far\b|\bover time\b|\bin total\b",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"(?:the )?(?:people|persons?|users?|speakers?|others|them|everybody|everyone|anybody|anyone"
    r"|somebody|someone|friends?|men|women|customers?|participants?)",
    re.IGNORECASE,
)
_MOST_NAMES = 8
_LEADING = word_set("do does did also both ever already currently now still all not then never")
_HAVING = word_set("have has had having own owns owned possess possesses keep keeps")
_INDEFINITE = word_set("a an any some no")
_OPEN = ("", "to", "into", "in", "at", "on", "from", "for", "with", "by")
"""Prepositions under which a verb asked without any may be kept: "who moved first"."""


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of somebody: relations as in facts, and the other end."""

    relations: tuple[str, ...]
    end: End


@dataclass(frozen=True, slots=True)
class Wording:
    """A question made ready: times and polite words taken out, one space between words."""

    text: str
    find: Find
    window: Window | None
    choice: bool
    """Whether it named the stances to choose from; they are taken out."""
    perfect: bool
    """Whether it asks for all there has been."""
    whether: Form
    """What answers a question for yes or no: the names where it goes on with "which?"."""

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of a whole question."""
        return pattern.fullmatch(self.text)

    # -- names -----------------------------------------------------------------------------

    def names(self, text: str) -> tuple[str, ...]:
        """Return the names of "Anna, Bob and Eva", each without its possessive."""
        whole = _bare(text)
        if self.find(whole):
            return (whole,)
        parts = re.split(r"\s*,\s*(?:and|or)\s+|\s*,\s*|\s+(?:and|or)\s+", whole)
        return tuple(dict.fromkeys(_bare(part) for part in parts if _bare(part)))

    def two(self, text: str) -> tuple[str, ...]:
        """Return two names or more, none where they are not names or more than `_MOST_NAMES`."""
        found = self.names(text)
        named = len(found) <= _MOST_NAMES and all(
            self.find(name) or name[:1].isupper() for name in found
        )
        return found if len(found) > 1 and named else ()

    def one(self, text: str) -> str:
        """Return one name, empty where the text is none."""
        found = _bare(text)
        known = self.find(found) or _named(found) or "'s " in found
        return found if known and not self.two(found) else ""

    def everybody(self, text: str) -> bool:
        """Tell whether a text names nobody but means all."""
        return _EVERYBODY.fullmatch(text.strip()) is not None

    # -- patterns --------------------------------------------------------------------------

    def opinion(
        self,
        who: Sequence[str],
        about: str = "",
        *,
        take: Taken = Taken.STANCE,
        stance: WantedStance = WantedStance.ANY,
        ever: bool = False,
    ) -> Pattern:
        """Return the pattern of somebody's opinions about a thing or an aspect of one."""
        target = target_of(_bare(about)) if about else None
        if target is not None and self.find(_bare(about)) and not self.find(target.thing):
            target = None
        thing = _bare(target.thing) if target else _bare(about)
        start, end = self.times()
        return Pattern(
            subject=End(names=tuple(who)),
            object=End(names=(thing,) if thing else ()),
            aspect=target.aspect if target else "",
            take=take,
            stance=stance,
            period=Period.EVER if ever else Period.NOW,
            start=start if ever else None,
            end=end,
        )

    def pattern(
        self, said: Said, who: Sequence[str] = (), *, take: Taken = Taken.OBJECT, ever: bool = False
    ) -> Pattern:
        """Return the pattern of what is said of somebody, or of whoever it is said of."""
        start, end = self.times()
        return Pattern(
            subject=End(names=tuple(who)),
            relations=said.relations,
            object=said.end,
            take=take,
            period=Period.EVER if ever or self.perfect else Period.NOW,
            start=start,
            end=end,
        )

    def times(self) -> tuple[str | None, str | None]:
        """Return the window as a plan writes it."""
        if self.window is None:
            return None, None
        return written(self.window.start), written(self.window.end)

    def said(self, text: str, kind: str = "") -> Said | None:
        """Read "lives in Rome", "has a dog", "moved"; `kind` is what an open end must be.

        Returns:
            `None` where something follows the verb that neither names a known thing nor a kind.
        """
        tokens = text.split()
        while tokens and tokens[0].casefold() in _LEADING:
            tokens = tokens[1:]
        if len(tokens) > 1 and tokens[0].casefold() in {"has", "have", "had"} and _part(tokens[1]):
            tokens = tokens[1:]
        tokens = [word for word in tokens if word.casefold() not in {"both", "also", "ever"}]
        if not tokens or not tokens[0].isalpha():
            return None
        for at in range(1, len(tokens)):
            end = self._end(tokens[at:])
            verb = tokens[:at]
            if end is not None and not _names_more(verb):
                return Said(_relations(verb, closed=True), end)
        if _names_more(tokens):
            return None
        return Said(_relations(tokens, closed=bool(kind)), End(kind=kind))

    def _end(self, tokens: Sequence[str]) -> End | None:
        """Read the other end: a name that is known, or "a dog"."""
        text = _bare(" ".join(tokens))
        if tokens[0].casefold() in _INDEFINITE and len(tokens) in {2, 3}:
            kind = " ".join(tokens[1:])
            return End(kind=kind) if kind.replace(" ", "").replace("-", "").isalpha() else None
        if not text or tokens[0].casefold() in PREPOSITIONS | AUXILIARIES:
            return None
        return End(names=(text,)) if self.find(text) else None

    def possession(self, owner: str, noun: str) -> Pattern:
        """Return the pattern of "Bob's books", "Anna's colleagues"."""
        start, end = self.times()
        base = Pattern(
            subject=End(names=(owner,)),
            relations=("has",),
            object=End(kind=noun),
            period=Period.EVER if self.perfect else Period.NOW,
            start=start,
            end=end,
        )
        if len(noun_readings(noun)) == 1:
            return base
        return base.model_copy(
            update={
                "subject": End(),
                "relations": (f"is the {noun} of",),
                "object": End(names=(owner,)),
                "take": Taken.SUBJECT,
            }
        )


def read(text: str, find: Find, now: Time | None) -> Wording:
    """Make a question ready for the rules."""
    window, bare = find_window(_AS_OF.sub("until", text), now)
    choice = _CHOICE.search(bare) is not None
    bare = _CHOICE.sub(" ", bare)
    bare = _FILLER.sub("", " ".join(bare.split()).strip())
    bare = bare.replace("’", "'")
    beside = _BESIDE.search(re.sub(r"[\s?!.]+$", "", bare))
    named = beside is not None and beside["named"] is not None
    for extra in (_BESIDE, _MOMENT):
        bare = extra.sub("", re.sub(r"[\s?!.]+$", "", bare))
    bare = re.sub(r"^[\s,]+|(?<=\s),\s*(?=\w+ (?:did|does|has|had|have|was|is)\b)", "", bare)
    perfect = _PERFECT.search(bare) is not None
    return Wording(bare, find, window, choice, perfect, Form.NAMES if named else Form.YES_NO)


def _bare(name: str) -> str:
    text = re.sub(r"^(?:the|that|those|from|between|of) ", "", name.strip(" ,:;"), flags=re.I)
    text = re.sub(r"(?:'s|(?<=s)')$", "", text)
    return text.strip()


def _named(text: str) -> bool:
    """Tell whether a text is written like a name, whether or not anything is called so."""
    return bool(text) and all(not word[:1].islower() for word in text.split())


def _part(word: str) -> bool:
    """Tell whether a word after "has" is a participle: "has lived in"."""
    low = word.casefold()
    return is_past(low) or low.endswith("en") or low in {"been"}


def _names_more(tokens: Sequence[str]) -> bool:
    """Tell whether words that should be a verb with its prepositions hold something else."""
    return (
        any(
            word[:1].isupper()
            or word.casefold() in {"and", "or", "but", "that", "who", "which", "not"}
            for word in tokens
        )
        or len([w for w in tokens if w.casefold() not in PREPOSITIONS | DETERMINERS | AUXILIARIES])
        > 3
    )


def _relations(tokens: Sequence[str], *, closed: bool) -> tuple[str, ...]:
    """Return the wordings of a verb as facts have them; an open end may follow any preposition."""
    low = [word.casefold() for word in tokens]
    while low and low[-1] in DETERMINERS:
        low = low[:-1]
    text = " ".join(low)
    if low and low[0] in _HAVING and len(low) == 1:
        return ("has",)
    bare = len(low) == 1 and stem(low[0]) not in {"be", "hav"}
    if closed or not bare:
        return (text,)
    return tuple(f"{text} {preposition}".strip() for preposition in _OPEN)
