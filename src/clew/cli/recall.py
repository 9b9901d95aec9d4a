"""`clew recall`, `ask`, `show` and `history`: query the memory, with reasons."""

from collections.abc import Iterable, Sequence

import clew
from clew.cli.options import (
    ENTITY,
    Cut,
    Exit,
    Manner,
    Marking,
    Minds,
    Misuse,
    Place,
    Search,
    When,
    argument,
    bundled,
    filter_of,
    flag,
    option,
)
from clew.cli.output import cited, excerpt, note, print_json, say, show_time, span
from clew.cli.session import embedder_name, look_up, reading, settings_of
from clew.errors import UnknownNameError
from clew.graph.times import order_key
from clew.graph.types import Entity, Episode, Fact, Item, Kind, Period, Precision, Thesis, Time
from clew.operations.encoding import as_object
from clew.plugins import late
from clew.projection.shown_once import said_by
from clew.text import entity_key

__all__ = ["ask", "history", "recall", "show"]

_STATEMENTS, _QUOTES, _HELD = 10, 2, 20
"""Most statements behind an answer, quotes of each, and lines about an entity; all with `--all`."""
_SKIPPED = (Kind.EPISODE, Kind.THESIS, Kind.ENTITY)


@bundled
def recall(
    place: Place,
    when: When,
    search: Search,
    cut: Cut,
    text: str = argument("TEXT", "Any words."),
    k: int = option(None, "How many to return.", 10, "-k", "--top", min=1),
) -> int:
    """Recall the facts, theses and episodes that best match a text, and say why each did."""
    if not text.strip():
        raise Misuse("give some words to look for")
    name = search.retriever or clew.DEFAULT_RETRIEVER
    retriever = clew.retriever_named(name)
    reranker, skip = clew.reranker_named(cut.rerank), _skipped(search.skip)
    wanted = filter_of(search)
    how = clew.Selection(reranker=reranker, threshold=cut.threshold, budget=cut.budget)
    with reading(place, when, vectors=True) as memory:
        embedder = embedder_name(memory)
        found = memory.recall(text, k=k, retriever=retriever, skip=skip, how=how, where=wanted)
        path_ids = {i for each in found for i in each.why.path}
        ids = sorted(path_ids | {i for each in found for i in each.why.episodes})
        ids += _rivals(each.item for each in found)
        items = look_up(memory, ids, when.known_at)
        empty = not found and not any(memory.stats().kinds.values())
    if place.json:
        results = [
            {"item": each.item, **_reasons(each), "sources": _labels(each.why.episodes, items)}
            for each in found
        ]
        used = {"embedder": embedder, "retriever": name, "rerank": cut.rerank}
        print_json({"text": text, **used, "results": results})
    else:
        for each in found:
            _print_recalled(each, items)
        if not found:
            say(f"Nothing found: {_why_nothing(search, cut, when, empty=empty)}")
    return 0 if found else Exit.NOTHING


def _skipped(kinds: str | None) -> frozenset[Kind]:
    """Return the kinds in `--skip`, a comma-separated list."""
    names = [part.strip() for part in (kinds or "").split(",") if part.strip()]
    for name in names:
        if name not in _SKIPPED:
            raise UnknownNameError("kind to skip", name, _SKIPPED)
    return frozenset(Kind(name) for name in names)


def _why_nothing(search: Search, cut: Cut, when: When, *, empty: bool) -> str:
    """Return the most likely reason, and what to do about it."""
    if empty:
        return "this memory is empty; fill it with `clew remember FILE`"
    if cut.budget is not None:
        return f"no line fits into --budget {cut.budget}"
    if cut.threshold:
        return f"nothing is marked {cut.threshold:g} or more; lower --threshold"
    if given := search.narrowing:
        return f"try again without {given}"
    if search.retriever not in {None, clew.DEFAULT_RETRIEVER} or search.skip:
        return "try again without --retriever and --skip"
    if when.as_of is not None or when.known_at is not None:
        return "nothing of it was known or true then"
    return "the memory has none of these words"


def _reasons(recalled: "clew.Recalled") -> dict[str, object]:
    why = recalled.why
    parts = [{"channel": name, "rank": rank, "score": score} for name, rank, score in why.parts]
    place = {"rank": why.rank, "score": why.score, "channel": why.channel}
    return {**place, "parts": parts, "path": why.path}


