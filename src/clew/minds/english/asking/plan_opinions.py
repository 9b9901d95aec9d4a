"""Set questions about opinions: who thinks what of what, and who agrees with whom."""

import re
from collections.abc import Callable

from clew.ask.sets.plans import (
    End,
    Form,
    Join,
    Measure,
    Operation,
    Pattern,
    Per,
    Period,
    Plan,
    Taken,
    WantedStance,
)
from clew.minds.english.asking.plan_clauses import Wording
from clew.minds.english.asking.stances import stance_of
from clew.minds.english.asking.stems import word_set

__all__ = ["plan_opinions"]

_OPINION = r"(?:opinions?|views?|attitudes?|sentiments?|feelings?|stances?|impressions?)"
_ABOUT = r"(?:about|of|on|towards?|regarding|concerning|for)"
_HAVE = r"(?:has|have|had|hold|holds|held|express|expressed|expresses)"
_MAJORITY = re.compile(
    r"(?:(?:the )?majority(?: of)?|most(?: of)?)(?: the)?(?: (?P<who>[\w ]+))?", re.IGNORECASE
)
_MAKERS = word_set(
    "manufacturer manufacturers maker makers producer producers brand brands company companies"
)
_DOMINANT = word_set(
    "dominant prevailing predominant prevalent usual main commonest frequent mostly"
)
_LAST = word_set("last latest final newest recent")
_FIRST = word_set("first original initial earliest")
_ADJECTIVE = r"(?:(?:the )?(?:most )?(?P<adjective>\w+) )?"


def _rule(text: str) -> re.Pattern[str]:
    filled = text.replace("<OPINION>", _OPINION).replace("<ABOUT>", _ABOUT)
    return re.compile(filled.replace("<HAVE>", _HAVE).replace("<ADJ>", _ADJECTIVE), re.IGNORECASE)


