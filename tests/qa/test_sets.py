"""Set questions that nothing answers: what may still be found otherwise, and what may not."""

from datetime import UTC, datetime

from clew.memory import Memory

AT = datetime(2024, 3, 1, tzinfo=UTC)


def test_an_opinion_that_nobody_told_is_no_matter_for_other_ways():
    with Memory.open(embedder=None) as memory:
        memory.remember("Ida: I have the Lumo. I like the screen of the Lumo.", at=AT)
        memory.remember("Ben: I dislike the price of the Lumo.", at=AT)
        asked = "Does Ida have a positive, negative or neutral opinion about the {} of the Lumo?"
        assert memory.ask(asked.format("screen")).items == ("positive",)
        unknown = memory.ask(asked.format("price"))
        assert unknown.abstained
        assert unknown.reason
