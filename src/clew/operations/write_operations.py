"""The operations that change something."""

from typing import Any

from clew.graph.types import Entity
from clew.learn.conversation.chat_message import ChatMessage
from clew.learn.forget import ForgetReceipt
from clew.learn.items.correcting import Corrected
from clew.learn.observe import Receipt
from clew.memory import Memory
from clew.operations import lines, requests
from clew.operations.base import Operation
from clew.operations.requests import Decision, moment
from clew.operations.scope import Scope
from clew.store.values import Problem
from clew.text import entity_key

__all__ = ["WRITING"]


def _remember(memory: Memory, given: requests.Remember) -> Any:
    said = (
        ChatMessage(given.role, given.text, given.name) if given.role or given.name else given.text
    )
    return memory.remember(
        said,
        at=moment(given.at),
        source=given.source,
        conversation=given.conversation,
        metadata=given.metadata,
        once=given.once,
        wait=given.wait,
    )


def _correct(memory: Memory, given: requests.Correct) -> Any:
    return memory.correct(given.item, given.correction, at=moment(given.at))


def _forget(memory: Memory, given: requests.Forget) -> Any:
    return memory.forget(
        episode=given.episode,
        source=given.source,
        conversation=given.conversation,
        entity=None if given.entity is None else entity_key(given.entity),
        listed=given.listed,
        keep=given.keep,
        dry_run=given.dry_run,
    )


def _decide(memory: Memory, given: requests.Decide) -> None:
    trust = memory.trust
    decisions = {
        Decision.CONFIRM: trust.confirm,
        Decision.REJECT: trust.reject,
        Decision.UNDO: trust.undo,
    }
    decisions[given.decision](given.fact)


def _trust(memory: Memory, given: requests.SetTrust) -> Any:
    if given.level is None:
        memory.trust.unset(given.source)
    else:
        memory.trust.set(given.source, given.level)
    return memory.trust.levels()


REMEMBER = Operation(
    name="remember",
    title="Remember",
    about="Keep a text and learn its facts. Use it whenever the user tells something that will "
    "matter later; newer facts replace older ones by themselves.",
    request=requests.Remember,
    scope=Scope.WRITE,
    run=_remember,
    lines=lines.remembered,
    result=Receipt,
    example={"text": "Anna moved to Rome.", "source": "chat/1", "at": "2024-02-01"},
)
CORRECT = Operation(
    name="correct",
    title="Correct",
    about="Replace one fact or thesis that is wrong or out of date; what was known before stays "
    "readable.",
    request=requests.Correct,
    scope=Scope.WRITE,
    run=_correct,
    lines=lines.corrected,
    result=Corrected,
    example={"item": 39, "object": "Turin", "source": "chat/2"},
)
RETIRE = Operation(
    name="retire",
    title="Retire",
    about="Show one fact or thesis no more, as if it had never been true; restore undoes it.",
    request=requests.OfItem,
    scope=Scope.WRITE,
    run=lambda memory, given: memory.retire(given.item),
    lines=lines.fields_of,
    result=None,
    example={"item": 39},
)
RESTORE = Operation(
    name="restore",
    title="Restore",
    about="Let a retired fact or thesis hold again.",
    request=requests.OfItem,
    scope=Scope.WRITE,
    run=lambda memory, given: memory.restore(given.item),
    lines=lines.fields_of,
    result=None,
    example={"item": 39},
)
ANNOTATE = Operation(
    name="patch_metadata",
    title="Change metadata",
    about="Change the metadata of a text by a JSON merge patch; return them all.",
    request=requests.Annotate,
    scope=Scope.WRITE,
    run=lambda memory, given: memory.patch_metadata(given.episode, given.patch),
    lines=lines.metadata_of,
    result=dict[str, Any],
    idempotent=True,
    example={"episode": 1, "patch": {"team": "blue"}},
)
LEARN_PENDING = Operation(
    name="learn_pending",
    title="Learn what is pending",
    about="Learn from every text that is kept but not learned from yet.",
    request=requests.Nothing,
    scope=Scope.WRITE,
    run=lambda memory, _: memory.learn_pending(),
    lines=lines.fields_of,
    result=list[Receipt],
    idempotent=True,
)
MERGE = Operation(
    name="merge",
    title="Merge two names",
    about="Make two names one thing; the first is kept, and split undoes it.",
    request=requests.TwoNames,
    scope=Scope.WRITE,
    run=lambda memory, given: memory.merge(entity_key(given.one), entity_key(given.other)),
    lines=lambda memory, item: lines.items_of(memory, [item]),
    result=Entity,
    example={"one": "Anna", "other": "Annie"},
)
SPLIT = Operation(
    name="split",
    title="Split a name off",
    about="Undo the merge of a name, which gets its facts back.",
    request=requests.OfEntity,
    scope=Scope.WRITE,
    run=lambda memory, given: memory.split(entity_key(given.entity)),
    lines=lambda memory, item: lines.items_of(memory, [item]),
    result=Entity,
    example={"entity": "Annie"},
)
DECIDE = Operation(
    name="decide",
    title="Decide a conflict",
    about="Let a disputed fact stand (confirm), reject it, or undo a decision.",
    request=requests.Decide,
    scope=Scope.ADMIN,
    run=_decide,
    lines=lines.fields_of,
    result=None,
    example={"fact": 39, "decision": "confirm"},
)
TRUST = Operation(
    name="trust",
    title="Trust a source",
    about="Say how far a source is trusted; a less trusted one ends nothing that a more trusted "
    "one says. Returns all levels.",
    request=requests.SetTrust,
    scope=Scope.ADMIN,
    run=_trust,
    lines=lines.fields_of,
    result=dict[str, int],
    idempotent=True,
    example={"source": "web/*", "level": -1},
)
FORGET = Operation(
    name="forget",
    title="Forget",
    about="Erase a text for good, with all that only it told. To replace what is out of date, "
    "use correct.",
    request=requests.Forget,
    scope=Scope.FORGET,
    run=_forget,
    lines=lines.forgotten,
    result=ForgetReceipt,
    destructive=True,
    example={"episode": 36, "dry_run": True},
)
CHECK = Operation(
    name="check",
    title="Check the file",
    about="Problems of the file; none when it is sound.",
    request=requests.Nothing,
    scope=Scope.ADMIN,
    run=lambda memory, _: memory.check(),
    lines=lines.checked,
    result=list[Problem],
    idempotent=True,
)
WRITING = (
    REMEMBER, CORRECT, RETIRE, RESTORE, ANNOTATE, LEARN_PENDING, MERGE, SPLIT, DECIDE, TRUST,
    FORGET, CHECK,
)  # fmt: skip