_WIDELY = ("what (?:does|did|do) ", "how (?:does", "(?:does|did|do|has", "(?P<who>")
_HELD = tuple(
    _rule(text)
    for text in (
        r"(?:what|which)(?: kind of| sort of)? <ADJ><OPINION> (?:does|did|do|has|had|have)"
        r" (?P<who>.+?) (?:have|had|hold|held|express|expressed) <ABOUT> (?P<about>.+)",
        r"what (?:is|was|are|were) (?P<who>.+?)'s? <ADJ><OPINION> <ABOUT> (?P<about>.+)",
        r"what (?:is|was) the <ADJ><OPINION> of (?P<who>.+?) (?:about|on|regarding|towards?)"
        r" (?P<about>.+)",
        r"what (?:does|did|do) (?P<who>.+?) (?:\w+ )?think (?:of|about) (?P<about>.+)",
        r"how (?:does|did|do) (?P<who>.+?) feel about (?P<about>.+)",
        r"(?:does|did|do|has|had|have) (?P<who>.+?) (?:have |had |hold |held )?(?:an? )?<OPINION>"
        r" <ABOUT> (?P<about>.+)",
        r"(?P<who>.+?) <HAVE> (?:an? )?<OPINION> <ABOUT> (?P<about>.+)",
        r"(?:what|which) (?P<who>.+?)'s? <OPINION> <ABOUT> (?P<about>.+?) (?:was|is)"
        r" (?:the )?(?:most )?(?P<adjective>\w+)(?: (?:during|while|when)\b.*)?",
        r"(?:what|which) <OPINION> <ABOUT> (?P<about>.+?) (?:was|is) (?:the )?(?:most )?"
        r"(?P<adjective>\w+) during (?P<who>.+?)'s? .*",
        r"(?:what|which) <OPINION> <ABOUT> (?P<about>.+?) (?:was|is) (?P<who>.+?)'s?"
        r" (?:most )?(?P<adjective>\w+)(?: one)?",
        r"(?:what|which) <OPINION> (?:did|does|has|had) (?P<who>.+?) (?:have|had|hold|held)"
        r" (?P<adjective>first|last|mostly|currently) <ABOUT> (?P<about>.+)",
    )
)
_WIDE = tuple(one for one in _HELD if one.pattern.startswith(_WIDELY))
"""Ways to ask that want the stance as an answer only where they name the stances, or a crowd."""
_COMMONEST = _rule(
    r"what (?:is|was) (?:the )?(?:most )?(?P<adjective>\w+) <OPINION> <ABOUT> (?P<about>.+)"
)
_CHECKED = _rule(
    r"(?:does|did|has|had) (?P<who>.+?) (?:have|had|hold|held|express|expressed) an?"
    r" (?P<stance>\w+) <OPINION> <ABOUT> (?P<about>.+)"
)
_HOLDERS = _rule(
    r"(?P<how>who|how many(?: of)?(?: the)? \w+|(?:which|what) \w+)(?: else)? <HAVE> an?"
    r" (?P<stance>\w+) <OPINION> <ABOUT> (?P<about>.+)"
)
_LIKERS = _rule(
    r"(?P<how>how many(?: of)?(?: the)? \w+|(?:which|what) (?:people|persons?|users?|speakers?))"
    r" (?P<verb>(?:do not |does not |don't |are |is )?\w+(?: with| about| by)?) (?P<about>.+)"
)
_BETTER = _rule(
    r"(?:which|what|who)(?: \w+){0,3}? (?:is|are|was|were|has|have|had) (?:the )?"
    r"(?P<better>better|best|worse|worst)"
    r"(?: (?!in |at |on |for |regarding |with )(?P<what>[\w ]+?))??"
    r"(?: (?:in terms of|in|at|on|for|regarding|with) (?:the |its |their )?(?P<aspect>[\w -]+?))?"
    r"(?:\s*[,:]| among| between| of)\s*(?P<names>.+)"
)
_TURNED = tuple(
    _rule(text)
    for text in (
        r"(?P<how>did|has|have|when did|when has|how often did|how often has|how many times did"
        r"|how many times has|on which (?:day|date) did) (?P<who>.+?) (?:ever )?changed?"
        r" (?:his|her|their|its) (?:mind|<OPINION>) <ABOUT> (?P<about>.+)",
        r"(?P<how>did|has|when did|when has|how often did|how often has|how many times did"
        r"|how many times has|on which (?:day|date) did) (?P<who>.+?)'s? <OPINION> <ABOUT>"
        r" (?P<about>.+?) (?:ever )?changed?(?: over time)?",
    )
)
_SINCE = _rule(
    r"(?:when|on which (?:day|date)) (?:did|has|was) (?P<who>.+?) (?P<order>first |last )?"
    r"(?:have|had|express|expressed|hold|held|voice|voiced|get) an? (?P<stance>\w+) <OPINION>"
    r" <ABOUT> (?P<about>.+)"
)
_VERBED = _rule(
    r"(?:when|on which (?:day|date)) did (?P<who>.+?) (?P<order>first|last) (?P<stance>\w+)"
    r"(?: about)? (?P<about>.+)"
)
_ALIKE = tuple(
    _rule(text)
    for text in (
        r"whose <OPINION> (?:from|of|among|out of) (?P<names>.+?) (?:about|on|of|regarding)"
        r" (?P<noun>[\w ]+?) (?:is|are|was|were) (?:the )?(?:most|more) (?:similar|like|close) to"
        r" (?P<who>.+?)(?:'s?)?(?: <OPINION>| ones?)?",
        r"whose <OPINION>(?: (?:about|on|of|regarding) (?P<noun>[\w ]+?))? (?:is|are|was|were)"
        r" (?:the )?(?:most|more) (?:similar|like|close) to (?P<who>[^,:]+?)(?:'s?)?"
        r"(?: <OPINION>| ones?)?(?:\s*[,:]\s*(?P<names>.+))?",
        r"who has <OPINION>(?: (?:about|on|of|regarding) (?P<noun>[\w ]+?))? (?:the )?"
        r"(?:most|more) (?:similar|like|close) to (?P<who>[^,:]+?)(?:'s?)?"
        r"(?: <OPINION>| ones?)?(?:\s*[,:]\s*(?P<names>.+))?",
        r"who shares (?:more|most)(?: of the)? <OPINION>(?: (?:about|on|of|regarding)"
        r" (?P<noun>[\w ]+?))? with (?P<who>[^,:]+?)(?:\s*[,:]\s*(?P<names>.+))?",
    )
)
_SAME_MAKER = _rule(
    r"(?:do|did|have|are|were) (?P<names>.+?) (?:both )?(?P<verb>have|use|used|own|prefer|like|love"
    r"|choose|favour|favor|got)(?: (?:any )?[\w ]+? (?:of|from|by|made by))? the same"
    r" (?:\w+ )?(?P<noun>\w+)"
)


