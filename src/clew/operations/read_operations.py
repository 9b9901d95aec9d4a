"""The operations that change nothing."""

from typing import Any

from clew.ask.asking import Answer, Asking
from clew.ask.block import Block
from clew.errors import UnknownNameError
from clew.graph.types import AsOf, Entity, Episode, Fact, Item, Thesis
from clew.learn.remembering.learning_jobs import LearningJob
from clew.learn.trusting import Conflict
from clew.memory import Memory
from clew.operations import lines, requests
from clew.operations.base import Operation
from clew.operations.scope import Scope
from clew.recall.around import Surroundings, around, beginning
from clew.recall.base import Recalled
from clew.recall.listing import Page
from clew.recall.told_texts import Grounds, grounds
from clew.store.values import Change, Stats
from clew.text import entity_key

__all__ = ["READING"]


def _then(memory: Memory, asked: requests.Then) -> Memory:
    """Return the memory in the past that is asked for."""
    return memory.as_of(asked.as_of.valid, asked.as_of.known)


def _recall(memory: Memory, asked: requests.Recall) -> Any:
    return _then(memory, asked).recall(asked.query, k=asked.k, where=asked.where)


def _ask(memory: Memory, asked: requests.Ask) -> Any:
    how = Asking(where=asked.where, style=asked.style)
    return _then(memory, asked).ask(asked.question, how)


def _context(memory: Memory, asked: requests.Context) -> Any:
    return _then(memory, asked).context(asked.query, budget=asked.budget, where=asked.where)


def _list(memory: Memory, asked: requests.ListPage) -> Any:
    return _then(memory, asked).browse(
        asked.what,
        where=asked.where,
        limit=asked.limit,
        cursor=asked.cursor,
        newest=asked.newest,
        past=asked.past,
    )


def _item(memory: Memory, asked: requests.OfItem) -> Any:
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        return view.items([asked.item])[0]


def _items(memory: Memory, asked: requests.ItemsThen) -> Any:
    with _then(memory, asked).view() as view:
        found = []
        for one in dict.fromkeys(asked.items):
            try:
                found += view.always.items([one])
            except UnknownNameError:  # forgotten, or not known yet
                continue
    return found


def _around(memory: Memory, asked: requests.Around) -> Surroundings:
    with _then(memory, asked).view() as view:
        if asked.entity is None:
            return beginning(view, limit=asked.limit)
        return around(view, entity_key(asked.entity), limit=asked.limit, skip=asked.skip)


def _grounds(memory: Memory, asked: requests.ItemThen) -> Grounds:
    with _then(memory, asked).view() as view:
        return grounds(view, asked.item, limit=asked.limit)


def _texts(told: Grounds) -> list[Episode]:
    return [each.episode for each in told.texts]


