"""What single tokens of spaCy's parse say: clause heads, tense, negation, names.

Tokens are duck-typed, so that importing this needs no spaCy.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from clew.learn.lexicon import LASTING, NAME_LINKS, VERBS
from clew.learn.verbs import BEGIN, CEASE, GERUND_OBJECT, WISH

__all__ = [
    "end_of",
    "inner_tokens",
    "is_clause",
    "is_lasting",
    "is_named",
    "is_purpose",
    "lemma_of",
    "main_verb",
    "negation_of",
    "tense_of",
]


def lemma_of(verb: Any) -> str:
    """Return the lemma by our own lists, which know "hates"; the model's else."""
    if verb.lower_.startswith(("'", "’")) or verb.lemma_ == "be":
        return "be"
    return VERBS[verb.lower_][0] if verb.lower_ in VERBS else str(verb.lemma_).lower()


def is_lasting(verb: Any, began: bool) -> bool:
    """Say whether a past form tells of the present: "started working", "based in Oslo"."""
    return began or verb.lemma_ in LASTING or verb.tag_ == "VBG"


def is_clause(token: Any) -> bool:
    """Say whether a token heads a clause of its own."""
    if token.pos_ not in {"VERB", "AUX"} or token.dep_ in {"aux", "auxpass", "amod", "compound"}:
        return False
    return token.dep_ in {"ROOT", "conj", "relcl", "advcl", "ccomp", "acl", "parataxis"} and (
        token.dep_ != "acl" or token.tag_ in {"VBN", "VBG"}
    )


def main_verb(verb: Any) -> tuple[Any, bool, str, Any]:
    """Return (the verb that carries the meaning, ended, chain, gerund object)."""
    second = next(
        (c for c in verb.children if c.dep_ == "xcomp" and c.pos_ in {"VERB", "AUX"}), None
    )
    if second is None:
        return verb, False, "", None
    to = any(child.lower_ == "to" for child in second.children)
    lemma = verb.lemma_
    if verb.lower_ == "used" and to:
        return second, True, "", None
    if lemma == "go" and verb.tag_ == "VBG" and to:
        return second, False, "", None
    if lemma in BEGIN or (lemma in CEASE and not to):
        return second, lemma in CEASE, "", None
    if lemma in GERUND_OBJECT and not to:
        return verb, False, "", second
    # "wants to visit Japan": the objects are the second verb's, the relation names both.
    return (
        (second, False, f"to {second.lower_}", None)
        if lemma in WISH and to
        else (verb, False, "", None)
    )


def tense_of(verb: Any, auxiliaries: Sequence[Any]) -> tuple[str, bool, bool]:
    """Return (tense, perfect, asserted) of a verb with its auxiliaries."""
    lows = [token.lower_ for token in auxiliaries]
    perfect = any(low in {"has", "have", "'ve", "had"} for low in lows) and verb.tag_ == "VBN"
    if any(token.tag_ == "MD" for token in auxiliaries):
        if set(lows) & {"will", "'ll", "wo", "shall"}:
            return "future", False, True
        return "present", False, bool(set(lows) & {"can", "ca"})
    if verb.lower_ == "going" and any(c.dep_ == "xcomp" for c in verb.children):
        return "future", False, True
    past = verb.tag_ == "VBD" or bool(set(lows) & {"was", "were", "did", "had"})
    past = past or (verb.tag_ == "VBN" and not auxiliaries)
    return "past" if past else "present", perfect, True


def negation_of(verb: Any) -> tuple[bool, bool]:
    """Return (negated, held before but no longer)."""
    children = [*verb.children]
    longer = any(child.lower_ == "longer" for child in children)
    again = any(child.lower_ == "anymore" for child in children)
    negated = any(child.dep_ == "neg" for child in children)
    negated = negated or any(g.lower_ == "no" and g.dep_ == "det" for c in children
                             if c.dep_ in {"nsubj", "nsubjpass"} for g in c.children)  # fmt: skip
    text = verb.sent.text.lower()
    again = again or (negated and ("any more" in text or "any longer" in text))
    return negated, longer or (negated and again)


def is_purpose(token: Any) -> bool:
    """Say whether a clause tells what for: "to study law"."""
    return any(child.lower_ == "to" and child.dep_ == "aux" for child in token.children)


def is_named(token: Any) -> bool:
    """Say whether a token is part of a proper name."""
    if token.text[0] in '"“' or (token.lower_ in NAME_LINKS and token.i > 0):
        return len(token.text) > 1
    if token.pos_ == "PROPN":
        return bool(token.text[0].isupper())
    return bool(token.text[0].isupper() and token.i > 0 and token.text.isalpha())


_DROPPED = frozenset(
    """relcl acl appos conj cc punct preconj advcl neg mark advmod nsubj cop""".split()  # noqa: SIM905
)


def inner_tokens(head: Any) -> Iterator[Any]:
    """Yield the tokens of a noun phrase: no clauses, no coordination, "of" the only preposition."""
    yield head
    for child in head.children:
        dropped = child.dep_ in _DROPPED and child.text not in {"-", "&"}
        if dropped or (child.dep_ == "prep" and child.lower_ != "of"):
            continue
        if child.pos_ in {"VERB", "AUX"} and child.dep_ not in {"amod", "compound", "poss"}:
            continue
        yield from inner_tokens(child)


def end_of(verb: Any) -> int:
    """Return where a verb's own words end: before the first clause that hangs on it."""
    clauses = [c.left_edge.idx for c in verb.children
               if c.dep_ in {"conj", "advcl", "ccomp", "parataxis"} and c.i > verb.i]  # fmt: skip
    last = verb.right_edge
    return int(min([last.idx + len(last), *(start - 1 for start in clauses)]))
