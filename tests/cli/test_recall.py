import pytest

import clew
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel
from clew.recall.search.catalogue import RETRIEVERS
from clew.recall.selection import DEFAULT_RETRIEVER


def test_an_answer_comes_with_its_numbered_sources(told):
    ran = told("ask", "Where does Anna live?")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Rome"
    assert "  [1] " in ran.out
    assert "2024-02-01-rome.txt, 2024-02-01 (episode" in ran.out
    assert "“Anna moved to Rome." in ran.out
    assert "embedder: hashing" in ran.err


def test_an_answer_as_of_earlier_is_the_earlier_one(told):
    assert told("ask", "Where does Anna live?", "--as-of", "2023-06").out.startswith("Oslo\n")
    assert told("ask", "Where does Anna live?", "--known-at", "1").code in {0, 3}


def test_the_excerpt_of_a_long_text_holds_the_sentence_that_tells(cli, tmp_path):
    before = "Ida Holm has moved once more, and the mill by the river has a new roof of slate. "
    told = "She shares it with her niece, Wilma, who goes to school on the island."
    after = " The shop on the quay was closed in summer, since too few people came there to buy."
    (tmp_path / "long.txt").write_text(before + told + after)
    assert cli("remember", "long.txt", "--embedder", "none").code == 0
    ran = cli("ask", "Who is the niece of Ida Holm?")
    assert ran.out.startswith("Wilma")
    assert told in ran.out


NOTES = {
    "standup.txt": "Valkey migration: Priya, reviewed by Tom, due in June.",
    "office.txt": "The printer on the third floor is broken again.",
    "lunch.txt": "Lunch on Fridays: half past twelve.",
}


@pytest.fixture
def noted(cli, tmp_path):
    """Run commands on a memory of three short notes."""
    for name, text in NOTES.items():
        (tmp_path / name).write_text(text)
    assert cli("remember", *NOTES, "--embedder", "hashing", "--at", "2026-03-03").code == 0
    return cli


def test_what_no_fact_answers_shows_the_closest_lines_with_their_sources(noted):
    question = "Who owns the Valkey migration?"
    ran = noted("ask", question)
    assert ran.code == 3
    lines = ran.out.splitlines()
    assert lines[0] == "No fact answers this. Closest:"
    assert lines[1].startswith("  [1] Valkey migration: Priya")
    assert lines[2].strip().startswith("standup.txt, 2026-03-03 (episode ")
    (first, *_) = noted("recall", question, "--json").json["results"]
    shown = noted("ask", question, "--json")
    assert (shown.code, shown.json["abstained"], shown.json["answer"]) == (3, True, None)
    (closest, *_) = shown.json["closest"]
    assert {key: closest[key] for key in first["item"]} == first["item"]
    assert closest["sources"] == first["sources"]
    assert {"kind", "id", "text"} <= set(closest)


def test_an_answer_has_nothing_closest(told):
    assert told("ask", "Where does Anna live?", "--json").json["closest"] == []


def test_where_recall_finds_nothing_either_that_is_said(noted):
    ran = noted("ask", "zzz", "--retriever", "keyword")
    why = "try again without --retriever and --skip"
    assert (ran.code, ran.out) == (3, f"No fact answers this, and recall finds nothing: {why}\n")


def test_an_answer_in_a_sentence_and_an_unknown_style(told):
    ran = told("ask", "Where does Anna live?", "--style", "sentence")
    assert ran.out.startswith("Anna lives in Rome")
    assert "short" in told("ask", "Where does Anna live?", "--style", "terse").error


def test_an_empty_memory_has_nothing_to_ask(noted):
    for name in NOTES:
        assert noted("forget", "--source", name, "--yes").code == 0
    ran = noted("ask", "Who owns the Valkey migration?")
    assert (ran.code, ran.out) == (3, "Nothing is remembered yet.\n")


def test_the_json_of_an_answer_holds_its_grounds(told):
    ran = told("ask", "Where does Anna live?", "--json")
    assert ran.json["question"] == "Where does Anna live?"
    assert ran.json["answer"] == "Rome"
    (fact, *_) = ran.json["facts"]
    assert fact["kind"] == "fact"
    assert fact["object_name"] == "Rome"
    assert fact["valid_from"] == "2024-02-01T00:00:00+00:00"
    assert {one["source"] for one in ran.json["episodes"]} == {"2024-02-01-rome.txt"}


