"""What `Memory` promises: nothing lost, everything dated, sourced, reversible and forgettable."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew import Asking, AsOf, Input, Kind, Memory, NewEdge, NewNode
from clew.ask.tasks import AnswerQuestion
from clew.clock import FixedClock
from clew.errors import AxisError, ClosedError, UnknownNameError, UsageError, WrongEmbedderError
from clew.learn.tasks import Extract, Extraction, Replacements
from clew.llm.base import Failure, FailureKind
from clew.llm.routed import Routed
from clew.llm.scripted import ScriptedModel
from clew.recall.listing import SourceEntry
from clew.wiring import mind_named


def day(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


CLOCK = FixedClock(day("2024-06-01"))


@pytest.fixture
def memory():
    with Memory.open(embedder="hashing", clock=CLOCK) as opened:
        yield opened


def said(*facts, theses=(), aliases=()):
    rows = [dict(zip(("subject", "relation", "object"), fact, strict=False)) for fact in facts]
    for row, fact in zip(rows, facts, strict=True):
        row.update(fact[3] if len(fact) > 3 else {})
    return {"facts": rows, "theses": list(theses), "aliases": list(aliases)}


def scripted(*replies, rivals=()):
    """Extractions in order; `Revise` says that facts of one subject and relation exclude."""
    script = iter(replies)

    def answer(task):
        if isinstance(task, Extract):
            return next(script)
        pairs = [
            {"old": old.id, "new": new.number}
            for new in task.statements
            for old in task.candidates
            if (old.subject, old.relation) == (new.subject, new.relation)
            and old.object != new.object
        ]
        return {"pairs": pairs}

    return ScriptedModel(answer)


def open_with(*replies):
    return Memory.open(embedder="hashing", clock=CLOCK, model=scripted(*replies))


def current(memory, entity):
    return sorted(fact.text for fact in memory.facts(entity))


@pytest.mark.parametrize("kind", [str, Path])
def test_an_address_is_no_file(kind):
    with pytest.raises(UsageError, match="a server's memory is a RemoteMemory"):
        Memory.open(kind("http://localhost:8321"))


def test_a_text_is_kept_verbatim_dated_and_sourced(memory):
    receipt = memory.remember("Anna lives in Oslo.\n", at=day("2023-05-01"), source="diary")
    episode = memory.episode(receipt.episode)
    assert (episode.text, episode.at, episode.source) == (
        "Anna lives in Oslo.\n",
        day("2023-05-01"),
        "diary",
    )
    assert not receipt.pending
    assert receipt.extractor == "rules"


def test_a_newer_statement_closes_the_older_one_and_both_stay_answerable(memory):
    memory.remember("Anna lives in Oslo.", at=day("2023-05-01"))
    before = memory.revision
    receipt = memory.remember("Anna lives in Rome.", at=day("2024-02-01"))
    old, new = memory.history("Anna")
    assert (old.valid_from, old.valid_to, old.superseded_by) == (
        day("2023-05-01"),
        day("2024-02-01"),
        new.id,
    )
    assert old.id in receipt.superseded
    assert current(memory, "Anna") == ["Anna lives in Rome"]
    assert current(memory.as_of(day("2023-06-01")), "Anna") == ["Anna lives in Oslo"]
    assert current(memory.as_of(known=before), "Anna") == ["Anna lives in Oslo"]
    assert memory.as_of(known=before).facts("Anna")[0].valid_to is None


def test_late_old_news_is_stored_already_closed():
    with open_with(said(("A", "is in", "x")), said(("A", "is in", "y"))) as memory:
        memory.remember("new", at=day("2024-01-05"))
        memory.remember("old", at=day("2024-01-01"))
        assert current(memory, "A") == ["A is in x"]
        old = memory.history("A")[0]
        assert (old.object_name, old.valid_to) == ("y", day("2024-01-05"))


def test_news_between_two_statements_of_the_same_fact_splits_it():
    replies = [said(("A", "is in", "x")), said(("A", "is in", "x")), said(("A", "is in", "y"))]
    with open_with(*replies) as memory:
        memory.remember("one", at=1)
        memory.remember("ten", at=10)
        memory.remember("five", at=5)
        spans = [(f.object_name, f.valid_from, f.valid_to) for f in memory.history("A")]
        assert spans == [("x", 1, 5), ("y", 5, 10), ("x", 10, None)]


def test_forgetting_the_news_in_between_undoes_the_split():
    replies = [said(("A", "is in", "x")), said(("A", "is in", "x")), said(("A", "is in", "y"))]
    with open_with(*replies) as memory:
        memory.remember("one", at=1)
        memory.remember("ten", at=10)
        receipt = memory.remember("five", at=5)
        memory.forget(episode=receipt.episode)
        spans = [(f.object_name, f.valid_from, f.valid_to) for f in memory.history("A")]
        assert spans == [("x", 1, None)]
        assert len(memory.history("A")[0].episodes) == 2


def test_a_second_row_stands_by_itself_when_the_first_is_forgotten_before_the_news_in_between():
    replies = [said(("A", "is in", place)) for place in ("x", "x", "y", "x")]
    with open_with(*replies) as memory:
        one, ten, five, _ = [memory.remember(f"at {at}", at=at).episode for at in (1, 10, 5, 12)]
        for episode in (one, ten, five):
            memory.forget(episode=episode)
        spans = [(f.object_name, f.valid_from, f.valid_to) for f in memory.history("A")]
        assert spans == [("x", 12, None)]
        assert memory.check() == []


def test_seeing_a_fact_again_confirms_it():
    with open_with(said(("A", "likes", "x")), said(("A", "likes", "x"))) as memory:
        first = memory.remember("one", at=1)
        second = memory.remember("two", at=2)
        (fact,) = memory.facts("A")
        assert second.confirmed == first.new == (fact.id,)
        assert fact.episodes == (first.episode, second.episode)


def test_an_ended_fact_is_over_and_nothing_takes_its_place():
    ended = said(("A", "works at", "x", {"ended": True}))
    with open_with(said(("A", "works at", "x")), ended) as memory:
        memory.remember("one", at=1)
        receipt = memory.remember("two", at=4)
        assert memory.facts("A") == []
        (fact,) = memory.history("A")
        assert (fact.valid_to, fact.superseded_by) == (4, None)
        assert fact.id in receipt.superseded


def test_a_thesis_is_over_with_the_facts_it_states():
    thesis = {"text": "A is in x.", "entities": ["A", "x"]}
    first = said(("A", "is in", "x", {"thesis": 0}), theses=[thesis])
    second = said(("A", "is in", "y", {"thesis": 0}), theses=[{"text": "A is in y."}])
    with open_with(first, second) as memory:
        memory.remember("one", at=1)
        assert [t.text for t in memory.theses("A")] == ["A is in x."]
        memory.remember("two", at=2)
        assert [t.text for t in memory.theses("A")] == []
        with memory.view(AsOf(valid=1)) as view:
            (old,) = view.items(view.ids(Kind.THESIS))
        assert old.valid_to == 2


def test_a_failed_model_leaves_the_episode_pending_and_learning_resumes():
    down = Failure(FailureKind.UNAVAILABLE, "the server is down", retry=True)
    with open_with(down, said(("A", "likes", "x"))) as memory:
        receipt = memory.remember("A likes x", at=1)
        assert receipt.pending
        assert receipt.error == "the server is down"
        assert memory.episode(receipt.episode).text == "A likes x"
        assert memory.store.pending("default") == [(1, 1, "the server is down")]
        (resumed,) = memory.learn_pending()
        assert not resumed.pending
        assert current(memory, "A") == ["A likes x"]
        assert memory.store.pending("default") == []


def test_a_crash_between_the_commits_leaves_the_episode_pending(memory):
    memory.remember_many([Input("Anna lives in Oslo.", day("2024-01-01"))], learn=False)
    assert [item for item, _, _ in memory.store.pending("default")] == [1]
    memory.learn_pending()
    assert current(memory, "Anna") == ["Anna lives in Oslo"]


def test_dropped_items_are_counted_and_shown():
    reply = said(("A", "likes", "x"), ("A", "likes", "..."), ("", "likes", "x"))
    reply["facts"].append(
        {"subject": "A", "relation": "met", "object": "B", "valid_from": "maytime"}
    )
    with open_with(reply) as memory:
        receipt = memory.remember("text", at=day("2024-01-01"))
        assert len(receipt.losses) == 3
        assert "name on both sides" in " ".join(loss.reason for loss in receipt.losses)
        report = json.loads(memory.store.reports("default")[receipt.episode])
        assert len(report["losses"]) == 3


def test_a_replacement_of_something_not_shown_is_a_loss():
    def answer(task):
        if isinstance(task, Extract):
            return said(("A", "likes", task.text))
        return Replacements.model_validate({"pairs": [{"old": 999, "new": 0}]})

    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        memory.remember("x", at=1)
        receipt = memory.remember("y", at=2)
        assert "999" in receipt.losses[0].item


def test_a_model_that_cannot_revise_supersedes_nothing():
    def answer(task):
        if isinstance(task, Extract):
            return said(("A", "is in", task.text))
        return Failure(FailureKind.REFUSED, "no")

    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        memory.remember("x", at=1)
        receipt = memory.remember("y", at=2)
        assert len(memory.facts("A")) == 2
        assert "nothing was superseded" in receipt.losses[0].reason


def test_aliases_are_one_entity_and_split_apart_again():
    reply = said(("Bob", "likes", "tea"), ("Robert", "hates", "rain"), aliases=[("Robert", "Bob")])
    with open_with(reply) as memory:
        memory.remember("text", at=1)
        assert memory.entity("bob").name == "Robert"
        assert memory.entity("Robert").aliases == ("Bob",)
        assert current(memory, "Bob") == ["Bob likes tea", "Robert hates rain"]
        memory.split("Bob")
        assert current(memory, "Bob") == ["Bob likes tea"]
        assert current(memory, "Robert") == ["Robert hates rain"]


def test_a_merge_is_reversible_and_shown_only_since_it_was_made():
    with open_with(said(("Ann", "drinks", "tea")), said(("Anna", "likes", "rain"))) as memory:
        memory.remember("one", at=1)
        memory.remember("two", at=2)
        before = memory.revision
        merged = memory.merge("Anna", "Ann")
        assert (merged.name, merged.aliases) == ("Anna", ("Ann",))
        assert len(memory.facts("Anna")) == 2
        assert len(memory.as_of(known=before).facts("Anna")) == 1
        with pytest.raises(UsageError, match="are one entity already"):
            memory.merge("Anna", "Ann")
        assert memory.split("Ann").name == "Ann"
        assert len(memory.facts("Anna")) == 1
        with pytest.raises(UsageError, match="not merged into another"):
            memory.split("Ann")


def test_what_two_were_told_to_be_is_compared_when_they_are_merged():
    with open_with(said(("Ann", "likes", "tea")), said(("Anna", "likes", "rain"))) as memory:
        memory.remember("one", at=1)
        memory.remember("two", at=2)
        memory.merge("Anna", "Ann")
        assert [one.valid_to for one in memory.history("Anna")] == [2, None]
        memory.split("Ann")
        assert [one.valid_to for one in memory.history("Ann")] == [None]


def test_a_fact_that_a_merge_splits_has_its_vectors():
    told = (("Ann", "likes", "tea"), ("Ann", "likes", "tea"), ("Anna", "likes", "rain"))
    with open_with(*(said(one) for one in told)) as memory:
        for at, text in ((1, "one"), (9, "two"), (5, "three")):
            memory.remember(text, at=at)
        memory.merge("Anna", "Ann")
        rows = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Anna")]
        assert rows == [("tea", 1, 5), ("rain", 5, 9), ("tea", 9, None)]
        assert memory.check() == []


def test_a_first_name_means_the_one_person_with_that_full_name(memory):
    memory.remember("Anna Weber lives in Oslo.", at=day("2023-05-01"))
    memory.remember("Anna lives in Rome.", at=day("2024-02-01"))
    assert memory.entity("Anna").name == "Anna Weber"
    assert [fact.object_name for fact in memory.facts("Anna Weber")] == ["Rome"]
    memory.split("Anna")
    assert memory.entity("Anna").name == "Anna"


def test_forgetting_an_episode_reopens_what_only_it_had_superseded(memory):
    memory.remember("Anna lives in Oslo.", at=day("2023-05-01"), source="a")
    receipt = memory.remember("Anna lives in Rome.", at=day("2024-02-01"), source="b")
    preview = memory.forget(source="b", dry_run=True)
    assert preview.episodes == (receipt.episode,)
    assert preview.dry_run
    assert current(memory, "Anna") == ["Anna lives in Rome"]
    done = memory.forget(source="b")
    assert done.complete
    assert current(memory, "Anna") == ["Anna lives in Oslo"]
    assert done.reopened == (memory.facts("Anna")[0].id, memory.theses("Anna")[0].id)
    assert memory.facts("Anna")[0].valid_to is None
    with pytest.raises(UnknownNameError, match="Rome"):
        memory.entity("Rome")


def test_what_superseded_a_forgotten_fact_supersedes_the_one_before_it():
    replies = [said(("A", "is in", place)) for place in ("x", "y", "z")]
    with open_with(*replies) as memory:
        for at, text in enumerate(("one", "two", "three"), start=1):
            memory.remember(text, at=at, source=text)
        memory.forget(source="two")
        spans = [(f.object_name, f.valid_from, f.valid_to) for f in memory.history("A")]
        assert spans == [("x", 1, 3), ("z", 3, None)]


def test_a_fact_that_two_episodes_state_survives_one_of_them():
    replies = [said(("A", "is in", "x")), said(("A", "is in", "y")), said(("A", "is in", "y"))]
    with open_with(*replies) as memory:
        for at, text in enumerate(("one", "two", "three"), start=1):
            memory.remember(text, at=at, source=text)
        memory.forget(source="two")
        spans = [(f.object_name, f.valid_from, f.valid_to) for f in memory.history("A")]
        assert spans == [("x", 1, 3), ("y", 3, None)]


def test_forgetting_an_entity_takes_every_episode_that_names_it(memory):
    memory.remember("Anna lives in Oslo.", at=day("2023-05-01"))
    memory.remember("Ben met Anna.", at=day("2023-06-01"))
    memory.remember("Ben lives in Rome.", at=day("2023-07-01"))
    receipt = memory.forget(entity="Anna")
    assert len(receipt.episodes) == 2
    with pytest.raises(UnknownNameError):
        memory.entity("Anna")
    assert current(memory, "Ben") == ["Ben lives in Rome"]


def test_a_memory_that_cannot_be_opened_leaves_its_file_closed(tmp_path):
    path = tmp_path / "m.clew"
    Memory.open(path, embedder="hashing").close()
    with pytest.raises(UnknownNameError, match="mind"):
        Memory.open(path, model="rules:nobody", embedder="hashing")
    # SQLite removes its log with the last connection.
    assert [one.name for one in tmp_path.iterdir()] == ["m.clew"]


@pytest.mark.parametrize("given", [{}, {"episode": 1, "source": "a"}])
def test_forget_wants_exactly_one_thing(memory, given):
    with pytest.raises(UsageError, match="exactly one of episode, source, conversation and entity"):
        memory.forget(**given)


@pytest.mark.parametrize("given", [{"episode": 7}, {"source": "a"}, {"entity": "Zoe"}])
def test_forgetting_what_is_not_there_says_so(memory, given):
    memory.remember("Anna lives in Oslo.", at=day("2023-05-01"), source="b")
    with pytest.raises(UnknownNameError):
        memory.forget(**given)


def test_namespaces_of_one_file_do_not_meet(tmp_path):
    path = tmp_path / "two.clew"
    with Memory.open(path, namespace="a", embedder="hashing", clock=CLOCK) as one:
        one.remember("Anna lives in Oslo.")
    with Memory.open(path, namespace="b", embedder="hashing", clock=CLOCK) as other:
        assert other.recall("Anna") == []
        assert other.ask("Where does Anna live?").abstained
        with pytest.raises(UnknownNameError):
            other.entity("Anna")
        other.remember("Ben lives in Rome.", at=3)
        assert other.revision == 1
    with Memory.open(path, namespace="a", clock=CLOCK) as one:
        assert one.ask("Where does Anna live?").text == "Oslo"
        assert one.store.names() == ["a", "b"]


def test_the_same_text_from_the_same_source_is_learned_once(memory):
    first = memory.remember("Anna lives in Oslo.", source="a", once=True)
    again = memory.remember("Anna lives in Oslo.", source="a", once=True)
    other = memory.remember("Anna lives in Oslo.", source="b", once=True)
    assert again.already_known
    assert again.episodes == first.episodes
    assert not other.already_known


def test_a_long_text_becomes_episodes_that_join_to_it(memory):
    text = "\n\n".join(f"Paragraph {n}. " + "Anna likes tea. " * 30 for n in range(20))
    receipt = memory.remember(text, source="long")
    assert len(receipt.episodes) > 3
    assert "".join(memory.episode(item).text for item in receipt.episodes) == text
    with memory.view() as view:
        following = view.links(receipt.episodes, (Kind.SEQUENCE,))
    assert [len(links) for links in following] == [1, *[2] * (len(following) - 2), 1]


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_an_empty_text_is_refused(memory, text):
    with pytest.raises(UsageError, match="nothing to remember"):
        memory.remember(text)


@pytest.mark.parametrize("text", [b"bytes", None, 3])
def test_what_is_no_text_is_refused(memory, text):
    with pytest.raises(UsageError, match="expected a text, got"):
        memory.remember(text)


def test_what_is_no_source_is_refused(memory):
    with pytest.raises(UsageError, match="expected a source, got NoneType"):
        memory.remember("Anna lives in Bergen.", source=None)


@pytest.mark.parametrize(
    ("what", "given"), [("text", ("ab\ud800", "s")), ("source", ("a", "ab\ud800"))]
)
def test_a_broken_string_is_refused_with_the_place(memory, what, given):
    text, source = given
    with pytest.raises(UsageError, match=f"the {what} has a lone surrogate at character 2"):
        memory.remember(text, source=source)


def test_progress_is_told_after_each_commit_and_no_sooner(memory):
    seen: list[int] = []
    given = [Input(f"Anna lives in town {number}.", day("2024-01-01")) for number in range(2)]
    memory.remember_many(given, progress=seen.append)
    memory.remember_many(given, learn=False)
    memory.learn_pending(progress=seen.append)
    assert seen == [2, 2]


def test_a_write_of_nothing_makes_no_namespace():
    with Memory.open(embedder=None) as memory:
        assert memory.write().revision == 0
        assert memory.store.names() == []


@pytest.mark.parametrize(
    "text", ["with\x00 NUL", "Анна живёт в Осло.", "安娜住在奥斯陆。", "אנה גרה באוסלו", "🗝️ in 📦"]
)
def test_any_script_is_kept_and_found(memory, text):
    receipt = memory.remember(text, source="s")
    assert memory.episode(receipt.episode).text == text
    assert receipt.episode in {hit.item.id for hit in memory.recall(text)}


def test_two_time_axes_do_not_mix(memory):
    memory.remember("Anna lives in Oslo.", at=day("2024-01-01"))
    with pytest.raises(AxisError, match="counts in datetimes"):
        memory.remember("Anna lives in Rome.", at=3)
    with pytest.raises(AxisError, match="counts in datetimes"):
        memory.as_of(3).recall("Anna")
    assert len(memory.recall("Anna", kinds=[Kind.EPISODE])) == 1


def test_an_unknown_entity_is_named_with_the_nearest(memory):
    memory.remember("Anna lives in Oslo.")
    with pytest.raises(UnknownNameError, match="did you mean 'Anna'"):
        memory.facts("Ana")


def test_another_embedder_is_refused(tmp_path):
    path = tmp_path / "m.clew"
    Memory.open(path, embedder="hashing:32").close()
    with pytest.raises(WrongEmbedderError, match="clew reembed"):
        Memory.open(path, embedder="hashing:64")
    with Memory.open(path) as memory:
        assert memory.embedder is not None
        assert memory.embedder.dimension == 32


def test_without_an_embedder_words_and_graph_still_recall():
    with Memory.open(embedder=None, clock=CLOCK) as memory:
        memory.remember("Anna lives in Oslo.")
        assert memory.recall("Oslo")
        assert memory.ask("Where does Anna live?").text == "Oslo"


def test_a_file_filled_without_vectors_stays_without_until_reembed(tmp_path):
    path = tmp_path / "plain.clew"
    with Memory.open(path, embedder=None, clock=CLOCK) as memory:
        memory.remember("Anna lives in Oslo.")
    with Memory.open(path, clock=CLOCK) as memory:
        assert memory.embedder is None
        assert memory.recall("Oslo")
        memory.reembed("hashing")
        assert memory.recall("Oslo")
        assert memory.check() == []
    with Memory.open(path, clock=CLOCK) as memory:
        assert memory.embedder is not None


def test_recall_explains_itself(memory):
    receipt = memory.remember("The brass key is in the drawer.", at=day("2024-01-01"))
    hit = memory.recall("brass key")[0]
    assert hit.why.rank == 1
    assert hit.why.parts
    assert receipt.episode in hit.why.episodes


def test_an_unanswerable_question_is_refused_not_guessed(memory):
    memory.remember("Anna lives in Oslo.")
    answer = memory.ask("What is Anna's shoe size?")
    assert answer.abstained
    assert answer.text is None
    assert answer.reason


@pytest.mark.parametrize(
    "question", ["", "???", "word " * 3000, '" OR NEAR( * ^:-{}', "\x00", "谁？"]
)
def test_no_question_raises(memory, question):
    memory.remember("Anna lives in Oslo.")
    memory.ask(question)
    memory.recall(question)


def test_a_namespace_needs_a_name():
    with pytest.raises(UsageError, match="expected a name for the namespace"):
        Memory.open(namespace=" ")


def test_a_write_is_one_revision_and_typed(memory):
    anna = NewNode(kind=Kind.ENTITY, text="Anna")
    rome = NewNode(kind=Kind.ENTITY, text="Rome")
    goal = NewNode(kind=Kind.GOAL, text="find the key", valid_from=day("2024-01-01"))
    plan = NewNode(kind=Kind.LONG_TERM_GOAL, text="get home", attributes={"level": 2})
    seen = NewNode(kind=Kind.EPISODE, text="a hall", at=day("2024-01-02"), source="game")
    says = NewNode(kind=Kind.THESIS, text="Anna is in Rome.")
    written = memory.write(
        [anna, rome, goal, plan, seen, says],
        [
            NewEdge(kind=Kind.FACT, source=anna, target=rome, relation="is in"),
            NewEdge(kind=Kind.MENTION, source=says, target=anna),
            NewEdge(kind=Kind.EPISODIC, source=seen, target=says),
            NewEdge(kind=Kind.PART_OF, source=goal, target=plan),
            NewEdge(kind=Kind.SEQUENCE, source=goal, target=plan),
        ],
    )
    assert written.revision == memory.revision == 1
    with memory.view() as view:
        found = view.items(written.nodes)
        assert [type(item).__name__ for item in found] == [
            "Entity", "Entity", "Goal", "Goal", "Episode", "Thesis",
        ]  # fmt: skip
        assert found[3].attributes == {"level": 2}
        assert [link.kind for link in view.links([written.nodes[2]])[0]] == [
            Kind.PART_OF,
            Kind.SEQUENCE,
        ]
    assert current(memory, "Anna") == ["Anna is in Rome"]
    again = memory.write([anna], [])
    assert again.nodes == written.nodes[:1]
    assert memory.revision == 1


@pytest.mark.parametrize(("start", "end"), [(6, 9), (2, None), (5, 7), (None, 8)])
def test_writing_a_fact_again_keeps_its_history_checkable(start, end):
    memory = Memory.open(embedder="hashing")
    anna = NewNode(kind=Kind.ENTITY, text="Anna")
    oslo = NewNode(kind=Kind.ENTITY, text="Oslo")

    def likes(start, end):
        fact = NewEdge(
            kind=Kind.FACT,
            source=anna,
            target=oslo,
            relation="likes",
            valid_from=start,
            valid_to=end,
        )
        return memory.write([anna, oslo], [fact])

    likes(5, None)
    likes(start, end)
    likes(start, end)
    assert memory.check() == []
    assert len(memory.as_of(6).facts("Anna")) == 1


def test_a_fact_that_was_also_written_directly_survives_forgetting(memory):
    receipt = memory.remember("Anna lives in Oslo.", at=day("2024-01-01"))
    anna = NewNode(kind=Kind.ENTITY, text="Anna")
    oslo = NewNode(kind=Kind.ENTITY, text="Oslo")
    lives = NewEdge(
        kind=Kind.FACT, source=anna, target=oslo, relation="lives in", valid_from=day("2024-02-01")
    )
    memory.write([anna, oslo], [lives])
    memory.forget(episode=receipt.episode)
    assert current(memory, "Anna") == ["Anna lives in Oslo"]
    assert memory.check() == []


@pytest.mark.parametrize(
    ("nodes", "edges", "said"),
    [
        ([NewNode(kind=Kind.FACT, text="x")], [], "expected a kind of node"),
        ([NewNode(kind=Kind.ENTITY, text=" ")], [], "expected a text for the entity"),
        ([NewNode(kind=Kind.EPISODE, text="x")], [], "expected a time `at`"),
        ([NewNode(kind=Kind.GOAL, text="x", valid_from=5, valid_to=3)], [], "not after valid_from"),
        ([], [NewEdge(kind=Kind.GOAL, source=1, target=1)], "expected a kind of edge"),
        ([], [NewEdge(kind=Kind.FACT, source=1, target=1, relation="x")], "no item named '1'"),
    ],
)
def test_a_wrong_write_is_refused_whole(memory, nodes, edges, said):
    with pytest.raises(UsageError, match=said):
        memory.write(nodes, edges)
    assert memory.revision == 0


def test_an_edge_between_the_wrong_kinds_is_refused(memory):
    anna = NewNode(kind=Kind.ENTITY, text="Anna")
    goal = NewNode(kind=Kind.GOAL, text="win")
    with pytest.raises(UsageError, match="a fact edge needs entity here, got the goal"):
        memory.write(
            [anna, goal], [NewEdge(kind=Kind.FACT, source=anna, target=goal, relation="x")]
        )


def test_a_date_that_makes_no_sense_is_a_loss_and_the_text_is_kept(memory):
    receipt = memory.remember("Anna moved to Rome on 30 February 2024.", at=day("2024-03-01"))
    assert "30 February 2024" in receipt.losses[0].item
    assert memory.stats().losses


def test_an_unknown_mind_is_refused():
    with pytest.raises(UnknownNameError, match="did you mean 'textworld'"):
        mind_named("textwrld")


def test_the_default_model_answers_every_task_of_learning_and_asking():
    (result,) = mind_named().run([Extract("Anna lives in Oslo.", day("2024-01-01"))])
    assert isinstance(result.value, Extraction)
    assert result.value.facts


def test_asking_again_is_paid_for_by_task():
    extracted = scripted(said(("Anna", "runs", "the ferry")))
    replies = iter([{"searches": ["Who is Anna?"]}, {"answer": "Anna", "citations": [1, 77]}])
    asked = ScriptedModel(lambda _: next(replies))
    model = Routed(extracted, {AnswerQuestion: asked})
    with Memory.open(embedder="hashing", clock=CLOCK, model=model) as memory:
        memory.remember("Anna runs the ferry.")
        answer = memory.ask("Who runs the ferry?", Asking())
        calls = {row.task: row.calls for row in memory.usage(by_episode=False)}
    assert answer.text == "Anna"
    assert [loss.item for loss in answer.losses] == ["77"]
    assert answer.usage.calls == 2
    assert (calls["AnswerOrSearch"], calls["AnswerQuestion"]) == (1, 1)


def test_a_closed_memory_stays_closed(tmp_path):
    memory = Memory.open(tmp_path / "m.clew", embedder=None, clock=CLOCK)
    past = memory.as_of(day("2020-01-01"))
    memory.close()
    memory.close()
    for one in (memory, past):
        with pytest.raises(ClosedError, match="open the memory again"):
            one.recall("Anna")
        with pytest.raises(ClosedError, match="open the memory again"):
            one.remember("Anna lives in Oslo.")
    with pytest.raises(ClosedError):
        memory.stats()


@pytest.mark.parametrize("k", [0, -1])
def test_recall_gives_one_row_at_least(k):
    with Memory.open(embedder=None) as memory, pytest.raises(UsageError, match=f"got k={k}"):
        memory.recall("Anna", k=k)


def test_every_item_has_a_text():
    with Memory.open(embedder=None) as memory:
        memory.remember("Anna lives in Oslo.")
        hits = memory.recall("Anna Oslo", kinds=(Kind.ENTITY, Kind.FACT))
        assert {hit.item.text for hit in hits} >= {"Anna", "Anna lives in Oslo"}


@pytest.mark.parametrize("file", [":memory:", "kept.clew"])
def test_a_memory_can_be_read_while_a_view_of_it_is_open(tmp_path, file):
    where = file if file == ":memory:" else tmp_path / file
    with Memory.open(where, embedder=None) as memory:
        memory.remember("Anna lives in Oslo.", at=datetime(2024, 1, 1, tzinfo=UTC))
        with memory.view() as view:
            assert [fact.object_name for fact in memory.facts("Anna")] == ["Oslo"]
            assert view.count(Kind.FACT) == 1
            if file == ":memory:":
                with pytest.raises(UsageError, match="cannot be written inside"):
                    memory.remember("Ben lives in Rome.")
        memory.remember("Anna moved to Rome.", at=datetime(2024, 2, 1, tzinfo=UTC))
        assert memory.ask("Where does Anna live?").text == "Rome"


def test_one_note_from_the_future_does_not_move_the_present():
    model = scripted(said(("Anna", "lives in", "Oslo")), said(("Anna", "lives in", "Mars")))
    with Memory.open(embedder=None, model=model, clock=CLOCK) as memory:
        memory.remember("Anna lives in Oslo.", at=day("2024-05-01"))
        memory.remember("Anna lives on Mars.", at=day("2999-01-01"))
        with memory.view() as view:
            assert view.as_of.valid == CLOCK.moment
        assert [fact.object_name for fact in memory.facts("Anna")] == ["Oslo"]
        story = memory.as_of(day("2999-06-01"))
        assert [fact.object_name for fact in story.facts("Anna")] == ["Mars"]


def test_forgetting_a_conversation_leaves_nothing_of_it(tmp_path):
    """Its turns may have several sources, and a source several conversations."""
    path = tmp_path / "a.clew"
    with Memory.open(path, embedder="hashing", clock=CLOCK) as memory:
        memory.remember("Anna lives in Oslo.", at=day("2023-05-01"), source="chat")
        other = memory.remember("Ben: Dora owns a boat.", conversation="chat 2", source="chat")
        said = ("Zelda Quist lives in Wexcombe.", "Anna moved to Zyqqel.", "Zelda owns a boat.")
        told = [
            memory.remember(text, conversation="chat zyqqel", source=source)
            for text, source in zip(said, ("chat", "a", "b"), strict=True)
        ]
        memory.patch_metadata(told[0].episode, {"team": "zyqqel"})
        planned = memory.forget(conversation="chat zyqqel", dry_run=True)
        assert planned.dry_run
        assert planned.episodes == tuple(each.episode for each in told)
        receipt = memory.forget(conversation="chat zyqqel")
        assert receipt.complete
        assert (receipt.episodes, receipt.facts) == (planned.episodes, planned.facts)
        assert current(memory, "Anna") == ["Anna lives in Oslo"]
        assert memory.episode(other.episode).conversation == "chat 2"
        (left,) = memory.browse("conversations").items
        assert isinstance(left, SourceEntry)
        assert left.name == "chat 2"
        assert memory.check() == []
        for unknown in ("chat zyqqel", ""):
            with pytest.raises(UnknownNameError, match="no conversation named"):
                memory.forget(conversation=unknown)
        with pytest.raises(UsageError, match="got source and conversation"):
            memory.forget(conversation="chat 2", source="chat")
    for name in (b"yqqel", b"Quist", b"Wexcombe"):
        assert name not in path.read_bytes()


def test_the_namespaces_of_a_file_are_listed(tmp_path):
    with Memory.open(tmp_path / "a.clew", embedder="hashing") as memory:
        assert memory.namespaces() == []
        for name in ("b", "a", "default"):
            memory.in_namespace(name).remember("Anna lives in Oslo.", at=day("2023-05-01"))
        assert memory.namespaces() == ["a", "b", "default"]
