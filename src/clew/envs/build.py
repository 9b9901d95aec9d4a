"""Makes a game file from a specification, in a separate process.

    python -m clew.envs.build SPECIFICATION.json GAME.z8

TextWorld generates texts from process-wide random numbers, and the bytes of its cooking games
depend on the hash seed of the process. `clew.envs.games` therefore runs this module with a fixed
hash seed; nothing else needs to run it.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import textworld
from pydantic import TypeAdapter
from textworld.challenges.tw_cooking import cooking
from textworld.generator import Game, compile_game
from textworld.generator.game import Event, GameOptions, Quest

from clew.envs.blueprint import Blueprint, Thing

if TYPE_CHECKING:
    from textworld.generator.maker import WorldEntity

__all__ = ["main"]

_FORMS = {"container": "c", "support": "s", "key": "k", "object": "o"}
_BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}


def _options(seed: int, path: Path) -> GameOptions:
    options = GameOptions()
    options.seeds = seed
    options.path = str(path)
    options.force_recompile = True
    return options


def _of_blueprint(plan: Blueprint, options: GameOptions) -> Game:
    """Return the game of a blueprint, with the engine's room descriptions."""
    maker = textworld.GameMaker(options)
    rooms = {name: maker.new_room(name) for name in plan.rooms}
    for link in plan.links:
        way = getattr(rooms[link.room], link.direction)
        maker.connect(way, getattr(rooms[link.other], _BACK[link.direction]))
    maker.set_player(rooms[plan.start])
    known: dict[str, WorldEntity] = dict(rooms)
    for thing in plan.things:
        known[thing.name] = _made(maker, thing)
    for thing in plan.things:
        known[thing.place].add(known[thing.name])
        if thing.opens:
            maker.add_fact("match", known[thing.name], known[thing.opens])
    for name in plan.goals:
        taken = Event(conditions={maker.new_fact("in", known[name], maker.inventory)})
        maker.quests.append(Quest(win_events=[taken], reward=1))
    return maker.build()


def _made(maker: textworld.GameMaker, thing: Thing) -> "WorldEntity":
    made = maker.new(type=_FORMS[thing.form], name=thing.name, desc=thing.text or None)
    if thing.state:
        made.add_property(thing.state)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Make the game from a `plan`, a `recipe` with its `seed`, or the `.json` of a `game`."""
    source, target = sys.argv[1:] if argv is None else argv
    given = json.loads(Path(source).read_text(encoding="utf-8"))
    options = _options(given.get("seed", 0), Path(target))
    textworld.g_rng.set_seed(given.get("seed", 0))
    if "plan" in given:
        game = _of_blueprint(TypeAdapter(Blueprint).validate_python(given["plan"]), options)
    elif "recipe" in given:
        game = cooking.make({"recipe_seed": 0, "split": "", **given["recipe"]}, options)
    else:
        game = Game.load(given["game"])
    compile_game(game, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
