"""Malformed replies of the kinds that models send: each one's outcome, to the last loss.

The replies are ours, the kinds those met in recorded runs. A line of a corpus file has the kind,
the type of task, the reply, the outcome ("parsed": nothing had to be done; "repaired": nothing was
lost; "cut": it ends early but after a whole item; "salvaged": with losses; "refused"; "failed"),
the number of losses, and everything that is kept, word for word.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clew.ask.tasks import AnswerQuestion
from clew.learn.tasks import Candidate, Extract, NewStatement, Revise
from clew.llm.base import FailureKind, Result
from clew.llm.reply.replies import read_reply

FILES = sorted((Path(__file__).parent / "corpus").glob("*.jsonl"))
CORPUS = [
    json.loads(line) for path in FILES for line in path.read_text(encoding="utf-8").splitlines()
]
TASKS: dict[str, Any] = {
    "Extract": Extract("Ada lives in Bonn. Ben knows her.", at=3),
    "Revise": Revise(
        [NewStatement(0, "Ada lives in Ulm", 3, None)],
        [Candidate(12, "Ada lives in Bonn", 1, None)],
    ),
    "AnswerQuestion": AnswerQuestion("Where does Ada live?", now=None),
}


def outcome(result: Result[Any]) -> str:
    if result.failure is not None:
        return "refused" if result.failure.kind is FailureKind.REFUSED else "failed"
    if result.losses:
        return "salvaged"
    notes = result.how.split(", ")
    return "cut" if "cut off" in notes else "repaired" if "repaired" in notes else "parsed"


def kept(value: Any, line: dict[str, Any]) -> dict[str, Any]:
    """Return what a value holds, in the words of the corpus."""
    if line["task"] == "Extract":
        facts = [f"{each.subject} | {each.relation} | {each.object}" for each in value.facts]
        said = {"facts": facts, "theses": [each.text for each in value.theses]}
        aliases = [f"{each.name} = {each.alias}" for each in value.aliases]
        return {**said, "aliases": aliases} if aliases else said
    if line["task"] == "Revise":
        return {"pairs": [f"{each.old} -> {each.new}" for each in value.pairs]}
    return {"said": {name: value.model_dump(mode="json")[name] for name in line["said"]}}


@pytest.mark.parametrize(
    "line", CORPUS, ids=[f"{line['kind']} {i}".replace(" ", "-") for i, line in enumerate(CORPUS)]
)
def test_each_reply_comes_out_as_expected(line):
    result = read_reply(TASKS[line["task"]], line["reply"])
    came = {"outcome": outcome(result), "losses": len(result.losses)}
    if result.value is not None:
        came |= kept(result.value, line)
    expected = {k: v for k, v in line.items() if k not in {"kind", "task", "reply"}}
    assert came == expected, (result.how, result.failure, result.losses)
    assert ("salvaged" in result.how) == (came["outcome"] == "salvaged")


def test_every_failure_is_one_line_that_says_what_to_send():
    for line in CORPUS:
        failure = read_reply(TASKS[line["task"]], line["reply"]).failure
        if failure is not None and failure.kind is FailureKind.BAD_REPLY:
            fields = ", ".join(type(TASKS[line["task"]]).output_type.model_fields)
            assert failure.message.startswith(f"expected an object with the fields {fields} as")
            assert failure.message.endswith("send that object alone")
            assert "\n" not in failure.message
            assert failure.retry


def test_the_corpus_is_large_and_of_many_kinds():
    totals = Counter(outcome(read_reply(TASKS[e["task"]], e["reply"])) for e in CORPUS)
    kinds = {line["kind"] for line in CORPUS}
    malformed = len(CORPUS) - totals["parsed"]
    print(f"{len(CORPUS)} replies of {len(kinds)} kinds: {dict(totals.most_common())}")  # noqa: T201
    assert malformed >= 200
    assert len(kinds) >= 20
    assert len({line["reply"] for line in CORPUS}) == len(CORPUS)
