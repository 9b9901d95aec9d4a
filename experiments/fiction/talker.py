"""A scripted model that plays parser games as weak language models do, to compare agents with.

It is no language model and thinks nothing. It names things that the text in front of it mentions,
with verbs that are drawn as such models draw them: most are understood, many are not, and about a
fifth of the commands are sentences. It reads of a prompt what an agent adds to it: which commands
are possible, which forms of commands were taken and refused, what may not be given here, and what
was done last. So agents differ by what they show, not by what they are.
"""

import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from clew.agents.baselines.tasks import Acting, Lesson, Reflect, ThinkAndAct
from clew.agents.fiction.forms import form_of
from clew.agents.fiction.tasks import (
    Accepted,
    Continue,
    Next,
    Recollect,
    Recollection,
    Suggest,
    Suggestion,
    WasAccepted,
)
from clew.agents.scene import Scene
from clew.llm.base import Task
from clew.llm.rules import RuleModel, Rules
from clew.minds.fiction.room_text import things_in

__all__ = ["talker"]

_TAUGHT = (
    *("examine {}", "take {}", "open {}", "read {}", "search {}", "push {}", "go {}", "look"),
    "inventory",
)
"""What most games take."""
_TRIED = (
    *("use {}", "investigate {}", "check {}", "approach {}", "talk to {}", "pick {} up"),
    *("walk towards {}", "interact with {}", "inspect {}", "explore", "think", "continue"),
)
"""What models give as well."""
_SENTENCES = (
    "look around the area carefully for the {} and anything else of interest",
    "take a closer look at the {} to see if there is anything useful",
    "go over to the {} and try to find out what it is for",
)
"""Eight words and more, as a fifth of the recorded commands."""
_SENTENCE, _STRANGE = 0.19, 0.4
"""Shares of sentences, and of the words that not all games know among the rest."""
_WAYS = ("north", "east", "south", "west", "up", "down")
_CANDIDATES = 5
_DRAWS = 30
_AGAIN = "restart"
_OVER = ("restart", "restore")


def talker(seed: int = 0) -> RuleModel:
    """Return the model: the same prompt gets the same answer, another seed another one."""
    rules: Rules = {
        ThinkAndAct: lambda task: Acting(action=_action(task, task.now, seed)),
        Suggest: lambda task: _suggested(task, seed),
        Continue: lambda task: Next(action=_drawn(_chance(task, seed), task.transcript)),
        Reflect: lambda _: Lesson(lesson="What was refused is of no use: try other commands."),
        Recollect: _recollected,
        WasAccepted: lambda _: Accepted(accepted=True),
    }
    return RuleModel(rules, name="talker")


def _chance(task: Task[Any], seed: int) -> random.Random:
    """Return chances that depend on nothing but the prompt and the seed."""
    told = "\n".join(one.text for one in task.messages())
    return random.Random(sha256(f"{seed}\n{told}".encode()).digest())


def _text(now: Scene) -> str:
    """Return what was seen here and last."""
    return "\n\n".join([now.around, *(one.line().partition(" | ")[2] for one in now.past[-1:])])


def _action(task: ThinkAndAct, now: Scene, seed: int) -> str:
    chance = _chance(task, seed)
    if now.actions:
        return chance.choice(now.actions)
    return _drawn(chance, _text(now))


def _drawn(chance: random.Random, text: str) -> str:
    """Return a command about what a text mentions."""
    if all(word in text[-200:].lower() for word in _OVER):
        return _AGAIN
    things = [one.name for part in text.split("\n\n") for one in things_in(part)]
    thing = chance.choice(things or ["room"])
    if chance.random() < _SENTENCE:
        return chance.choice(_SENTENCES).format(thing)
    form = chance.choice(_TRIED if chance.random() < _STRANGE else _TAUGHT)
    return form.format(chance.choice(_WAYS) if form == "go {}" else thing)


def _suggested(task: Suggest, seed: int) -> Suggestion:
    """Name up to five: forms that were taken first, none that was refused."""
    chance, text = _chance(task, seed), _text(task.now)
    named = list(dict.fromkeys(_drawn(chance, text) for _ in range(_DRAWS)))
    valid, invalid = (_forms(lines) for lines in (task.valid, task.invalid))
    open_to = [one for one in named if one not in task.refused and form_of(one) not in invalid]
    best = sorted(open_to or named, key=lambda one: form_of(one) not in valid)[:_CANDIDATES]
    return Suggestion(candidates=tuple(best), action=best[0])


def _forms(lines: Sequence[str]) -> frozenset[str]:
    """Return forms without their counts."""
    return frozenset(line.partition(" (")[0] for line in lines)


def _recollected(task: Recollect) -> Recollection:
    """Keep the first line of what was seen; fetch what shares most words with it."""
    words = {*task.texts[-1].lower().split()}
    relevant = max(task.memories, key=lambda one: len(words & {*one.lower().split()}), default="")
    new = next((line for line in task.texts[-1].splitlines() if line.strip()), "")
    return Recollection(new=new[:200], relevant=relevant)