def test_every_hit_explains_itself(told):
    ran = told("recall", "Where is Anna", "-k", "3")
    assert ran.code == 0
    assert ran.out.count(" #1 (") >= 1
    assert "keyword:" in ran.out
    assert "2024-02-01-rome.txt, 2024-02-01 (episode" in ran.out
    assert "said 2024-02-01" in ran.out
    results = told("recall", "Where is Anna", "-k", "3", "--json").json["results"]
    assert [each["rank"] for each in results] == [1, 2, 3]
    for each in results:
        assert each["parts"]
        assert {"channel", "rank", "score"} == set(each["parts"][0])
        assert each["path"]
        assert each["sources"]


def test_a_reached_item_shows_its_path(told):
    ran = told("recall", "Oslo", "-k", "20", "--as-of", "2023-06-01")
    assert "; reached from " in ran.out or "graph:" in ran.out


def test_recall_as_of_earlier_does_not_see_later(told):
    results = told("recall", "Anna", "-k", "50", "--as-of", "2023-06-01", "--json").json["results"]
    assert not [one for one in results if one["item"].get("object_name") == "Rome"]


def test_nothing_recalled_is_code_3(told):
    ran = told("recall", "zzz", "--as-of", "1900-01-01", "--json")
    assert (ran.code, ran.json["results"]) in [(3, []), (0, ran.json["results"])]


@pytest.mark.parametrize("text", ['"', "AND OR NOT", "a* NEAR(b", "-", "'); drop table", "🦊", "."])
def test_no_punctuation_breaks_a_search(told, text):
    assert told("recall", text).code in {0, 3}
    assert told("ask", text).code in {0, 3}


def test_show_tells_what_holds_since_when_and_from_where(told):
    ran = told("show", "anna")
    assert ran.code == 0
    assert ran.out.startswith("Anna  id:")
    assert "Rome" in ran.out
    assert "lives in Oslo  fact" not in ran.out
    assert "said 2024-02-01 · 2024-02-01-rome.txt, 2024-02-01 (episode" in ran.out
    assert "Oslo" in told("show", "Anna", "--as-of", "2023-06-01").out
    shown = told("show", "Anna", "--json").json
    assert shown["entity"]["name"] == "Anna"
    number = shown["entity"]["id"]
    assert told("show", f"id:{number}", "--json").json == shown


def test_history_tells_all_oldest_first(told):
    ran = told("history", "Anna")
    assert ran.out.index("Oslo") < ran.out.index("Rome")
    assert "2023-05-01 … 2024-02-01  Anna lives in Oslo" in ran.out
    facts = told("history", "Anna", "--json").json["facts"]
    assert [fact["valid_from"] for fact in facts] == sorted(fact["valid_from"] for fact in facts)
    (oslo,) = [fact for fact in facts if fact["object_name"] == "Oslo"]
    assert oslo["valid_to"] == "2024-02-01T00:00:00+00:00"


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "²"])
def test_an_id_that_is_no_number_is_looked_up_as_a_name(told, number):
    ran = told("history", f"id:{number}")
    assert ran.code == 3
    assert ran.error.startswith(f"no entity named 'id:{number}'; known: Anna")


def test_history_shows_once_what_two_names_tell_and_what_is_told_to_be_over(cli, tmp_path):
    for day, text in enumerate(
        ["Anna lives in Oslo.", "Nan lives in Oslo.", "Nan no longer lives in Oslo."], 1
    ):
        (tmp_path / "note.txt").write_text(text)
        told = "remember", str(tmp_path / "note.txt"), "--at", f"2024-01-0{day}"
        assert cli(*told, "--embedder", "hashing").code == 0
        if day == 2:
            assert cli("merge", "Anna", "Nan").code == 0
    shown = cli("history", "Anna").out
    assert shown.count("lives in Oslo  fact") == 1
    assert ", told to be over" in shown
    assert "ended by" not in shown


@pytest.fixture
def dated(cli, tmp_path):
    """Run commands on a memory of dates that are told to the year, to the month, and not at all."""
    for name, text in {
        "2016-03-01-a.txt": "Anna has worked at Acme since 2015. Anna lives in Oslo.",
        "2019-06-01-b.txt": "Anna moved to Rome in May 2019.",
    }.items():
        (tmp_path / name).write_text(text)
    assert cli("remember", ".", "--embedder", "hashing").code == 0
    return cli


