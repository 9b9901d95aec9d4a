"""How an answer is scored against the right ones: exact match and F1 of words.

The official normalisation (SQuAD's, taken over by HotpotQA, 2WikiMultihopQA, MuSiQue and
TriviaQA) ignores case, ASCII punctuation, the articles a, an, the, and white space; a score is the
best over all spellings of the right answer. PersonalAI's exact match ignores only case and
punctuation, and knows one spelling.

SQuAD: arXiv:1606.05250. HotpotQA: arXiv:1809.09600. PersonalAI: section 5 and table 8.
"""

import re
import string
from collections import Counter
from collections.abc import Iterable

__all__ = ["PUBLISHED", "exact_match", "f1", "normalised", "paper_match"]

PUBLISHED = {"hotpotqa": 60.0, "triviaqa": 62.0}
"""PersonalAI's exact match in percent (table 8): of a run on its subset of the set (`--subset`),
the configuration is not named. Not to be put beside numbers of the whole set."""
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CLOSED = frozenset({"yes", "no", "noanswer"})


def normalised(text: str) -> str:
    """Return a text as the official scripts compare it.

    >>> normalised("The  Beatles' 1st album!")
    'beatles 1st album'
    """
    return " ".join(_ARTICLES.sub(" ", _bare(text)).split())


def _bare(text: str) -> str:
    return text.lower().translate(_NO_PUNCTUATION)


def exact_match(given: str, right: Iterable[str]) -> float:
    """Return 1 if the answer is one of the right ones, normalised; else 0.

    >>> exact_match("the Nile.", ["Nile", "River Nile"]), exact_match("Nile delta", ["Nile"])
    (1.0, 0.0)
    """
    said = normalised(given)
    return float(any(said == normalised(one) for one in right))


def paper_match(given: str, right: str) -> float:
    """Return PersonalAI's exact match: 1 if the texts are equal but for case and punctuation.

    >>> paper_match("nile.", "Nile"), paper_match("the Nile", "Nile")
    (1.0, 0.0)
    """
    return float(_bare(given) == _bare(right))


def f1(given: str, right: Iterable[str]) -> float:
    """Return the best F1 of words over the right answers, in [0, 1]; 0 against none.

    As in HotpotQA's script, "yes", "no" and "noanswer" score nothing against anything else.

    >>> f1("River Nile delta", ["the Nile", "Amazon"]), f1("yes it is", ["yes"])
    (0.5, 0.0)
    """
    return max((_f1(normalised(given), normalised(one)) for one in right), default=0.0)


def _f1(said: str, gold: str) -> float:
    if said == gold:
        return 1.0
    if {said, gold} & _CLOSED:
        return 0.0
    one, other = said.split(), gold.split()
    same = (Counter(one) & Counter(other)).total()
    return 2 * same / (len(one) + len(other)) if same else 0.0