def plan_opinions(asked: Wording) -> Plan | None:
    """Return the plan of a question about opinions, `None` where the rules see none."""
    for rule in _RULES:
        if (plan := rule(asked)) is not None:
            return plan
    return None


def _held(asked: Wording) -> Plan | None:
    """Plan what somebody, or most people, think, thought last, first or mostly."""
    for pattern in _HELD:
        found = asked.match(pattern)
        if found is None:
            continue
        who, about = found["who"].strip(), found["about"]
        crowd = _MAJORITY.fullmatch(who)
        if pattern in _WIDE and not (asked.choice or (crowd and pattern in _WIDE[:2])):
            return None
        if crowd is not None:
            if crowd["who"] and not asked.everybody(crowd["who"]):
                return None
            return _most(asked.opinion((), about))
        if asked.everybody(who):
            return Plan(operation=Operation.SELECT, patterns=(asked.opinion((), about),))
        named = asked.one(who)
        adjective = (found.groupdict().get("adjective") or "").casefold()
        return _ordered(asked, named, about, adjective) if named else None
    found = asked.match(_COMMONEST)
    if found is not None and found["adjective"].casefold() in _DOMINANT | {"common", "popular"}:
        return _most(asked.opinion((), found["about"]))
    return None


def _most(pattern: Pattern) -> Plan:
    return Plan(operation=Operation.MOST, patterns=(pattern,), per=Per.SUBJECT)


def _ordered(asked: Wording, who: str, about: str, adjective: str) -> Plan | None:
    """Plan somebody's last, first or dominant opinion, or the one held at the time."""
    if adjective in _DOMINANT | {"common"}:
        pattern = asked.opinion((who,), about, ever=True)
        return Plan(operation=Operation.MOST, patterns=(pattern,), per=Per.STATEMENT)
    if adjective in _LAST | _FIRST:
        operation = Operation.LAST if adjective in _LAST else Operation.FIRST
        return Plan(operation=operation, patterns=(asked.opinion((who,), about, ever=True),))
    if adjective and adjective not in {"current", "currently", "present", "overall", "general"}:
        return None
    return Plan(operation=Operation.SELECT, patterns=(asked.opinion((who,), about),))


def _stance(word: str) -> WantedStance | None:
    found = stance_of(word)
    return WantedStance(found.value) if found is not None else None


def _checked(asked: Wording) -> Plan | None:
    found = asked.match(_CHECKED)
    if found is None or (stance := _stance(found["stance"])) is None:
        return None
    who = asked.one(found["who"])
    if not who:
        return None
    pattern = asked.opinion((who,), found["about"], stance=stance)
    return Plan(operation=Operation.SELECT, patterns=(pattern,), form=Form.YES_NO)


def _holders(asked: Wording) -> Plan | None:
    """Plan who has a stance on something, or how many have."""
    found = asked.match(_HOLDERS)
    stance = _stance(found["stance"]) if found is not None else None
    if found is None or stance is None:
        found = asked.match(_LIKERS)
        stance = _stance(found["verb"]) if found is not None else None
    if found is None or stance is None:
        return None
    how = found["how"].casefold()
    if how != "who" and not asked.everybody(how.split()[-1]):
        return None
    pattern = asked.opinion((), found["about"], take=Taken.SUBJECT, stance=stance)
    form = Form.NUMBER if how.startswith("how") else Form.NAMES
    return Plan(operation=Operation.SELECT, patterns=(pattern,), form=form)


