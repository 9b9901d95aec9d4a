"""Compare embedders: recall with and without keywords, speed, size.

    python -m experiments embedders --data PATH [--limit N] [--embedders minilm,e5] [--json]

PATH holds `locomo/` (dialogue turns as evidence) and `musique-openie/` (supporting passages).
Keywords are SQLite FTS5 with BM25 over Porter stems, stop words removed. The fused score is the
mean of both scores, each scaled to 0..1 over its best 200 (min-max). Recall@k is the share of a
question's evidence among the best k, averaged over questions; the interval is a paired bootstrap
of the difference to the first embedder. Speeds are CPU seconds: set OMP_NUM_THREADS=1. Resident
memory is read from /proc: Linux only.
"""

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.embed.base import Embedder, TextKind, open_embedder
from clew.text import STOP_WORDS, words
from experiments.parsers import parser_of

__all__ = ["Report", "Workload", "main", "measure", "workloads"]

Ranking: TypeAlias = dict[int, float]
"""Text number to score."""

_DEPTH = 200
_CUTS = (5, 10)
_SPEED_TEXTS = {"names": 2000, "facts": 1000, "turns": 500, "paragraphs": 150}
_CATEGORIES = (1, 2, 3, 4)  # 5 is adversarial: its answer is not in the conversation
_LOAD = """
import sys, time
start = time.perf_counter()
from clew.embed.base import TextKind, open_embedder
embedder = open_embedder(sys.argv[1])
loaded = time.perf_counter()
embedder.embed(["where is the golden key"], kind=TextKind.QUERY)
print(loaded - start, time.perf_counter() - loaded)
# Not ru_maxrss: a child inherits its parent's from before exec.
with open("/proc/self/status") as status:
    print(next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")))
"""


@dataclass(frozen=True, slots=True)
class Workload:
    """Texts and questions whose evidence is among them."""

    name: str
    texts: list[str]
    questions: list[str]
    evidence: list[set[int]]


@dataclass(slots=True)
class Report:
    """The result for one embedder; recall by data set, method and cut."""

    embedder: str
    recall: dict[str, dict[str, float]] = field(default_factory=dict)
    gain: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    """By data set: fused recall@10 minus the first embedder's: mean, 2.5 %, 97.5 %."""
    texts_per_second: dict[str, float] = field(default_factory=dict)
    load_seconds: float = 0.0
    first_query_seconds: float = 0.0
    megabytes: float = 0.0


def workloads(data: Path, limit: int | None = None) -> list[list[Workload]]:
    """Return the data sets: LoCoMo, a workload per conversation, and MuSiQue.

    `limit` bounds the questions per workload.
    """
    conversations = _read(data / "locomo" / "conversations_1_to_5.json")
    return [
        [_locomo(conversation, limit) for conversation in conversations],
        [_musique(data / "musique-openie", limit)],
    ]


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _locomo(conversation: Mapping[str, Any], limit: int | None) -> Workload:
    sessions = [s for s in conversation["conversation"].values() if isinstance(s, list)]
    turns = [turn for session in sessions for turn in session]
    number = {turn["dia_id"]: i for i, turn in enumerate(turns)}
    questions, evidence = [], []
    for qa in conversation["qa"]:
        # Some evidence is "D8:6; D9:17", some names no turn.
        named = {
            number[d] for e in qa["evidence"] for d in re.findall(r"D\d+:\d+", e) if d in number
        }
        if named and qa["category"] in _CATEGORIES:
            questions.append(qa["question"])
            evidence.append(named)
    texts = [f"{turn['speaker']}: {turn['text']}" for turn in turns]
    return Workload("locomo", texts, questions[:limit], evidence[:limit])


def _musique(folder: Path, limit: int | None) -> Workload:
    passages = [f"{p['title']}\n{p['text']}" for p in _read(folder / "corpus.json")]
    number = {passage: i for i, passage in enumerate(passages)}
    questions, evidence = [], []
    for item in _read(folder / "questions_50.json")[:limit]:
        supporting = [p for p in item["paragraphs"] if p["is_supporting"]]
        questions.append(item["question"])
        evidence.append({number[f"{p['title']}\n{p['paragraph_text']}"] for p in supporting})
    return Workload("musique", passages, questions, evidence)


def _speed_texts(data: Path) -> dict[str, list[str]]:
    documents = _read(data / "musique-openie" / "openie_gpt35.json")["docs"]
    names = [e for d in documents for e in d["extracted_entities"] if isinstance(e, str)]
    facts = [" ".join(map(str, t)) for d in documents for t in d["extracted_triples"]]
    [conversation, *_], [musique] = workloads(data)
    found = {"names": names, "facts": facts}
    found |= {"turns": conversation.texts, "paragraphs": musique.texts}
    return {kind: list(dict.fromkeys(t))[: _SPEED_TEXTS[kind]] for kind, t in found.items()}


