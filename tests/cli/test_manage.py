import json
import sqlite3

import pytest

from clew.memory import Memory
from clew.projection.rows import UsageRow


def test_merging_makes_an_alias_and_splitting_undoes_it(told):
    ran = told("merge", "Anna", "Ben")
    assert (ran.code, ran.out.startswith("Anna is now also Ben")) == (0, True)
    assert told("show", "Ben").out.startswith("Anna (also Ben)")
    ran = told("split", "Ben", "--json")
    assert (ran.code, ran.json["entity"]["name"]) == (0, "Ben")
    assert told("show", "Ben").out.startswith("Ben  id:")


def test_merging_what_is_not_there(told):
    assert told("merge", "Anna", "Annna").code == 3
    assert told("merge", "Anna", "anna").code == 1
    assert "not merged" in told("split", "Anna").error


def test_forgetting_shows_what_would_go_and_needs_yes(told):
    before = told("stats", "--json").json
    ran = told("forget", "--source", "2024-02-01-rome.txt")
    assert ran.code == 2
    assert ran.out.startswith("Would forget 1 episode, ")
    assert "(2024-02-01-rome.txt, 2024-02-01): Anna moved to Rome." in ran.out
    assert "Would be current again:\n  Anna lives in Oslo" in ran.out
    assert ran.error.startswith("nothing was forgotten; add --yes")
    assert told("stats", "--json").json == before


def test_the_preview_in_json_names_everything(told):
    ran = told("forget", "--source", "2024-02-01-rome.txt", "--json")
    assert ran.code == 2
    assert ran.json["receipt"]["dry_run"] is True
    gone = ran.json["items"]
    assert {"episode", "fact"} <= {each["kind"] for each in gone}
    assert ran.json["reopened"][0]["text"] == "Anna lives in Oslo"


def test_what_was_forgotten_is_gone_and_what_it_ended_is_current(told, tmp_path):
    assert b"moved to Rome" in (tmp_path / "memory.clew").read_bytes()
    ran = told("forget", "--source", "2024-02-01-rome.txt", "--yes")
    assert ran.code == 0
    assert ran.out.startswith("Forgot 1 episode, ")
    assert "Current again:\n  Anna lives in Oslo · said 2023-05-01" in ran.out
    assert "not erased: backups" in ran.err
    assert b"moved to Rome" not in (tmp_path / "memory.clew").read_bytes()
    assert told("ask", "Where does Anna live?").out.startswith("Oslo\n")


def test_forgetting_by_entity_and_by_episode(told):
    episodes = told("show", "Anna", "--json").json["sources"]
    first = str(min(one["episode"] for one in episodes))
    assert told("forget", "--episode", first, "--yes", "--json").json["receipt"]["episodes"]
    assert told("forget", "--entity", "Anna", "--yes").code == 0
    assert told("show", "Anna").code == 3


@pytest.mark.parametrize("arguments", [(), ("--source", "a", "--entity", "b"), ("--episode", "x")])
def test_forget_wants_exactly_one_thing(told, arguments):
    assert told("forget", *arguments, "--yes").code == 2


@pytest.mark.parametrize(
    "arguments", [("--source", "2024.txt"), ("--entity", "Annna"), ("--episode", "99999")]
)
def test_what_is_not_there_cannot_be_forgotten(told, arguments):
    assert told("forget", *arguments, "--yes").code == 3


@pytest.mark.slow  # it waits for the other process
def test_while_a_reader_is_open_forget_says_what_is_left(told, tmp_path):
    reader = sqlite3.connect(tmp_path / "memory.clew")
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
    try:
        ran = told("forget", "--source", "2024-02-01-rome.txt", "--yes")
        assert ran.code == 0
        assert "Another process is reading" in ran.out
        assert "erased bytes may still be in the file" in told("stats").out
    finally:
        reader.rollback()
        reader.close()
    assert told("stats", "--json").json["residue"] is False


def test_stats_count(told):
    ran = told("stats")
    assert ran.code == 0
    assert "episode         2\n" in ran.out
    assert "embedder        hashing" in ran.out
    found = told("stats", "--json").json
    assert found["kinds"]["episode"] == 2
    assert found["file"].endswith("memory.clew")


