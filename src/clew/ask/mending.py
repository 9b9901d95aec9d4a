"""Repair read-path replies that came in another shape than requested.

As in `clew.learn.mending`, nothing is invented, and what is not understood is left unchanged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from clew.llm.reply.shapes import is_list, numbers_in, renamed

__all__ = [
    "mended_answer",
    "mended_answer_or_searches",
    "mended_depths",
    "mended_names",
    "mended_verdict",
]

_ANSWER = {
    "reasoning": "chain_of_thought chain_of_thoughts thoughts thought rationale explanation reason"
    " analysis thinking steps",
    "abstain": "abstained abstention no_answer unanswerable cannot_answer insufficient",
    "answer": "final_answer direct_answer short_answer response reply",
    "items": "answers list all_answers",
    "citations": "citation sources source_numbers evidence evidence_numbers cited references refs",
    "confidence": "certainty probability",
}
_ENTITIES = {
    "entities": "entity names key_entities keywords crucial_items items extracted_entities"
    " query_entities nodes"
}
_DEPTH = {
    "name": "entity item node title key",
    "depth": "search_depth hops score importance relevance level distance value",
}
_VERDICT = {
    "reason": "explanation reasoning rationale comment justification why",
    "score": "correct is_correct label verdict rating rate grade mark result judgement judgment",
}
_SEARCHES = {
    **_ANSWER,
    "searches": "sub_questions subquestions questions queries search_queries search query"
    " next_searches next_queries follow_up follow_ups",
    "compute": "computed count",
}
_SEARCH = {"search": "question query sub_question subquestion text"}
_RIGHT = frozenset({"1", "yes", "true", "correct", "right"})
_WRONG = frozenset({"0", "no", "false", "incorrect", "wrong"})


def mended_answer(reply: object) -> object:
    """Return a reply in the shape of `AnswerReply`.

    An answer given as a list becomes the items too; items without an answer become the answer;
    citations may be text ("[2], [5]").
    """
    return _answered(reply, _ANSWER)


def mended_answer_or_searches(reply: object) -> object:
    """Return a reply in the shape of `AnswerOrSearches`.

    As `mended_answer`; a bare list is searches, and a search may be an object with a question.
    """
    data = _answered({"searches": reply} if is_list(reply) else reply, _SEARCHES)
    return _searches({**data}) if isinstance(data, Mapping) and not _wraps(data) else data


def _answered(reply: object, names: Mapping[str, str]) -> object:
    if not isinstance(reply, Mapping) or _wraps(reply):
        return reply
    data = renamed(reply, names)
    answer = data.get("answer")
    if isinstance(answer, bool):
        data["answer"] = "yes" if answer else "no"
    if is_list(answer) and not data.get("items"):
        data["items"] = answer
    listed = answer if is_list(answer) else data.get("items") if answer is None else None
    if is_list(listed) and listed and not data.get("abstain"):
        data["answer"] = ", ".join(str(item) for item in listed)
    if data.get("citations") is not None:
        data["citations"] = [*numbers_in(data["citations"])]
    return data


def mended_depths(reply: object) -> object:
    """Return a reply in the shape of `EntityDepths`: names with or without a depth."""
    if isinstance(reply, Mapping) and _is_table(reply):
        reply = [*_rows(reply)]
    return _with_entities(reply, _depth)


def mended_names(reply: object) -> object:
    """Return a reply in the shape of `EntityNames`; "a | b | c" is three names."""
    return _with_entities(reply, _name)


def _searches(data: dict[str, object]) -> dict[str, object]:
    given = data.get("searches")
    if isinstance(given, str):
        data["searches"] = [given] if given.strip() else []
    elif is_list(given):
        data["searches"] = [
            renamed(item, _SEARCH).get("search", item) if isinstance(item, Mapping) else item
            for item in given
        ]
    elif given is None:
        data.pop("searches", None)
    return data


def mended_verdict(reply: object) -> object:
    """Return a reply in the shape of `Verdict`: a bare mark, yes or no, other keys."""
    if not isinstance(reply, Mapping):
        score = _score(reply)
        return reply if score is reply and not isinstance(reply, int) else {"score": score}
    if _wraps(reply):
        return reply
    data = renamed(reply, _VERDICT)
    if "score" in data:
        data["score"] = _score(data["score"])
    return data


def _wraps(reply: Mapping[object, object]) -> bool:
    """Return whether a reply is one object inside another, which the parser unwraps."""
    return len(reply) == 1 and all(isinstance(value, Mapping) for value in reply.values())


def _with_entities(reply: object, mend: Callable[[object], object]) -> object:
    data: object = {"entities": reply} if is_list(reply) else reply
    if not isinstance(data, Mapping):
        return data
    data = renamed(data, _ENTITIES)
    if (given := data.get("entities")) is not None:
        items = [*_rows(given)] if isinstance(given, Mapping) else _listed(given)
        data["entities"] = [mend(item) for item in items]
    return data


def _listed(value: object) -> Sequence[object]:
    if isinstance(value, str) and "|" in value:
        return [part.strip() for part in value.split("|") if part.strip()]
    return value if is_list(value) else [value]


def _is_table(reply: Mapping[object, object]) -> bool:
    """Return whether a reply is like {"Vik ferry": 3, "Mira": 1}."""
    return bool(reply) and all(
        isinstance(value, int) and not isinstance(value, bool) for value in reply.values()
    )


def _rows(table: Mapping[object, object]) -> Iterator[object]:
    """Yield the entries of a table, or any other mapping as one item; nothing if empty."""
    if table and not _is_table(table):
        yield table
        return
    for name, depth in table.items():
        yield {"name": name, "depth": depth}


def _name(item: object) -> object:
    return renamed(item, _DEPTH).get("name", item) if isinstance(item, Mapping) else item


def _depth(item: object) -> object:
    if isinstance(item, str):
        return {"name": item}
    if is_list(item) and len(item) == 2:
        return {"name": item[0], "depth": item[1]}
    return renamed(item, _DEPTH) if isinstance(item, Mapping) else item


def _score(value: object) -> object:
    """Return 1 or 0 if the value means that, else the value."""
    said = str(value).strip().casefold().rstrip(".") if isinstance(value, str | bool) else ""
    if said in _RIGHT or value == 1:
        return 1
    return 0 if said in _WRONG or value == 0 else value
