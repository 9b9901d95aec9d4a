"""Messages: what they say, when they arrive, what is left of them without a schema."""

from clew.agents.damcs.messages import Message, Report, free_form
from clew.agents.damcs.news import News
from clew.envs.crafter.tech_tree import PAPER

REPORT = Report(
    agent="agent_1",
    step=4,
    position=(3, 5),
    vitals={"health": 9, "drink": 2},
    resources={"wood": 2},
    goal="collect_coal",
    target=(7, 5),
)
FULL = Message(
    sender="agent_1",
    to=("agent_0",),
    step=4,
    report=REPORT,
    seen=(("coal", (7, 5)), ("coal", (8, 5)), ("iron", (9, 9))),
    requests={"stone": 1},
    helps="agent_0",
    how="I give coal",
    change="I go for iron next",
)


def test_every_part_is_said():
    assert FULL.words == (
        "agent_1, step 4:\n"
        "agent_1 at 3,5 has 2 wood; collect_coal at 7,5; low: drink 2\n"
        "saw coal 7,5 8,5; iron 9,9\n"
        "needs 1 stone\n"
        "helps agent_0: I give coal\n"
        "so: I go for iron next"
    )
    assert 30 < FULL.tokens < 150


def test_without_a_schema_only_words_are_left():
    bare = free_form(FULL)
    assert bare.report is None
    assert bare.seen == ()
    assert "I help agent_0: I give coal" in bare.text
    said = Message(sender="agent_1", to=("agent_0",), step=4, report=REPORT, text="Hold on.")
    assert free_form(said).words == "agent_1, step 4:\nHold on."


def test_crowds_are_told_of_once_and_rare_things_each():
    news = News(PAPER)
    seen = [("tree", (1, 1)), ("tree", (2, 1)), ("iron", (5, 5)), ("iron", (6, 5))]
    news.add([*seen, ("grass", (3, 3)), ("tree", (9, 9))])
    assert news.take() == (("tree", (1, 1)), *seen[2:], ("tree", (9, 9)))
    assert news.take() == ()


def test_it_is_news_when_something_rare_is_gone():
    news = News(PAPER)
    news.add([("iron", (5, 5)), ("stone", (4, 5))])
    news.take()
    news.add([("path", (5, 5))])
    news.add([("path", (4, 5))])
    assert news.take() == (("path", (5, 5)),)
