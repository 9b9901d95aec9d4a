"""The examples of the library print what they are there to show, and leave nothing behind."""

import asyncio
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run an example in an empty folder; return the lines that it printed."""

    def printed(script, *arguments):
        for name in [name for name in os.environ if name.startswith("CLEW")]:
            monkeypatch.delenv(name)
        monkeypatch.chdir(tmp_path)
        done = runpy.run_path(str(FOLDER / script))["main"](*arguments)
        if done is not None:
            asyncio.run(done)
        assert not list(tmp_path.iterdir())
        shown = capsys.readouterr()
        assert not shown.err
        return [line.strip() for line in shown.out.splitlines()]

    return printed


def test_the_chat_answers_with_sources_and_follows_a_change(run):
    shown = run("chat.py", [])
    answers = [line for line in shown if line.startswith("clew:")]
    assert answers[2] == "clew: Bergen (told by Eva, turn 1)"
    assert answers[3] == "clew: Noted, and something I knew is out of date."
    assert "garage" in answers[4]
    assert "(told by Eva, turn 2)" in answers[4]
    assert answers[5] == "clew: Oslo (told by Jonas, turn 4)"
    assert answers[7].startswith("clew: Nobody told me. Closest: ")
    after = shown[shown.index(answers[4]) :]
    assert any(line.startswith("recalled: Mia lives in Oslo (since 2024-03-05") for line in after)
    assert not any("Mia lives in Bergen" in line for line in after)


def test_a_script_says_what_is_wrong_with_a_model(tmp_path):
    done = subprocess.run(
        [sys.executable, str(FOLDER / "chat.py"), "--model", "nowhere:none"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: no model provider named 'nowhere'")


def test_the_agent_searches_once_and_remembers_afterwards(run):
    shown = run("agent_loop.py")
    assert [line for line in shown if line.startswith(("done", "not done"))] == [
        "done in 4 moves",
        "done in 2 moves",
        "done in 2 moves",
    ]
    assert "go to kitchen: I remember that it is in the kitchen" in shown
    assert shown[-2:] == [
        "the rope is in the cellar, steps 3 to 9",
        "the rope is in the kitchen, steps 9 to now",
    ]


def test_time_travel_tells_what_was_true_and_what_was_believed(run):
    shown = run("time_travel.py")
    assert "end of 2021   Anna: Arken   Ben: Volvo" in shown
    assert "end of 2024   Anna: Volvo   Ben: the harbour" in shown
    believed = [line for line in shown if "Ben's work at the end of 2022" in line]
    assert [line.rpartition(": ")[2] for line in believed] == ["Volvo", "Arken"]
    moved_in = "2022-06-01 to 2024-05-01  Ben works at Arken  (letter of 2022-06-01, found in 2025)"
    assert moved_in in shown


def test_forgetting_leaves_no_byte_and_reopens_what_it_had_ended(run):
    shown = run("forgetting.py")
    copies = [int(line.split()[-1]) for line in shown if line.startswith("Copies of the code")]
    assert copies[0] > 0
    assert copies[1] == 0
    assert "erased completely: True" in shown
    assert "true again: the brass key is in the schoolhouse" in shown
    places = [line.split()[-1] for line in shown if line.startswith("Where is the brass key?")]
    assert places == ["boathouse", "schoolhouse"]
    assert "What is the code?           no fact answers this" in shown
    assert "problems found in the file: 0" in shown


def test_a_graph_of_langgraph_has_a_memory(run):
    pytest.importorskip("langgraph", reason="the extra langgraph is not installed")
    assert run("langgraph_store.py")[-3:] == [
        "Where does Anna live? ['Anna moved to Rome.']",
        "the memory answers: Rome",
        "it was: Oslo",
    ]


def test_an_agent_of_pydantic_ai_has_a_memory(run):
    assert run("pydantic_ai_memory.py") == [
        "I live in Oslo. -> Noted.",
        "Where do I live? -> In Oslo.",
        "the memory: ['Anna lives in Oslo']",
    ]


def test_sessions_of_openai_agents_are_remembered(run):
    pytest.importorskip("agents", reason="the extra openai-agents is not installed")
    assert run("openai_agents_session.py")[:2] == [
        "the session: ['I live in Oslo.', 'I moved to Rome.']",
        "the memory: Rome",
    ]


def test_every_example_is_listed():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    names = [
        path.name for path in FOLDER.iterdir() if path.name not in {"README.md", "__pycache__"}
    ]
    assert not [name for name in names if f"]({name}" not in page]
