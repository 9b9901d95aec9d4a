"""What a line looks like: code, log, heading, list, table, `key: value`, chat, or prose.

Each test looks at shape and function words only, never at what a text is about.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from clew.minds.english.reading.messages.chat_words import without_opener
from clew.minds.english.words.lexicon import AUXILIARIES, NAME_LINKS, PREPOSITIONS, PRONOUNS, VERBS
from clew.minds.english.words.people import CAPITAL, gender_of
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["SPEAKER", "capitalised", "has_verb", "is_casual", "is_chatty", "is_code",
           "is_dialogue", "is_english", "is_label", "is_log", "is_message", "is_minutes",
           "is_prose", "is_quotation", "is_title", "regions", "stands_apart", "tells",
           "tells_who_came", "underlined", "without_marks"]  # fmt: skip

SPEAKER = Regex(
    rf"[ \t]*\*{{0,2}}(?P<name>{CAPITAL}[\w'’.-]*(?: {CAPITAL}[\w'’.-]*){{0,2}})\*{{0,2}}: ?(?=\S)"
)
_LINE_WORD = Regex(r"[^\W_][\w'’-]*(?:(?<=\b[A-Z])\.)?|[^\w\s]")
_GENERATIONS = frozenset({"junior", "senior", "jr", "sr"})
_LONGEST_NAME = 5
"""Words that are too many for a name in a line."""
_KEYS = word_list("keys")
"""Labels of lines that are no speakers."""
_CHATTY = Regex(
    "[\U0001f300-\U0001faff\u2600-\u27bf]"
    r"|^\s*[@\[(<]?\d{1,4}[-/:.]\d{1,2}|^\s*[@<]\w|\b(?:lol|lmao|btw|omg|haha+|imo|afaik|brb|thx"
    r"|pls)\b",
    re.IGNORECASE,
)
_CASUAL = Regex(r"[!?]|(?<!^I)(?<!^We)['’]ve\b|['’](?:re|ll|d)\b|\[shares ")
_LOWER_SPEAKER = Regex(r"[a-zà-ÿ][\w .]{0,20}: \S")
_CHAT_TURN = Regex(r"(?:\[[^\]\n]{4,30}\] ?|@)[^\n:]{1,30}(?:: |  \d)|[a-zà-ÿ][^\n:.]{0,20}: \w")
_LEVEL = Regex(r"\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|NOTICE|CRITICAL)\b")
_PROCESS = Regex(r"[\w.]+\[\d+\]:|\w+=\S")
_STAMP = Regex(
    r"\s*[\[(<]?(?:\d{4}-\d\d-\d\d[T ,]|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d|\d{1,2}:\d\d(?::\d\d)?\b"
    r"|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d)"
)
_CODE = Regex(
    r"^\s*(?:import |from \w[\w.]* import|def \w+\(|class \w+[(:]|function\b|func |return\b"
    r"|const |let |var |public |private |static |package |#include|using |namespace |struct "
    r"|type \w+ |if \(|for \(|while \(|elif |else:|try:|except|@\w+|//|/\*|\*/?( |$)|<\?"
    r"|</?\w+[ >]|SELECT |INSERT |CREATE |end\b|\}|\{|--[ \w]|;;|%%|\$ |>>> )"
    r"|[;{}]\s*$|^\s*[\w.]+ ?(?::=|\+=|==?|->|=>) ?\S"
    r"|^[^(]*(?:(?<!\w)\([^(]*)*(?<=\w)\(.*\)\s*[:;{]?\s*$"
)
_APART = Regex(
    r"\s*(?:[-*•–—+◦▪·‣↳→]\s|[-*] ?\[[ xX]\]|\d{1,3}[.)]\s|[a-z][.)]\s"
    r"|[A-Z][.)]\s(?![A-Z][\w-]+ [a-z]+(?:s|ed)\b)|\(?[ivx]{1,4}\)\s|§"
    r"|\(\d+\)\s"
    r"|[>|#@]|={3,}|-{3,}|_{3,}|\*{3,}|```|~~~|<[!/\w]|!\[|\[\^?\w)"
)
_COLUMNS = Regex(r"\S(?: {3,}|\t)\S|(?:\|[^|]*){2}")
_INDENTED = Regex(r"(?: {3,}|\t)\s*\S")
_KEYED = Regex(r"\s*\*{0,2}\w[\w./&()'’-]{0,30}(?: [\w./&()'’-]{1,30}){0,3}\*{0,2}:\*{0,2}(?:\s|$)")
_MINUTES = Regex(
    r"\s*\W*(?:minutes\b|agenda\b|protocol\b|action items)", re.IGNORECASE)  # fmt: skip
_WHO_CAME = Regex(
    r"\s*\W*(?:present:|attending:|attendees:|attendance\b|apologies\b|absent:|in attendance\b)",
    re.IGNORECASE)  # fmt: skip
_MEETING = Regex(
    r"\b(?:meeting|stand-?up|weekly|sync|retro(?:spective)?|minutes|AGM|assembly|debrief"
    r"|notes: ?\w)\b", re.IGNORECASE)  # fmt: skip
_MINUTES_HEAD = Regex(
    r"\W*(?:attend(?:ees|ance|ing)|present|apologies|agenda|minutes|action(?: item|point)?s"
    r"|actions|decisions|open (?:points|items|questions)|next steps|parked"
    r"|to-?dos?|AOB)\W*", re.I)  # fmt: skip
_QUOTED = Regex(
    r"\s*(?:-{2,} ?(?:original|forwarded|begin)|begin forwarded|on .{4,80} wrote:$|_{8,}$|-- ?$"
    r"|from: \S)", re.IGNORECASE)  # fmt: skip
_FAREWELL = Regex(
    r"\s*(?:(?:with )?(?:best|kind|warm|many|much|lots of|all my)? ?(?:regards|wishes|love|thanks"
    r"|cheers|greetings|hugs|yours(?: \w+)?|sincerely)|best|as ever)[,.!]?"
    r"(?:(?<=,) *[^\W\d_][\w ’'-]{0,30})?\s*$"
    rf"|\s*your (?:[a-z-]+ ?){{0,3}},? ?{CAPITAL}[\w’'-]*(?: {CAPITAL}[\w’'-]*)?\s*$",
    re.IGNORECASE,
)
_MAIL_HEADER = Regex(
    r"(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To|Return-Path|Message-ID|MIME-Version|Received"
    r"|Content-Type|X-[\w-]+): ?", re.IGNORECASE)  # fmt: skip
_MARKS = (
    (Regex(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,300}\)"), r"\1"),
    (Regex(r"(?<![\w*])(\*{1,3}|_{1,3}|`{1,2})(?=\S)([^*`\n]{1,200}?)(?<=\S)\1(?![\w*])"), r"\2"),
)
_FIRST_PERSON = Regex(r"\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b")
_WORD = Regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ENGLISH = word_list("english") | PREPOSITIONS | PRONOUNS | AUXILIARIES.keys()
_FOREIGN = word_list("foreign")
_LINKED = Regex(rf"[ -](?:{'|'.join(sorted(NAME_LINKS))})(?=[ -](?:[a-z]+ )?{CAPITAL})")
"""The small words of a name, which are no sign of another language: "van der Zwaan"."""
_INITIALS = frozenset("BCDEFGHJKLMNOPQRSTUVWXYZ")
_ADDRESS = Regex(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}")
_SYMBOLS = Regex(r"[{}<>=\\|_@#~^$]")


def regions(lines: Sequence[str]) -> Iterator[tuple[bool, bool]]:
    """Yield for every line whether it is aside, and whether it is somebody else's.

    Headers, fenced code, quoted mail and signatures are aside; the last two go to the end.
    """
    fence, quoted, told = "", False, 0
    for line in lines:
        bare = line.strip()
        told += bool(bare)
        if fence:
            fence = "" if bare.startswith(fence) else fence
            yield True, quoted
        elif bare.startswith(("```", "~~~")) or (told == 1 and bare == "---"):
            fence = bare[:3]
            yield True, quoted
        elif told <= 15 and _MAIL_HEADER.match(bare):
            yield True, quoted
        else:
            quoted = quoted or bool(_QUOTED.match(line) or _FAREWELL.match(line))
            yield quoted, quoted


def stands_apart(line: str) -> bool:
    """Say whether a line is a list item, quotation, table row, heading or `key: value` line."""
    bare = line.strip()
    shouted = bare.isupper() and len(bare) > 3 and " " in bare
    return bool(
        shouted
        or _APART.match(line)
        or _INDENTED.match(line)
        or _COLUMNS.search(line)
        or _is_keyed(line)
        or _STAMP.match(line)
    )


def _is_keyed(line: str) -> bool:
    """Say whether a line is `key: value`; "Helga has three children: ..." is a sentence."""
    found = _KEYED.match(line)
    return found is not None and not has_verb(found[0].split())


def has_verb(words: Sequence[str]) -> bool:
    """Say whether the words before a colon tell something: "Helga has three children"."""
    return any(one in AUXILIARIES or "d" in VERBS.get(one, ("", ""))[1] for one in words[1:])


def tells(line: str) -> bool:
    """Say whether a text of one line is sentences behind a label: "Late news: the shop closed."."""
    found = _KEYED.match(line)
    said = line[found.end() :].strip() if found else ""
    return said.endswith(".") and len(said.split()) > 4 and _CODE.search(said) is None


def is_quotation(line: str) -> bool:
    """Say whether a line quotes another text: "> ..."."""
    return line.lstrip().startswith((">", "| "))


def underlined(line: str, after: str) -> bool:
    """Say whether a line is a heading with a rule of dashes under it."""
    return bool(line.strip()) and len(after.strip()) > 2 and not after.strip(" =-")


def is_label(line: str, after: str) -> bool:
    """Say whether a line only heads the next one: "Site" above "  Pier 3 is ready."."""
    bare = line.strip()
    short = len(bare) <= 40 and len(bare.split()) <= 5 and bare[-1:].isalnum()
    return short and (after[:1] in {" ", "\t"} or after[:1].isupper() or after[:1].isdigit())


_HEADLINE = Regex(
    r"(?=.*\)$|(?:\S+ ){5})[A-Z0-9][\w.'’–-]*"
    r"(?:,? (?:[A-Z0-9&][\w.'’–-]*|of|the|de|and|in|for|to)){0,11}"
    r"(?: \([^()]{1,60}\))?"
)
"""A long name, or one that is told apart in brackets: "Ida Roy (painter, born 1912)"."""


def is_title(line: str, after: str, *, first: bool) -> bool:
    """Say whether a line names what the text is about: a first short line, or a `#` heading.

    A longer one is a title if the line `after` it opens with the same name.
    """
    bare = line.strip()
    if re.match(r"# +\S", bare):
        return len(bare) < 90
    name = bare.partition(" (")[0]
    if first and len(bare) < 120 and bare[-1:] not in {*".!?:;,"} and " " in name:
        again = after.lstrip(' \t"“')
        if again.startswith(name) and not again[len(name) :][:1].isalnum():
            return True
        if _HEADLINE.fullmatch(bare) and len(after) > 60 and again[:1].isupper():
            return True
    short = first and len(bare) < 60 and len(bare.split()) <= 6 and bare[:1].isupper()
    marked = re.search(r"[.!?:;,—–|]", re.sub(r"\.(?= )", "", bare)) is not None
    return short and not marked and not stands_apart(line)


def is_code(lines: Sequence[str]) -> bool:
    """Say whether most of a text is source code; its comments are not read either."""
    return _share(lines, lambda line: bool(_CODE.search(line)) and not _BULLET.match(line)) > 0.3


_BULLET = Regex(r"\s*[-*•] (?!@)\w")


def is_log(lines: Sequence[str]) -> bool:
    """Say whether a text is a log of a program."""
    logged = _share(lines, lambda line: bool(_STAMP.match(line) or _LEVEL.search(line[:60])))
    marked = _share(
        lines, lambda line: bool(_LEVEL.search(line[:80]) or _PROCESS.search(line[:80]))
    )
    return logged > 0.5 and not is_dialogue(lines) and marked > 0.2


def is_minutes(lines: Sequence[str]) -> bool:
    """Say whether a text is an agenda or minutes, which are written in fragments."""
    head = lines[0] if lines else ""
    meeting = _MEETING.search(head) is not None and len(head.split()) < 12 and head[-1:] != "."
    meeting = meeting or any(_MINUTES_HEAD.fullmatch(line) for line in lines[:12])
    meeting = meeting or any(_MINUTES.match(line) for line in lines[:6])
    return meeting or (any(map(tells_who_came, lines[:6])) and not _tells_on(lines))


def tells_who_came(line: str) -> bool:
    """Say whether a line lists who came: "Attendees: Ida Roy, Tom Hall"."""
    return _WHO_CAME.match(line) is not None


def _tells_on(lines: Sequence[str]) -> bool:
    """Say whether what a list of who came heads is sentences: "Present: Ida.", "Ida leads it."."""
    told = [line for line in lines if not tells_who_came(line)]
    return bool(told) and _share(told, stands_apart) == 0 and is_prose(" ".join(told))


def is_dialogue(lines: Sequence[str]) -> bool:
    """Say whether the lines are turns of a dialogue or chat, speaker first."""
    return _share(lines, _has_speaker) >= 0.5


def is_message(lines: Sequence[str]) -> bool:
    """Say whether a text is one message of several lines: somebody with a known name says "I"."""
    found = SPEAKER.match(lines[0]) if lines else None
    if found is None or not gender_of(found["name"].split()[0]):
        return False
    return any(_FIRST_PERSON.search(line) for line in lines)


def _has_speaker(line: str) -> bool:
    found = SPEAKER.match(line)
    if found is not None:
        said = line[found.end() :]
        sentence = len(said.split()) > 2 or said.rstrip().endswith((".", "!", "?", "…"))
        return found["name"].split()[0].lower() not in _KEYS and sentence
    return bool(_CHAT_TURN.match(line))


def is_casual(turn: str) -> bool:
    """Say whether a turn of a dialogue is small talk rather than plain statements.

    >>> is_casual("Wow, that's great!"), is_casual("I live in Oslo.")
    (True, False)
    """
    return bool(_CASUAL.search(turn)) or is_chatty(turn)


def is_chatty(line: str) -> bool:
    """Say whether a line is written as people chat: time stamps, emoji, "lol", no capitals."""
    return bool(_CHATTY.search(line) or _LOWER_SPEAKER.match(line))


def _share(lines: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(map(test, lines)) / len(lines) if lines else 0.0


def without_marks(text: str) -> str:
    """Return Markdown text without emphasis, code marks and link addresses."""
    for pattern, plain in _MARKS:
        text = pattern.sub(plain, text)
    return text


_SHORTENED = Regex(
    r"(?<![\w’'])(?:I['’](?:m|ve|d|ll)|(?:[Yy]ou|[Ww]e|[Tt]hey)['’](?:re|ve|d|ll)|(?:[Hh]e|[Ss]he|[Ii]t)['’](?:s|d|ll))\b"
)


def is_english(text: str) -> bool:
    """Say whether the function words and verbs of a text are English ones.

    >>> is_english("Anna lives in Oslo."), is_english("Anna wohnt in Oslo und arbeitet nicht.")
    (True, False)
    """
    text, short = _SHORTENED.subn(" ", text[:4000])  # the "ve" of "I've" is no Spanish word
    words = [one for one in _WORD.findall(_LINKED.sub(" ", text)) if one not in _INITIALS]
    small = [word.lower() for word in words if len(word) < 15]
    past = re.compile("[a-z]{4,}ed").fullmatch
    english = sum(word in _ENGLISH or word in VERBS or past(word) is not None for word in small)
    alien = [word for word in small if word in _FOREIGN and word not in _ENGLISH]
    foreign = len(alien) if {*alien} != {"met"} else 0  # "Ben met Ann": Dutch has more such words
    return english + short > 2 * foreign and (english + short) * 6 >= len(words)


def is_prose(text: str, *, stopped: bool = True) -> bool:
    """Say whether a paragraph is made of written English sentences.

    Args:
        text: a paragraph.
        stopped: whether its last sentence must end with a stop.
    """
    bare = without_opener(text.strip())
    ends = re.search(r"[.!?…][\"”’')\]]*$", bare) is not None
    odd = len(_SYMBOLS.findall(_ADDRESS.sub("", bare))) + ("~~" in bare)
    plain = bool(bare) and (ends or not stopped) and odd * 60 <= len(bare)
    return plain and not is_chatty(bare) and is_english(bare)


def capitalised(line: str) -> Iterator[str]:
    """Yield the runs of two to four capitalised words: "A. Roy", "Dr Ida Lund junior"."""
    run: list[str] = []
    for word in [*_LINE_WORD.findall(line), ""]:
        if word[:1].isupper() or (run and word in _GENERATIONS):
            run.append(word)
            continue
        if 1 < len(run) < _LONGEST_NAME:
            yield " ".join(run)
        run = []
