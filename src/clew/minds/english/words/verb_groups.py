"""Verb groups of the light parser: "has never been married", "wants to visit"."""

from dataclasses import dataclass

from clew.minds.english.parsing.word_tokens import Token
from clew.minds.english.words.lexicon import AUXILIARIES
from clew.minds.english.words.word_lists import word_list

__all__ = ["FORMER", "FORMERLY", "ONCE", "VerbGroup", "read_verb_group"]

_WISH = word_list("wish")
_BEGIN = frozenset({"begin", "start", "continue", "keep", "resume"})
_CEASE = frozenset({"stop", "quit", "finish", "cease", "end"})
_SHORT_OF = word_list("short_of")
_POINTING = frozenset({"there", "here", "anymore"})
"""Adverbs that leave a denial whole: "does not work there"."""
FORMERLY = frozenset({"previously", "formerly"})
FORMER = frozenset({"be", "work", "live", "lead", "run", "manage", "play", "own", "study"})
"""What somebody "previously" did, and so no longer does."""
ONCE = FORMER | frozenset(
    {"have", "like", "love", "hate", "dislike", "enjoy", "fear", "speak", "wear", "prefer"}
)
"""The same of what "formerly" may be told of, childhood too: "hated spinach as a child"."""

_GOING = frozenset({"live", "work", "move", "come", "arrive", "return", "travel", "stay"})
_NAMING = frozenset(
    {"name", "call", "nickname", "dub", "title", "give", "make", "elect", "appoint"}
)
"""Verbs with an object in the passive, too: "she's called the Boss"."""


@dataclass(slots=True)
class VerbGroup:
    """One verb group, read; `size` is its number of tokens."""

    verb: str
    said: str
    tense: str
    size: int
    bare: bool = False
    """A participle without auxiliary: "named Rex", "living in Rome"."""
    forms: str = ""
    perfect: bool = False
    always: bool = False
    passive: bool = False
    negated: bool = False
    ended: bool = False
    asserted: bool = True
    chain: str = ""


def read_verb_group(tokens: list[Token], start: int) -> VerbGroup | None:
    """Read the verb group that starts at a token, or `None` when none does."""
    index = start
    helpers: list[Token] = []
    while index < len(tokens) and tokens[index].tag in {"X", "R", "A"}:
        helpers.append(tokens[index])
        index += 1
    main = tokens[index] if index < len(tokens) and tokens[index].tag == "V" else None
    while main is None and helpers and helpers[-1].tag == "A" and not _is_used_to(helpers[-1]):
        helpers.pop()
        index -= 1
    auxiliaries = [token.low for token in helpers if token.tag == "X"]
    kinds = [AUXILIARIES[low] for low in auxiliaries if low != "'s"]
    if "'s" in auxiliaries:
        has = main is not None and (
            "been" in auxiliaries or _is_done(main, tokens[index + 1 :][:1])
        )
        kinds.insert(0, ("have" if has else "be", "present"))
    if main is None and not kinds:
        return None
    group = _plain(main, kinds)
    group.size = index - start + (main is not None)
    group.ended = any(token.low == "no longer" or _is_used_to(token) for token in helpers)
    if any(_is_used_to(token) for token in helpers):
        group.tense = "past"
    group.negated = any(token.tag == "R" and token.low != "no longer" for token in helpers)
    at_all = {"always", "never"} if group.perfect else {"never"}
    group.always = any(token.low in at_all for token in helpers)
    after = tokens[start + group.size :][:1]
    if any(token.low in _SHORT_OF for token in (*helpers, *(after if main is None else ()))):
        group.asserted = False  # "is being built": it is not done
    denied = any(token.tag == "R" for token in helpers)
    told = (token for token in (*helpers[1:], *after) if token.low not in _POINTING)
    if denied and any(token.tag == "A" for token in told):
        group.asserted = False  # "is not only a nurse", "does not always drink tea"
    return _chained(tokens, start, group)


def _is_done(main: Token, after: list[Token]) -> bool:
    """Say whether a subject did a verb behind "'s": "she's moved", "she's sold the car"."""
    if "n" not in main.forms or main.lemma in _NAMING:
        return False
    return main.lemma in _GOING or any(token.tag in {"D", "P"} for token in after)


def _is_used_to(token: Token) -> bool:
    return token.low == "used to"


def _plain(main: Token | None, kinds: list[tuple[str, str]]) -> VerbGroup:
    names = [name for name, _ in kinds]
    first = kinds[0][1] if kinds else ""
    tense = {"modal": "present", "base": "present"}.get(first, first)
    asserted = first != "modal"
    if main is None:
        verb = names[-1] if names[-1] in {"be", "have", "do"} else names[0]
        return VerbGroup(verb, verb, tense, 0, perfect=names[:1] == ["have"] and len(names) > 1,
                         asserted=asserted)  # fmt: skip
    if not kinds:
        tense = "past" if "d" in main.forms or main.forms == "n" else "present"
    participle = "n" in main.forms
    return VerbGroup(
        verb=main.lemma,
        said=main.low,
        tense=tense,
        size=0,
        bare=not kinds and (main.forms in {"n", "g"}),
        forms=main.forms,
        perfect="have" in names and participle,
        passive="be" in names and participle and main.forms != "g",
        asserted=asserted,
    )


def _chained(tokens: list[Token], start: int, group: VerbGroup) -> VerbGroup:
    """Fold a second verb in: "started working", "wants to visit", "is going to move"."""
    at = start + group.size
    follows = tokens[at] if at < len(tokens) else None
    if follows is None or group.passive:
        return group
    infinitive = tokens[at + 1] if follows.tag == "O" and at + 1 < len(tokens) else None
    second = infinitive or (follows if follows.tag == "V" and "g" in follows.forms else None)
    if second is None or (second.tag != "V" and second.low not in {"be", "have"}):
        return group
    lemma = second.lemma or second.low
    extra = 2 if infinitive else 1
    if group.verb == "go" and group.forms == "g" and infinitive:
        group.verb, group.said, group.tense, group.forms = lemma, second.low, "future", second.forms
    elif group.verb in _BEGIN or (group.verb in _CEASE and not infinitive):
        group.ended = group.ended or group.verb in _CEASE
        # "started working": a state that holds from then on, not one of the past.
        if group.verb not in _CEASE:
            group.tense = "present" if group.tense == "past" else group.tense
            group.perfect = False
        group.verb, group.said, group.forms = lemma, second.low, second.forms
    elif group.verb in _WISH and infinitive:
        group.chain = f"to {second.low}"
    else:
        extra = 0
    group.size += extra
    return group