def test_a_time_is_shown_as_exactly_as_it_was_told(dated):
    shown = dated("show", "Anna").out
    assert "Anna works at Acme  fact" in shown
    assert "    since 2015 · " in shown
    assert "    since 2019-05 · " in shown
    history = dated("history", "Anna").out
    assert "2015 …             Anna works at Acme" in history
    assert "said 2016-03-01 … 2019-05     Anna lives in Oslo" in history
    facts = dated("history", "Anna", "--json").json["facts"]
    (oslo,) = [fact for fact in facts if fact["object_name"] == "Oslo"]
    assert oslo["valid_from"] == "2016-03-01T00:00:00+00:00"
    assert (oslo["valid_from_precision"], oslo["valid_to_precision"]) == ("said", "month")
    recalled = dated("recall", "Oslo", "--as-of", "2017").out
    assert "said 2016-03-01, until 2019-05 · " in recalled
    answer = dated("ask", "Since when has Anna worked at Acme?").out
    assert answer.startswith("2015\n  [1] Anna works at Acme · since 2015\n")
    unsaid = dated("ask", "Since when has Anna lived in Oslo?", "--as-of", "2017")
    assert unsaid.code == 3
    assert "the time is not stated" in unsaid.out


def test_an_unknown_entity_is_not_in_memory(told):
    ran = told("show", "Annna")
    assert (ran.code, ran.error) == (3, "no entity named 'Annna'; did you mean 'Anna'?")
    assert told("history", "id:999999").code == 3


def test_reading_makes_no_file(cli, tmp_path):
    for command in (("recall", "x"), ("ask", "x"), ("show", "x"), ("history", "x"), ("stats",)):
        ran = cli(*command)
        assert ran.code == 1
        assert ran.error.startswith(
            "no memory at 'memory.clew'; make one with `clew remember FILE`"
        )
    assert not list(tmp_path.iterdir())


def test_an_unknown_namespace_is_named(told):
    ran = told("recall", "Anna", "--namespace", "defalt")
    assert (ran.code, ran.error) == (1, "no namespace named 'defalt'; did you mean 'default'?")


def test_namespaces_do_not_meet(told, tmp_path):
    (tmp_path / "b.txt").write_text("Carla lives in Bonn.")
    assert told("remember", "b.txt", "--namespace", "other").code == 0
    assert told("show", "Carla").code == 3
    assert told("show", "Carla", "--namespace", "other").code == 0
    assert told("recall", "Anna", "--namespace", "other", "-k", "50").out.count("Anna") == 0


def test_a_bad_time_is_misuse(told):
    ran = told("ask", "Where?", "--as-of", "soon")
    assert ran.code == 2
    assert "--as-of" in ran.error
    ran = told("recall", "Anna", "--as-of", "12")
    assert ran.code == 1
    assert "datetimes" in ran.error
    ran = told("recall", "Anna", "--known-at", "999")
    assert ran.code == 1
    assert "revision 999" in ran.error
    assert told("recall", "Anna", "--known-at", "-1").code == 2


def test_an_answer_shows_its_steps(told):
    ran = told("ask", "Where does Anna's aunt live?", "--steps", "--budget", "100")
    assert ran.code == 3
    steps = [line.split(": ")[0].split()[1] for line in ran.out.splitlines() if "→" in line]
    assert steps == ["retrieve", "answer"]


def test_the_json_of_an_answer_tells_what_was_done(told):
    ran = told("ask", "Where does Anna live?", "--json")
    assert [step["what"] for step in ran.json["steps"]] == ["retrieve", "answer"]
    assert ran.json["losses"] == []
    assert ran.json["failure"] is None


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--mode", "adaptiv", "did you mean 'adaptive'"),
        ("--retriever", "bem", "did you mean 'beam'"),
        ("--skip", "fact", "known: entity, episode, thesis"),
        ("--skip", "episode,thesi", "no kind to skip named 'thesi'"),
    ],
)
def test_a_wrong_name_is_told_with_the_right_ones(told, option, value, said):
    ran = told("ask", "Where does Anna live?", option, value)
    assert ran.code == 1
    assert said in ran.err


@pytest.mark.parametrize("name", ["keyword", "beam", "personalai", "ppr"])
def test_any_retriever_can_search_for_an_answer(told, name):
    assert told("ask", "Where does Anna live?", "--retriever", name).out.startswith("Rome\n")


def recalled(ran):
    return [each["item"]["id"] for each in ran.json["results"]]


