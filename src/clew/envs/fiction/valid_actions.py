"""What can be done in a parser game, found out by trying: Jericho's method without its spaCy.

Hausknecht et al., "Interactive Fiction Games: A Colossal Adventure" (2020), section 4: the nouns
in view are put into the forms of the game's commands, and those that change the world are kept.
Jericho finds nouns with spaCy's model, which has to be downloaded. Here they are all words in view
that the game's parser knows and that can be examined.
"""

import re
from collections.abc import Iterator
from itertools import permutations

from jericho.util import recognized, verb_usage_count

from clew.envs.fiction.interpreter import Interpreter

__all__ = ["nouns_in_view", "valid_actions"]

_WORD = re.compile(r"[a-z][a-z'-]+")
_SLOT = "OBJ"
_ALL = "all"
_NO_NOUNS = frozenset((
    "a", "about", "above", "after", "all", "am", "an", "and", "any", "are", "around", "as", "at",
    "away", "back", "be", "been", "before", "behind", "below", "beside", "between", "but", "by",
    "can", "can't", "carrying", "could", "did", "do", "does", "don't", "down", "east", "exit",
    "exits", "for", "from", "had", "has", "have", "he", "her", "here", "him", "his", "holding", "i",
    "if", "in", "inside", "into", "is", "isn't", "it", "its", "just", "led", "left", "look", "more",
    "my", "near", "nearby", "no", "north", "northeast", "northwest", "not", "nothing", "of", "off",
    "on", "one", "only", "onto", "or", "out", "outside", "over", "she", "so", "some", "south",
    "southeast", "southwest", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "those", "through", "to", "too", "under", "up", "very", "was", "way", "we", "wearing",
    "were", "west", "what", "where", "which", "who", "will", "with", "worn", "would", "you", "your",
))  # fmt: skip


def nouns_in_view(game: Interpreter) -> list[str]:
    """Return a name for each thing in view that can be examined, sorted.

    Of the words for one thing (those with the same description) the best is taken: of the tree of
    things before others, then the shortest, then by the alphabet.
    """
    known = game.words()
    longest = max(map(len, known), default=0)
    names: dict[str, float] = {}
    for text in (game.peek("look"), game.peek("inventory")):
        for word in _WORD.findall(text.lower()):
            if word not in _NO_NOUNS:
                names.setdefault(word, 1.0)
    for name in game.surroundings():
        *adjectives, last = name.split() or [""]
        names |= {name: 0.6, last: 1.1} if adjectives else {last: 1.1}
        names |= {word: 0.1 for word in adjectives if word not in names}
    described: dict[str, list[tuple[float, str]]] = {}
    for name, worth in sorted(names.items()):
        if " " in name or name[:longest] in known:
            said = game.peek(f"examine {name}") if name else ""
            if said and recognized(said):
                described.setdefault(said, []).append((0.01 * len(name) - worth, name))
    return sorted(min(each)[1] for each in described.values())


def valid_actions(game: Interpreter) -> tuple[str, ...]:
    """Return one command for each different change of the world that a command makes, sorted.

    It takes 0.05 to 5 s, and more with more things in view. Of commands with the same effect the
    one with the most usual verb is taken, then the first by the alphabet. Empty for a game that
    Jericho does not know, or that is over.
    """
    if not game.supported or game.won or game.lost:
        return ()
    nouns = [*nouns_in_view(game), _ALL]
    tried = dict.fromkeys(command for form in game.templates() for command in _filled(form, nouns))
    found = game.effective(tried)
    return tuple(sorted(min(same, key=lambda one: (-verb_usage_count(one), one)) for same in found))


def _filled(form: str, nouns: list[str]) -> Iterator[str]:
    for chosen in permutations(nouns, form.count(_SLOT)):
        command = form
        for noun in chosen:
            command = command.replace(_SLOT, noun, 1)
        yield command
