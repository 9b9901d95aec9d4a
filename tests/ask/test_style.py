"""How much an answer says: a model is told the style, and the rules follow it."""

import pytest

from clew import Asking, Memory
from clew.ask.asking import Mode
from clew.ask.inquiry import ask
from clew.ask.tasks import Style
from clew.errors import UnknownNameError, UsageError
from clew.llm.scripted import ScriptedModel
from clew.operations.every_operation import operation_named
from tests.ask.worlds import source, world

VIEW = world("Anna | runs | ferry | 2019")
FOUND = {"reasoning": "1", "answer": "Anna has run the ferry since 2019.", "citations": [1]}


@pytest.fixture(scope="module")
def memory():
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember(
            "Tom is the brother of Anna. Tom works at the mill. Anna has lived in Oslo since 2021."
        )
        yield memory


def prompt(style, mode=Mode.ADAPTIVE):
    model = ScriptedModel([FOUND])
    answer = ask(source(VIEW), model, "Who runs the ferry?", Asking(style=style, mode=mode))
    assert answer.text == FOUND["answer"]
    return model.asked[0].messages()[-1].text.splitlines()


@pytest.mark.parametrize("mode", Mode)
def test_a_model_is_told_the_style_just_before_the_question(mode):
    *_, style, question = prompt("sentence", mode)
    assert (style[:6], question[:8]) == ("Style:", "Question")
    assert prompt(Style.FULL, mode)[-2] != style


@pytest.mark.parametrize("mode", Mode)
def test_short_is_what_the_instructions_say_already(mode):
    assert not any(line.startswith("Style") for line in prompt("short", mode))


@pytest.mark.parametrize(
    ("question", "short", "sentence"),
    [
        ("Where does Anna's brother work?", "the mill", "Tom works at the mill."),
        ("Does Anna live in Oslo?", "yes", "Yes. Anna lives in Oslo, since 2021."),
        ("Since when has Anna lived in Oslo?", "2021", "Anna lives in Oslo, since 2021."),
    ],
)
def test_rules_say_the_fact_that_answers(memory, question, short, sentence):
    said = {style: memory.ask(question, Asking(style=style)) for style in Style}
    assert (said[Style.SHORT].text, said[Style.SENTENCE].text) == (short, sentence)
    assert sentence in (said[Style.FULL].text or "")
    assert said[Style.FULL].items == said[Style.SHORT].items


def test_an_unknown_style_is_refused():
    with pytest.raises(UnknownNameError, match="short"):
        Asking(style="terse")


def test_tools_and_routes_take_it(memory):
    operation = operation_named("ask")
    given = {"question": "Does Anna live in Oslo?", "style": "sentence"}
    assert str(operation.answer(memory, given)["text"]).startswith("Yes. Anna")
    with pytest.raises(UsageError, match="short"):
        operation.answer(memory, {**given, "style": "terse"})