def test_every_retriever_and_reranker_can_be_named(told):
    for name in RETRIEVERS:
        ran = told("recall", "Where does Anna live?", "--retriever", name, "--json")
        assert ran.code in {0, 3}, ran.err
        assert (ran.json["retriever"], ran.json["rerank"]) == (name, "fit")
    assert told("recall", "Anna", "--json").json["retriever"] == DEFAULT_RETRIEVER
    ran = told("recall", "Anna", "--retriever", "hybird")
    assert (ran.code, ran.error) == (1, "no retriever named 'hybird'; did you mean 'hybrid'?")
    ran = told("recall", "Anna", "--rerank", "fitt")
    assert (ran.code, ran.error) == (1, "no reranker named 'fitt'; did you mean 'fit'?")


def test_the_reranker_is_one_of_the_reasons(told):
    assert "fit #1 (" in told("recall", "Where is Anna").out
    assert "fit #" not in told("recall", "Where is Anna", "--rerank", "none").out


def test_what_is_skipped_does_not_come(told):
    every = told("recall", "Anna", "-k", "50", "--json").json["results"]
    kinds = {each["item"]["kind"] for each in every}
    assert kinds >= {"fact", "episode"}
    some = told("recall", "Anna", "-k", "50", "--skip", "episode, thesis", "--json").json["results"]
    assert {each["item"]["kind"] for each in some} == {"fact"}
    assert told("recall", "Anna", "--skip", "fact").code == 1


def test_a_threshold_and_a_budget_cut(told):
    every = recalled(told("recall", "Where does Anna live", "-k", "50", "--json"))
    some = told("recall", "Where does Anna live", "-k", "50", "--threshold", "0.5", "--json")
    marks = [each["parts"][-1] for each in some.json["results"]]
    assert all(mark["channel"] == "fit" and mark["score"] >= 0.5 for mark in marks)
    assert 0 < len(marks) < len(every)
    few = recalled(told("recall", "Where does Anna live", "-k", "50", "--budget", "30", "--json"))
    assert few == [id for id in every if id in few]
    assert 0 < len(few) < len(every)
    ran = told("recall", "Anna", "--rerank", "none", "--threshold", "0.5")
    assert (ran.code, "a threshold needs a reranker" in ran.error) == (1, True)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("zzz", "--threshold", "1"), "nothing is marked 1 or more; lower --threshold"),
        (("Anna", "--budget", "1"), "no line fits into --budget 1"),
        (("zzz", "--retriever", "keyword"), "try again without --retriever and --skip"),
        (("Anna", "--only", "web", "--since", "2024"), "try again without --only and --since"),
        (("Anna", "--metadata", '{"team": 1}'), "try again without --metadata"),
        (
            ("zzz", "--as-of", "1900-01-01", "--known-at", "0"),
            "nothing of it was known or true then",
        ),
    ],
)
def test_where_nothing_is_found_the_reason_is_told(told, options, why):
    ran = told("recall", *options)
    assert (ran.code, ran.out) == (3, f"Nothing found: {why}\n")


def test_an_empty_memory_says_so(cli, tmp_path):
    (tmp_path / "empty.txt").write_text("Anna lives in Oslo.")
    assert cli("remember", "empty.txt", "--embedder", "hashing").code == 0
    assert cli("forget", "--source", "empty.txt", "--yes").code == 0
    ran = cli("recall", "Anna")
    assert (ran.code, ran.out.startswith("Nothing found: this memory is empty")) == (3, True)


def test_what_lies_ahead_is_planned_and_changes_nothing_today(told, tmp_path):
    (tmp_path / "2990-01-01-note.txt").write_text("Anna moved to Lisbon.")
    assert told("remember", "2990-01-01-note.txt").code == 0
    assert told("ask", "Where does Anna live?").out.startswith("Rome\n")
    shown = told("show", "Anna").out.splitlines()
    at = shown.index(next(line for line in shown if "Anna lives in Lisbon" in line))
    assert "planned from 2990-01-01" in shown[at + 1]
    assert any("Anna lives in Rome" in line for line in shown[:at])
    told_once = told("history", "Anna").out
    assert "planned from 2990-01-01  Anna lives in Lisbon" in told_once
    assert [one["object_name"] for one in told("show", "Anna", "--json").json["planned"]]
    later = told("show", "Anna", "--as-of", "2995").out
    assert "said 2990-01-01" in later
    assert "planned" not in later


def test_an_unknown_start_is_shown_as_before_it_was_first_told(cli, tmp_path):
    with clew.Memory.open(
        tmp_path / "memory.clew", embedder=None, model=ScriptedModel(_for_ages)
    ) as memory:
        for at in ("2024-02-01", "2024-01-05"):
            memory.remember("Anna has had Pepper for ages.", at=clew.parse_time(at))
    assert "since before 2024-01-05" in cli("show", "Anna").out
    assert "since before 2024-01-05  Anna has Pepper" in cli("history", "Anna").out


