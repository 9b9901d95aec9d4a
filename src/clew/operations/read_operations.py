"""The operations that change nothing."""

from typing import Any

from clew.ask.asking import Asking
from clew.graph.types import AsOf
from clew.memory import Memory
from clew.operations import lines, requests
from clew.operations.base import Operation
from clew.operations.scope import Scope

__all__ = ["READING"]


def _recall(memory: Memory, asked: requests.Recall) -> Any:
    return memory.recall(asked.query, k=asked.k, where=asked.where)


def _ask(memory: Memory, asked: requests.Ask) -> Any:
    return memory.ask(asked.question, Asking(where=asked.where))


def _context(memory: Memory, asked: requests.Context) -> Any:
    return memory.context(asked.query, budget=asked.budget, where=asked.where)


def _list(memory: Memory, asked: requests.ListPage) -> Any:
    return memory.browse(
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


RECALL = Operation(
    name="recall",
    title="Recall",
    about="Find what the memory holds about something. Use it before answering anything about the "
    "user, earlier talks, people, plans or preferences.",
    request=requests.Recall,
    scope=Scope.READ,
    run=_recall,
    lines=lines.recalled,
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
    paged=True,
    example={"query": "Where does Anna live?", "budget": 400},
)
HISTORY = Operation(
    name="history",
    title="History",
    about="Every fact that ever held about a person or thing, oldest first, with its times: what "
    "was true before, and what replaced it.",
    request=requests.OfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: memory.history(requests.key(asked.entity)),
    lines=lines.items_of,
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
    paged=True,
    example={"what": "facts", "limit": 2},
)
CONFLICTS = Operation(
    name="conflicts",
    title="Conflicts",
    about="Facts that sources of different trust contradict, for a person to decide.",
    request=requests.Conflicts,
    scope=Scope.READ,
    run=lambda memory, asked: memory.conflicts(decided=asked.decided),
    lines=lines.conflicting,
    paged=True,
)
FACTS = Operation(
    name="facts",
    title="Facts about something",
    about="The facts that hold now about a person or thing, newest first.",
    request=requests.OfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: memory.facts(requests.key(asked.entity)),
    lines=lines.items_of,
    paged=True,
    example={"entity": "Anna"},
)
THESES = Operation(
    name="theses",
    title="Theses about something",
    about="The theses that hold now about a person or thing, newest first.",
    request=requests.OfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: memory.theses(requests.key(asked.entity)),
    lines=lines.items_of,
    paged=True,
    example={"entity": "Anna"},
)
ENTITY = Operation(
    name="entity",
    title="A person or thing",
    about="A person or thing by a name, with its other names.",
    request=requests.OfEntity,
    scope=Scope.READ,
    run=lambda memory, asked: memory.entity(requests.key(asked.entity)),
    lines=lambda memory, item: lines.items_of(memory, [item]),
    example={"entity": "Anna"},
)
EPISODE = Operation(
    name="episode",
    title="A text",
    about="A text as it was told, with its time, source and metadata.",
    request=requests.OfEpisode,
    scope=Scope.READ,
    run=lambda memory, asked: memory.episode(asked.episode),
    lines=lambda memory, item: lines.items_of(memory, [item]),
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
    example={"item": 1},
)
CHANGES = Operation(
    name="changes",
    title="Changes",
    about="What changed after a revision, oldest first.",
    request=requests.Changes,
    scope=Scope.READ,
    run=lambda memory, asked: memory.changes(asked.since, limit=asked.limit),
    lines=lines.changed,
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
)
USAGE = Operation(
    name="usage",
    title="Usage of models",
    about="Calls, tokens, seconds and cost of language models, by task.",
    request=requests.Nothing,
    scope=Scope.READ,
    run=lambda memory, _: [row._asdict() for row in memory.usage(by_episode=False)],
    lines=lines.fields_of,
)
READING = (
    RECALL, ASK, CONTEXT, HISTORY, LIST, CONFLICTS, FACTS, THESES, ENTITY, EPISODE, ITEM, CHANGES,
    JOBS, STATS, USAGE,
)  # fmt: skip
