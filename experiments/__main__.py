"""`python -m experiments NAME ...`: run an experiment by name."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from clew.errors import ClewError, UnknownNameError

__all__ = ["EXPERIMENTS", "Experiment", "main"]


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment on the command line."""

    module: str
    """Below `experiments`; it has a function `main(argv) -> int`."""
    about: str


EXPERIMENTS: Mapping[str, Experiment] = {
    "textworld": Experiment(
        "textworld.command", "memories of one agent compared in text worlds (AriGraph, figures 4-8)"
    ),
    "recorded": Experiment(
        "textworld.recorded", "our agent plays AriGraph's games with GPT-4's recorded replies"
    ),
    "replay": Experiment(
        "textworld.replay", "GPT-4's recorded extractions replayed; the graphs compared"
    ),
    "extraction": Experiment(
        "textworld.extraction",
        "the text-world mind compared with GPT-4's extraction in AriGraph's logs",
    ),
    "agent-calls": Experiment("textworld.agent_calls", "what a decision asks of a language model"),
    "agent-cost": Experiment(
        "textworld.agent_cost", "what one step of an agent costs, in tokens and in time"
    ),
    "crafter": Experiment(
        "crafter.command", "teams compared in Multi-Agent Crafter (DAMCS, table 1 and figure 6)"
    ),
    "crafter-speed": Experiment(
        "crafter.speed", "speed of Multi-Agent Crafter compared with the crafter package"
    ),
    "crafter-cost": Experiment("crafter.cost", "what remembering costs an agent in Crafter"),
    "scienceworld": Experiment(
        "scienceworld.command",
        "agents in ScienceWorld compared (ReasonPlanner, tables 1 and 2, figure 4)",
    ),
    "fiction-recorded": Experiment(
        "fiction.recorded", "the recorded runs of agents in parser games, replayed and measured"
    ),
    "fiction-played": Experiment(
        "fiction.played", "the offline mind in parser games, measured beside walkthrough and chance"
    ),
    "fiction-agents": Experiment(
        "fiction.agents", "the paper's agents in parser games, and ours, with one model"
    ),
    "fiction-made": Experiment(
        "fiction.made", "the offline mind in twenty games that TextWorld's tw-make makes"
    ),
    "fiction-worlds": Experiment(
        "fiction.in_worlds",
        "the story mind in hunts, houses and kitchens that have rules of their own",
    ),
    "fiction-accepted": Experiment(
        "fiction.accepted", "whether a reply tells that a command was accepted, judged by rules"
    ),
    "fiction-stuck": Experiment("fiction.stuck", "how recorded runs in parser games get stuck"),
    "diaasq": Experiment(
        "diaasq.__main__", "dialogues in which people change their minds: make the set, run it"
    ),
    "matrix": Experiment(
        "matrix.command", "datasets, models, algorithms and restrictions (PersonalAI, tables 4-8)"
    ),
    "subset": Experiment(
        "matrix.subsets", "PersonalAI's part of HotpotQA or TriviaQA, written for `matrix`"
    ),
    "latency": Experiment("latency", "how long every retriever takes at 10,000 and 100,000 facts"),
    "crowd": Experiment(
        "crowd", "64 clients of one server in 64 namespaces, and 20 processes on one file"
    ),
    "acknowledged": Experiment(
        "acknowledged", "how soon a text is acknowledged that a slow model still has to read"
    ),
    "starts": Experiment(
        "starts", "from nothing to a recalled fact: Python, MCP, REST, LangGraph, timed"
    ),
    "page": Experiment("page_paint", "how soon the page of 100,000 facts is there, how it grows"),
    "answers": Experiment("answering", "offline answers on the committed question set"),
    "styles": Experiment("styles", "offline facts from texts in ten styles, judged by people"),
    "people": Experiment(
        "people.command", "who is who in short dialogues about people with shared names"
    ),
    "ablations": Experiment("ablations", "what each part of recall contributes"),
    "locomo": Experiment("locomo", "recall of LoCoMo's evidence turns"),
    "packing": Experiment("packing", "whether reranking helps recall on LoCoMo"),
    "evidence": Experiment("evidence", "the share of gold passages that one prompt shows"),
    "oracle": Experiment("oracle", "what a perfect reader would make of what it is shown"),
    "hub": Experiment("hub", "whether a prompt shows the wanted one of a person's 250 facts"),
    "embedders": Experiment("embedders", "embedders compared: recall, speed, size"),
    "linking": Experiment("linking", "whether linking finds the entities of a question"),
    "gold-triples": Experiment(
        "gold_triples", "2WikiMultihopQA's own triples, written for `clew bench --triples`"
    ),
    "openie": Experiment("openie", "a real, noisy extraction loaded through the write path"),
    "touched": Experiment(
        "touched", "how many clew files one `remember` and one `ask` with a model execute"
    ),
    "turn": Experiment("turn", "model calls and prompt tokens of one conversation turn"),
    "windows": Experiment("windows", "prompt tokens of a LoCoMo turn, by turns in a window"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run an experiment, or list them all; return its exit code, 2 for a wrong name."""
    name, *rest = (sys.argv[1:] if argv is None else list(argv)) or ["--help"]
    if name in {"-h", "--help"}:
        print("usage: python -m experiments NAME ... (NAME --help: its options)\n")
        for each, experiment in EXPERIMENTS.items():
            print(f"  {each:<18}{experiment.about}")
        return 0
    if name not in EXPERIMENTS:
        print(UnknownNameError("experiment", name, EXPERIMENTS), file=sys.stderr)
        return 2
    try:
        module = import_module(f"experiments.{EXPERIMENTS[name].module}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in {"clew", "experiments"}:
            raise
        need = "pip install -r experiments/requirements.txt"
        print(f"{error.name} is not installed; run: {need}", file=sys.stderr)
        return 1
    try:
        code: int = module.main(rest)
    except ClewError as error:
        print(error, file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main())
