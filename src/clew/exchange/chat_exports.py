"""The conversations that ChatGPT and Claude let their users export.

Neither vendor documents its file. The fields are those that several open parsers agree on, read on
2026-11-26: for ChatGPT `mitkury/chatgpt-export-parser` (docs/chatgpt-data-export-format.md) and
`econDS/ChatGPT_chat_history_search` (read_chat.py); for Claude
`davidteren/claude_desktop_export_browser` and `withLinda/claude-conversation-exporter`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from clew.exchange.arrived import Arrived, as_list, as_object, entries, json_in, moment
from clew.learn.conversation.chat_message import ChatMessage, as_input
from clew.learn.observe import Input

__all__ = ["CONVERSATIONS", "from_chatgpt", "from_claude"]

CONVERSATIONS = "conversations.json"
_OTHER_FORM = "conversations of another form"
_HEARD = {"user": "user", "assistant": "assistant", "human": "user"}


def from_chatgpt(path: Path, now: datetime) -> Arrived:
    """Read an export of ChatGPT: the ZIP archive, its folder, or its `conversations.json`.

    A list of conversations with `id` (or `conversation_id`), `title`, `create_time`, `mapping` and
    `current_node`. A node of the mapping has `message`, `parent`; a message has `author.role`,
    `create_time`, `content.content_type` and `content.parts`. What users see is the path from
    `current_node` to the root: other branches are dropped, as are messages of systems and tools,
    and parts that are no text.
    """
    arrived = Arrived()
    for talk in entries(json_in(path, CONVERSATIONS), "the conversations of ChatGPT"):
        key = str(talk.get("conversation_id") or talk.get("id") or "")
        told = moment(talk.get("create_time"))
        nodes = as_object(talk.get("mapping"))
        arrived.dropped[_OTHER_FORM] += bool(talk.get("mapping") and not nodes)
        shown = list(_branch(nodes, talk.get("current_node")))
        hidden = sum(bool(as_object(node).get("message")) for node in nodes.values())
        arrived.dropped["messages on other branches"] += hidden - len(shown)
        for message in shown:
            role = str(as_object(message.get("author")).get("role", ""))
            text = _parts(as_object(message.get("content")), arrived.dropped)
            at = moment(message.get("create_time")) or told
            _keep(
                arrived, ("chatgpt", key, talk.get("title")), role, text, at or now, known=bool(at)
            )
    return _counted(arrived)


def from_claude(path: Path, now: datetime) -> Arrived:
    """Read an export of Claude: the ZIP archive, its folder, or its `conversations.json`.

    A list of conversations with `uuid`, `name`, `created_at` and `chat_messages`; a message has
    `sender` (`human` or `assistant`), `created_at`, `text`, and `content`, a list of blocks of
    which those of type `text` count. Attachments, files and uses of tools are dropped.
    """
    arrived = Arrived()
    for talk in entries(json_in(path, CONVERSATIONS), "the conversations of Claude"):
        told = moment(talk.get("created_at"))
        title = (talk.get("name"), str(talk.get("uuid") or ""))
        messages = as_list(talk.get("chat_messages"))
        arrived.dropped[_OTHER_FORM] += bool(talk.get("chat_messages") and not messages)
        for message in map(as_object, messages):
            blocks = [*map(as_object, as_list(message.get("content")))]
            texts = [str(one.get("text", "")) for one in blocks if one.get("type") == "text"]
            arrived.dropped["parts that are no text"] += len(blocks) - len(texts)
            for what in ("attachments", "files"):
                arrived.dropped[what] += len(as_list(message.get(what)))
            at = moment(message.get("created_at")) or told
            text = "\n".join(filter(None, texts)) or str(message.get("text") or "")
            about = ("claude", title[1], title[0])
            _keep(arrived, about, str(message.get("sender")), text, at or now, known=bool(at))
    return _counted(arrived)


def _branch(nodes: Mapping[str, Any], last: object) -> Iterator[Mapping[str, Any]]:
    """Yield the messages on the way from the root to a node."""
    path: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(last, str) and last in nodes and last not in seen:
        seen.add(last)
        path.append(as_object(nodes[last]))
        last = path[-1].get("parent")
    yield from (as_object(node["message"]) for node in reversed(path) if node.get("message"))


def _parts(content: Mapping[str, Any], dropped: Counter[str]) -> str:
    parts = as_list(content.get("parts"))
    texts = [part for part in parts if isinstance(part, str)]
    dropped["parts that are no text"] += len(parts) - len(texts)
    if not parts and content.get("content_type") not in (None, "text"):
        dropped["parts that are no text"] += 1
    return "\n".join(texts)


def _keep(
    arrived: Arrived,
    about: tuple[str, str, Any],
    role: str,
    text: str,
    at: datetime,
    *,
    known: bool,
) -> None:
    program, key, title = about
    if role not in _HEARD:
        arrived.dropped["messages of systems and tools"] += 1
        return
    if not text.strip():
        arrived.dropped["messages without a text"] += 1
        return
    arrived.dropped["messages without a time, taken as told now"] += not known
    name = f"{program}/{key}"
    said = as_input(ChatMessage(_HEARD[role], text), at=at, source=name, conversation=name)
    arrived.texts.append(_titled(said, title))


def _titled(given: Input, title: object) -> Input:
    return replace(given, metadata={"title": title}) if isinstance(title, str) and title else given


def _counted(arrived: Arrived) -> Arrived:
    """Return it without reasons that never came up."""
    return replace(arrived, dropped=+arrived.dropped)