def _better(asked: Wording) -> Plan | None:
    """Plan which of several things is judged better, all in all or in one aspect."""
    found = asked.match(_BETTER)
    if found is None or not (names := asked.two(found["names"])):
        return None
    start, end = asked.times()
    pattern = Pattern(
        object=End(names=names),
        aspect=(found["aspect"] or found["what"] or "").strip(),
        stance=WantedStance.ANY,
        start=start and None,
        end=end,
    )
    worse = found["better"].casefold() in {"worse", "worst"}
    return Plan(
        operation=Operation.FEWEST if worse else Operation.MOST,
        patterns=(pattern,),
        candidates=names,
        measure=Measure.NET,
        per=Per.SUBJECT,
    )


def _turned(asked: Wording) -> Plan | None:
    """Plan whether, when or how often somebody's opinion changed."""
    for pattern in _TURNED:
        found = asked.match(pattern)
        if found is None:
            continue
        who = asked.one(found["who"])
        if not who:
            return None
        opinions = asked.opinion((who,), found["about"], ever=True)
        return Plan(
            operation=Operation.CHANGED, patterns=(opinions,), form=_change_form(found["how"])
        )
    return None


def _change_form(how: str) -> Form:
    low = how.casefold()
    if low.startswith(("when", "on which")):
        return Form.TIME
    return Form.NUMBER if low.startswith("how") else Form.YES_NO


def _since(asked: Wording) -> Plan | None:
    """Plan when somebody had an opinion, for the first or last time or at all."""
    found = asked.match(_SINCE) or asked.match(_VERBED)
    if found is None or (stance := _stance(found["stance"])) is None:
        return None
    who = asked.one(found["who"])
    if not who:
        return None
    pattern = asked.opinion((who,), found["about"], stance=stance, ever=True)
    order = (found["order"] or "").strip().casefold()
    operation = {"": Operation.SELECT, "first": Operation.FIRST}.get(order, Operation.LAST)
    return Plan(operation=operation, patterns=(pattern,), form=Form.TIME)


def _alike(asked: Wording) -> Plan | None:
    """Plan who shares most opinions with somebody, on things or on their makers."""
    for rule in _ALIKE:
        found = asked.match(rule)
        if found is None:
            continue
        who = asked.one(found["who"])
        names = asked.two(found["names"]) if found["names"] else ()
        if not who or (found["names"] and not names):
            return None
        noun = (found["noun"] or "").split()
        makers = bool(noun) and noun[-1].casefold() in _MAKERS
        pattern = asked.opinion((who,), take=Taken.OBJECT)
        if makers:
            pattern = pattern.model_copy(update={"join": _MADE})
        return Plan(operation=Operation.SIMILAR, patterns=(pattern,), candidates=names)
    return None


_MADE = Join(relation="is made by")


def _same_maker(asked: Wording) -> Plan | None:
    """Plan whether several people have, or like, things of the same maker."""
    found = asked.match(_SAME_MAKER)
    if found is None or found["noun"].casefold() not in _MAKERS:
        return None
    names = asked.two(found["names"])
    if not names:
        return None
    stance = _stance(found["verb"]) or WantedStance.ANY
    owned = ("has", "uses") if stance is WantedStance.ANY else ()
    ever = stance is WantedStance.ANY
    patterns = tuple(
        Pattern(
            subject=End(names=(name,)),
            relations=owned,
            stance=stance,
            join=_MADE,
            period=Period.EVER if ever else Period.NOW,
            end=asked.times()[1],
        )
        for name in names
    )
    return Plan(operation=Operation.COMMON, patterns=patterns, form=asked.whether)


_RULES: tuple[Callable[[Wording], Plan | None], ...] = (
    _turned,
    _since,
    _alike,
    _same_maker,
    _better,
    _checked,
    _holders,
    _held,
)
