"""How many clew files one `remember` and one `ask` with a language model execute.

    python -m experiments touched

A file counts if one of its functions runs. Both commands are run once before, so that loading
modules does not count. The model is scripted but claims to sample, as language models do; a real
one only adds its own client.
"""

import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import clew
from clew.ask.asking import Asking
from clew.llm.base import Sampling, Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from experiments.parsers import parser_of

__all__ = ["SampledScript", "main", "touched"]

_ROOT = Path(clew.__file__).parent
_TEXT, _QUESTION = "Anna moved from Oslo to Rome.", "Where does Anna live?"
_REPLIES: dict[str, object] = {
    "Extract": {
        "facts": [{"subject": "Anna", "relation": "lives in", "object": "Rome", "thesis": 0}],
        "theses": [{"text": "Anna lives in Rome.", "entities": ["Anna", "Rome"]}],
    },
    "Revise": {"pairs": []},
    "QuestionEntities": {"entities": ["Anna"]},
    "PlanQuestion": {"operation": "none"},
    "AnswerOrSearch": {"reasoning": "1 says so", "answer": "Rome", "citations": [1]},
    "AnswerQuestion": {"reasoning": "1 says so", "answer": "Rome", "citations": [1]},
    "Judge": {"reason": "the same city", "score": 1},
}


class SampledScript(ScriptedModel):
    """A scripted model for every task of a memory that counts as a language model."""

    def __init__(self) -> None:
        super().__init__(lambda task: _REPLIES[type(task).__name__])

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return sampling settings, as a language model does."""
        return Sampling()


def touched(do: Callable[[], object]) -> list[str]:
    """Return the clew files in which a function ran, by name."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    inside = (Path(file) for file in files if file.startswith(str(_ROOT)))
    return sorted(str(path.relative_to(_ROOT)) for path in inside)


def main(argv: Sequence[str] | None = None) -> int:
    """Print both counts and both lists."""
    parser_of("touched", __doc__).parse_args(argv)
    with Memory.open(embedder="hashing", model=SampledScript()) as memory:
        memory.remember("Anna lives in Oslo.")
        memory.ask(_QUESTION, Asking())
        asked = touched(lambda: memory.ask(_QUESTION, Asking()))
        remembered = touched(lambda: memory.remember(_TEXT))
    for what, files in (("remember", remembered), ("ask", asked)):
        print(f"{what}: {len(files)} files", *files, sep="\n  ")
    return 0
