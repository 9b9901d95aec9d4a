"""Turns any reply into a value, counted losses, or a failure that says what to send instead.

The text around the answer is removed (reasoning, channels, markers, refusals), JSON is found in the
rest and repaired (`repair`), and its data is fitted to the task's type, item by item (`fit`). Of
several answers, as from a model that invents further turns of the conversation, the first is taken.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Task, Usage
from clew.llm.reply.fit import Fit, fitted, short, wanted_in_words
from clew.llm.reply.repair import Found, json_values, whole_json
from clew.regex import Regex

__all__ = ["Part", "parts", "read_reply"]

_TOKEN = Regex(r"<[|｜][^|｜<>\n]{1,60}[|｜]>|</?s>|\[/?INST\]|<(?:bos|eos|end_of_turn)>")
_MESSAGE = Regex(r"<\|message\|>")
_FINAL = Regex(r"<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?\Z")
_CHANNEL_END = Regex(r"<\|(?:end|return|call|start|channel)\|>")
_NAMES = "think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad"
_TAG = Regex(rf"<(/?)(?:{_NAMES})>", re.IGNORECASE)
_MARKER = Regex(
    r"^[ \t>*#_`]{0,9}(?:(?:my |the )?final )?(?:answer|output|response|result|json)[*_`]{0,3} ?:",
    re.IGNORECASE | re.MULTILINE,
)
_UNWILLING = (
    r"(?:assist|help|comply|fulfil|provide|support|engage|participate|continue|generate|create"
    r"|discuss|share|process|complete|do\s+(?:that|this|so)|with)"
)
_REFUSAL = Regex(
    r"[^\w\s]{0,3}(?:(?:i['’]?\s?a?m\s+(?:so\s+|really\s+|very\s+)?sorry|i\s+apologi[sz]e|sorry)\b"
    rf"|(?:unfortunately,?\s+)?i\s?(?:can(?:no|['’])?t|['’]m\s+(?:unable|not\s+able)\s+to"
    rf"|am\s+(?:unable|not\s+able)\s+to|won['’]t|must\s+decline\s+to)\s+{_UNWILLING}"
    r"|as\s+an\s+ai\b"
    r"|es\s+tut\s+mir\s+(?:sehr\s+)?leid|ich\s+kann\s+(?:dabei|dir|ihnen)\b.{0,40}nicht"
    r"|(?:je\s+suis\s+)?désolée?\b|lo\s+siento|mi\s+dispiace|desculpe|sinto\s+muito"
    r"|извините|простите|к\s+сожалению,?\s+я\s+не"
    r"|对不起|很?抱歉|申し訳|すみません|죄송|عذر|آسف|üzgünüm|przepraszam|przykro\s+mi)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a reply to search for the answer."""

    text: str
    last: bool = False
    """The answer must be its last value and end it; earlier values are drafts."""


def _is_refusal(text: str) -> bool:
    """Return whether a text begins like a refusal, in about fifteen languages."""
    return _REFUSAL.match(text.lstrip()[:200]) is not None


def parts(text: str) -> Iterator[Part]:
    """Yield the parts to search for the answer, best first.

    These are the text after "Final answer:", then everything outside the reasoning, then the
    reasoning, for models that answer inside it or never close it.
    """
    reasoning, answer = _reasoned(_final_channel(text))
    answer = _TOKEN.sub("\n", answer)
    marker = _MARKER.search(answer)
    if marker:
        yield Part(answer[marker.end() :])
    yield Part(answer)
    if reasoning:
        yield Part(_TOKEN.sub("\n", reasoning), last=True)


def _final_channel(text: str) -> str:
    """Return the final channel of a reply with channels (harmony), else the last one."""
    messages = _MESSAGE.split(text)
    if len(messages) == 1:
        return text
    chosen = next(
        (i for i in range(1, len(messages)) if _FINAL.search(messages[i - 1])), len(messages) - 1
    )
    return _CHANNEL_END.split(messages[chosen], maxsplit=1)[0]


