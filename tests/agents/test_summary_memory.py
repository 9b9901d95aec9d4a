from clew.agents.memory_tasks import Summarise
from clew.agents.summary_memory import SummaryMemory
from clew.llm.base import Failure, FailureKind
from clew.llm.scripted import ScriptedModel


def brought(memory: SummaryMemory) -> str:
    return "\n".join(memory.recall([], "", []).texts)


def test_each_text_goes_in_with_the_summary_before_it():
    model = ScriptedModel([{"summary": "one"}, {"summary": "one and two"}])
    memory = SummaryMemory(model)
    memory.learn(0, "A room.")
    memory.learn(1, "Taken.", "take key")
    assert model.asked == [Summarise("", ("A room.",)), Summarise("one", ("> take key\nTaken.",))]
    assert brought(memory) == "one and two"
    assert memory.spent().calls == 2
    assert memory.spent().calls == 0


def test_a_text_that_the_model_failed_at_goes_in_with_the_next():
    failure = Failure(FailureKind.BAD_REPLY, "no")
    model = ScriptedModel([{"summary": "one"}, failure, {"summary": "all"}])
    memory = SummaryMemory(model)
    for text in ("a", "b"):
        memory.learn(0, text)
    assert brought(memory) == "one"
    memory.learn(0, "c")
    assert model.asked[-1] == Summarise("one", ("b", "c"))
    assert brought(memory) == "all"


def test_what_is_more_than_three_paragraphs_is_joined_to_the_third():
    memory = SummaryMemory(ScriptedModel([{"summary": "a\n\nb\n\n\n\nc\n\nd"}]))
    memory.learn(0, "x")
    assert brought(memory) == "a\n\nb\n\nc d"


def test_a_long_summary_is_cut_at_the_end_of_a_word():
    memory = SummaryMemory(ScriptedModel([{"summary": "words " * 9}]), budget=4)
    memory.learn(0, "x")
    assert brought(memory) == "words words"
