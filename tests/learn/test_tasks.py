"""The write path's tasks: what they show a model, and which replies they understand."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.learn.tasks import (
    Candidate,
    Extract,
    Extraction,
    ExtractTheses,
    ExtractTriplets,
    NewStatement,
    Replacements,
    Revise,
    Summary,
    SummaryReply,
)
from clew.llm.reply.replies import read_reply
from tests.llm.replies import any_reply

AT = datetime(2024, 5, 6, 9, 30, tzinfo=UTC)
EXTRACT = Extract("text", AT)
REVISE = Revise((), ())


def read(task, reply):
    """The value of a reply, and how many items were lost."""
    result = read_reply(task, reply)
    assert result.value is not None, result.failure
    return result.value, len(result.losses)


def facts(reply):
    value, losses = read(EXTRACT, reply)
    return [(fact.subject, fact.relation, fact.object) for fact in value.facts], losses


ADA = ("Ada", "lives in", "Bonn")


@pytest.mark.parametrize(
    "reply",
    [
        {"facts": [{"subject": "Ada", "relation": "lives in", "object": "Bonn"}]},
        {"triplets": [{"subject": "Ada", "predicate": "lives in", "object": "Bonn"}]},
        {"triples": [{"head": "Ada", "relation": "lives in", "tail": "Bonn"}]},
        {"Extracted Triplets": [{"s": "Ada", "p": "lives in", "o": "Bonn"}]},
        {"edges": [{"source": "Ada", "label": "lives in", "target": "Bonn"}]},
        {"relations": [["Ada", "lives in", "Bonn"]]},
        {"relations": ["Ada", "lives in", "Bonn"]},
        ["Ada", "lives in", "Bonn"],
        {"facts": ["Ada, lives in, Bonn"]},
        {"facts": ["(Ada | lives in | Bonn)"]},
        {"facts": ["1. Ada -> lives in -> Bonn"]},
        {"facts": ['- ("Ada", "lives in", "Bonn");']},
        {"facts": ["Ada -[lives in]-> Bonn"]},
        {"facts": "Ada, lives in, Bonn"},
        {"facts": [{"triplet": ["Ada", "lives in", "Bonn"]}]},
        {"facts": [{"fact": "Ada | lives in | Bonn", "since": "2019"}]},
        {"knowledge_graph": {"triplets": [["Ada", "lives in", "Bonn"]]}},
        [["Ada", "lives in", "Bonn"]],
        [{"subject": "Ada", "relation": "lives in", "object": "Bonn"}],
        ["Ada | lives in | Bonn"],
        {"subject": "Ada", "relation": "lives in", "object": "Bonn"},
        {"Subject": "Ada", "relation_type": "lives in", "Object": {"name": "Bonn"}},
    ],
    ids=str,
)
def test_a_fact_in_any_known_form_is_the_same_fact(reply):
    assert facts(reply) == ([ADA], 0)


def test_a_fact_with_several_objects_is_several_facts():
    reply = {"facts": [{"subject": "Ada", "relation": "likes", "object": ["tea", "chess"]}]}
    assert facts(reply) == ([("Ada", "likes", "tea"), ("Ada", "likes", "chess")], 0)


def test_facts_in_one_text_are_cut_at_lines_and_semicolons():
    text = "Ada, likes, tea; Ada, likes, chess\nBen; knows; Ada"
    expected = [("Ada", "likes", "tea"), ("Ada", "likes", "chess"), ("Ben", "knows", "Ada")]
    assert facts({"triplets": text}) == (expected, 0)


def test_what_is_not_understood_is_lost_and_counted_never_guessed():
    reply = {"facts": ["Ada lives in Paris, Texas", ["Ada", "Bonn"], ["Ada", "is", "ill"], 7]}
    assert facts(reply) == ([("Ada", "is", "ill")], 3)


def test_a_number_that_belongs_to_a_name_stays():
    assert facts({"facts": ["3 apples, are on, table"]}) == ([("3 apples", "are on", "table")], 0)


def test_times_under_other_keys_and_as_numbers_are_kept():
    reply = {"facts": [{"subject": "a", "relation": "r", "object": "b", "since": 2019, "until": 4}]}
    (fact,) = read(EXTRACT, reply)[0].facts
    assert (fact.valid_from, fact.valid_to) == ("2019", "4")


@pytest.mark.parametrize(
    "reply",
    [
        {"theses": [{"text": "Ada sings.", "entities": ["Ada", "song"]}]},
        {"statements": [{"sentence": "Ada sings.", "names": ["Ada", "song"]}]},
        {"theses": ["Ada sings. | ['Ada', 'song']"]},
        {"theses": [["Ada sings.", ["Ada", "song"]]]},
        {"theses": [{"thesis": "Ada sings.", "entities": [{"name": "Ada"}, {"name": "song"}]}]},
        [{"thesis": "Ada sings.", "entities": ["Ada", "song"]}],
    ],
    ids=str,
)
def test_a_thesis_in_any_known_form_is_the_same_thesis(reply):
    for task in (EXTRACT, ExtractTheses("text", AT)):
        value, losses = read(task, reply)
        (thesis,) = value.theses
        assert (thesis.text, thesis.entities, losses) == ("Ada sings.", ("Ada", "song"), 0)


def test_in_a_bare_list_sentences_are_theses_and_triples_facts():
    value, _ = read(EXTRACT, ["Ada, a nurse, sings.", "Ada, is, nurse"])
    assert [thesis.text for thesis in value.theses] == ["Ada, a nurse, sings."]
    assert [fact.object for fact in value.facts] == ["nurse"]


def test_single_words_are_neither():
    value, losses = read(EXTRACT, ["Ada", "Bonn", "Ada lives here", "Rex"])
    assert [thesis.text for thesis in value.theses] == ["Ada lives here"]
    assert (value.facts, losses) == ((), 3)


def test_a_link_to_a_thesis_survives_the_loss_of_another():
    reply = {
        "theses": [{"text": ""}, {"text": "Ada lives in Bonn."}],
        "facts": [["Ada", "lives in", "Rome"], dict(zip("spo", ADA, strict=True)) | {"thesis": 1}],
    }
    value, losses = read(EXTRACT, reply)
    assert [fact.thesis for fact in value.facts] == [None, 0]
    assert losses == 1


@pytest.mark.parametrize(
    "aliases",
    [
        [{"name": "Robert", "alias": "Bob"}],
        [["Robert", "Bob"]],
        ["Robert", "Bob"],
        {"Robert": ["Bob"]},
        {"Robert": "Bob"},
        [{"canonical": "Robert", "nickname": "Bob"}],
        [{"name": "Robert", "aliases": ["Bob"]}],
        {"name": "Robert", "alias": "Bob"},
    ],
    ids=str,
)
def test_an_alias_in_any_known_form_is_the_same(aliases):
    for task in (EXTRACT, ExtractTriplets("text", AT)):
        value, losses = read(task, {"facts": [], "aliases": aliases})
        assert [(one.name, one.alias) for one in value.aliases] == [("Robert", "Bob")]
        assert not losses


def test_nothing_to_say_is_an_answer():
    assert read_reply(EXTRACT, {"theses": [], "facts": [], "aliases": []}).value == Extraction()
    assert read_reply(EXTRACT, []).value == Extraction()


@pytest.mark.parametrize(
    "reply",
    [
        {"pairs": [{"old": 12, "new": 0}]},
        {"pairs": [[12, 0]]},
        [[12, 0]],
        [{"old": "id 12", "new": "new 0"}],
        {"replacements": [{"outdated": "[12] Ada lives in Bonn", "replacement": "#0"}]},
        {"replacing": ["12 -> 0"]},
        {"replacing": "12 → 0"},
        [["12: Ada lives in Bonn -> 0: Ada lives in Rome"]],
        ["0 <- 12"],
        {"12": 0},
        {"old": 12, "new": 0},
        {"pairs": {"old": 12, "new": 0}},
        {"pairs": {"12": "0"}},
        {"pairs": [{"old": {"id": 12, "text": "Ada"}, "new": {"number": 0}}]},
    ],
    ids=str,
)
def test_a_replacement_in_any_known_form_is_the_same_pair(reply):
    value, losses = read(REVISE, reply)
    assert [(pair.old, pair.new) for pair in value.pairs] == [(12, 0)]
    assert not losses


@pytest.mark.parametrize("reply", [{"pairs": []}, [], {"replacing": []}])
def test_keeping_everything_is_an_answer(reply):
    assert read_reply(REVISE, reply).value == Replacements()


def test_a_statement_that_begins_with_a_quantity_is_no_number():
    reply = {"pairs": [["3 apples | are on | table", 0], [4, 1]]}
    value, losses = read(REVISE, reply)
    assert [(pair.old, pair.new) for pair in value.pairs] == [(4, 1)]
    assert losses == 1


def test_a_statement_of_the_same_text_shows_both_its_numbers():
    new = NewStatement(0, "a r b", 3, None, "a", "r", "b")
    shown = Revise((new,), (Candidate(-1, "a r b", 3, None), Candidate(9, "old", 1, 3))).inputs()
    assert shown.splitlines()[1:-1] == [
        "stored 9 | old | from step 1 until step 3",
        "new 0 (as old: -1) | a | r | b | since step 3",
    ]


def test_a_text_is_shown_with_its_weekday_or_step():
    assert Extract("t", AT).inputs().startswith("Time of the text: Monday 2024-05-06T09:30Z\n")
    assert "\nTime of the text: step 7\n" in Extract("t", 7).inputs()


@pytest.mark.parametrize("reply", ["short", {"summary": "short"}, {"text": "short"}])
def test_a_summary_may_come_bare(reply):
    task = Summary("long")
    assert read_reply(task, task.mended(reply)).value == SummaryReply(summary="short")


@pytest.mark.parametrize("wrong", [{}, {"text": "a", "words": 0}])
def test_a_summary_needs_something_to_sum_up_and_room(wrong):
    with pytest.raises(UsageError):
        Summary(**wrong)


KEYS = ["facts", "triplets", "theses", "aliases", "pairs", "old", "new", "s"]


@given(any_reply(KEYS))
def test_mending_never_raises(reply):
    for task in (EXTRACT, REVISE, Summary("a")):
        type(task).mended(reply)


names = st.text(min_size=1, max_size=8).filter(lambda name: name.strip() == name)
good_facts = st.fixed_dictionaries(
    {"subject": names, "relation": names, "object": names},
    optional={"valid_from": st.none() | names, "ended": st.booleans()},
)
good = st.fixed_dictionaries(
    {},
    optional={
        "theses": st.lists(
            st.fixed_dictionaries({"text": names}, optional={"entities": st.lists(names)}),
            max_size=3,
        ),
        "facts": st.lists(good_facts, max_size=3),
        "aliases": st.lists(st.fixed_dictionaries({"name": names, "alias": names}), max_size=2),
    },
)


@given(good)
def test_a_good_reply_is_left_as_it_is(reply):
    assert Extract.mended(reply) == reply


@given(st.lists(st.fixed_dictionaries({"old": st.integers(), "new": st.integers()}), max_size=4))
def test_good_pairs_are_left_as_they_are(pairs):
    assert Revise.mended({"pairs": pairs}) == {"pairs": pairs}
