"""Known names: what a reader of a text is shown of what is known, and what its reply then means."""

import json
import random
import time
from datetime import UTC, datetime, timedelta

import pytest

from clew import Fact, Input, Kind, Memory, NewEdge, NewNode
from clew.bench.random_world import RandomVectors
from clew.learn.domain import Domain
from clew.learn.extract import Rereading, Separate
from clew.learn.known.after_reply import own_words
from clew.learn.tasks import Extract, Extraction, ExtractTheses, Known
from clew.llm.base import Sampling
from clew.llm.keys import key_of
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel

DAY = datetime(2024, 1, 1, tzinfo=UTC)


def read(task):
    """A line is "WHO | RELATION | WHAT" or "WHO = ALIAS"; "it" before them is not learned."""
    if not isinstance(task, Extract):
        return {"pairs": []}
    lines = task.text.splitlines()
    facts = [line.split(" | ") for line in lines if line.count(" | ") == 2]
    aliases = [line.split(" = ") for line in lines if " = " in line]
    people = [one for one, _, _ in facts if not one.startswith("the ")]
    return {
        "facts": [
            dict(zip(("subject", "relation", "object"), each, strict=True)) for each in facts
        ],
        "aliases": aliases,
        "people": [*people, *(name for pair in aliases for name in pair)],
    }


def fact(subject, relation, what):
    """Return the reply of a reader to whom a text says one thing of one person."""
    return {
        "facts": [{"subject": subject, "relation": relation, "object": what}],
        "people": [subject],
    }


def memory_of(*texts, replies=None, source=None):
    """Return a memory of texts, a day each, and its model; some have a reply of their own.

    Without a source, each has its own, so that none is shown with another.
    """
    own = replies or {}
    model = ScriptedModel(lambda task: own.get(getattr(task, "text", None)) or read(task))
    memory = Memory.open(embedder=None, model=model)
    for number, text in enumerate(texts):
        at = DAY + timedelta(days=number)
        told = source or f"note {number}"
        memory.remember(text, at=at, source=told, conversation=told)
    return memory, model


def shown_with(model):
    """Return the known names of the last text that a model read, and their lines."""
    last = [task for task in model.asked if isinstance(task, Extract)][-1]
    return [one.name for one in last.known], [one.line() for one in last.known]


def subjects(memory):
    """Return the subject of every fact by the name of its object."""
    assert memory.check() == []
    with memory.view() as view:
        items = view.items(view.ids(Kind.FACT))
    return {one.object_name: one.subject for one in items if isinstance(one, Fact)}


WEBER, SMITH = "Anna Weber | works at | Arken", "Anna Smith | lives in | Rome"


def test_a_reader_sees_whom_a_first_name_may_mean_and_says_which():
    text = "Anna from Arken is ill."
    memory, model = memory_of(WEBER, SMITH, text, replies={text: fact("Anna Weber", "is", "ill")})
    names, lines = shown_with(model)
    assert names == ["Anna Weber", "Anna Smith", "Arken"]
    assert lines[:2] == ["Anna Weber | works at Arken", "Anna Smith | lives in Rome"]
    found = subjects(memory)
    assert found["ill"] == found["Arken"] != found["Rome"]


@pytest.mark.parametrize("text", ["Weber called.", "Dr Weber called.", "A. Weber called."])
def test_a_last_name_and_initials_are_looked_up_too(text):
    assert shown_with(memory_of(WEBER, text)[1])[0] == ["Anna Weber"]


@pytest.mark.parametrize("text", ["anna weber called", "We weber too", "Ann called", "Annas hat"])
def test_other_words_are_no_short_forms(text):
    expected = ["Anna Weber"] if "anna weber" in text else []
    assert shown_with(memory_of(WEBER, text)[1])[0] == expected


def test_another_name_that_was_told_is_shown_with_the_one_to_use():
    memory, model = memory_of("Robert Lind = Bob", "Robert Lind | lives in | Mora", "Bob called.")
    assert shown_with(model)[1] == ["Robert Lind | also called Bob | lives in Mora"]
    assert memory.check() == []


@pytest.mark.parametrize("days", [(0, 1, 2), (5, 1, 9), (2, 1, 0), (1, 1, 1)])
def test_a_namesake_in_brackets_is_new_and_each_name_then_means_its_owner(days):
    told = ["Anna | likes | tea", "My aunt Anna came.", "Anna sang.", "Anna slept."]
    replies = {
        told[1]: fact("Anna (aunt)", "came for", "lunch"),
        told[2]: fact("Anna", "sang", "songs"),
        told[3]: fact("Anna (aunt)", "slept in", "bed"),
    }
    memory, model = memory_of(replies=replies)
    for text, day in zip(told, (*days, 20), strict=True):
        memory.remember(text, at=DAY + timedelta(days=day))
    found = subjects(memory)
    assert found["tea"] == found["songs"] != found["lunch"] == found["bed"]
    assert shown_with(model)[0] == ["Anna", "Anna (aunt)"]