def _print_recalled(recalled: "clew.Recalled", items: dict[int, Item]) -> None:
    item, why = recalled.item, recalled.why
    shown = excerpt(item.text) if isinstance(item, Episode) else item.text
    say(f"{why.rank:>3}. {shown}", f"{why.kind} {why.id}")
    if isinstance(item, Episode):
        say(f"     {cited([item])}")
    else:
        say(f"     {_period(item)} · {cited(_episodes(why.episodes, items))}")
        _say_more(item, items, "     ")
    parts = ", ".join(f"{name} #{rank} ({score:.2f})" for name, rank, score in why.parts)
    reasons = f"score {why.score:.2f}" + (f": {parts}" if parts else "")
    if len(why.path) > 1:
        reasons += "; reached from " + " → ".join(
            excerpt(items[i].text, width=60) for i in why.path
        )
    say(f"     {reasons}", dim=True)


def _period(item: Item, now: Time | None = None, sources: Sequence[Episode] = ()) -> str:
    """Return when a statement holds, as seen from `now`."""
    told = min((one.at for one in sources), key=order_key, default=None)
    return span(Period() if isinstance(item, Entity | Episode) else item.period, now, told)


def _rivals(items: Iterable[Item]) -> list[int]:
    """Return the facts that dispute some items."""
    return sorted({i for item in items if isinstance(item, Fact) for i in item.disputed})


def _say_more(item: Item, items: dict[int, Item], indent: str) -> None:
    """Print other wordings of a fact, and what disputes it (docs/trust.md)."""
    if isinstance(item, Fact) and item.wordings:
        say(f"{indent}also told as: {', '.join(item.wordings)}")
    for i in item.disputed if isinstance(item, Fact) else ():
        said = "somebody says it is over" if items[i].text == item.text else items[i].text
        say(f"{indent}disputed: {said}", f"fact {i}, see: clew conflicts")


def _sources(item: Fact | Thesis | Episode) -> tuple[int, ...]:
    """Return the episodes an item was learned from; an episode stands for itself."""
    return (item.id,) if isinstance(item, Episode) else item.episodes


def _episodes(ids: Iterable[int], items: dict[int, Item]) -> list[Episode]:
    return [item for i in ids if isinstance(item := items[i], Episode)]


def _labels(ids: Iterable[int], items: dict[int, Item]) -> list[dict[str, object]]:
    return [
        {"episode": one.id, "source": one.source, "at": one.at} for one in _episodes(ids, items)
    ]


@bundled
def ask(
    place: Place,
    when: When,
    search: Search,
    manner: Manner,
    minds: Minds,
    marking: Marking,
    question: str = argument("QUESTION", "Any question."),
) -> int:
    """Answer a question from the memory, with sources, or show what is closest to it.

    The exit code is 3 when no fact answers it, 4 when the model failed.
    """
    if not question.strip():
        raise Misuse("ask a question, such as: clew ask 'Who has the key?'")
    if marking.judge is not None and marking.gold is None:
        raise Misuse("--judge compares an answer with the right one; give that with --gold TEXT")
    models = settings_of(minds, judge=marking.judge)
    how = _asking(search, manner, filter_of(search))
    with reading(place, when, vectors=True, models=models) as memory:
        embedder = embedder_name(memory)
        answer, now = memory.ask(question, how), _now(memory)
        gold = marking.gold
        verdict = None if gold is None else memory.judge(question, gold, answer)
        ids = [*answer.facts, *answer.theses, *answer.episodes]
        ids += [i for item in answer.closest for i in _sources(item)]
        items = look_up(memory, ids, when.known_at)
        items |= look_up(memory, _rivals(items.values()), when.known_at)
        empty = not any(memory.stats().kinds.values())
    if place.json:
        shown = {"question": question, "embedder": embedder, **_answer_fields(answer, items)}
        print_json(shown if verdict is None else {**shown, "verdict": verdict})
    else:
        why = _why_nothing(search, Cut(), when, empty=empty)
        _print_answer(answer, items, now, manner, none="" if empty else why)
        if verdict is not None:
            say(f"judged {'right' if verdict.score else 'wrong'}: {verdict.reason}")
    return Exit.NOTHING if answer.abstained else Exit.PROBLEMS if answer.failure else 0


def _asking(search: Search, manner: Manner, where: "clew.Filter") -> "clew.Asking":
    return clew.Asking(
        mode=manner.mode,
        style=manner.style,
        retriever=search.retriever or clew.DEFAULT_RETRIEVER,
        skip=_skipped(search.skip),
        names_by_model=manner.name_entities,
        max_tasks=manner.max_tasks,
        budget=manner.budget,
        where=where,
    )