class _Keywords:
    """BM25 over a list of texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._db = sqlite3.connect(":memory:")
        self._db.execute("create virtual table t using fts5(x, tokenize='porter unicode61')")
        self._db.executemany("insert into t(rowid, x) values (?, ?)", enumerate(texts))

    def best(self, question: str) -> Ranking:
        kept = [f'"{word}"' for word in words(question) if word not in STOP_WORDS]
        query = "select rowid, -bm25(t) from t where t match ? order by bm25(t), rowid limit ?"
        return dict(self._db.execute(query, (" OR ".join(kept), _DEPTH))) if kept else {}


def _fuse(first: Ranking, second: Ranking) -> Ranking:
    scaled = [_scale(first), _scale(second)]
    return {i: sum(s.get(i, 0.0) for s in scaled) / 2 for i in sorted(first | second)}


def _scale(scores: Ranking) -> Ranking:
    low, high = min(scores.values(), default=0), max(scores.values(), default=0)
    return {i: (score - low) / (high - low) if high > low else 1.0 for i, score in scores.items()}


def _recalls(scores: Ranking, wanted: set[int]) -> list[float]:
    order = sorted(scores, key=lambda i: (-scores[i], i))
    return [len(wanted.intersection(order[:cut])) / len(wanted) for cut in _CUTS]


def _score(embedder: Embedder, dataset: Sequence[Workload]) -> dict[str, NDArray[np.float64]]:
    """Return, by method, an array (questions, cuts) of recalls."""
    rows: dict[str, list[list[float]]] = {"keyword": [], "dense": [], "fused": []}
    for work in dataset:
        keywords = _Keywords(work.texts)
        passages = embedder.embed(work.texts, kind=TextKind.PASSAGE)
        queries = embedder.embed(work.questions, kind=TextKind.QUERY)
        for i, question in enumerate(work.questions):
            cosines = passages @ queries[i]
            top = np.argsort(-cosines, kind="stable")[:_DEPTH]
            dense = {int(j): float(cosines[j]) for j in top}
            keyword = keywords.best(question)
            fused = _fuse(keyword, dense)
            for method, scores in zip(rows, (keyword, dense, fused), strict=True):
                rows[method].append(_recalls(scores, work.evidence[i]))
    return {method: np.array(found) for method, found in rows.items()}


def _gain(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> tuple[float, float, float]:
    difference = ours - theirs
    picks = np.random.default_rng(0).integers(0, len(difference), (2000, len(difference)))
    low, high = np.percentile(difference[picks].mean(axis=1), [2.5, 97.5])
    return float(difference.mean()), float(low), float(high)


def _speeds(embedder: Embedder, texts: Mapping[str, list[str]]) -> dict[str, float]:
    found = {}
    for kind, sample in texts.items():
        found[kind], seconds = _per_second(embedder, sample[: len(sample) // 10])
        if seconds < 1:  # else a tenth is enough
            found[kind], _ = _per_second(embedder, sample)
    return found


def _per_second(embedder: Embedder, texts: list[str]) -> tuple[float, float]:
    """Return the texts embedded per second, 0 for none, and the seconds."""
    start = process_time()
    embedder.embed(texts, kind=TextKind.PASSAGE)
    seconds = process_time() - start
    return len(texts) / seconds if seconds else 0.0, seconds


def _load(spec: str) -> tuple[float, float, float]:
    """Return seconds to load, seconds of the first query, and MB, in a new process."""
    command = [sys.executable, "-c", _LOAD, spec]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    loaded, first, size = (float(value) for value in output)
    return loaded, first, size


def measure(specs: Sequence[str], data: Path, limit: int | None = None) -> list[Report]:
    """Measure each embedder; the others are compared with the first."""
    datasets, texts = workloads(data, limit), _speed_texts(data)
    reports: list[Report] = []
    baseline: dict[str, NDArray[np.float64]] = {}
    for spec in specs:
        load = _load(spec)
        embedder = open_embedder(spec)
        report = Report(embedder.name, {}, {}, _speeds(embedder, texts), *load)
        for dataset in datasets:
            name = dataset[0].name
            scores = _score(embedder, dataset)
            report.recall[name] = {
                f"{method}@{cut}": round(float(values[:, i].mean()), 4)
                for method, values in scores.items()
                for i, cut in enumerate(_CUTS)
            }
            fused = scores["fused"][:, -1]
            report.gain[name] = _gain(fused, baseline.setdefault(name, fused))
        reports.append(report)
    return reports


def _table(reports: Sequence[Report]) -> str:
    lines = []
    for name in reports[0].recall:
        methods = list(reports[0].recall[name])
        lines.append(f"\n{name:26}" + "".join(f"{m:>12}" for m in methods) + "   fused@10 gained")
        for report in reports:
            values = "".join(f"{report.recall[name][m]:12.3f}" for m in methods)
            mean, low, high = report.gain[name]
            lines.append(f"{report.embedder:26}{values}   {mean:+.3f} [{low:+.3f}, {high:+.3f}]")
    kinds = list(reports[0].texts_per_second)
    heads = "".join(f"{kind + '/s':>14}" for kind in kinds)
    lines.append(f"\n{'':26}{heads}{'load s':>10}{'query ms':>10}{'MB':>6}")
    for report in reports:
        speeds = "".join(f"{report.texts_per_second[kind]:14.0f}" for kind in kinds)
        query = 1000 * report.first_query_seconds
        sizes = f"{report.load_seconds:10.2f}{query:10.1f}{report.megabytes:6.0f}"
        lines.append(f"{report.embedder:26}{speeds}{sizes}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0."""
    parser = parser_of("embedders", __doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--limit", type=int, help="questions per data set or conversation")
    parser.add_argument("--embedders", default="minilm,e5,hashing", help="comma-separated names")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    reports = measure(options.embedders.split(","), options.data, options.limit)
    if options.json:
        print(json.dumps([asdict(report) for report in reports], indent=1))
    else:
        print(_table(reports))
    return 0
