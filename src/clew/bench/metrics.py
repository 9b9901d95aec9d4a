"""Scores: exact match and F1 of an answer, and recall of the evidence.

The official normalisation (SQuAD's, taken over by HotpotQA, 2WikiMultihopQA and MuSiQue) ignores
case, ASCII punctuation, the articles a, an, the, and white space; TriviaQA's replaces punctuation
with a space (`Script`). A score is the best over all spellings of the right answer.

SQuAD: arXiv:1606.05250. HotpotQA: arXiv:1809.09600. TriviaQA: arXiv:1705.03551.
"""

import re
import string
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["SCRIPTS", "Script", "evidence_recall", "exact_match", "f1", "normalised"]

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_TO_SPACE = str.maketrans(dict.fromkeys(string.punctuation + "\u2018\u2019\u00b4", " "))
_CLOSED = frozenset({"yes", "no", "noanswer"})


@dataclass(frozen=True, slots=True)
class Script:
    """How the official scripts differ."""

    spaced: bool = False
    """Punctuation, including single curly quotes and the acute accent, becomes a space; else it is
    removed."""
    closed: bool = True
    """Yes, no and noanswer earn no partial credit."""


_HOTPOT = Script()
SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {"musique": Script(closed=False), "triviaqa": Script(spaced=True, closed=False)}
)
"""By format; all others use HotpotQA's script."""


def normalised(text: str, script: Script = _HOTPOT) -> str:
    """Return a text in the form the official scripts compare.

    >>> normalised("The  Beatles' 1st album!")
    'beatles 1st album'
    >>> normalised("Rolls-Royce"), normalised("Rolls-Royce", SCRIPTS["triviaqa"])
    ('rollsroyce', 'rolls royce')
    """
    bare = text.lower().translate(_TO_SPACE if script.spaced else _NO_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def exact_match(given: str, right: Iterable[str], script: Script = _HOTPOT) -> float:
    """Return 1 if the answer is one of the right ones, normalised; else 0.

    >>> exact_match("the Nile.", ["Nile", "River Nile"]), exact_match("Nile delta", ["Nile"])
    (1.0, 0.0)
    """
    said = normalised(given, script)
    return float(any(said == normalised(one, script) for one in right))


def f1(given: str, right: Iterable[str], script: Script = _HOTPOT) -> float:
    """Return the best word F1 over the right answers, in [0, 1]; 0 if there are none.

    As in HotpotQA's script, "yes", "no" and "noanswer" score 0 against anything else,
    unless another set's script is given.

    >>> f1("River Nile delta", ["the Nile", "Amazon"]), f1("yes it is", ["yes"])
    (0.5, 0.0)
    """
    said = normalised(given, script)
    scores = (_f1(said, normalised(one, script), closed=script.closed) for one in right)
    return max(scores, default=0.0)


def _f1(said: str, gold: str, *, closed: bool) -> float:
    if said == gold:
        return 1.0
    if closed and {said, gold} & _CLOSED:
        return 0.0
    one, other = said.split(), gold.split()
    same = (Counter(one) & Counter(other)).total()
    return 2 * same / (len(one) + len(other)) if same else 0.0


def evidence_recall(recalled: Sequence[Hashable], evidence: Sequence[Hashable], k: int) -> float:
    """Return the share of the evidence among the first k recalled.

    >>> evidence_recall([1, 2, 3], [3, 1], 2)
    0.5
    """
    return len(set(evidence) & set(recalled[:k])) / len(evidence)