def _reasoned(text: str) -> tuple[str, str]:
    """Split a reply into reasoning and answer.

    A closing tag without an opening one ends reasoning from the start of the reply; an opening tag
    without a closing one begins reasoning up to its end.
    """
    reasoning: list[str] = []
    answer: list[str] = []
    start, inside = 0, False
    for tag in _TAG.finditer(text):
        between = text[start : tag.start()]
        if tag[1]:
            reasoning += [between] if inside else [*answer, between]
            answer = answer if inside else []
        else:
            (reasoning if inside else answer).append(between)
        start, inside = tag.end(), not tag[1]
    (reasoning if inside else answer).append(text[start:])
    return "\n".join(reasoning), "\n".join(answer)


_LARGEST = 2_000_000  # characters; about a hundred times the longest allowed reply
_VALUES = 500  # JSON values read in one text
_NESTED = 3  # levels of JSON inside JSON strings
_BETWEEN = " \n\r\t,;"
_AROUND = " \n\r\t`"


@dataclass(frozen=True, slots=True)
class _Read:
    """The contents of a reply: a fit, what was done to get it, and what was dropped."""

    fit: Fit
    how: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()
    refusal: str = ""
    """The text of a refusal."""


def read_reply(
    task: Task[Any],
    reply: object,
    *,
    usage: Usage | None = None,
    origin: Origin = Origin.MODEL,
    how: str = "",
) -> Result[Any]:
    """Return the result of a reply; never raises because of the reply's contents.

    Args:
        task: the question.
        reply: text or UTF-8 bytes with JSON in it, plain data, or a value of the output type.
        usage: its cost.
        origin: where it came from.
        how: the way of asking. Notes on what was done to the reply are appended: "repaired",
            "cut off", "salvaged" (with losses), "first of 2".
    """
    spent = Usage() if usage is None else usage
    kind = type(task)
    if isinstance(reply, kind.output_type):
        return Result(reply, usage=spent, origin=origin, how=how)
    read = _read(kind, reply)
    losses = (*read.fit.losses, *read.losses)
    notes = [how, *read.how, "salvaged" if losses and read.fit.value is not None else ""]
    said = ", ".join(dict.fromkeys(note for note in notes if note))
    if read.fit.value is not None:
        return Result(read.fit.value, losses=losses, usage=spent, origin=origin, how=said)
    failure = Failure(
        FailureKind.BAD_REPLY,
        f"expected {wanted_in_words(kind)} as JSON; {read.fit.problem}; send that object alone",
        retry=True,
    )
    if read.refusal:
        failure = Failure(FailureKind.REFUSED, f"the model refused: {short(read.refusal)}")
    return Result(None, failure, losses, usage=spent, origin=origin, how=said)


def _read(kind: type[Task[Any]], reply: object) -> _Read:
    if isinstance(reply, bytes | bytearray):
        try:
            reply = bytes(reply).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            return _unread(f"got bytes that are not UTF-8 ({error.reason})")
    if isinstance(reply, str):
        return _read_text(kind, reply, _NESTED)
    fit = fitted(kind, reply)
    return _Read(fit, ("repaired",) if fit.changed else (), refusal=_refusal(reply))


def _read_text(kind: type[Task[Any]], text: str, nested: int) -> _Read:
    if len(text) > _LARGEST:
        return _unread(f"got {len(text)} characters, the limit is {_LARGEST}")
    text = text.lstrip("\ufeff").replace("\0", "").strip()
    if not text:
        return _unread("got an empty text")
    whole = whole_json(text)
    if whole is not None:
        if isinstance(whole.value, str) and nested:
            inner = _read_text(kind, whole.value, nested - 1)
            return replace(inner, how=("repaired", *inner.how))
        fit = fitted(kind, whole.value)
        how = ("repaired",) if fit.changed or whole.repaired else ()
        return _Read(fit, how, whole.losses, _refusal(whole.value))
    first: _Read | None = None
    for part in parts(text):
        read = _read_part(kind, part)
        if read.fit.value is not None:
            return read
        first = first or read
    assert first is not None
    said = [part.text for part in parts(text) if not part.last]
    return replace(first, refusal=next(filter(None, map(_refusal, said)), ""))


def _unread(problem: str, losses: tuple[Loss, ...] = ()) -> _Read:
    return _Read(Fit(None, losses, problem))


def _refusal(said: object) -> str:
    """Return the text of a refusal, or `""`."""
    texts = list(said.values())[:8] if isinstance(said, Mapping) else [said]
    return next((each for each in texts if isinstance(each, str) and _is_refusal(each)), "")


