"""What ReasonPlanner's world model learns of a step, and how it answers from the graph."""

import pytest

from clew.agents.graph_memory import GraphMemory
from clew.agents.reasonplanner.tasks import AnswerFromWorld, SummariseStep, TwoEntities
from clew.agents.reasonplanner.world_model import WorldModel
from clew.agents.scene import Noted, Remembered
from clew.errors import ModelError
from clew.graph.types import Episode, Kind
from clew.learn.tasks import Extract
from clew.llm.base import Failure, FailureKind
from clew.llm.rules import RuleModel
from clew.memory import Memory
from clew.minds.stand_ins import RuleResolver
from tests.agents.reasonplanner.kitchen import asked, mind

KITCHEN, YARD = {"location": "kitchen"}, {"location": "yard"}
SEEN = "The stove is in the kitchen. The pot is on the stove."


def world(model, memory=None, **options):
    kept = memory or Memory.open(embedder="hashing", model=model)
    graph = GraphMemory(kept, **options)
    return WorldModel(graph, lambda task: model.run([task])[0])


def texts(memory):
    begin = {run.episode for run in memory.runs()}
    with memory.view() as view:
        items = view.items([id for id in view.ids(Kind.EPISODE) if id not in begin])
    return [one.text for one in items if isinstance(one, Episode)]


def test_what_is_seen_after_a_relocation_is_learned_as_it_is():
    model = mind({})
    told = world(model)
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "The fire is in the yard.", YARD, "leave")
    told.learn(2, "The door is shut.", YARD, "Go to kitchen")
    told.learn(3, "", YARD, "wait")
    assert texts(told.graph.memory) == [SEEN, "The fire is in the yard.", "The door is shut."]
    assert asked(model, SummariseStep) == []


def test_a_world_may_say_what_relocates_and_what_is_seen_there():
    model = mind({})
    told = world(model)
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "You walk.", {**YARD, "look": "The fire is in the yard."}, "walk out")
    told.learn(2, "No way.", {**YARD, "relocations": ("swim",), "look": "x"}, "swim to sea")
    told.learn(3, "No way.", {**YARD, "relocations": ("swim",)}, "go to sea")
    assert texts(told.graph.memory)[1:3] == ["The fire is in the yard.", "No way."]
    assert [task.action for task in asked(model, SummariseStep)] == ["go to sea"]


def test_anything_else_is_learned_as_a_summary_of_action_and_response():
    model = mind({SummariseStep: {"summary": "The stove is broken."}})
    told = world(model)
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "It shows nothing.", KITCHEN, "look at stove")
    told.learn(2, "It does not start.", KITCHEN, "activate stove")
    assert texts(told.graph.memory) == [SEEN, "The stove is broken.", "The stove is broken."]
    assert ("stove", "is", "broken") in told.graph.recall([("stove", 1)], "", []).facts
    last = asked(model, SummariseStep)[-1]
    assert (last.location, last.action, last.response) == (
        "kitchen", "activate stove", "It does not start.",
    )  # fmt: skip
    assert last.before == "> look at stove\nIt shows nothing.", "what `it` may mean"
    assert "look at stove" in last.messages()[1].text


@pytest.mark.parametrize("broken", [Failure(FailureKind.UNAVAILABLE, "gone"), "no JSON", {}])
def test_without_a_summary_the_pair_is_learned_as_it_is(broken):
    told = world(mind({SummariseStep: broken}))
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "The stove is broken.", KITCHEN, "activate stove")
    assert texts(told.graph.memory)[-1] == "> activate stove\nThe stove is broken."


def test_rules_without_a_summary_take_the_pair_too():
    model = RuleModel({})
    told = world(model, Memory.open(embedder="hashing", model=mind({})))
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "It burns.", KITCHEN, "activate fire")
    assert texts(told.graph.memory)[-1] == "> activate fire\nIt burns."


