"""Reshapes replies of the write path that do not have the expected form.

The forms come from recorded replies: triplets under many keys, as lists of three or as lines of
text; theses as bare sentences; replacements as pairs. Nothing is added or dropped: unknown forms
are returned unchanged, and reading the reply then rejects and counts them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from clew.llm.reply.shapes import is_list, labelled_number, numbers_in, renamed, three_parts

__all__ = ["mended_extraction", "mended_replacements", "mended_summary", "mended_turns"]

_REPLY = {
    "facts": "triplets triples triple triplet extracted_triplets extracted_triples new_triplets"
    " relations relationships edges knowledge_graph graph",
    "theses": "thesis theses_list thesises statements sentences propositions claims"
    " extracted_theses",
    "aliases": "alias synonyms same_as other_names",
    "people": "persons",
    "things": "not_people non_people not_persons",
}
_FACT = {
    "subject": "subj s head h source from source_entity subject_entity entity1 node1 subject_name",
    "relation": "predicate rel p r relationship relation_type edge verb label property",
    "object": "obj o tail t target to value target_entity object_entity entity2 node2 object_name",
    "valid_from": "validfrom since start start_date start_time begin began from_date",
    "valid_to": "validto valid_until until end end_date end_time to_date",
    "ended": "is_ended over stopped",
    "denied": "is_denied negated not",
    "planned_for": "planned plan due due_date deadline",
    "thesis": "thesis_index thesis_number thesis_id statement_number",
}
_THESIS = {
    "text": "thesis statement sentence proposition claim content",
    "entities": "names nodes entity about mentions keywords",
    "valid_from": _FACT["valid_from"],
    "valid_to": _FACT["valid_to"],
}
_ALIAS = {
    "name": "canonical canonical_name entity full_name main",
    "alias": "other other_name nickname aka synonym short_name also",
}
_PAIRS = {
    "pairs": "replacements replacement replacing replaced outdated outdated_pairs conflicts"
    " exclusions result",
    "same": "same_as rewordings duplicates equivalent",
}
_PAIR = {
    "old": "old_id outdated outdated_id existing existing_id stored stored_id replaced candidate",
    "new": "new_id new_number replacement replaced_by by actual statement",
}
_ENDS = re.compile(r"[.!?。！？]\s*$")
_BETWEEN = re.compile(r"\n|(?<=\])\s*;")
_WRAPPED = ("triplet", "triple", "fact", "edge")


def mended_extraction(reply: object) -> object:
    """Return a reply in the shape of `Extraction` (or of its parts, `Triplets` and `Theses`).

    A bare list contains facts, or theses where an item is one sentence.
    """
    data: dict[str, object]
    if is_list(reply):
        data = {"facts": [reply]} if _is_flat(reply) else _sorted_out(reply)
    elif isinstance(reply, Mapping):
        data = renamed(reply, _REPLY)
        if not set(data) & set(_REPLY) and _is_fact(reply):
            data = {"facts": [reply]}
        if _is_flat(data.get("facts")):
            data["facts"] = [data["facts"]]
    else:
        return reply
    if data.get("facts") is not None:
        data["facts"] = [fact for item in _items(data["facts"]) for fact in _facts(item)]
    if data.get("theses") is not None:
        data["theses"] = [one for item in _items(data["theses"]) for one in _theses(item)]
    if data.get("aliases") is not None:
        data["aliases"] = [*_aliases(data["aliases"])]
    if is_list(data.get("things")):
        named = [
            one if isinstance(one, Mapping) else {"name": one} for one in _items(data["things"])
        ]
        data["things"] = [one.get("name") for one in named]
    return data


def mended_turns(reply: object) -> object:
    """Return a reply about several turns in its shape; one number stands for a list of it."""
    data = mended_extraction(reply)
    if not isinstance(data, Mapping):
        return data
    return {
        key: [_with_turns(one) for one in items] if is_list(items) else items
        for key, items in data.items()
    }


def _with_turns(item: object) -> object:
    if not isinstance(item, Mapping):
        return item
    found = renamed(item, {"turns": "turn turn_number turn_numbers turn_ids said_in"})
    if "turns" in found:
        found["turns"] = [*numbers_in(found["turns"])]
    return found


def _sorted_out(items: object) -> dict[str, object]:
    facts: list[object] = []
    theses: list[object] = []
    for item in _items(items):
        mapped = isinstance(item, Mapping) and not _is_fact(item) and _is_thesis(item)
        (theses if mapped or _is_sentence(item) else facts).append(item)
    return {"facts": facts, "theses": theses} if theses else {"facts": facts}


def _items(value: object) -> Iterable[object]:
    return value if is_list(value) else [value]


def _is_sentence(item: object) -> bool:
    """Return whether a text is a sentence: it ends like one, or has three words and is no fact."""
    if not isinstance(item, str):
        return False
    return bool(_ENDS.search(item)) or (len(item.split()) > 2 and three_parts(item) is None)


def _is_flat(items: object) -> bool:
    """Return whether a list is one fact: ["Ada", "lives in", "Bonn"]."""
    if not is_list(items) or len(items) != 3 or not all(isinstance(one, str) for one in items):
        return False
    return not any(_ENDS.search(str(one)) or three_parts(str(one)) for one in items)


def _is_fact(item: Mapping[object, object]) -> bool:
    data = renamed(item, _FACT)
    return any(key in data for key in _WRAPPED) or {"subject", "object"} <= set(data)


def _is_thesis(item: Mapping[object, object]) -> bool:
    return "text" in renamed(item, _THESIS)


def _facts(item: object) -> Iterator[object]:
    """Yield the facts of one item: one, or one per object if it has a list of objects."""
    if isinstance(item, Mapping):
        for key in _WRAPPED:  # {"triplet": ["Ada", "knows", "Ben"], "valid_from": ...}
            if key in item and (parts := _parts(item[key])) is not None:
                rest = {str(k): v for k, v in item.items() if k != key}
                yield {**parts, **renamed(rest, _FACT)}
                return
        data = renamed(item, _FACT)
        objects = data.get("object")
        if is_list(objects):
            yield from ({**data, "object": one} for one in objects)
        else:
            yield data
        return
    for one in _lines(item) if isinstance(item, str) else [item]:
        parts = _parts(one)
        yield one if parts is None else parts


def _lines(text: str) -> Iterator[str]:
    """Yield the facts of a text: one per line, or several separated by semicolons."""
    for line in text.splitlines():
        parts = [part.strip() for part in line.split(";") if part.strip()]
        if any(three_parts(part) for part in parts):
            yield from parts
        elif line.strip():
            yield line.strip()


def _parts(item: object) -> dict[str, object] | None:
    """Parse a list of three, or a line with three parts."""
    three: object = three_parts(item) if isinstance(item, str) else item
    if is_list(three) and len(three) == 3:
        return dict(zip(("subject", "relation", "object"), three, strict=True))
    return None


def _theses(item: object) -> Iterator[object]:
    if isinstance(item, str):
        for line in _BETWEEN.split(item):  # "Ada sings | ['Ada', 'song']; Ben ..."
            text, bar, names = (part.strip() for part in line.partition("|"))
            if bar and names.startswith("[") and names.endswith("]"):
                listed = [name.strip(" '\"") for name in names[1:-1].split(",")]
                yield {"text": text, "entities": [name for name in listed if name]}
            elif line.strip():
                yield {"text": line.strip()}
    elif is_list(item) and len(item) == 2 and isinstance(item[0], str) and is_list(item[1]):
        yield {"text": item[0], "entities": item[1]}
    else:
        yield renamed(item, _THESIS) if isinstance(item, Mapping) else item


def _aliases(value: object) -> Iterator[object]:
    """Yield pairs from pairs, from one pair, from objects, and from {"Robert": ["Bob", "Rob"]}."""
    if is_list(value) and len(value) == 2 and all(isinstance(one, str) for one in value):
        value = [value]
    if isinstance(value, Mapping) and not set(renamed(value, _ALIAS)) & set(_ALIAS):
        value = [{"name": name, "alias": other} for name, other in value.items()]
    for item in [value] if isinstance(value, Mapping) else _items(value):
        if not isinstance(item, Mapping):
            yield item
            continue
        data = renamed(item, {**_ALIAS, "aliases": "also_known_as other_names names"})
        others = data.get("alias", data.get("aliases"))
        if is_list(others):
            yield from ({"name": data.get("name"), "alias": other} for other in others)
        else:
            yield data


def mended_replacements(reply: object) -> object:
    """Return a reply in the shape of `Replacements`.

    Accepts pairs as [old, new], as objects, as "12 -> 0" or "0 <- 12", or as {"12": 0}. Only
    leading numbers count, not statements in words.
    """
    if is_list(reply):
        reply = {"pairs": reply}
    if not isinstance(reply, Mapping):
        return reply
    data = renamed(reply, _PAIRS)
    if not data.keys() & _PAIRS.keys():
        numbered = [*reply] and all(isinstance(labelled_number(key), int) for key in reply)
        if not numbered and {"old", "new"} <= set(renamed(reply, _PAIR)):
            return {"pairs": [_pair(reply)]}
        if not numbered:
            return data
        data = {"pairs": reply}
    return data | {key: _pairs(data[key]) for key in _PAIRS if data.get(key) is not None}


def _pairs(value: object) -> list[object]:
    if isinstance(value, Mapping):
        whole = {"old", "new"} <= set(renamed(value, _PAIR))
        value = [value] if whole else [[*pair] for pair in value.items()]
    return [_pair(item) for item in _items(value)]


def _pair(item: object) -> object:
    if isinstance(item, str):
        item = _arrow(item)
    while is_list(item) and len(item) == 1:  # [["12 -> 0"]]
        item = _arrow(item[0]) if isinstance(item[0], str) else item[0]
    if is_list(item) and len(item) == 2:
        item = {"old": item[0], "new": item[1]}
    if not isinstance(item, Mapping):
        return item
    data = renamed(item, _PAIR)
    return {key: _number(data[key]) if key in _PAIR else data[key] for key in data}


def _arrow(text: str) -> object:
    """Return [old, new] for "old -> new" and for "new <- old"."""
    old, arrow, new = text.replace("→", "->").partition("->")
    if not arrow:
        new, arrow, old = text.replace("←", "<-").partition("<-")
    return [old, new] if arrow else text


def _number(value: object) -> object:
    if isinstance(value, Mapping):  # {"old": {"id": 12, "text": ...}, ...}
        value = renamed(value, {"id": "number"}).get("id", value)
    return labelled_number(value)


def mended_summary(reply: object) -> object:
    """Return a reply in the shape of `SummaryReply`: a bare text is the summary."""
    if isinstance(reply, str):
        return {"summary": reply}
    if isinstance(reply, Mapping):
        return renamed(reply, {"summary": "text content short_summary"})
    return reply
