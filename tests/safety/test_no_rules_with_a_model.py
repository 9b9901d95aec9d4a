"""With a language model as the mind, no rule runs: no module of `clew.minds` is even loaded."""

import json
import subprocess
import sys

import pytest

WAYS = {
    "plain": {},
    "iterative": {"mode": "iterative"},
    "names": {"names_by_model": True},
    "plans": {"plans_by_model": True},
    "all": {"mode": "iterative", "names_by_model": True, "plans_by_model": True},
    "unlinked": {"linked": False},
}
SCRIPT = """
import json, sys
from clew import Asking, Memory
from experiments.touched import SampledScript

how = json.loads(sys.argv[1])
model = SampledScript()
with Memory.open(embedder="hashing", model=model) as memory:
    memory.remember("Anna lives in Oslo.")
    memory.remember("Anna moved from Oslo to Rome. In May 2023 she had a cat.")
    answer = memory.ask("Where does Anna live now, and since when?", Asking(**how))
    verdict = memory.judge("Where?", "Rome", answer)
print(json.dumps({
    "tasks": sorted({type(task).__name__ for task in model.asked}),
    "answer": answer.text,
    "minds": sorted(name for name in sys.modules if name.startswith("clew.minds")),
}))
"""


@pytest.mark.parametrize("how", WAYS.values(), ids=WAYS)
def test_no_module_of_a_mind_is_loaded_by_remember_ask_or_judge(how):
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(how)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["answer"] == "Rome"
    assert {"Extract", "AnswerQuestion", "Judge"} <= set(told["tasks"])
    assert ("QuestionEntities" in told["tasks"]) == bool(how.get("names_by_model"))
    assert ("PlanQuestion" in told["tasks"]) == bool(how.get("plans_by_model"))
    assert ("Sufficient" in told["tasks"]) == (how.get("mode") == "iterative")
    assert told["minds"] == []


def test_offline_the_mind_is_loaded_and_so_the_test_can_fail():
    code = SCRIPT.replace("model = SampledScript()", "model = 'rules'").replace(
        "sorted({type(task).__name__ for task in model.asked})", "[]"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "{}"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["minds"]