def test_who_was_kept_apart_from_a_namesake_stays_so_without_being_shown():
    text = "My aunt Anna came."
    memory, _ = memory_of(
        "Anna | likes | tea", text, replies={text: fact("Anna (aunt)", "likes", "jazz")}
    )
    unshown = memory.using(memory.model, None, Domain(known=0))
    unshown.remember("Anna | likes | Bonn", at=DAY + timedelta(days=3))
    found = subjects(memory)
    assert found["tea"] == found["Bonn"] != found["jazz"]


def test_a_mention_that_nobody_decided_is_not_shown():
    memory, model = memory_of(WEBER, SMITH, "Anna | likes | tea", "Anna | likes | jazz")
    assert shown_with(model)[0] == ["Anna Smith", "Anna Weber"]
    assert len(set(subjects(memory).values())) == 4


def test_a_person_written_directly_is_shown_and_met_again():
    text = "Anna is ill."
    memory, model = memory_of(replies={text: fact("Anna Weber", "is", "ill")})
    anna, arken = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Anna Weber", "Arken"))
    works = NewEdge(kind=Kind.FACT, source=anna, target=arken, relation="works at")
    memory.write([anna, arken], [works])
    memory.remember(text, at=DAY)
    assert shown_with(model)[1] == ["Anna Weber | works at Arken"]
    found = subjects(memory)
    assert found["ill"] == found["Arken"]


def test_a_person_is_not_a_thing_of_the_same_name():
    memory, model = memory_of("the Alma | sails to | Oslo", "Alma | likes | tea")
    assert shown_with(model)[1] == ["the Alma | sails to Oslo"]
    found = subjects(memory)
    assert found["tea"] != found["Oslo"]


@pytest.mark.parametrize(
    ("known", "text", "expected"),
    [
        ("Ольга Петрова | lives in | Тула", "Ольга пришла.", ["Ольга Петрова"]),
        ("张伟 | lives in | 奥斯陆", "昨天张伟来了。", ["张伟"]),
        ("José Rincón | lives in | Quito", "Jose Rincon came.", ["José Rincón"]),
        ("the Golden Key | opens | chest", "Take the golden key.", ["the Golden Key"]),
    ],
)
def test_names_are_found_in_every_script(known, text, expected):
    assert shown_with(memory_of(known, text)[1])[0] == expected


def test_people_come_first_and_hubs_last():
    towns = [f"Person{chr(97 + n)} | lives in | Oslo" for n in range(20)]
    more = [f"Other{chr(97 + n)} | works in | Oslo" for n in range(21)]
    _, model = memory_of(
        *towns, *more, "the red hat | is in | box", "Ben Cole | likes | tea", WEBER, SMITH,
        "Ben | likes | 2019",
        "In 2019 Oslo had a red hat, a Ben and an Anna.",
    )  # fmt: skip
    people, things = ["Anna Smith", "Anna Weber", "Ben Cole"], ["the red hat", "Oslo"]
    assert shown_with(model)[0] == [*people, *things]


def test_an_earlier_text_that_is_shown_may_say_who_she_is():
    memory, model = memory_of(WEBER, "Anna came.", "She left.", source="diary")
    assert shown_with(model)[0] == ["Anna Weber"]
    assert memory.check() == []


def test_only_so_many_short_lines_are_shown():
    long = "a very long story about everything that has ever happened to anybody anywhere at all"
    people = [f"Anna Web{chr(97 + n)}r | told | {long} {n}" for n in range(20)]
    jobs = [f"Anna Web{chr(97 + 19)}r | has job {n} at | place {n}" for n in range(20)]
    _, model = memory_of(*people, *jobs, "Anna called.")
    names, lines = shown_with(model)
    assert len(names) == 8
    assert max(map(len, lines)) <= 110
    assert names[0] == "Anna Webtr"


def test_what_is_over_is_not_shown():
    text = "Anna Weber left Arken."
    over = fact("Anna Weber", "works at", "Arken")
    over["facts"][0]["ended"] = True
    memory, model = memory_of(WEBER, "Anna Weber | likes | tea", text, replies={text: over})
    memory.remember("Anna called.", at=DAY + timedelta(days=9))
    assert shown_with(model)[1] == ["Anna Weber | likes tea"]


