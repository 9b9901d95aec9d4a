"""Separates the answer from the text around it: reasoning, channels, markers, refusals."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Part", "is_refusal", "parts"]

_TOKEN = re.compile(r"<[|｜][^|｜<>\n]{1,60}[|｜]>|</?s>|\[/?INST\]|<(?:bos|eos|end_of_turn)>")
_MESSAGE = re.compile(r"<\|message\|>")
_FINAL = re.compile(r"<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?\Z")
_CHANNEL_END = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
_NAMES = "think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad"
_TAG = re.compile(rf"<(/?)(?:{_NAMES})>", re.IGNORECASE)
_MARKER = re.compile(
    r"^[ \t>*#_`]{0,9}(?:(?:my |the )?final )?(?:answer|output|response|result|json)[*_`]{0,3} ?:",
    re.IGNORECASE | re.MULTILINE,
)
_UNWILLING = (
    r"(?:assist|help|comply|fulfil|provide|support|engage|participate|continue|generate|create"
    r"|discuss|share|process|complete|do\s+(?:that|this|so)|with)"
)
_REFUSAL = re.compile(
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


def is_refusal(text: str) -> bool:
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
