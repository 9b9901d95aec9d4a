"""With a language model as the mind, no rule runs: no module of `clew.minds` is even loaded."""

import json
import subprocess
import sys

import pytest

WAYS: dict[str, dict[str, object]] = {
    "plain": {},
    "plain mode": {"mode": "plain"},
    "names": {"names_by_model": True},
    "plans": {"plans_by_model": True},
    "all": {"names_by_model": True, "plans_by_model": True},
    "unlinked": {"linked": False},
}
SCRIPT = """
import json, sys
from clew import Asking, Memory
from experiments.touched import SampledScript

for name, how in json.loads(sys.argv[1]).items():
    model = SampledScript()
    with Memory.open(embedder="hashing", model=model) as memory:
        memory.remember("Anna lives in Oslo.")
        memory.remember("Anna moved from Oslo to Rome. In May 2023 she had a cat.")
        answer = memory.ask("Where does Anna live now, and since when?", Asking(**how))
        memory.judge("Where?", "Rome", answer)
    print(json.dumps({
        "way": name,
        "tasks": sorted({type(task).__name__ for task in model.asked}),
        "answer": answer.text,
        "minds": sorted(name for name in sys.modules if name.startswith("clew.minds")),
    }))
"""


def ran(code, ways):
    """Run the ways one after another in one process of its own; return what each told."""
    command = [sys.executable, "-c", code, json.dumps(ways)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {told["way"]: told for told in map(json.loads, done.stdout.splitlines())}


@pytest.fixture(scope="module")
def told():
    return ran(SCRIPT, WAYS)


@pytest.mark.parametrize("way", WAYS)
def test_no_module_of_a_mind_is_loaded_by_remember_ask_or_judge(way, told):
    how, found = WAYS[way], told[way]
    assert found["answer"] == "Rome"
    answering = "AnswerQuestion" if how.get("mode") == "plain" else "AnswerOrSearch"
    assert {"Extract", answering, "Judge"} <= set(found["tasks"])
    assert ("QuestionEntities" in found["tasks"]) == bool(how.get("names_by_model"))
    assert ("PlanQuestion" in found["tasks"]) == bool(how.get("plans_by_model"))
    assert found["minds"] == []


def test_offline_the_mind_is_loaded_and_so_the_test_can_fail():
    code = SCRIPT.replace("model = SampledScript()", "model = 'rules'").replace(
        "sorted({type(task).__name__ for task in model.asked})", "[]"
    )
    assert ran(code, {"plain": {}})["plain"]["minds"]