def test_a_step_that_is_repeated_is_learned_once():
    model = mind({})
    memory = Memory.open(embedder="hashing", model=model)
    told = world(model, memory)
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "It burns.", KITCHEN, "activate fire")
    again = world(model, memory, resume=True)
    again.learn(0, SEEN, KITCHEN)
    again.learn(1, "It burns.", KITCHEN, "activate fire", again=True)
    assert len(texts(memory)) == 2
    assert len(asked(model, SummariseStep)) == 1
    again.learn(2, "It burns.", KITCHEN, "activate fire", again=True)
    assert len(asked(model, SummariseStep)) == 2, "this step was never learned"


def test_the_path_between_two_entities_is_shown_in_the_order_of_time():
    model = mind({TwoEntities: {"entities": ["pot", "yard"]}})
    told = world(model)
    told.learn(0, "The fire is in the yard. The dog is in the yard. The cat is in the shed.", YARD)
    told.learn(1, "The pot is on the fire.", YARD, "go on")
    noted = told.query("Is the pot in the yard?", 3)
    (task,) = asked(model, AnswerFromWorld)
    assert task.lines == (
        "fire is in yard [3 steps ago]",
        "dog is in yard [3 steps ago]",
        "pot is on fire [2 steps ago]",
    )
    assert [fact.text for fact in task.facts] == [line.partition(" [")[0] for line in task.lines]
    assert set(asked(model, TwoEntities)[0].known[:2]) == {"pot", "yard"}
    grounds = (Remembered(text="pot is on fire", step=1),)
    assert noted == Noted(question=task.question, answer="pot is on fire", facts=grounds, step=3)


def test_only_the_first_two_names_count():
    model = mind({TwoEntities: {"entities": ["stove", "pot", "cat"]}})
    told = world(model)
    others = [f"The {one} is in the shed." for one in ("cat", "dog", "axe", "saw", "rake")]
    for step, text in enumerate((SEEN, "The pan is on the stove.", *others)):
        told.learn(step, text, KITCHEN, "go on")
    told.query("Where are pot, stove and cat?", 7)
    (task,) = asked(model, AnswerFromWorld)
    assert [line for line in task.lines if "shed" in line] == []
    assert "pan is on stove [6 steps ago]" in task.lines


def test_names_are_found_by_words_where_there_are_no_vectors():
    model = mind({})
    told = world(model, Memory.open(embedder=None, model=model))
    told.learn(0, f"{SEEN} The cat is in the shed.", KITCHEN)
    assert told.query("Where is the cat?", 0).answer == "cat is in shed"
    assert asked(model, TwoEntities)[0].known == ("cat",)


def test_the_way_leads_over_facts_alone_and_as_many_as_fit():
    facts = [{"subject": one, "relation": "is in", "object": two}
             for one, two in (("pot", "kitchen"), ("whale", "sea"))]  # fmt: skip
    fears = {"text": "The pot fears the whale.", "entities": ["pot", "whale"]}
    model = mind({TwoEntities: {"entities": ["pot"]},
                  Extract: {"facts": facts, "theses": [fears]}})  # fmt: skip
    told = world(model)
    told.hops = 3
    told.learn(0, SEEN, KITCHEN)
    told.query("Where is the pot?", 0)
    assert asked(model, AnswerFromWorld)[0].lines == ("pot is in kitchen [now]",)
    told.budget = 3
    assert told.query("Where is the pot?", 0) == Noted(question="Where is the pot?")


def test_what_is_over_and_what_is_from_earlier_runs_says_so():
    model = mind({TwoEntities: {"entities": ["pot"]}})
    memory = Memory.open(embedder="hashing", model=model)
    told = world(model, memory, run="first")
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "The pot is heavy.", KITCHEN, "go on")
    told = world(model, memory, run="second")
    told.learn(0, "The pot is in the yard.", YARD)
    told.query("Where is the pot?", 1)
    (task,) = asked(model, AnswerFromWorld)
    assert set(task.lines) >= {
        "pot is on stove [first, run 1, step 0, over]",
        "pot is heavy [first, run 1, step 1, over]",
        "pot is in yard [1 step ago]",
    }
    assert task.now == 3, "runs follow each other in the steps of the memory"