def _answer_fields(answer: "clew.Answer", items: dict[int, Item]) -> dict[str, object]:
    return {
        "answer": answer.text,
        "abstained": answer.abstained,
        "failure": answer.failure,
        "items": answer.items,
        "facts": [items[i] for i in answer.facts],
        "theses": [items[i] for i in answer.theses],
        "episodes": [items[i] for i in answer.episodes],
        "closest": [
            {**as_object(item), "sources": _labels(_sources(item), items)}
            for item in answer.closest
        ],
        "reason": answer.reason,
        "confidence": answer.confidence,
        "losses": answer.losses,
        "steps": answer.steps,
        "usage": answer.usage,
    }


def _print_answer(
    answer: "clew.Answer", items: dict[int, Item], now: Time | None, manner: Manner, *, none: str
) -> None:
    for number, step in enumerate(answer.steps if manner.steps else (), start=1):
        say(f"  {number}. {step.what}: {excerpt(step.about)} → {excerpt(step.outcome)}", dim=True)
    if answer.failure is not None:
        say(f"No answer: {answer.reason}")
    elif answer.abstained:
        _print_closest(answer, items, now, none)
    else:
        say(answer.text or "", bold=True)
        _print_grounds(answer, items, now, whole=manner.whole)
    for loss in answer.losses:
        note(f"dropped from a reply: {loss.reason}: {loss.item}")


def _print_closest(
    answer: "clew.Answer", items: dict[int, Item], now: Time | None, none: str
) -> None:
    """Print the closest items instead of an answer, or why (`none`) there are none."""
    if not none:
        say("Nothing is remembered yet.")
        return
    if not answer.closest:
        say(f"No fact answers this, and recall finds nothing: {none}")
        return
    say("No fact answers this. Closest:")
    for number, item in enumerate(answer.closest, start=1):
        when = "" if isinstance(item, Episode) else f" · {_period(item, now)}"
        say(f"  [{number}] {excerpt(item.text)}{when}")
        say(f"      {cited(_episodes(_sources(item), items))}", dim=True)
    if answer.reason != "not in memory":
        say(f"  {answer.reason}", dim=True)


def _print_grounds(
    answer: "clew.Answer", items: dict[int, Item], now: Time | None, *, whole: bool
) -> None:
    """Print the numbered statements behind an answer, each with its episodes quoted."""
    statements = [items[i] for i in (*answer.facts, *answer.theses)]
    for number, item in enumerate(statements[: None if whole else _STATEMENTS], start=1):
        assert isinstance(item, Fact | Thesis)
        say(f"  [{number}] {item.text} · {_period(item, now)}")
        _say_more(item, items, "      ")
        _print_quotes(item, items, whole=whole)
    told = {i for item in statements if isinstance(item, Fact | Thesis) for i in item.episodes}
    rest = _episodes((i for i in answer.episodes if i not in told), items)
    room = max(0, _STATEMENTS - len(statements))
    first = len(statements) + 1
    for number, episode in enumerate(rest[: None if whole else room], start=first):
        say(f"  [{number}] {cited([episode])}")
        say(f"      “{excerpt(episode.text, answer.items)}”", dim=True)
    _say_left(0 if whole else len(statements) + len(rest) - _STATEMENTS, "  ")
    say(f"  found by {answer.reason}, confidence {answer.confidence:.2f}", dim=True)


def _print_quotes(item: Fact | Thesis, items: dict[int, Item], *, whole: bool) -> None:
    names = [item.object_name, item.subject_name] if isinstance(item, Fact) else []
    episodes = _episodes((i for i in item.episodes if i in items), items)
    for episode in episodes[: None if whole else _QUOTES]:
        start, end = late("clew.recall.told_texts").said_at(episode.text, item, names)
        around = [episode.text[start:end]] if end else names
        say(f"      {cited([episode])}")
        say(f"      “{excerpt(episode.text, around)}”", dim=True)
    _say_left(0 if whole else len(episodes) - _QUOTES, "      ")


def _say_left(count: int, indent: str) -> None:
    """Say how many more there are, if any."""
    if count > 0:
        say(f"{indent}{count} more; --all shows them", dim=True)