def test_a_fact_copied_from_a_known_name_is_a_loss_and_not_this_texts():
    text = "Anna is ill."
    copied = fact("Anna Weber", "works at", "Arken")
    reply = copied | {"facts": [*copied["facts"], *fact("Anna Weber", "is", "ill")["facts"]]}
    memory, _ = memory_of(WEBER, replies={text: reply})
    receipt = memory.remember(text, at=DAY, source="other")
    assert [one.reason for one in receipt.losses] == ["copied from what was known, not in the text"]
    assert (len(receipt.new), receipt.confirmed) == (1, ())


@pytest.mark.parametrize("text", ["Anna is at Arken, as ever.", "Still at Arken."])
def test_what_a_text_says_again_is_confirmed(text):
    memory, _ = memory_of(WEBER, replies={text: fact("Anna Weber", "works at", "Arken")})
    receipt = memory.remember(text, at=DAY + timedelta(days=1), source="other")
    assert (len(receipt.confirmed), receipt.losses) == (1, ())


def example():
    assert Extract.prompt is not None
    said = Extract.prompt.text.partition("## Example")[2]
    return json.loads(next(line for line in said.splitlines() if line.startswith("{")))


def test_what_is_copied_from_the_prompts_example_is_a_loss():
    """As a model of 0.5 billion parameters did: it called Anna Weber "Pip", as Olle is there."""
    copied = example()
    own = fact("Anna Weber", "is", "ill")["facts"][0] | {"thesis": len(copied["theses"])}
    thesis = {"text": "Anna Weber is ill.", "entities": ["Anna Weber", "ill"]}
    reply = copied | {
        "facts": [*copied["facts"], own],
        "theses": [*copied["theses"], thesis],
        "aliases": [{"name": "Anna Weber", "alias": "Pip"}],
    }
    memory, _ = memory_of(WEBER, replies={"Anna Weber is ill.": reply})
    receipt = memory.remember("Anna Weber is ill.", at=DAY, source="other")
    assert len(receipt.losses) == len(copied["facts"]) + len(copied["theses"]) + 1
    assert {one.reason for one in receipt.losses} == {
        "copied from the prompt's example, not in the text"
    }
    with memory.view() as view:
        told = view.items(receipt.new)
        assert [one.text for one in told] == ["Anna Weber is ill", "Anna Weber is ill."]
        assert not view.find("Pip")
    left, _ = own_words(Extract("Anna Weber is ill.", DAY), Extraction.model_validate(reply))
    assert [(one.thesis, one.object) for one in left.facts] == [(0, "ill")]


def test_who_is_in_the_prompts_example_may_be_in_a_text():
    text = "Mira Dahl left Brightwell for Fjordtek. Olle, Pip to everybody, is her brother."
    memory, _ = memory_of(replies={text: example()})
    assert not memory.remember(text, at=DAY).losses


@pytest.mark.parametrize(
    ("earlier", "source"), [((), "News from Arken"), (("Nobody left Arken.",), "diary")]
)
def test_what_its_source_or_an_earlier_text_names_is_no_copy(earlier, source):
    text = "Anna is still there."
    memory, _ = memory_of(WEBER, replies={text: fact("Anna Weber", "works at", "Arken")})
    later = DAY + timedelta(days=1)
    for each in earlier:
        memory.remember(each, at=later, source=source, conversation=source)
    receipt = memory.remember(text, at=later, source=source, conversation=source)
    assert (len(receipt.confirmed), receipt.losses) == (1, ())


@pytest.mark.parametrize("text", ["Saint Anna and Ben came.", "Anna Falls and Ben came."])
def test_a_name_beside_another_capital_comes_after_those_that_are_sure(text):
    assert shown_with(memory_of(WEBER, "Ben | likes | tea", text)[1])[0] == ["Ben", "Anna Weber"]


def test_a_relation_whose_newest_fact_is_over_shows_the_one_before_it():
    memory, model = memory_of(WEBER)
    anna, borg = memory.entity("Anna Weber").id, NewNode(kind=Kind.ENTITY, text="Borg")
    worked = NewEdge(
        kind=Kind.FACT,
        source=anna,
        target=borg,
        relation="works at",
        valid_from=DAY - timedelta(days=9),
        valid_to=DAY - timedelta(days=5),
    )
    memory.write([borg], [worked])
    memory.remember("Anna called.", at=DAY + timedelta(days=3))
    assert shown_with(model)[1] == ["Anna Weber | works at Arken"]


def test_where_rules_read_nothing_is_looked_up():
    asked = []

    def rule(task):
        asked.append(task)
        return Extraction.model_validate(read(task))

    with Memory.open(embedder=None, model=RuleModel({Extract: rule})) as memory:
        for text in (WEBER, "Anna called."):
            memory.remember(text, at=DAY)
    assert [one.known for one in asked] == [(), ()]