def test_what_began_before_all_runs_is_of_unknown_age():
    model = mind({TwoEntities: {"entities": ["pot"]}})
    memory = Memory.open(embedder="hashing", model=model)
    memory.remember("The pot is heavy.", at=3)
    told = world(model, memory)
    told.learn(0, "The pot is in the yard.", YARD)
    told.query("Where is the pot?", 1)
    assert asked(model, AnswerFromWorld)[0].lines == (
        "pot is heavy [at an unknown time]", "pot is in yard [1 step ago]",
    )  # fmt: skip


def test_an_empty_memory_knows_nothing_and_asks_nobody():
    model = mind({})
    assert world(model).query("Where is the pot?", 0) == Noted(question="Where is the pot?")
    assert model.asked == []


@pytest.mark.parametrize(
    ("kind", "reply"),
    [
        (TwoEntities, {"entities": ["whale"]}),
        (AnswerFromWorld, {"abstain": True, "citations": [1]}),
        (AnswerFromWorld, {"answer": "In Spain.", "citations": [0, 99]}),
        (AnswerFromWorld, {"answer": "In Spain."}),
    ],
)
def test_an_answer_without_facts_is_none(kind, reply):
    told = world(mind({kind: reply}))
    told.learn(0, SEEN, KITCHEN)
    assert told.query("Where is the pot?", 2) == Noted(question="Where is the pot?", step=2)


@pytest.mark.parametrize("kind", [TwoEntities, AnswerFromWorld])
@pytest.mark.parametrize("reply", [Failure(FailureKind.REFUSED, "no"), "no JSON", {"entities": []}])
def test_a_broken_reply_is_no_answer_and_says_why(kind, reply):
    told = world(mind({kind: reply}))
    told.learn(0, SEEN, KITCHEN)
    noted = told.query("Where is the pot?", 0)
    assert noted.answer == ""
    assert noted.failed


class Shouting:
    """A resolver that shows what it was given."""

    name = "shouting"

    def resolve(self, text: str, before: str = "") -> str:
        return f"{text.upper()} AFTER {before!r}" if before else text.upper()


def test_a_resolver_reads_what_is_learned_a_look_by_itself_and_all_else_after_the_step_before():
    model = mind({SummariseStep: {"summary": "It burns."}})
    told = world(model)
    told.resolver = Shouting()
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "It is in the yard.", YARD, "go to yard")
    told.learn(2, "x", YARD, "activate it")
    told.learn(3, "It is shut.", YARD, "go to kitchen")
    assert texts(told.graph.memory) == [
        SEEN.upper(),
        "IT IS IN THE YARD.",
        "IT BURNS. AFTER '> go to yard\\nIt is in the yard.'",
        "IT IS SHUT. AFTER '> activate it\\nx'",
    ]


def test_without_a_summary_the_resolver_reads_the_pair():
    told = world(mind({SummariseStep: "no JSON"}))
    told.resolver = RuleResolver()
    told.learn(0, SEEN, KITCHEN)
    told.learn(1, "The stove is old. It is broken.", KITCHEN, "activate stove")
    told_of = "> activate stove\nThe stove is old. The stove is broken."
    assert texts(told.graph.memory)[-1] == told_of


def test_where_the_resolver_fails_nothing_is_learned_of_the_step():
    class Gone(Shouting):
        def resolve(self, text: str, before: str = "") -> str:
            raise ModelError("the server is gone")

    told = world(mind({}))
    told.resolver = Gone()
    with pytest.raises(ModelError, match="the server is gone"):
        told.learn(0, SEEN, KITCHEN)
    assert texts(told.graph.memory) == []