@bundled
def show(
    place: Place,
    when: When,
    entity: str = argument("ENTITY", ENTITY),
    whole: bool = flag("Show all of it.", "--all"),
) -> int:
    """Show what holds of an entity, since when and by which source, and what is planned."""
    key = entity_key(entity)
    with reading(place, when) as memory:
        found, now = memory.entity(key), _now(memory)
        facts, theses = memory.facts(key), memory.theses(key)
        ahead = [each for each in memory.history(key) if _is_ahead(each, now)]
        told = look_up(memory, [i for each in ahead for i in each.episodes], when.known_at)
        ahead = [each for each in ahead if _is_told(each, told, when, now)]
        others = _namesakes(memory, key)
        held: list[Fact | Thesis] = [*facts, *theses, *ahead]
        ids = sorted({i for each in held for i in each.episodes})
        items = look_up(memory, [*ids, *_rivals(held)], when.known_at)
    if place.json:
        statements = {"facts": facts, "theses": theses, "planned": ahead}
        about = {"entity": found, "namesakes": others, **statements}
        print_json({**about, "sources": _labels(ids, items)})
        return 0
    aliases = f" (also {', '.join(found.aliases)})" if found.aliases else ""
    say(f"{found.name}{aliases}", f"id:{found.id}", bold=True)
    _say_namesakes(entity, others)
    for each in held[: None if whole else _HELD]:
        say(f"  {each.text}", f"{type(each).__name__.lower()} {each.id}")
        sources = _episodes(each.episodes, items)
        say(f"    {_period(each, now, sources)} · {cited(sources, whole=whole)}")
        _say_more(each, items, "    ")
    _say_left(0 if whole else len(held) - _HELD, "  ")
    if not held:
        note("nothing that holds at this time")
    return 0


@bundled
def history(place: Place, when: When, entity: str = argument("ENTITY", ENTITY)) -> int:
    """List every fact that ever held of an entity, oldest first, and what ended each."""
    key = entity_key(entity)
    with reading(place, when) as memory:
        found, now = memory.entity(key), _now(memory)
        facts, others = memory.history(key), _namesakes(memory, key)
        ids = sorted({i for each in facts for i in (*each.episodes, each.superseded_by) if i})
        items = look_up(memory, [*ids, *_rivals(facts)], when.known_at)
    if place.json:
        told = {"entity": found, "namesakes": others, "facts": facts}
        print_json({**told, "sources": _labels(ids, items)})
        return 0
    say(found.name, f"id:{found.id}", bold=True)
    _say_namesakes(entity, others)
    for fact in facts:
        ended = ""
        if fact.superseded_by is not None:
            by = items[fact.superseded_by]
            is_denied = isinstance(by, Fact) and said_by(by) == said_by(fact)
            ended = ", told to be over" if is_denied else f", ended by: {by.text}"
        told_by = _episodes(fact.episodes, items)
        then = now if _is_told(fact, items, when, now) else None
        say(f"  {_when(fact, told_by, then)}  {fact.text}", f"fact {fact.id}")
        say(f"    {cited(told_by)}{ended}")
        _say_more(fact, items, "    ")
    return 0


def _namesakes(memory: "clew.Memory", key: str | int) -> list[Entity]:
    with memory.view() as view:
        found: list[Entity] = late("clew.recall.about").namesakes(view, key)
    return found


def _say_namesakes(asked: str, others: Sequence[Entity]) -> None:
    """Say which others the name may mean, and how to ask for them."""
    if others:
        named = isinstance(entity_key(asked), str)
        verb = "is" if len(others) == 1 else "are"
        ids = ", ".join(f"id:{one.id} ({one.name})" for one in others)
        so = f"called {asked}" if named else "called so"
        say(f"  {len(others)} more {verb} {so}: {ids}")


def _now(memory: "clew.Memory") -> Time | None:
    with memory.view() as view:
        return view.as_of.valid


def _is_ahead(fact: Fact, now: Time | None) -> bool:
    return now is not None and order_key(fact.valid_from) > order_key(now)


def _is_told(fact: Fact, items: dict[int, Item], when: When, now: Time | None) -> bool:
    """Return whether a text of the asked past told a fact: what nobody had told is no plan."""
    told = [order_key(one.at) for one in _episodes(fact.episodes, items)]
    return when.as_of is None or not told or min(told) <= order_key(now)


def _when(fact: Fact, sources: Sequence[Episode], now: Time | None) -> str:
    undated = fact.valid_from is None and fact.valid_to is None
    if fact.planned_for or undated or _is_ahead(fact, now):
        return _period(fact, now, sources)
    told_from, told_to = fact.told
    start = "" if fact.valid_from is None else show_time(fact.valid_from, told_from)
    start = f"said {start}" if told_from is Precision.SAID else start
    end = "" if fact.valid_to is None else show_time(fact.valid_to, told_to)
    return f"{start:>15} … {end:<10}"