RECALL = Operation(
    name="recall",
    title="Recall",
    about="Find what the memory holds about something. Use it before answering anything about the "
    "user, earlier talks, people, plans or preferences.",
    request=requests.Recall,
    scope=Scope.READ,
    run=_recall,
    lines=lines.recalled,
    result=list[Recalled],
    paged=True,
    example={"query": "Where does Anna live?", "k": 5},
)
ASK = Operation(
    name="ask",
    title="Ask",
    about="Answer one question from the memory alone, with the facts it rests on, or say that it "
    "does not know.",
    request=requests.Ask,
    scope=Scope.READ,
    run=_ask,
    lines=lines.answered,
    result=Answer,
    example={"question": "Where does Anna live?"},
)
CONTEXT = Operation(
    name="context",
    title="Context for a prompt",
    about="Return numbered lines about a question for a prompt, within a budget of tokens, with "
    "what each number cites.",
    request=requests.Context,
    scope=Scope.READ,
    run=_context,
    lines=lines.blocked,
    result=Block,
    paged=True,
    example={"query": "Where does Anna live?", "budget": 400},
)
HISTORY = Operation(
    name="history",
    title="History",
    about="Every fact that ever held about a person or thing, oldest first, with its times: what "
    "was true before, and what replaced it.",
    request=requests.ThenOfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: _then(memory, asked).history(entity_key(asked.entity)),
    lines=lines.items_of,
    result=list[Fact],
    paged=True,
    example={"entity": "Anna"},
)
LIST = Operation(
    name="list",
    title="List",
    about="List episodes (texts), entities, facts, theses or sources, page by page: to look "
    "through the memory, or to find the id of what to correct or forget.",
    request=requests.ListPage,
    scope=Scope.READ,
    run=_list,
    lines=lines.page_of,
    result=Page,
    paged=True,
    example={"what": "facts", "limit": 2},
)
CONFLICTS = Operation(
    name="conflicts",
    title="Conflicts",
    about="Facts that sources of different trust contradict, for a person to decide.",
    request=requests.Conflicts,
    scope=Scope.READ,
    run=lambda memory, asked: _then(memory, asked).conflicts(decided=asked.decided),
    lines=lines.conflicting,
    result=list[Conflict],
    paged=True,
)
FACTS = Operation(
    name="facts",
    title="Facts about something",
    about="The facts that hold now about a person or thing, newest first.",
    request=requests.ThenOfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: _then(memory, asked).facts(entity_key(asked.entity)),
    lines=lines.items_of,
    result=list[Fact],
    paged=True,
    example={"entity": "Anna"},
)
THESES = Operation(
    name="theses",
    title="Theses about something",
    about="The theses that hold now about a person or thing, newest first.",
    request=requests.ThenOfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: _then(memory, asked).theses(entity_key(asked.entity)),
    lines=lines.items_of,
    result=list[Thesis],
    paged=True,
    example={"entity": "Anna"},
)
ENTITY = Operation(
    name="entity",
    title="A person or thing",
    about="A person or thing by a name, with its other names.",
    request=requests.ThenOfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: _then(memory, asked).entity(entity_key(asked.entity)),
    lines=lambda memory, item: lines.items_of(memory, [item]),
    result=Entity,
    example={"entity": "Anna"},
)
EPISODE = Operation(
    name="episode",
    title="A text",
    about="A text as it was told, with its time, source and metadata.",
    request=requests.EpisodeThen,
    scope=Scope.READ,
    run=lambda memory, asked: _then(memory, asked).episode(asked.episode),
    lines=lambda memory, item: lines.items_of(memory, [item]),
    result=Episode,
    example={"episode": 1},
)
ITEM = Operation(
    name="item",
    title="An item",
    about="Whatever has this id, at whatever time it held.",
    request=requests.OfItem,
    scope=Scope.READ,
    run=_item,
    lines=lambda memory, item: lines.items_of(memory, [item]),
    result=Item,
    example={"item": 1},
)
AROUND = Operation(
    name="around",
    title="Around something",
    about="A part of the facts about a person or thing, of any time, with the things that they "
    "join: what holds first, then the past. Without a name, where to begin to look.",
    request=requests.Around,
    scope=Scope.READ,
    run=_around,
    lines=lambda memory, found: lines.items_of(memory, found.facts),
    result=Surroundings,
    example={"entity": "Anna", "limit": 20},
)
GROUNDS = Operation(
    name="grounds",
    title="Texts that tell it",
    about="The texts that a fact or thesis was learned from, the newest first, and where in each "
    "the sentence is.",
    request=requests.ItemThen,
    scope=Scope.READ,
    run=_grounds,
    lines=lambda memory, told: lines.items_of(memory, [told.item, *_texts(told)]),
    result=Grounds,
    example={"item": 1},
)
ITEMS = Operation(
    name="items",
    title="Items",
    about="Whatever has these ids, at whatever time it held; ids of nothing are left out.",
    request=requests.ItemsThen,
    scope=Scope.READ,
    run=_items,
    lines=lines.items_of,
    result=list[Item],
    paged=True,
    example={"items": [1, 2]},
)
CHANGES = Operation(
    name="changes",
    title="Changes",
    about="What changed after a revision, oldest first.",
    request=requests.Changes,
    scope=Scope.READ,
    run=lambda memory, asked: memory.changes(asked.since, limit=asked.limit),
    lines=lines.changed,
    result=list[Change],
    paged=True,
    example={"since": 0},
)
JOBS = Operation(
    name="jobs",
    title="Learning under way",
    about="How far learning from texts is, what came of it, and why nothing did; by default of all "
    "texts that are not learned from yet.",
    request=requests.Jobs,
    scope=Scope.READ,
    run=lambda memory, asked: memory.jobs(asked.episodes, wait_s=asked.wait_s),
    lines=lines.jobs_of,
    result=list[LearningJob],
    example={"episodes": [1], "wait_s": 10},
)
STATS = Operation(
    name="stats",
    title="Statistics",
    about="What the memory holds: counts, losses, what is still to be learned from, size.",
    request=requests.Nothing,
    scope=Scope.READ,
    run=lambda memory, _: memory.stats(),
    lines=lines.fields_of,
    result=Stats,
)
USAGE = Operation(
    name="usage",
    title="Usage of models",
    about="Calls, tokens, seconds and cost of language models, by task.",
    request=requests.Nothing,
    scope=Scope.READ,
    run=lambda memory, _: [row._asdict() for row in memory.usage(by_episode=False)],
    lines=lines.fields_of,
    result=list[dict[str, Any]],
)
READING = (
    RECALL, ASK, CONTEXT, HISTORY, LIST, CONFLICTS, FACTS, THESES, ENTITY, EPISODE, ITEM, ITEMS,
    AROUND, GROUNDS, CHANGES, JOBS, STATS, USAGE,
)  # fmt: skip
