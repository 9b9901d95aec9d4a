"""A text that was read before is not read again."""

from clew.learn.extract import Rereading
from clew.learn.revisions import anything, scope_of
from clew.learn.tasks import Extract, Extraction, Revise
from clew.llm.base import Origin, Usage
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.minds.english import RULES

ROOM = {"facts": [{"subject": "key", "relation": "is in", "object": "hall"}]}


def read(model, *tasks):
    return [result.value for result in model.run(tasks)]


def texts(model):
    return [one for one in model.asked if isinstance(one, Extract)]


def test_the_same_words_are_read_once_whatever_step_and_source():
    inner = ScriptedModel([ROOM, {"facts": []}, {"facts": []}])
    model = Rereading(inner)
    first, other = read(model, Extract("a hall", 1, "step 1"), Extract("a yard", 2, "step 2"))
    (again,) = model.run([Extract("a hall", 9, "step 9")])
    assert (again.value, again.usage, again.origin) == (first, Usage(), Origin.CACHE)
    assert other == Extraction()
    read(model, Extract("a hall", 9, context=("before",)))
    assert [(one.text, one.context) for one in texts(inner)] == [
        ("a hall", ()),
        ("a yard", ()),
        ("a hall", ("before",)),
    ]


def test_a_batch_keeps_its_order_and_other_tasks_are_asked():
    inner = ScriptedModel([ROOM, {"pairs": []}, {"facts": []}])
    model = Rereading(inner)
    (known,) = read(model, Extract("a hall", 1))
    revise = Revise((), ())
    found = read(model, revise, Extract("a hall", 2), Extract("a yard", 2))
    assert found[1:] == [known, Extraction()]
    assert inner.asked[1:] == [revise, Extract("a yard", 2)]


def test_what_names_a_time_or_failed_or_lost_something_is_asked_again():
    dated = {"facts": [{**ROOM["facts"][0], "valid_from": "3"}]}
    partial = {"facts": [*ROOM["facts"], {"subject": "key"}]}
    for reply in (dated, partial, "no idea"):
        inner = ScriptedModel([reply, ROOM])
        model = Rereading(inner)
        for step in (3, 4):
            model.run([Extract("a hall", step)])
        assert len(inner.asked) == 2


def test_only_so_many_readings_are_kept_and_the_oldest_go():
    inner = ScriptedModel(lambda task: ROOM)
    model = Rereading(inner, most=2)
    for text in ("a", "b", "c", "c", "b", "a"):
        model.run([Extract(text, 1)])
    assert [one.text for one in texts(inner)] == ["a", "b", "c", "a"]


def test_the_rules_inside_still_say_what_they_compare():
    assert scope_of(Rereading(RuleModel(RULES))) is scope_of(RuleModel(RULES))
    assert scope_of(Rereading(ScriptedModel([]))) is anything


def test_other_advice_is_another_reading():
    inner = ScriptedModel([{"facts": []}, {"facts": []}])
    model = Rereading(inner)
    read(model, Extract("a hall", 1))
    read(model, Extract("a hall", 2, advice="It is a game's."))
    assert len(inner.asked) == 2
