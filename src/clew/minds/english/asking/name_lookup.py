"""Which entities of a view a name in an English question may mean."""

from clew.graph.types import Entity, Kind
from clew.graph.view import View
from clew.minds.english.asking.vocabulary import TITLES
from clew.minds.english.words.word_lists import section
from clew.text import STOP_WORDS, normalise_name, words

__all__ = ["Linker"]

_SPEAKER = ("I", "we", "me", "player", "you", "user", "inventory")
_FAMILY = [line.split() for line in section("family_names").strip().splitlines()]
"""What one calls one's own, by who it is."""
_MAX_MEANINGS = 3
_CANDIDATES = 30


class Linker:
    """Looks up names for one question and keeps what they were linked to (`links`).

    A name is an entity's if it is its name or alias; else if it is the name without a title; else
    if it opens or ends the names of at most three entities ("Brackwater", "Munro"), or, for words
    without a capital, ends the name of exactly one ("the observatory"), or is the name of any but
    for what tells it apart ("the dog (letter)").
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._memo: dict[str, tuple[int, ...]] = {}

    @property
    def links(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Every text that named something, with its meanings, sorted by text."""
        return tuple(sorted((text, ids) for text, ids in self._memo.items() if ids))

    def find(self, name: str) -> tuple[int, ...]:
        """Return the entities a text may name, ascending; none when it names nothing known."""
        if name not in self._memo:
            self._memo[name] = self._find(name)
        return self._memo[name]

    def _find(self, name: str) -> tuple[int, ...]:
        if name.casefold() in {"i", "me", "my", "we", "our", "us", "mine", "myself"}:
            return tuple(dict.fromkeys(id for one in _SPEAKER for id in self._view.find(one)))
        exact = tuple(self._view.find(name))
        role, link, owner = name.partition(" of ")
        if link and not exact:  # "head of the mint" may be kept as "the mint's head"
            of = (f"{owner}'s {normalise_name(role)}", f"{owner} {normalise_name(role)}")
            exact = next(filter(None, (tuple(self._view.find(one)) for one in of)), ())
        spelled = normalise_name(name)
        exact = exact or self._of_a_family(spelled) or self._of_theirs(spelled)
        said = words(normalise_name(name))
        if len(said) > 1 and said[0] in TITLES and not exact:
            return self.find(" ".join(said[1:]))
        if not said or len(said) > 4 or said[0] in STOP_WORDS or said[-1] in STOP_WORDS:
            return exact
        capital = any(char.isupper() for char in name)
        more = self._related(said, exact, capital=capital)
        return tuple(sorted({*exact, *more}))

    def _of_a_family(self, name: str) -> tuple[int, ...]:
        """Return whom "Mum" and "Anna's mother" mean: "Anna's mum", of two families' nobody."""
        owner, mark, word = name.rpartition("'s ")
        same = next((one for one in _FAMILY if (word or name) in one), ())
        if mark:
            return tuple(id for one in same for id in self._view.find(f"{owner}'s {one}"))
        return self._ending(name, [f"'s {one}" for one in same])

    def _of_theirs(self, name: str) -> tuple[int, ...]:
        """Return what "Mum's car" means: "Anna's mum's car", of two families' nothing."""
        member, mark, thing = name.partition("'s ")
        same = next((one for one in _FAMILY if mark and member in one), ())
        return self._ending(name, [f"'s {one}'s {thing}" for one in same])

    def _ending(self, name: str, ends: list[str]) -> tuple[int, ...]:
        """Return the only entity like a name whose own has one of some ends."""
        hits = self._view.match(name, _CANDIDATES, kind=Kind.ENTITY) if ends else ()
        found = [item.id for item in self._view.items([id for id, _ in hits])
                 if isinstance(item, Entity)
                 and normalise_name(item.name).endswith(tuple(ends))]  # fmt: skip
        return tuple(found) if len(found) == 1 else ()

    def _related(
        self, said: list[str], exact: tuple[int, ...], *, capital: bool
    ) -> tuple[int, ...]:
        """Return entities with a longer or, for a known name, shorter form of the name."""
        hits = self._view.match(" ".join(said), _CANDIDATES, kind=Kind.ENTITY)
        longer: list[int] = []
        of_texts: list[int] = []
        shorter: list[int] = []
        rivals = 0
        for item in self._view.items([id for id, _ in hits if id not in exact]):
            assert isinstance(item, Entity)
            names = [words(normalise_name(name)) for name in (item.name, *item.aliases)]
            own = normalise_name(item.name).partition(" (")
            if own[1] and not capital and own[0] == " ".join(said):
                of_texts.append(item.id)
            elif any(_part_of(said, name, capital) for name in names):
                longer.append(item.id)
            elif exact and any(_part_of(name, said, capital=True) for name in names):
                shorter.append(item.id)
            elif any(name[-1:] == said[-1:] and len(name) > 1 for name in names):
                rivals += 1
        most = 1 if exact or not capital else _MAX_MEANINGS
        found = longer if len(longer) <= most else []
        return (*found, *of_texts, *(shorter if not rivals else ()))


def _part_of(said: list[str], whole: list[str], capital: bool) -> bool:
    if len(whole) <= len(said) or len(whole) > 6 or "s" in whole:
        return False
    return whole[-len(said) :] == said or (capital and whole[: len(said)] == said)
