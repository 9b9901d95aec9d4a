"""Small question sets in the formats of 2Wiki and LoCoMo, for benchmarks and experiments."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from clew.bench.datasets import read_datasets
from clew.bench.question_set import Dataset, Wanted

__all__ = ["CONVERSATION", "read_dataset", "write_questions", "write_triples"]

CONVERSATION: dict[str, Any] = {
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Ana", "dia_id": "D1:1", "text": "I moved to Porto."},
        {"speaker": "Ben", "dia_id": "D1:2", "text": "Nice!", "blip_caption": "a boat"},
    ],
    "session_2_date_time": "9:00 am on 9 June, 2023",
    "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "I bought a boat."}],
}
"""Two sessions, as LoCoMo writes them."""


def read_dataset(path: Path, format: str, **wanted: Any) -> Dataset:
    """Read a question set whose texts form one pool."""
    (found,) = read_datasets(path, format, Wanted(**wanted))
    return found


def write_questions(
    folder: Path, texts: Mapping[str, str], asked: Sequence[tuple[str, Sequence[str]]]
) -> Path:
    """Write questions, each with the titles that support it, as 2Wiki and HotpotQA write them."""
    context = [[title, [text]] for title, text in texts.items()]
    records = [
        {
            "question": question,
            "context": context,
            "supporting_facts": [[title, 0] for title in support],
        }
        for question, support in asked
    ]
    path = folder / "data.json"
    path.write_text(json.dumps(records))
    return path


def write_triples(folder: Path, texts: Mapping[str, str], triples: Mapping[str, Any]) -> Path:
    """Write what was extracted from the texts with these titles, as HippoRAG's OpenIE does."""
    docs = [
        {"passage": f"{title}\n{texts[title]}", "extracted_triples": found}
        for title, found in triples.items()
    ]
    path = folder / "triples.json"
    path.write_text(json.dumps({"docs": docs}))
    return path