def _for_ages(task):
    if not isinstance(task, Extract):
        return {"pairs": []}
    fact = {"subject": "Anna", "relation": "has", "object": "Pepper", "valid_from": "unknown"}
    return {"facts": [fact]}


def test_a_plan_is_planned_for_its_date_and_was_planned_afterwards(cli, tmp_path):
    (tmp_path / "note.txt").write_text("The premiere is on 26 March 2024.")
    assert cli("remember", "note.txt", "--embedder", "hashing", "--at", "2024-03-01").code == 0
    assert "planned for 2024-03-26" in cli("show", "premiere", "--as-of", "2024-03-26").out
    assert "planned" not in cli("show", "premiere").out
    assert "was planned for 2024-03-26  the premiere is on" in cli("history", "premiere").out


def test_others_of_the_same_name_are_named_with_their_ids(cli, tmp_path):
    with clew.Memory.open(
        tmp_path / "memory.clew", embedder=None, model=ScriptedModel(_two_annas)
    ) as memory:
        for text in ("Anna Weber sails.", "Anna Smith paints."):
            memory.remember(text, source=text)
        with memory.view() as view:
            first, second = view.find("Anna")
    for command in ("show", "history"):
        told = cli(command, "Anna").out.splitlines()
        assert told[0].startswith("Anna Weber")
        assert told[1] == f"  1 more is called Anna: id:{second} (Anna Smith)"
        assert f"called so: id:{first} (Anna Weber)" in cli(command, f"id:{second}").out
        assert "1 more" not in cli(command, "Anna Weber").out
        others = cli(command, "Anna", "--json").json["namesakes"]
        assert [one["id"] for one in others] == [second]


def _two_annas(task):
    if not isinstance(task, Extract):
        return {"pairs": []}
    name, does = task.text.rsplit(" ", 1)
    fact = {"subject": name, "relation": "likes", "object": does.strip(".")}
    return {"facts": [fact], "people": [name], "aliases": [[name, "Anna"]]}


def test_what_many_texts_tell_is_shown_in_part(cli, tmp_path):
    people = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gustav", "Hanna", "Ivo", "Jana"]
    people += ["Karl", "Lena", "Marta"]
    with clew.Memory.open(tmp_path / "memory.clew", embedder="hashing") as memory:
        for day in range(1, 6):
            for person in people:
                at = clew.parse_time(f"2024-01-0{day}")
                memory.remember(f"{person} visited Rome.", at=at, source=f"day {day}")
        for town in range(25):
            memory.remember(f"Anna likes Town{town}.", source="towns")
    asked = cli("ask", "Who visited Rome?")
    assert asked.out.count(" visited Rome · ") == 10
    assert asked.out.count("“") == 20
    assert "\n      3 more; --all shows them\n" in asked.out
    assert "\n  3 more; --all shows them\n" in asked.out
    whole = cli("ask", "Who visited Rome?", "--all").out
    assert (whole.count(" visited Rome · "), whole.count("“")) == (13, 65)
    assert "--all" not in whole
    assert len(cli("ask", "Who visited Rome?", "--json").json["facts"]) == 13
    shown = cli("show", "Anna").out
    assert shown.count("  fact ") + shown.count("  thesis ") == 20
    assert "\n  32 more; --all shows them\n" in shown
    every = cli("show", "Anna", "--all").out
    assert every.count("  fact ") + every.count("  thesis ") == 52
    assert "day 5, 2024-01-05" in every
    assert "; 2 more\n" in cli("show", "Ben").out
    assert "; 2 more" not in cli("show", "Ben", "--all").out


def test_what_nobody_had_told_by_then_is_no_plan(told, tmp_path):
    """Anna is told of in 2023, and in 2024."""
    shown = told("show", "Anna", "--as-of", "1999")
    assert (shown.code, "planned" in shown.out) == (0, False)
    assert told("show", "Anna", "--as-of", "1999", "--json").json["planned"] == []
    listed = told("history", "Anna", "--as-of", "1999").out
    assert "planned" not in listed
    assert "said 2024-02-01 …" in listed
    (tmp_path / "plan.txt").write_text("Anna will move to Lisbon on 1 March 2030.")
    assert told("remember", "plan.txt", "--at", "2024-02-02").code == 0
    by_then = told("show", "Anna", "--as-of", "2024-03-01").out
    assert "Rome" in by_then