def test_stats_show_the_graph(told):
    shown = told("stats", "--graph").out
    assert "entity of episode" in shown
    assert "0.0% of the texts: 0 pending, 0 failed, 0 texts without anything learned" in shown
    found = told("stats", "--graph", "--json").json["graph"]
    assert found["nodes"]["episode"] == found["total"]["episodes"] == 2
    assert found["neighbours"]["entity:entity"]["mean"] > 0
    assert len(found["growth"]) == 2
    assert found["lost"] == {"pending": 0, "failed": 0, "empty": 0, "share": 0.0}
    assert "graph" not in told("stats", "--json").json


def test_stats_show_what_models_were_paid_for(told, tmp_path):
    with Memory.open(tmp_path / "memory.clew", embedder=None) as memory:
        for episode in (1, 2):
            row = UsageRow(episode, "Extract", "openai:gpt-4o", 1, 900, 40, 1.25, 0.0125)
            memory.store.record_usage(memory.namespace, [row])
    ran = told("stats", "--cost")
    line = "Extract         2 calls, 1800 tokens in, 80 out, 2.5 s, $0.0250  openai:gpt-4o"
    assert line in ran.out
    assert "all             2 calls, 1800 tokens in, 80 out, 2.5 s, $0.0250" in ran.out
    (row,) = told("stats", "--cost", "--json").json["usage"]
    assert (row["task"], row["calls"], row["cost"]) == ("Extract", 2, 0.025)
    assert "usage" not in told("stats", "--json").json


USAGE = {"calls": 2, "input_tokens": 1800, "output_tokens": 80, "seconds": 2.5, "cost": 0.025}
SPENT = "2 calls, 1800 tokens in, 80 out, 2.5 s, $0.0250"
TRAJECTORIES: dict[str, list[dict[str, object]]] = {
    "game": [{"decision": {"usage": USAGE}, "moves": []}],
    "team": [{"about": {"seed": 1}}, {"step": 1, "agents": {"agent_0": {"usage": USAGE}}}],
}


@pytest.mark.parametrize("kind", TRAJECTORIES)
def test_what_a_game_has_cost_is_read_from_its_trajectory(cli, tmp_path, kind):
    lines = [json.dumps(each) for each in TRAJECTORIES[kind]]
    (tmp_path / "run.jsonl").write_text("\n".join(lines) + "\n")
    ran = cli("stats", "--cost", "run.jsonl")
    assert ran.out.splitlines() == [f"decisions       {SPENT}", f"all             {SPENT}"]
    (row,) = cli("stats", "--cost", "run.jsonl", "--json").json["usage"]
    assert (row["calls"], row["cost"]) == (2, 0.025)


def test_what_a_benchmark_has_cost_is_the_sum_of_its_memories(cli, tmp_path):
    (tmp_path / "runs").mkdir()
    for name in ("one", "two"):
        path = tmp_path / "runs" / "memory.clew"
        with Memory.open(path, namespace=name, embedder=None) as memory:
            memory.remember("Anna lives in Oslo.")
            row = UsageRow(0, "AnswerQuestion", "openai:gpt-4o", 1, 900, 40, 1.25, 0.0125)
            memory.store.record_usage(memory.namespace, [row])
    ran = cli("stats", "--cost", "runs")
    assert ran.out.splitlines()[0] == f"AnswerQuestion  {SPENT}  openai:gpt-4o"


def test_what_is_no_run_and_what_a_run_does_not_tell_is_one_line(told, tmp_path):
    (tmp_path / "notes.txt").write_text("no trajectory")
    for run in ("notes.txt", "nowhere", "memory.clew"):
        assert "a trajectory of clew play" in told("stats", "--cost", run).error
    assert "clew stats --cost RUN" in told("stats", "notes.txt").error


def test_offline_rules_cost_nothing(told):
    ran = told("stats", "--cost")
    assert ran.out.splitlines()[-1] == "all             0 calls, 0 tokens in, 0 out, 0.0 s, $0.0000"


def test_namespaces_are_listed(told, tmp_path):
    assert told("remember", "2023-05-01-oslo.txt", "--namespace", "b").code == 0
    assert told("namespaces").out == "b\ndefault\n"
    assert told("namespaces", "--json").json == {"namespaces": ["b", "default"]}
    assert told("namespaces", "--memory", "none.clew").code == 1