def _read_part(kind: type[Task[Any]], part: Part) -> _Read:
    """Return the answer among the JSON values of a text."""
    values = list(islice(json_values(part.text), _VALUES + 1))
    if not values:
        return _read_prose(kind, part)
    fits = [_fit(kind, found) for found in values]
    if part.last:
        final = values[-1]
        if fits[-1].value is None or final.cut or part.text[final.end :].strip(_AROUND):
            return _unread("got reasoning without an answer")
        values, fits = [final], [fits[-1]]
    read = _joined(kind, part.text, values, fits) or _first(kind, values, fits)
    if len(values) > _VALUES:
        more = Loss(f"more than {_VALUES} JSON values in one reply", "...")
        read = replace(read, losses=(*read.losses, more))
    return read


def _read_prose(kind: type[Task[Any]], part: Part) -> _Read:
    """Read a text without JSON, which some types of task accept."""
    text = part.text.strip()
    fit = fitted(kind, text)
    if fit.value is not None and not part.last and not _is_refusal(text):
        return _Read(fit, ("repaired",))
    return _unread(f"got a text without JSON: {short(text)}")


def _fit(kind: type[Task[Any]], found: Found) -> Fit:
    if found.problem:
        return Fit(None, problem=found.problem)
    fit = fitted(kind, found.value)
    if fit.value is None:
        return replace(fit, losses=(*fit.losses, *found.losses))
    if fit.hollow and (found.cut or found.losses):
        return Fit(None, (*fit.losses, *found.losses), "no whole item is in it")
    return fit


def _first(kind: type[Task[Any]], values: Sequence[Found], fits: Sequence[Fit]) -> _Read:
    """Return the first answer, completed by fields that are in separate objects.

    All other objects are losses.
    """
    full = [i for i, fit in enumerate(fits) if fit.value is not None]
    if len(values) > 1:  # an empty list beside other values is no answer
        full = [i for i in full if isinstance(values[i].value, Mapping) or not fits[i].hollow]
    if not full:
        return _unread(fits[0].problem, fits[0].losses)
    # Prefer an object: a list may be part of the prose around it.
    first = next((i for i in full if isinstance(values[i].value, Mapping)), full[0])
    chosen, used = fits[first], [first]
    for i in full:
        lists = all(isinstance(each, list) for each in fits[i].data.values())
        if i != first and lists and not fits[i].fields & chosen.fields:
            both = fitted(kind, {**chosen.data, **fits[i].data})
            if both.value is not None:
                losses = (*chosen.losses, *fits[i].losses, *both.losses)
                chosen = replace(both, losses=losses, changed=True)
                used.append(i)
    set_aside = [
        Loss("another answer; the first is taken" if i in full else "no answer", _shown(found))
        for i, found in enumerate(values)
        if i not in used and (i in full or isinstance(found.value, Mapping) or found.problem)
    ]
    parts_used = [values[i] for i in used]
    how = ["repaired"] if chosen.changed or any(each.repaired for each in parts_used) else []
    how += ["cut off"] if any(each.cut for each in parts_used) else []
    answers = len(full) - len(used) + 1
    how += [f"first of {answers}"] if answers > 1 else []
    inside = [loss for each in parts_used for loss in each.losses]
    return _Read(chosen, tuple(how), (*inside, *set_aside))


def _shown(found: Found) -> str:
    return found.problem or short(found.value)


def _joined(
    kind: type[Task[Any]], text: str, values: Sequence[Found], fits: Sequence[Fit]
) -> _Read | None:
    """Return consecutive items that lack a list around them as one answer, or `None`."""
    if len(values) < 2 or any(text[a.end : b.start].strip(_BETWEEN) for a, b in pairwise(values)):
        return None
    fit = fitted(kind, [found.value for found in values if found.value not in (None, {}, [])])
    if fit.value is None or _items(fit) <= max(_items(each) for each in fits):
        return None
    unread = [Loss("no answer", found.problem) for found in values if found.problem]
    losses = [loss for found in values for loss in found.losses]
    how = ("repaired", "cut off") if any(found.cut for found in values) else ("repaired",)
    return _Read(fit, how, (*losses, *unread))


def _items(fit: Fit) -> int:
    return sum(len(each) for each in fit.data.values() if isinstance(each, list))
