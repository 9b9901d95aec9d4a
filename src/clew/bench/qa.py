"""Measure answers on any set of `clew.bench.datasets`, judged, in resumable runs.

    clew bench qa --data PATH --format FORMAT [--method NAME,NAME] [--out FOLDER] ...

The texts are learned from recorded triples or by the model that learns; each question then goes to
each `Configuration`. Every reply is a line of the log before anything is reported, and a question
in the log is not asked again, so delete the folder after changing a method. Replies of language
models are kept in `replies.clew`, so a killed run pays again at most for the calls in
progress. A model that is out of reach, or whose budget is spent, ends the run: that says nothing
about the question.
"""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from clew.bench.configurations import Configuration
from clew.bench.datasets import read_datasets
from clew.bench.examiner import Examiner, Reply
from clew.bench.journal import Journal, held
from clew.bench.question_set import Dataset, Question, Wanted
from clew.bench.retrieval import AT, Plan, Progress, digest, fill, learning
from clew.clock import Clock, FixedClock
from clew.embed.base import open_embedder
from clew.llm.base import Model, Usage
from clew.llm.cached import Cached
from clew.llm.retry import Deferred
from clew.llm.wrapper import Metered
from clew.memory import Memory
from clew.settings import ModelSettings
from clew.store.database import Database
from clew.store.keyvalue import StoreKeyValue
from clew.store.store import Store
from clew.wiring import before_file, model_from

__all__ = ["DEFAULT_K", "LOG", "Ran", "Trial", "run", "worlds_of"]

DEFAULT_K = 25
"""How many facts, theses and episodes a question is answered from."""
LOG, _MEMORY, _REPLIES = "log.jsonl", "memory.clew", "replies.clew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What to ask, about which texts, and how."""

    plan: Plan
    """The texts and questions, and what is learned from them; its memory and log are not used."""
    configurations: tuple[Configuration, ...]
    questions: int | None = None
    """Only the first questions; the texts of all records read are kept."""
    k: int = DEFAULT_K
    out: Path | None = None
    """The folder of log, memory and replies; `None` keeps nothing."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A finished run."""

    about: dict[str, Any]
    format: str
    """The question set's format."""
    configurations: tuple[Configuration, ...]
    questions: tuple[Question, ...]
    replies: dict[tuple[str, int], Reply]
    """By configuration name and question number."""
    spent: Usage
    """What this run paid for: learning, answering and marking."""


def run(trial: Trial, models: Model | ModelSettings, *, progress: Progress | None = None) -> Ran:
    """Remember what is missing, ask what is not in the log, and return all replies.

    Args:
        trial: what to ask.
        models: learn (unless there are triples), answer and judge.
        progress: is told how many texts are learned from, then how many questions answered.

    Raises:
        UsageError: something cannot be read, or does not fit what the folder holds; nothing is
            written if a model or the embedder cannot be opened.
        ModelError: a model cannot work, or is out of reach; the log is kept.
    """
    plan = trial.plan
    worlds = worlds_of(trial)
    asked = tuple(question for world in worlds for question in world.questions)
    with ExitStack() as stack:
        out = trial.out or Path(stack.enter_context(TemporaryDirectory()))
        # A mistyped name must not begin a log, which the right one would then not fit.
        before_file(out / _REPLIES, models, plan.embedder)
        stack.enter_context(held(out))
        model = Metered(_opened(models, out, stack))
        roles = _roles(models)
        texts = [text for world in worlds for text in world.passages]
        source, learner, about = learning(plan, texts, roles.pop("learns"), model)
        about |= {
            "learned": source,
            **roles,
            "embedder": plan.embedder,
            "evidence": trial.k,
            "texts": len(texts),
            "questions": len(asked),
            "data": digest([asdict(world) for world in worlds]),
        }
        log = Journal(Reply, about, out / LOG)
        bench = _Bench(trial, out, source, learner, model, _workers(models), log, progress)
        first = 0
        for world in worlds:
            bench.ask(world, first)
            first += len(world.questions)
    spent = sum(model.spent.values(), Usage())
    return Ran(about, worlds[0].format, trial.configurations, asked, log.steps, spent)


def worlds_of(trial: Trial) -> list[Dataset]:
    """Read the texts and the questions of a trial.

    Raises:
        UsageError: as `read_datasets`.
    """
    plan = trial.plan
    wanted = Wanted(limit=plan.limit, corpus=plan.corpus, answers=True)
    return _cut(read_datasets(plan.data, plan.format, wanted), trial.questions)


@dataclass(frozen=True, slots=True)
class _Bench:
    """What is shared by all datasets of a run."""

    trial: Trial
    out: Path
    source: str
    learner: Model | str
    model: Model
    workers: int
    log: Journal[Reply]
    progress: Progress | None

    def ask(self, world: Dataset, first: int) -> None:
        """Fill a dataset's memory and ask what is not in the log; `first` numbers its questions."""
        numbers = range(first, first + len(world.questions))
        waiting = [
            each
            for each in self.trial.configurations
            if any((each.name, number) not in self.log.steps for number in numbers)
        ]
        if not waiting:
            return
        embedder = open_embedder(self.trial.plan.embedder)

        def opened(model: Model | str) -> Memory:
            return Memory.open(
                self.out / _MEMORY,
                namespace=world.name,
                embedder=embedder,
                model=model,
                clock=_after(world),
            )

        with opened(self.learner) as memory:
            where = fill(memory, world, self.source, self.progress)
        with opened(self.model) as memory:
            examiner = Examiner(
                memory=memory, where=where, model=self.model, k=self.trial.k, workers=self.workers
            )
            asked = dict(zip(numbers, world.questions, strict=True))
            for each in waiting:
                left = {n: one for n, one in asked.items() if (each.name, n) not in self.log.steps}
                for done, reply in enumerate(examiner.replies(each, left), 1):
                    self.log.add(reply)
                    if self.progress is not None:
                        self.progress(each.name, len(asked) - len(left) + done, len(asked))


def _cut(worlds: Sequence[Dataset], most: int | None) -> list[Dataset]:
    """Keep the first questions, and only the datasets that contain them."""
    if most is None:
        return list(worlds)
    found: list[Dataset] = []
    for world in worlds:
        room = most - sum(len(one.questions) for one in found)
        if room > 0:
            found.append(replace(world, questions=world.questions[:room]))
    return found


def _opened(models: Model | ModelSettings, out: Path, stack: ExitStack) -> Model:
    """Return one model for the whole run, since a budget covers the run, not each conversation.

    Replies are kept in the folder, unless they come from rules.
    """
    database = stack.enter_context(closing(Database(out / _REPLIES)))
    store = Store(database)
    if isinstance(models, ModelSettings):
        model = model_from(models, store)
        if isinstance(model, Deferred):
            stack.callback(model.close)
        return model
    return models if models.name.startswith("rules") else Cached(models, StoreKeyValue(store))


def _roles(models: Model | ModelSettings) -> dict[str, str]:
    if isinstance(models, ModelSettings):
        return {"learns": models.learner, "answers": models.name, "judge": models.marker}
    return dict.fromkeys(("learns", "answers", "judge"), models.name)


def _workers(models: Model | ModelSettings) -> int:
    if isinstance(models, ModelSettings) and models.name.partition(":")[0] not in {
        "rules",
        "local",
        "person",
    }:
        return models.workers
    return 1


def _after(world: Dataset) -> Clock:
    """Return a clock fixed at a day after the last text."""
    moments = [at for at in world.times if isinstance(at, datetime)]
    return FixedClock(max(moments, default=AT) + timedelta(days=1))
