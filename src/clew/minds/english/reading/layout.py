"""How a text is laid out: which stretches are plain English prose, and who writes or speaks them.

Facts are read from prose only. Mail headers, quoted mail, chat, logs, lists, tables, headings,
`key: value` lines, minutes, source code and other languages keep their lines as theses.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from clew.minds.english.reading import line_shapes as shapes
from clew.minds.english.reading.letters import Letter, is_salutation, read_letter
from clew.minds.english.reading.messages.chat_words import in_full, without_opener
from clew.minds.english.reading.messages.other_voices import own_and_others
from clew.minds.english.reading.messages.small_talk import is_service_line, runs_of

__all__ = ["Block", "Form", "Layout", "lay_out"]


class Form(StrEnum):
    """What a stretch of text is."""

    PROSE = "prose"
    """English sentences: facts are read from them."""
    LINES = "lines"
    """English that is no prose (lists, chat, minutes): theses only."""
    CODE = "code"
    """Code, logs, other languages: theses without names."""
    TITLE = "title"
    """What the text is about."""


@dataclass(frozen=True, slots=True)
class Block:
    """One stretch of a text; `speaker` is who says it in a dialogue."""

    form: Form
    text: str
    speaker: str = ""
    quoted: bool = False
    """Somebody else's words: "I" is not the writer."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A text taken apart; `letter` says who writes to whom, where the text shows it."""

    blocks: tuple[Block, ...]
    letter: Letter | None = None


def lay_out(text: str) -> Layout:
    """Take a text apart; every line that has a letter or digit is in one block, in order."""
    lines = text.splitlines()
    told = [line for line in lines if line.strip()]
    if shapes.is_code(told) or shapes.is_log(told):
        return Layout(tuple(Block(Form.CODE, line) for line in told))
    if shapes.is_dialogue(told) or shapes.is_message(told):
        return Layout(tuple(_turns(told)))
    letter = read_letter(text)
    lines = letter.body.splitlines() if letter else lines
    plain = not shapes.is_minutes(told)
    blocks = tuple(block for part in _parts(lines) for block in _block(part, plain=plain))
    if len(told) == 1 and blocks[:1] and blocks[0].form is Form.LINES:
        blocks = (_note(blocks[0].text),)
    return Layout(tuple(_without_others(blocks)), letter)


def _without_others(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks with what somebody else says in them apart, to the end if a line hands it on."""
    given = False
    for block in blocks:
        own, others = ("", block.text) if given else own_and_others(block.text)
        if block.quoted or block.form in (Form.TITLE, Form.CODE) or not others:
            yield block
            continue
        given = given or others.rstrip().endswith(":")
        if own:
            yield replace(block, text=own)
        yield replace(block, form=Form.LINES, text=others, quoted=True)


def _note(line: str) -> Block:
    """Read a text of one line: it need not end with a stop to be a sentence."""
    apart = shapes.stands_apart(line) and not shapes.tells(line)
    plain = shapes.is_prose(line, stopped=False) and not apart
    return Block(Form.PROSE if plain else Form.LINES, line)


def _turns(lines: list[str]) -> Iterator[Block]:
    """Yield the turns of a dialogue; a line without a speaker goes on with the last one."""
    speaker, given = "", False
    for line in lines:
        found = shapes.SPEAKER.match(line)
        start = found.end() if found else 0
        speaker = found["name"] if found else speaker
        said = in_full(line[start:]) if speaker else line
        chatty = shapes.is_chatty(line[:start] + without_opener(said))
        chatty = chatty or (found is None and is_service_line(line))
        given = given and found is None
        quoted = given or shapes.is_quotation(said)
        own, others = ("", said) if quoted else own_and_others(said, speaker)
        given = given or bool(others and not quoted)
        if own:
            yield from _turn(own, speaker, chatty=chatty)
        if others:
            yield Block(Form.LINES, others, speaker, quoted=True)


def _turn(said: str, speaker: str, *, chatty: bool) -> Iterator[Block]:
    """Yield what somebody says in one turn; of a casual one, what they tell of themselves apart."""
    bare = without_opener(said)
    if chatty or not shapes.is_prose(bare, stopped=False):
        yield Block(Form.LINES, said, speaker)
        return
    for plain, run in runs_of(said) if shapes.is_casual(bare) else ((True, said),):
        yield Block(Form.PROSE if plain else Form.LINES, run, speaker)


@dataclass(frozen=True, slots=True)
class _Part:
    """Lines that belong together, and whether they can be prose."""

    text: str
    plain: bool
    title: bool = False
    quoted: bool = False


def _parts(lines: list[str]) -> Iterator[_Part]:
    """Yield paragraphs of running lines, and every line that stands apart for itself."""
    paragraph: list[str] = []
    begun = False
    for number, (line, (aside, quoted)) in enumerate(
        zip(lines, shapes.regions(lines), strict=True)
    ):
        if not line.strip():
            if paragraph:
                yield _Part("\n".join(paragraph), plain=True)
                paragraph = []
            continue
        first, begun = not begun, True
        after = lines[number + 1] if number + 1 < len(lines) else ""
        apart = aside or shapes.stands_apart(line) or is_salutation(line)
        apart = apart or shapes.underlined(line, after)
        apart = apart or (not paragraph and shapes.is_label(line, after))
        title = not aside and shapes.is_title(line, after, first=first)
        title = title and number + 1 < len(lines)
        if paragraph and (apart or title):
            yield _Part("\n".join(paragraph), plain=True)
            paragraph = []
        if apart or title:
            quoted = quoted or shapes.is_quotation(line)
            yield _Part(line, plain=False, title=title, quoted=quoted)
        else:
            paragraph.append(line)
    if paragraph:
        yield _Part("\n".join(paragraph), plain=True)


def _block(part: _Part, *, plain: bool) -> Iterator[Block]:
    text = shapes.without_marks(part.text)
    if not any(character.isalnum() for character in text):
        return
    if part.title:
        yield Block(Form.TITLE, text.strip(" #*="))
    elif plain and part.plain and shapes.is_prose(text):
        yield Block(Form.PROSE, text)
    else:
        english = shapes.is_english(text) or shapes.tells_who_came(text)
        form = Form.LINES if english else Form.CODE
        for line in text.splitlines() if part.plain else [text]:
            yield Block(form, line, quoted=part.quoted)
