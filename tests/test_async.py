"""`AsyncMemory`: all of `Memory`, in threads, and an event loop that goes on meanwhile."""

import asyncio
import inspect
from threading import Event
from time import perf_counter

import pytest

from clew import AsyncMemory, Correction, Input, Memory
from clew.errors import UsageError
from clew.llm.scripted import ScriptedModel
from tests.store.memories import day, fill, opened

NOT_ASYNC = {"clock", "view", "trust", "model", "namespace", "store", "embedder"}
"""For `run`, or of `AsyncMemory.memory`: they are no calls that wait, or must stay in a thread."""


def run(scenario):
    """Run a coroutine function with a memory of its own."""

    async def main():
        async with AsyncMemory(opened()) as memory:
            return await scenario(memory)

    return asyncio.run(main())


def test_every_method_is_there_with_the_same_arguments():
    public = {name for name in dir(Memory) if not name.startswith("_")}
    assert public - set(dir(AsyncMemory)) == NOT_ASYNC
    for name in (
        public - NOT_ASYNC - {"open", "as_of", "using", "in_namespace", "reading", "revision"}
    ):
        mine, theirs = getattr(AsyncMemory, name), getattr(Memory, name)
        arguments = [inspect.signature(each).parameters for each in (mine, theirs)]
        assert arguments[0] == arguments[1], name
        assert inspect.iscoroutinefunction(mine) or inspect.isasyncgenfunction(mine), name


def test_results_are_those_of_the_memory():
    async def scenario(memory):
        await memory.run(fill)
        fact = (await memory.facts("Anna"))[0]
        await memory.correct(fact.id, Correction(object="Lima"), at=day(100))
        assert await memory.history("Anna") == memory.memory.history("Anna")
        assert await memory.recall("Anna", k=3) == memory.memory.recall("Anna", k=3)
        assert await memory.as_of(day(5)).facts("Anna") == memory.memory.as_of(day(5)).facts("Anna")
        assert await memory.revision == memory.memory.revision
        lines = [line async for line in memory.export()]
        assert lines == list(memory.memory.export())
        assert [
            one async for one in memory.watch(0, poll_s=0.01, quiet_s=0)
        ] == await memory.changes()
        assert await memory.check() == []
        with pytest.raises(UsageError, match="an empty one"):
            await memory.remember(" ")

    run(scenario)


def test_a_stream_that_is_left_lets_others_in():
    async def scenario(memory):
        await memory.run(fill)
        stream = memory.export()
        await anext(stream)
        await stream.aclose()
        assert (await memory.stats()).revision == await memory.revision

    run(scenario)


def test_the_loop_goes_on_while_a_model_thinks():
    """The model answers only once the loop has moved on, so a blocked loop would wait for ever."""
    moved = Event()

    def answer(_task):
        assert moved.wait(60)
        return {"facts": []}

    async def main():
        memory = Memory.open(embedder=None, model=ScriptedModel(answer))
        async with AsyncMemory(memory) as slow:
            call = asyncio.create_task(slow.remember("Anna lives in Oslo.", at=day(1)))
            await asyncio.sleep(0.01)
            assert not call.done()
            moved.set()
            assert (await call).episode == 1

    asyncio.run(main())


def longest_gap():
    """Return the longest time in which the loop did nothing, while a memory learns and answers."""

    async def scenario(memory):
        gaps, working = [], True

        async def tick():
            last = perf_counter()
            while working:
                await asyncio.sleep(0.001)
                now = perf_counter()
                gaps.append(now - last)
                last = now

        ticking = asyncio.create_task(tick())
        texts = [Input(f"Anna lives in town {n}. Ben likes Cleo.", day(n)) for n in range(60)]
        start = perf_counter()
        await memory.remember_many(texts)
        await asyncio.gather(*(memory.ask("Where does Anna live?") for _ in range(3)))
        assert perf_counter() - start > 0.1  # long enough to be noticed
        working = False
        await ticking
        return max(gaps)

    return run(scenario)


def test_the_loop_is_never_blocked_for_50_ms():
    """On a busy machine a pause may be another process's, so the best of some tries counts."""
    assert any(longest_gap() < 0.05 for _ in range(8))


def test_what_is_cancelled_before_it_began_never_begins():
    going, go = Event(), Event()

    async def main():
        async with AsyncMemory(opened(), threads=1) as memory:

            def hold(_):
                going.set()
                assert go.wait(60)

            first = asyncio.create_task(memory.run(hold))
            while not going.is_set():
                await asyncio.sleep(0.001)
            second = asyncio.create_task(memory.remember("Anna lives in Oslo.", at=day(1)))
            await asyncio.sleep(0.01)
            second.cancel()
            with pytest.raises(asyncio.CancelledError):
                await second
            go.set()
            await first
            assert (await memory.browse("episodes")).total == 0

    asyncio.run(main())


def test_watching_ends_when_cancelled():
    async def scenario(memory):
        async def follow():
            return [one async for one in memory.watch(0, poll_s=0.01)]

        following = asyncio.create_task(follow())
        await memory.remember("Anna lives in Oslo.", at=day(1))
        await asyncio.sleep(0.02)
        assert not following.done()
        following.cancel()
        with pytest.raises(asyncio.CancelledError):
            await following

    run(scenario)
