"""What all prompts of ReasonPlanner begin with stays short, whatever the world says."""

from clew.agents.reasonplanner.tasks import Review, SummariseStep
from clew.agents.scene import Noted, Remembered, Scene, Turn, listed
from clew.recall.pack import count_tokens

NAMES = tuple(f"thing {number}" for number in range(150))


def test_of_many_lines_the_first_are_shown_and_the_others_counted():
    lines = listed(NAMES).splitlines()[1:-1]
    assert lines == [*NAMES[:100], "(and 50 more)"]
    assert listed(("a\nb", "c"), most=2).splitlines()[1:-1] == ["a b", "c"]
    assert "thing 99, " not in Scene(task="t", objects=NAMES).text
    assert "thing 99\n" in Scene(task="t", objects=NAMES).text


def test_an_answer_shows_five_of_its_facts():
    facts = tuple(Remembered(text=name, step=1) for name in NAMES)
    line = Noted(question="What?", answer="Much.", facts=facts).line(3)
    assert line.endswith("thing 4 [2 steps ago]")
    assert line.startswith("Asked 3 steps ago: What? | Much. | from: thing 0 [2 steps ago]; ")


def test_a_fact_says_how_old_it_is():
    told = [
        Remembered(text="a"),
        Remembered(text="a", step=7),
        Remembered(text="a", step=6, over=True),
        Remembered(text="a", step=6, run="hunt", over=True),
    ]
    assert [one.line(7) for one in told] == [
        "a [at an unknown time]", "a [now]", "a [1 step ago, over]", "a [hunt, step 6, over]",
    ]  # fmt: skip


def test_of_a_long_response_the_beginning_is_shown():
    long = "So it goes. " * 2000
    turn = Turn(action="wait")
    for task in (SummariseStep("hall", "wait", long, long), Review(Scene(task="t"), turn, long)):
        assert count_tokens(task.inputs()) < 1200


def test_a_scene_has_a_most_length():
    long = "So it goes. " * 2000
    turn = Turn(action=long, response=long, state=long, score=1)
    fact = Remembered(text=long, step=0)
    noted = Noted(question=long, answer=long, facts=(fact,) * 9)
    scene = Scene(
        task="Boil water.", noted=(noted,) * 10, past=(turn,) * 5, inventory=long, around=long
    )
    assert count_tokens(scene.text) < 9000
    assert scene.text.count("…") == 10 * 7 + 5 * 3 + 2
