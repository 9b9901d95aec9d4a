"""`AsyncMemory`: all of `Memory`, in threads, and an event loop that goes on meanwhile."""

import asyncio
import inspect
import time
from threading import Event
from time import perf_counter

import pytest

from clew import AsyncMemory, Correction, Input, Memory
from clew.errors import ClosedError, UsageError
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


@pytest.mark.parametrize("poll_s", [0, 0.01])
def test_watching_ends_when_nothing_changes(poll_s):
    async def scenario(memory):
        await memory.remember("Anna lives in Oslo.", at=day(1))
        async with asyncio.timeout(60):
            seen = [one async for one in memory.watch(0, poll_s=poll_s, quiet_s=0.03)]
        assert seen == await memory.changes()

    run(scenario)


def test_after_closing_every_use_says_that_it_is_closed():
    async def main():
        memory = AsyncMemory(opened())
        past = memory.as_of(day(5))
        held = asyncio.create_task(memory.run(lambda _: time.sleep(0.05)))
        await asyncio.sleep(0)
        closing = asyncio.create_task(memory.close())
        await asyncio.sleep(0)
        for use in (memory.remember("Anna lives in Oslo."), memory.revision, past.facts("Anna")):
            with pytest.raises(ClosedError, match="open the memory again"):
                await use
        with pytest.raises(ClosedError):
            await anext(memory.export())
        with pytest.raises(ClosedError):
            await anext(memory.watch())
        await asyncio.gather(held, closing)
        await memory.close()

    asyncio.run(main())


def test_a_memory_is_used_while_its_export_is_read(tmp_path):
    async def main():
        async with AsyncMemory(opened(tmp_path / "x.clew")) as memory, asyncio.timeout(60):
            await memory.run(fill)
            before = list(memory.memory.export())
            lines = []
            async for line in memory.export():
                lines.append(line)
                if len(lines) == 2:
                    await memory.remember("Dora lives in Lima.", at=day(100))
                    assert await memory.facts("Dora")
            assert lines == before

    asyncio.run(main())


def test_the_loop_goes_on_when_a_stream_that_waits_is_left():
    """The thread of the stream waits for a namespace, whose holder waits for the loop."""
    holding, let_go = Event(), Event()

    def hold(memory):
        with memory.view():
            holding.set()
            assert let_go.wait(60)

    async def scenario(memory):
        await memory.run(fill)
        holder = asyncio.create_task(memory.run(hold))
        while not holding.is_set():
            await asyncio.sleep(0.001)
        stream = memory.graphml()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(stream), 0.05)
        await stream.aclose()
        assert not holder.done()
        let_go.set()
        await holder
        assert await memory.facts("Anna")

    run(scenario)
