"""The interpreter of story files, Jericho's, behind what the environment needs of it."""

import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from jericho import FrotzEnv

from clew.envs.fiction.signs import ended, heading, points
from clew.envs.parser_text import printable, shown

__all__ = ["Interpreter", "State"]

_SEED = 1
"""For games without a seed of their own: without one, the interpreter takes the clock's."""
_READ_LINE = 228
"""The machine's operation that waits for a command (Z-machine standard, section 15: `sread`)."""


class State(NamedTuple):
    """All of a game's state at one moment, to return to."""

    machine: Any
    score: int
    end: bool | None


class Interpreter:
    """Runs one story file.

    Jericho knows where some hundred games keep score, moves and things (`supported`). Of others,
    score and end are read in the text; moves, things and hash are unknown.

    Args:
        path: a story file, checked before (`story_file`).
        seed: of the game's chances; `None` or 0: the one with which Jericho's walkthrough wins.
    """

    def __init__(self, path: Path, seed: int | None = None) -> None:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Game .* is not fully supported")
            self.machine = FrotzEnv(str(path))
        self.supported = bool(self.machine.is_fully_supported)
        self.seeded(seed)
        self._score, self._end = 0, None  # type: int, bool | None

    def seeded(self, seed: int | None) -> None:
        """Set the seed from the next start on."""
        self.machine.seed(seed or self.machine.bindings.get("seed", _SEED))

    def start(self) -> str:
        """Begin the game and return what it prints."""
        self._score, self._end = 0, None
        text, _ = self.machine.reset()
        return self._read(text)

    def send(self, command: str) -> str:
        """Type a command and return what the game prints."""
        text, *_ = self.machine.step(command)
        return self._read(text)

    def _read(self, text: str) -> str:
        if self.supported:
            return printable(text)
        self._score += points(text)
        self._end = ended(text)
        return shown(text)  # most are made by TextWorld

    def peek(self, command: str) -> str:
        """Return what a command would print; nothing happens.

        Empty while the game waits for a key: it would wait for it a second time.
        """
        if self.machine.frotz_lib.get_opcode() != _READ_LINE:
            return ""
        before = self.state()
        try:
            return self.send(command)
        finally:
            self.restore(before)

    def state(self) -> State:
        """Return the game's state, also that of its chances."""
        return State(self.machine.get_state(), self._score, self._end)

    def restore(self, state: State) -> None:
        """Return to a state of this game."""
        self.machine.set_state(state.machine)
        self._score, self._end = state.score, state.end

    @property
    def score(self) -> int:
        """The score."""
        return int(self.machine.get_score()) if self.supported else self._score

    @property
    def max_score(self) -> int | None:
        """The best score, if it is known."""
        return int(self.machine.get_max_score()) if self.supported else None

    @property
    def moves(self) -> int | None:
        """What the game has counted as moves, if that is known; a game begun again counts anew."""
        return int(self.machine.get_moves()) if self.supported else None

    @property
    def won(self) -> bool:
        """Whether the game is over, and won."""
        return bool(self.machine.victory()) if self.supported else self._end is True

    @property
    def lost(self) -> bool:
        """Whether the game is over, and lost: it asks whether to restart."""
        if self.supported:
            return bool(self.machine.game_over() and not self.machine.victory())
        return self._end is False

    @property
    def world_hash(self) -> str | None:
        """Names the state of the game's things, if they are known."""
        return str(self.machine.get_world_state_hash()) if self.supported else None

    def location(self) -> str | None:
        """Return where the player is: by the tree of things, else by what "look" prints.

        Games in Inform 7 keep their names elsewhere.
        """
        room = self.machine.get_player_location() if self.supported else None
        name = "" if room is None else str(room.name).strip()
        return name or heading(self.peek("look"))

    def inventory(self) -> str:
        """Return what the player has: by the tree of things, else what "inventory" prints."""
        if self.supported:
            names = [str(one.name).strip() for one in self.machine.get_inventory()]
            if all(names):
                return ", ".join(names) or "nothing"
        return self.peek("inventory")

    def surroundings(self) -> Iterator[str]:
        """Yield the names of the things around the player, by the tree of things."""
        room = self.machine.get_player_location() if self.supported else None
        if room is None:
            return
        things = self.machine.get_world_objects()
        own = self.machine.get_player_object().num
        waiting, seen = [room.child], {0, own}
        while waiting:
            number = waiting.pop()
            if number in seen or not 0 < number < len(things):
                if number == own:  # what lies beside the player is found through it
                    waiting += [things[own].child, things[own].sibling]
                    own = -1
                continue
            seen.add(number)
            yield str(things[number].name).strip().lower()
            waiting += [things[number].child, things[number].sibling]

    def words(self) -> frozenset[str]:
        """Return the words that the game's parser knows, cut off as the parser does."""
        return frozenset(one.word for one in self.machine.get_dictionary())

    def templates(self) -> tuple[str, ...]:
        """Return the forms of the game's commands ("put OBJ in OBJ"), if they are known."""
        return tuple(self.machine.act_gen.templates) if self.machine.act_gen else ()

    def effective(self, commands: Iterable[str]) -> list[list[str]]:
        """Return the commands that change something, those with the same effect together."""
        # The interpreter tries all in one call; trying them one by one takes ten times as long.
        found = self.machine._filter_candidate_actions(list(commands), use_ctypes=True)
        return list(found.values())

    def walkthrough(self) -> tuple[str, ...]:
        """Return commands that win, if Jericho knows them."""
        return tuple(self.machine.get_walkthrough()) if self.supported else ()

    def close(self) -> None:
        """Release the game."""
        self.machine.close()
