"""Lists, prompt blocks, changes, corrections and metadata on the command line."""

import json

import pytest


def fact_id(told, text):
    facts = told("list", "facts", "--past", "--json").json["items"]
    return str(next(one["id"] for one in facts if one["text"] == text))


def test_pages_join_to_the_list(told):
    whole = told("list", "facts", "--json").json
    first = told("list", "facts", "--limit", "1", "--json").json
    assert (first["total"], first["more"]) == (whole["total"], whole["total"] - 1)
    after = told("list", "facts", "--cursor", first["cursor"], "--json").json
    assert first["items"] + after["items"] == whole["items"]
    shown = told("list", "facts", "--limit", "1")
    assert f"--cursor {first['cursor']}" in shown.err
    assert len(shown.out.splitlines()) == 1


def test_filters_restrict_lists_recall_and_answers(told):
    only = ("--only", "*oslo*")
    assert told("list", "sources", *only).out.count(" text, ") == 1
    assert told("ask", "Where does Anna live?", *only).code == 3
    assert "Rome" not in told("recall", "Anna", *only).out
    assert told("ask", "Where does Anna live?", "--since", "2024").out.startswith("Rome")
    kinds = told("recall", "Anna", "--kind", "fact", "--json").json["results"]
    assert {one["item"]["kind"] for one in kinds} == {"fact"}


def test_metadata_are_noted_changed_and_filtered_by(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    team = '{"team": "blue", "n": 1}'
    kept = ("--at", "2024-01-01", "--embedder", "hashing")
    assert cli("remember", "a.txt", "--metadata", team, *kept).code == 0
    assert cli("note", "1", '{"n": null, "m": 2}', "--json").json == {"team": "blue", "m": 2}
    assert cli("ask", "Where does Anna live?", "--metadata", '{"m": {"$gt": 1}}').code == 0
    assert cli("ask", "Where does Anna live?", "--metadata", '{"n": 1}').code == 3
    assert cli("note", "1", "[1]").code == 2
    assert cli("recall", "Anna", "--metadata", "{").code == 2
    assert "metadata" in cli("list", "episodes", "--json").json["items"][0]


def test_a_fact_is_corrected_retired_and_restored(told):
    item = fact_id(told, "Anna lives in Rome")
    made = told("correct", item, "--object", "Turin", "--at", "2025-01-01")
    assert "now fact" in made.out
    assert told("ask", "Where does Anna live?").out.startswith("Turin")
    new = fact_id(told, "Anna lives in Turin")
    assert told("retire", new).code == 0
    assert told("ask", "Where does Anna live?").out.startswith("Rome")
    assert "(retired)" in told("list", "facts", "--past").out
    assert told("restore", new).code == 0
    assert told("ask", "Where does Anna live?").out.startswith("Turin")
    assert told("correct", item).code == 1
    assert told("retire", "99999").code == 3


def test_a_block_for_a_prompt_names_its_sources(told):
    shown = told("context", "Where does Anna live?", "--budget", "100", "--json").json
    assert shown["tokens"] <= 100
    assert shown["citations"][0]["number"] == 1
    plain = told("context", "Where does Anna live?", "--budget", "100").out
    assert plain == shown["text"] + "\n"


def test_changes_are_printed_from_a_revision_on(told):
    every = told("changes", "--json").json["results"]
    later = told("changes", "--since", "1", "--json").json["results"]
    assert later == [one for one in every if one["revision"] > 1]
    assert told("changes").out.splitlines()[0].startswith("revision 1: added episode")
    json.dumps(every)
    told("trust", "web/*", "--", "-1")
    assert told("changes", "--since", str(every[-1]["revision"])).out.endswith(": trusted\n")
    told("forget", "--episode", "1", "--yes")
    assert ": forgotten 1\n" in told("changes").out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("list", "people"), "no list named 'people'; there are: episodes, entities, facts, "),
        (("list", "facts", "--since", "yesterday"), "--since"),
        (("list", "facts", "--limit", "0"), "--limit"),
        (("list", "facts", "--kind", "episode"), "--kind is not for a list"),
        (("context", ""), "query: String should have at least 1 character"),
        (("ask", " "), "ask a question, such as: clew ask 'Who has the key?'"),
        (("recall", ""), "give some words to look for"),
        (("recall", "x", "--until", "2024-W05"), "--until"),
        (("reembed", "--embedder", "none"), "none is for a new memory"),
        (("correct", "1", "--object", "Rome", "--at", "yesterday"), "--at: a time is an ISO date"),
        (("changes", "--follow", "--json"), "--json prints one object at the end, and --follow"),
        (("ask", "Who?", "--base-url", "http://127.0.0.1:1"), "add --model openai:MODEL"),
    ],
)
def test_a_wrong_command_line_has_code_2(told, command, said):
    ran = told(*command)
    assert ran.code == 2
    assert said in ran.error


def test_an_id_is_told_as_an_id(told):
    assert told("show", "id:9999").error == "no entity named 'id:9999'"
    ran = told("forget", "--entity", "id:9999", "--yes")
    assert (ran.code, ran.error) == (3, "no entity named 'id:9999'")


def test_a_source_without_a_name_is_among_the_known(told, tmp_path):
    (tmp_path / "c.txt").write_text("Cleo owns a boat.")
    assert told("remember", "c.txt", "--source", "").code == 0
    ran = told("forget", "--source", "zzz", "--yes")
    assert "; known: '', 2023-05-01-oslo.txt, " in ran.error


def test_one_is_told_as_one(told):
    assert "2023-05-01-oslo.txt: 1 text, " in told("list", "sources").out
