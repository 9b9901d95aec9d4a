"""The keys by which names are found that may be one person's."""

from functools import lru_cache
from itertools import combinations, product

from clew.learn.who.called import COURTESY, MOST_WORDS, Called, plain_spellings, spelled
from clew.learn.who.short_names import long_forms, short_forms
from clew.text import normalise_name

__all__ = ["longer_keys", "name_keys", "shorter_keys"]


@lru_cache(maxsize=1 << 14)
def name_keys(name: str) -> tuple[str, ...]:
    """Return what a name is found by: its words, the first, the last, the second, all but one."""
    parts = spelled(Called(name))
    whole, bare = " ".join(parts.words) or normalise_name(name), parts.bare
    keys = [f"={whole}"]
    if parts.words != bare:
        keys.append(f"<{' '.join(bare)}")
    if len(bare) > MOST_WORDS:
        return tuple(keys)
    if parts.nick:
        nick = " ".join(parts.nick)
        keys += [f"^{nick}", f"<{nick} {bare[-1]}"]
    if len(bare) > 2:
        keys += [f"+{bare[1]}", f"-{' '.join(bare[1:])}", f"^{' '.join(bare[:2])}"]
        keys.append(f"|{bare[0]} {bare[-1]}")
    if len(bare) > 1:
        keys += [f"^{bare[0]}", f"${bare[-1]}"]
        lost = (" ".join(words) for words in plain_spellings(bare))
        keys += [f"%{one}" for one in lost if one.isascii()]  # others are lost by nobody
    return tuple(keys)


@lru_cache(maxsize=1 << 14)
def longer_keys(called: Called) -> tuple[str, ...]:
    """Return the keys under which all names are found that this one may be short for."""
    parts = spelled(called)
    bare = " ".join(parts.bare)
    if parts.besides or not bare:
        return ()
    if parts.title:
        return f"${parts.bare[-1]}", f"+{parts.bare[0]}"
    keys = [
        f"<{bare}",
        f"-{bare}",
        *(f"{end}{one}" for one in long_forms(parts.bare[0]) for end in "^+"),
    ]
    if len(parts.bare) == 1:
        return (*keys, f"^{bare}", f"+{bare}", f"${bare}")
    first, last = parts.bare[0], parts.bare[-1]
    if any(len(word) == 1 for word in parts.bare):
        keys.append(f"${last}" if len(last) > 1 else f"^{first}")
    return (*keys, f"%{bare}", f"^{bare}", f"|{bare}", f"={' '.join(reversed(parts.bare))}")


def shorter_keys(called: Called) -> list[str]:
    """Return the keys under which all names are found that may be short for this one."""
    parts = spelled(called)
    if not parts.bare:
        return []
    first, last = parts.ends
    keys = [f"={' '.join(parts.bare)}", *(f"={one}" for one in dict.fromkeys((first, last)))]
    if len(parts.bare) > 1:
        forms = short_forms(first)
        keys += [f"={one}" for form in forms for one in (form, f"{form} {last}")]
        keys += [f"={title} {last}" for title in COURTESY]
    if parts.title or called.gender:
        keys.append(f"${parts.bare[-1]}")
    if parts.title:
        keys += [f"={' '.join(parts.words)}", f"={' '.join(parts.title)} {first}"]
    if len(parts.bare) > 1:
        keys += [f"={' '.join(words)}" for words in _with_initials(parts.bare)]
        keys.append(f"={' '.join(reversed(parts.bare))}")
    if len(parts.bare) == 3:
        keys += [f"={one} {two}" for one, two in combinations(parts.bare, 2)]
    if parts.nick:
        nick = " ".join(parts.nick)
        keys += [f"={nick}", f"={nick} {parts.bare[-1]}"]
    return [*keys, *(f"={' '.join(words)}" for words in plain_spellings(parts.bare))]


def _with_initials(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a name as it is with an initial for some of its words, and one word whole."""
    if len(words) > MOST_WORDS:
        return []
    ways = product(*((word, word[0]) if len(word) > 1 else (word,) for word in words))
    return [way for way in ways if way != words and any(len(one) > 1 for one in way)]
