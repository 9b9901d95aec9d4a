"""Whom the names of one text mean, as the text itself says, and which other names it tells."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.reading.people_named import who_is
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.other_names import told_apart

__all__ = ["WRITER", "Naming"]

WRITER = frozenset({"i", "we", "me", "us", "my", "our"})
_NAMED_KIN = re.compile(r"(?P<owner>.+)['’]s (?P<noun>[a-z-]+) (?P<name>[A-Z][\w-]+ [A-Z].*)")
"""A relative with a full name: "Anna's son Tom Hill junior"."""


@dataclass(slots=True)
class Naming:
    """The names of one text, as far as it is read."""

    cast: Cast
    text: str = ""
    several: bool = False
    """"We" speaks for more than the writer: nobody says "I"."""
    aliases: dict[tuple[str, str], None] = field(default_factory=dict)
    meant: dict[str, str] = field(default_factory=dict)
    """What the names mean that are somebody else's too."""
    said: str = ""
    """The sentence being read."""

    def full(self, name: str) -> str:
        """Return the full name the text gave a person; the short one becomes an alias of it."""
        short = name.strip()
        if (kin := _NAMED_KIN.match(short)) and kin["noun"] in KIN:
            short = kin["name"]
            alike = short == kin["owner"] or self.text.count(short) > 1
            return f"{short} ({kin['noun']})" if alike else short
        if short in self.cast.namesakes:
            return short
        if short.lower() in WRITER:
            return "" if self.several else "I"
        owner, mark, thing = short.partition("'s ")
        if mark and owner in self.cast.firsts:
            return f"{self.full(owner)}{mark}{thing}"
        full = self.cast.full_name(short)
        meant = who_is(short, full, self.said)
        if meant not in {short, full}:
            if full != short:
                self.meant[short] = meant
            return meant
        if short in self.meant:
            return self.meant[short]
        meant = full if full in self.text else short
        if meant != short:
            self.aliases[full, short] = None
        return meant

    def tell(self, pairs: Iterable[tuple[str, str]], sentence: str) -> None:
        """Note the other names that a sentence tells."""
        for name, other in pairs:
            apart = told_apart(name, other, sentence)
            self.aliases[name, apart] = None
            if apart != other:
                self.meant[other] = apart

    def ends(self, subject: str, thing: str) -> tuple[str, str]:
        """Return the full names of the two ends of a fact: one person is not both."""
        full = self.full(subject), self.full(thing)
        if full[0] != full[1] or subject == thing:
            return full
        short, longer = sorted((subject.strip(), thing.strip()), key=len)
        self.meant[short] = short  # "Emma Strand likes Emma"
        self.aliases.pop((longer, short), None)
        self.cast.namesakes.add(short)
        return subject.strip(), thing.strip()
