"""The memory block and the chat store of LlamaIndex, used by its own `Memory`."""

import asyncio

import pytest

pytest.importorskip("llama_index.core", reason="run by `make frameworks`")

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import Memory
from llama_index.core.storage.chat_store.base_db import MessageStatus

from clew.errors import UsageError
from clew.integrations.llama_index import ClewChatStore, ClewMemoryBlock


def user(text):
    return ChatMessage(role="user", content=text)


def texts(messages):
    return [one.content for one in messages]


def run(call):
    return asyncio.run(call)


def test_messages_are_kept_learned_from_archived_and_erased(memory):
    store = ClewChatStore(memory, user="Anna")
    tool = ChatMessage(role="tool", content="Ben owns a boat.", additional_kwargs={"id": None})
    said = [user("I live in Oslo."), tool, user("I work at Arken."), user("I like tea.")]

    async def main():
        await store.add_messages("7", said)
        await store.add_message("8", user("Hello."))
        assert await store.get_messages("7") == said
        assert texts(await store.get_messages("7", limit=1, offset=2)) == ["I work at Arken."]
        assert memory.ask("Where does Anna live?").text == "Oslo"
        assert await store.archive_oldest_messages("7", 2) == said[:2]
        assert await store.get_messages("7") == said[2:]
        assert await store.get_messages("7", status=MessageStatus.ARCHIVED) == said[:2]
        assert await store.count_messages("7", status=None) == 4
        assert await store.delete_message("7", 1) == said[3]
        assert await store.delete_message("7", 9) is None
        assert await store.delete_oldest_messages("7", 5) == said[2:3]
        await store.delete_messages("7", status=MessageStatus.ARCHIVED)
        assert await store.get_keys() == ["8"]
        assert memory.ask("Where does Anna live?").text is None
        await store.set_messages("8", [user("I live in Rome.")])
        assert texts(await store.get_messages("8")) == ["I live in Rome."]
        with pytest.raises(UsageError, match="key"):
            await store.add_message("", user("Hello."))

    run(main())


def test_a_block_shows_what_is_remembered_and_learns_from_what_leaves(memory):
    async def main():
        block = ClewMemoryBlock(memory, user="Anna", budget=200)
        chat = Memory.from_defaults(
            session_id="7", token_limit=60, chat_history_token_ratio=0.3, token_flush_size=10,
            memory_blocks=[block], chat_store=ClewChatStore(memory.in_namespace("history")),
        )  # fmt: skip
        for text in ("I live in Oslo.", "I work at Arken in the harbour, every day but Monday."):
            await chat.aput(user(text))
            await chat.aput(ChatMessage(role="assistant", content="Good to know."))
        return await chat.aget(input="Where does Anna live?"), block

    shown, block = run(main())
    assert "Anna: I live in Oslo. (llama-index)" in str(shown[0].content)
    assert "llama-index/7" in [one.name for one in memory.browse("conversations").items]
    assert run(block.aget()) == ""
    text = run(block.aget([user("Where does Anna live?")]))
    cut = run(block.atruncate(text, 5))
    assert cut is None or text.startswith(cut)
    assert run(block.atruncate(text, 10_000)) is None
    quiet = ClewMemoryBlock(memory.in_namespace("other"), learn=False)
    run(quiet.aput([user("I live in Lima.")]))
    assert not memory.in_namespace("other").browse("episodes").total


def test_the_example_runs(run_example):
    said = run_example("llama_index_memory.py")
    assert "the memory: Oslo" in said