def test_a_kind_of_text_may_do_without():
    memory, model = memory_of(WEBER)
    memory.using(model, None, Domain(known=0)).remember("Anna called.", at=DAY)
    assert shown_with(model)[0] == []


def test_nothing_known_leaves_the_question_as_it_was():
    plain = Extract("Anna called.", DAY)
    assert "Known names" not in plain.inputs()
    model = ScriptedModel([])
    one, other = (
        Extract("x", DAY, known=(Known("Anna", ("is ill",), ids),)) for ids in ((1,), (2,))
    )
    assert key_of(model, one) == key_of(model, other) != key_of(model, Extract("x", DAY))


def test_the_papers_prompts_and_a_reading_kept_have_them_too():
    known = (Known("Anna Weber", (), (1,)),)
    asked = ScriptedModel(
        lambda task: {"theses" if isinstance(task, ExtractTheses) else "facts": []}
    )
    Separate(asked).run([Extract("Anna called.", DAY, known=known)])
    assert all("Anna Weber" in task.inputs() for task in asked.asked)
    assert [type(task).__name__ for task in asked.asked] == ["ExtractTriplets", "ExtractTheses"]
    inner = ScriptedModel(lambda _: {"facts": []})
    kept = Rereading(inner)
    for names in (known, known, ()):
        kept.run([Extract("Anna called.", DAY, known=names)])
    assert len(inner.asked) == 2


class Slow:
    """A model that is asked like a language model."""

    name = "slow"

    def __init__(self, reply):
        self.run = ScriptedModel(reply).run

    def sampling(self, task):
        return Sampling()


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("what", [{"entity": "Anna zyqqel"}, {"source": "diary"}])
def test_a_known_name_forgotten_while_it_was_shown_is_not_learned(tmp_path, slow, what):
    path, seen = tmp_path / "a.clew", []

    def reply(task):
        if isinstance(task, Extract) and task.text == "Anna called.":
            seen.append([one.line() for one in task.known])
            if task.known:
                other.forget(**what)
                return fact("Anna zyqqel", "called", "me")
            return fact("Anna", "called", "me")
        return read(task)

    model = Slow(reply) if slow else ScriptedModel(reply)
    with (
        Memory.open(path, model=ScriptedModel(read), embedder=RandomVectors(8)) as other,
        Memory.open(path, model=model, embedder=RandomVectors(8)) as memory,
    ):
        memory.remember("Anna zyqqel | lives in | Oslo", at=DAY, source="diary")
        receipt = memory.remember("Anna called.", at=DAY)
        # Rules read the text again at once, without what is forgotten.
        assert (receipt.pending, "was forgotten" in (receipt.error or "")) == (slow, slow)
        assert bool(receipt.new or receipt.confirmed) != slow
        memory.learn_pending()
        assert memory.store.pending(memory.namespace) == []
        assert memory.check() == []
    assert seen == [["Anna zyqqel | lives in Oslo"], []]
    assert b"zyqqel" not in path.read_bytes()


def test_what_others_learn_meanwhile_does_not_matter(tmp_path):
    path = tmp_path / "a.clew"

    def reply(task):
        if isinstance(task, Extract) and task.text == "Anna called.":
            other.remember("Anna Weber | moved to | Rome\nAnna Weber | is | tall", at=DAY)
            return fact("Anna Weber", "called", "me")
        return read(task)

    with (
        Memory.open(path, model=ScriptedModel(read), embedder=None) as other,
        Memory.open(path, model=Slow(reply), embedder=None) as memory,
    ):
        memory.remember(WEBER, at=DAY)
        receipt = memory.remember("Anna called.", at=DAY)
        assert (receipt.pending, len(receipt.new)) == (False, 1)


def test_what_is_shown_in_a_batch_depends_on_the_order_of_the_texts_alone():
    """Text 32 may know text 0, whichever reply comes first; text 31 may not."""
    chance = random.Random(5)
    texts = [f"Anna{chr(97 + n // 26)}{chr(97 + n % 26)} Weber | likes | tea" for n in range(40)]

    def shown():
        asked = {}

        def reply(task):
            if not isinstance(task, Extract):
                return {"pairs": []}
            asked[task.text] = len(task.known)
            time.sleep(chance.random() / 100)
            return read(task)

        with Memory.open(embedder=None, model=Slow(reply)) as memory:
            memory.remember_many([Input(text, DAY) for text in texts])
        return [asked[text] for text in texts]

    assert shown() == shown() == [0] * 32 + [2, 3, 4, 5, 6, 7, 8, 8]
