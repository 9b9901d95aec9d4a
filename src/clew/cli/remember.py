"""`clew remember` and `clew learn`: store texts and learn from them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from time import perf_counter

import clew
from clew.cli.inputs import (
    CHAT,
    TextFile,
    date_in,
    find_texts,
    messages_in,
    read_text,
    wrong_date_in,
)
from clew.cli.options import (
    EMBEDDER,
    Exit,
    Minds,
    Misuse,
    Place,
    argument,
    as_json_object,
    bundled,
    flag,
    option,
)
from clew.cli.output import Advance, complain, note, print_json, progress_bar, say, show_time
from clew.cli.session import embedder_name, look_up, read_time, settings_of, writing
from clew.clock import SystemClock
from clew.errors import UsageError
from clew.graph.types import Episode, Time
from clew.learn.domain import PLAIN, Domain, Kept
from clew.operations.encoding import as_fields
from clew.plugins import late
from clew.text import counted

__all__ = ["About", "learn", "remember"]

_GROUP_TEXTS, _GROUP_CHARACTERS = 64, 64_000
"""How much is read from the disk, and kept, at a time."""
_SHOWN = 20
"""Most texts listed one by one; for more, only totals."""
_LOSSES_SHOWN = 3


@dataclass(slots=True)
class _Run:
    """What one call of `remember` did."""

    done: list[tuple["clew.Input", "clew.Receipt"]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    others: int = 0
    resumed: Sequence["clew.Receipt"] = ()
    """Of episodes that an interrupted call had kept but not learned from."""
    seconds: float = 0.0
    metadata: Mapping[str, object] = field(default_factory=dict)
    """About each of the texts."""
    left: int = 0
    """Texts that were known with another time than `--at`, which stays."""

    @property
    def learned(self) -> int:
        """Episodes that were learned from."""
        fresh = (each for _, each in self.done if not each.already_known)
        return sum(len(each.episodes) for each in fresh) + len(self.resumed)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is said of all the texts."""

    at: str | None = option(
        "TIME",
        "When the texts were written: a date, a datetime or a step number. "
        "Default: the date a file's name begins with, else now.",
    )
    source: str | None = option("NAME", "Where the texts come from; default: the file's name.")
    conversation: str | None = option(
        "ID",
        "Which conversation or document the texts are parts of; default for *.jsonl: the file.",
    )
    metadata: str | None = option("JSON", "Any JSON object about the texts, to filter by.")


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How a language model reads the texts."""

    theses: Kept = option(
        "WHICH", "Theses to learn: all, rest (what the facts do not say) or none.", Kept.ALL
    )
    window: int = option("N", "Turns of a conversation in one call.", PLAIN.window)

    @property
    def domain(self) -> Domain:
        """These options, as learning takes them."""
        return Domain(theses=self.theses, window=self.window)


@bundled
def remember(
    place: Place,
    minds: Minds,
    about: About,
    how: How,
    files: list[str] = argument(
        "FILE...|-|DIR",
        "Text files; chats (*.jsonl); folders (their *.txt and *.md, recursively); - for stdin.",
        parser=None,
    ),
    embedder: str | None = option("NAME", EMBEDDER),
) -> int:
    """Remember texts: keep them verbatim, then learn from them.

    A text already remembered from the same source is skipped, so an interrupted call can be
    resumed by repeating it. A chat is a file of JSON lines, a message each, learned in windows of
    several turns. A file that cannot be read is refused with exit code 1; the others are processed.
    """
    # What is wrong is found before the memory is opened, so that no empty file is left behind.
    if about.at is not None:
        read_time(None, about.at, "--at")
    texts, refused, others = find_texts(files)
    models = settings_of(minds)
    run = _Run(
        refused=refused, others=others, metadata=as_json_object(about.metadata, "--metadata")
    )
    domain = how.domain
    groups = _groups(texts, about, run)
    first = next(groups, None)
    if first is None:
        _print_refused(run)
        return 1
    with writing(place, embedder=embedder, models=models, create=True) as memory:
        moment = None if about.at is None else read_time(memory, about.at, "--at")
        learner = memory.reading(domain)
        start = perf_counter()
        with progress_bar(
            "remembering", sum(file.size for file in texts), hidden=place.json
        ) as advance:
            for group in chain([first], groups):
                _remember_group(learner, group, moment, run, advance)
        _resume(learner, run, place)
        run.seconds = perf_counter() - start
        if place.json:
            print_json(_as_json(memory, run))
        else:
            _print_run(memory, run)
    _print_refused(run)
    return 1 if run.refused else Exit.KEPT if any(each.error for _, each in run.done) else 0


@dataclass(frozen=True, slots=True)
class _Text:
    """A text or message to remember."""

    told: "str | clew.ChatMessage"
    file: TextFile
    source: str
    conversation: str
    size: int
    """Bytes of the file that are done with it."""


_Group = list[_Text]


def _groups(files: Sequence[TextFile], about: About, run: _Run) -> Iterator[_Group]:
    """Read the texts in groups; unreadable ones are noted in `run`."""
    group: _Group = []
    size = 0
    for file in files:
        try:
            texts = _texts(file, about)
        except UsageError as error:
            run.refused.append((str(file.path or file.source), str(error)))
            continue
        for one in texts:
            group.append(one)
            size += len(one.told if isinstance(one.told, str) else one.told.text)
            if len(group) >= _GROUP_TEXTS or size >= _GROUP_CHARACTERS:
                yield group
                group, size = [], 0
    if group:
        yield group


def _texts(file: TextFile, about: About) -> _Group:
    """Return the text of a file, or its messages."""
    text = read_text(file)
    if about.at is None and (wrong := wrong_date_in(file.source)):
        note(f"{file.source}: there is no {wrong}, so its time is now; give another with --at")
    source = file.source if about.source is None else about.source
    tie = about.conversation or ""
    if not file.source.lower().endswith(CHAT):
        return [_Text(text, file, source, tie, file.size)]
    messages = messages_in(text)
    return [
        _Text(one, file, source, tie or named or file.source, file.size if last else 0)
        for last, (one, named) in zip([*[False] * (len(messages) - 1), True], messages, strict=True)
    ]


def _remember_group(
    memory: "clew.Memory", group: _Group, moment: Time | None, run: _Run, advance: Advance
) -> None:
    now = SystemClock().now()
    as_input = late("clew.learn.conversation.chat_message").as_input
    inputs = [
        replace(
            as_input(
                each.told,
                at=(date_in(each.file.source) or now) if moment is None else moment,
                source=each.source,
                conversation=each.conversation,
            ),
            metadata=run.metadata,
        )
        for each in group
    ]
    size = sum(each.size for each in group) / len(group)
    receipts = memory.remember_many(inputs, once=True, progress=lambda done: advance(done * size))
    known = [each.episode for each in receipts if each.already_known]
    kept = look_up(memory, known) if known else {}
    for given, receipt in zip(inputs, receipts, strict=True):
        text = kept.get(receipt.episode)
        at = text.at if isinstance(text, Episode) else given.at
        run.left += moment is not None and at != given.at
        run.done.append((replace(given, at=at), receipt))


def _resume(memory: "clew.Memory", run: _Run, place: Place) -> None:
    """Learn from what an interrupted call kept but had not learned from."""
    waiting = {episode for episode, _, _ in memory.store.pending(memory.namespace)}
    known = {i for _, receipt in run.done if receipt.already_known for i in receipt.episodes}
    if waiting & known:
        with progress_bar("learning", len(waiting), hidden=place.json) as advance:
            run.resumed = memory.learn_pending(progress=advance)


def _print_run(memory: "clew.Memory", run: _Run) -> None:
    if len(run.done) <= _SHOWN:
        for given, receipt in run.done:
            when = "" if receipt.already_known else f"  {show_time(given.at)}"
            say(f"{given.source or 'no source'}{when}  {_totals([receipt])}")
            _print_losses(receipt)
    receipts = [receipt for _, receipt in run.done]
    episodes = sum(len(receipt.episodes) for receipt in receipts)
    say(f"{counted(len(receipts), 'text')} in {counted(episodes, 'episode')}: {_totals(receipts)}")
    if run.others:
        note(f"{counted(run.others, 'other file')} skipped: not *.txt or *.md")
    if run.resumed:
        kept = counted(len(run.resumed), "pending episode")
        say(f"{kept} of an earlier call: {_totals(run.resumed)}")
    if run.left:
        known = counted(run.left, "text")
        note(f"{known} known with another time than --at, which was left as it is")
    _print_waiting(memory)
    if run.learned:
        note(f"{run.seconds:.1f} s, {run.learned / max(run.seconds, 1e-9):.1f} episodes/s")


def _totals(receipts: Sequence["clew.Receipt"]) -> str:
    """Return the nonzero counts of statements (facts and theses)."""
    counts = [
        (sum(len(each.new) for each in receipts), "new"),
        (sum(len(each.confirmed) for each in receipts), "confirmed"),
        (sum(len(each.superseded) for each in receipts), "superseded"),
        (sum(len(each.losses) for each in receipts), "lost"),
        (sum(each.pending for each in receipts), "pending"),
        (sum(each.already_known for each in receipts), "already known"),
    ]
    shown = [f"{count} {name}" for count, name in counts if count or name == "new"]
    return ", ".join(shown)


def _print_losses(receipt: "clew.Receipt") -> None:
    for loss in receipt.losses[:_LOSSES_SHOWN]:
        say(f"  lost: {loss.reason}: {loss.item}", dim=True)
    if len(receipt.losses) > _LOSSES_SHOWN:
        say(f"  and {len(receipt.losses) - _LOSSES_SHOWN} more; --json lists all", dim=True)
    if receipt.error:
        say(f"  pending: {receipt.error}", dim=True)


def _print_waiting(memory: "clew.Memory") -> None:
    if waiting := len(memory.store.pending(memory.namespace)):
        note(f"{counted(waiting, 'episode')} kept but not learned from; run: clew learn --pending")


def _print_refused(run: _Run) -> None:
    for name, reason in run.refused:
        complain(f"{name}: {reason}")


def _as_json(memory: "clew.Memory", run: _Run) -> dict[str, object]:
    return {
        "embedder": embedder_name(memory),
        "model": memory.model.name,
        "texts": [
            {"source": given.source, "at": given.at, **as_fields(receipt)}
            for given, receipt in run.done
        ],
        "refused": [{"file": name, "reason": reason} for name, reason in run.refused],
        "skipped_files": run.others,
        "resumed": len(run.resumed),
        "pending": len(memory.store.pending(memory.namespace)),
        "seconds": round(run.seconds, 3),
        "episodes_per_second": round(run.learned / max(run.seconds, 1e-9), 1),
    }


@bundled
def learn(
    place: Place,
    minds: Minds,
    how: How,
    pending: bool = flag("Learn from pending episodes; required."),
) -> int:
    """Learn from episodes that are kept but not yet learned from.

    A crash or a failed model leaves an episode pending; nothing is lost.
    """
    if not pending:
        raise Misuse("say what to learn from: clew learn --pending")
    with writing(place, models=settings_of(minds)) as memory:
        waiting = len(memory.store.pending(memory.namespace))
        with progress_bar("learning", waiting, hidden=place.json) as advance:
            receipts = memory.reading(how.domain).learn_pending(progress=advance)
        left = len(memory.store.pending(memory.namespace))
        if place.json:
            print_json({"receipts": receipts, "pending": left})
        else:
            say(f"{counted(len(receipts), 'pending episode')}: {_totals(receipts)}")
            for receipt in receipts:
                _print_losses(receipt)
    return Exit.KEPT if left else 0
