"""Read TriviaQA in its official format: a file of questions, and a folder of documents.

    python -m experiments matrix --data triviaqa=triviaqa-rc ...
    clew bench qa --format experiments.matrix.trivia:read_trivia --data triviaqa-rc ...

`qa/wikipedia-dev.json` is an object with `Data`, a list of records. A record needs `Question`,
`EntityPages` (with `Filename` and `Title`) and `Answer` (`Value`, `Aliases`, `NormalizedAliases`).
The documents are `evidence/wikipedia/FILENAME`, beside `qa`, or in the corpus folder. A document is
cut into chunks at blank lines.

TriviaQA does not mark which chunk answers a question. As in its own distant supervision, a chunk
that contains the words of an answer in sequence counts as supporting.

TriviaQA: arXiv:1705.03551.
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from clew.bench.datasets import pooled
from clew.bench.question_set import Asked, Dataset, Wanted, titled
from clew.bench.records import Record, read_json, read_text
from clew.errors import UsageError
from clew.text import normalise_name, words

__all__ = ["OVERLAP", "SIZE", "chunks", "places_of", "read_trivia"]

SIZE = 1024
"""Most characters of a chunk of several paragraphs (PersonalAI, appendix E)."""
OVERLAP = 64
"""Most characters that a chunk repeats from the previous one."""
_BETWEEN = "\n\n"


def chunks(text: str, *, size: int = SIZE, overlap: int = OVERLAP) -> list[str]:
    r"""Cut a text at its blank lines into chunks of at most `size` characters, in order.

    A longer paragraph stays whole, so a chunk may be longer. A chunk repeats the last paragraphs of
    the previous one, up to `overlap` characters and as far as they fit.

    >>> chunks("one\n\ntwo\n\nthree", size=8, overlap=3)
    ['one\n\ntwo', 'three']
    >>> chunks("one\n\ntwo\n\nfour", size=9, overlap=3)
    ['one\n\ntwo', 'two\n\nfour']
    """
    found: list[str] = []
    held: list[str] = []
    for part in filter(None, (piece.strip() for piece in text.split(_BETWEEN))):
        if held and _length([*held, part]) > size:
            found.append(_BETWEEN.join(held))
            while held and (_length(held) > overlap or _length([*held, part]) > size):
                held.pop(0)
        held.append(part)
    return [*found, _BETWEEN.join(held)] if held else found


def _length(parts: Sequence[str]) -> int:
    return sum(map(len, parts)) + len(_BETWEEN) * (len(parts) - 1)


def read_trivia(path: Path, wanted: Wanted) -> list[Dataset]:
    """Read the questions with the chunks of their documents, as one dataset.

    Args:
        path: the file of questions, or the folder `triviaqa-rc` with `qa/wikipedia-dev.json`.
        wanted: its corpus is the folder of documents.

    Raises:
        UsageError: a missing field or document; the message says which and where.
    """
    file, folder = places_of(path, wanted.corpus)
    records = islice(read_json(file).each("Data"), wanted.limit)
    return pooled("triviaqa", [_asked(one, folder) for one in records])


def places_of(path: Path, corpus: Path | None = None) -> tuple[Path, Path]:
    """Return the file of questions and the folder of documents.

    Raises:
        UsageError: there is no such folder.
    """
    file = path / "qa" / "wikipedia-dev.json" if path.is_dir() else path
    folder = corpus or file.parent.parent / "evidence" / "wikipedia"
    if not folder.is_dir():
        raise UsageError(
            f"expected TriviaQA's documents in {folder}, found no such folder; name it: --corpus"
        )
    return file, folder


def _asked(record: Record, folder: Path) -> Asked:
    answer = record.inner("Answer")
    spellings = (answer.text("Value"), *answer.texts("Aliases"), *answer.texts("NormalizedAliases"))
    answers = tuple(dict.fromkeys(spellings))
    context: list[str] = []
    for page in record.each("EntityPages"):
        name, title = page.get("Filename", str), page.get("Title", str)
        path = folder / name
        if not path.is_file():
            raise page.error(f"a document at {path}", "no such file")
        context += [titled(title, part) for part in chunks(read_text(path))]
    gold = [said for one in answers if (said := f" {_said(one)} ").strip()]
    support = [one for one in context if any(said in f" {_said(one)} " for said in gold)]
    kind = answer.get("Type", str) if answer.has("Type") else ""
    return Asked(record.get("Question", str), tuple(context), tuple(support), answers, kind)


def _said(text: str) -> str:
    return " ".join(words(normalise_name(text)))
