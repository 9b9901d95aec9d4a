"""Which words a parser game has shown to know, and which things of its texts are there."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from clew.minds.fiction.room_text import Mentioned
from clew.minds.fiction.story_places import Place

__all__ = ["KnownWords"]

_UNKNOWN_VERB = 2
"""Doubts that an unknown verb is worth."""


@dataclass(slots=True)
class KnownWords:
    """What was refused for its words, and what is in view; things by place and name."""

    verbs: Counter[str] = field(default_factory=Counter)
    """Verb -> how often the game did not know it."""
    _absent: Counter[str] = field(default_factory=Counter)
    """Thing -> how often the game did not know it, anywhere."""
    _nothing: dict[tuple[str, str], bool] = field(default_factory=dict)
    """(place, thing) that the game did not know there -> whether it was told as lying there."""
    _gone: set[tuple[str, str]] = field(default_factory=set)
    """What was taken, or went out of view with what came to light together with it."""
    _light: dict[tuple[str, str], str] = field(default_factory=dict)
    """(place, thing) -> the command that brought it to light."""

    def begin_again(self) -> None:
        """Note that another life begins: what was taken is back."""
        self._gone.clear()

    def doubts(self, verb: str, thing: str) -> int:
        """Return how often the game did not know a verb or a thing."""
        return self._absent[thing] + _UNKNOWN_VERB * self.verbs[verb]

    def there(self, place: str, thing: str) -> bool:
        """Return whether a thing that the texts of a place mention may be there."""
        return (place, thing) not in self._gone and (place, thing) not in self._nothing

    def seen(self, place: str, things: Iterable[Mentioned]) -> None:
        """Note that a text mentions things (again).

        What the game did not know there is believed only if it lies there now.
        """
        for one in things:
            at = (place, one.name)
            self._gone.discard(at)
            if one.listed and not self._nothing.get(at, True):
                del self._nothing[at]

    def came_to_light(self, place: Place, thing: Mentioned, command: str) -> None:
        """Note that a command has shown a thing."""
        place.things.setdefault(thing.name, thing)
        at = (place.name, thing.name)
        self._gone.discard(at)
        self._nothing.pop(at, None)
        self._light[at] = command

    def taken(self, place: str, thing: str) -> None:
        """Note that a thing was taken from a place."""
        self._gone.add((place, thing))

    def absent(self, place: Place, thing: str) -> None:
        """Note that the game does not know a thing at a place, nor what came to light with it."""
        at = (place.name, thing)
        self._absent[thing] += 1
        self._nothing[at] = thing in place.things and place.things[thing].listed
        if by := self._light.get(at):
            shown = (one for one, command in self._light.items() if command == by)
            self._gone.update(one for one in shown if one[0] == place.name)
