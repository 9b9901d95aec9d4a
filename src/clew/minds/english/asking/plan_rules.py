"""English set questions to plans: counting, most, both, but not, first, more than, in common.

One pattern for each way to ask, over the parts that `clew.minds.english.asking.plan_clauses` reads. A question that
is none of these, or whose parts are not understood, gets no plan, and is answered as before.
"""

import re
from collections.abc import Callable

from clew.ask.sets.plans import End, Form, Join, Operation, Pattern, Per, Period, Plan, Taken
from clew.graph.types import Time
from clew.minds.english.asking.mentions import Find
from clew.minds.english.asking.plan_clauses import Said, Wording, read
from clew.minds.english.asking.plan_opinions import plan_opinions
from clew.minds.english.asking.plan_sharing import (
    Found,
    alike,
    all_do,
    both_ends,
    has_but,
    is_open,
    owned_but,
    past,
    same,
    shared,
    this_and_that,
    who_does,
)
from clew.minds.english.asking.stems import word_set

__all__ = ["is_set_question", "plan_question"]

_AMOUNTS = word_set(
    "times hours minutes days weeks months years miles people euros dollars percent"
)
"""What is no thing that facts could name one by one."""
_LONGEST = 300
"""Characters of a question that is planned; no set question is longer."""
_CUES = re.compile(
    r"\bhow (?:many|often)\b|\bmost(?:ly)?\b|\bmajority\b|\bboth\b|\bcommon\b|\bsame\b|\bsimilar\b"
    r"|\bmore\b|\bfewe(?:r|st)\b|\bbetter\b|\bbest\b|\bworse\b|\bworst\b|\bbut\b|\bnot\b|\bfirst\b"
    r"|\blast\b|\bchanged?\b|\bopinions?\b|\bdominant\b|\btogether\b|\bshares?\b|\bexcept\b"
    r"|\bwithout\b|\ball\b|\bneither\b|\bn['’]t\b",
    re.IGNORECASE,
)
_WHO = r"(?:who(?: all)?|(?:which|what) (?P<people>people|persons?|person|of them|men|women))"
_DO = r"(?:do|does|did|has|have|had)"
_NAME = r"(?:the |my |our )?(?-i:[^\W_a-z][\w-]*(?: [^\W_a-z][\w-]*)*)(?:'s \w+)?"
_ENDS = rf"(?P<names>{_NAME}(?:, {_NAME})*,? (?:and|or) (?:also )?{_NAME})"


def is_set_question(text: str) -> bool:
    """Tell whether a question has a word that set questions have: worth a model's plan."""
    return len(text) <= _LONGEST and _CUES.search(text) is not None


def plan_question(text: str, find: Find, now: Time | None = None) -> Plan | None:
    """Return the plan of a set question in English, `None` where the rules see none.

    Args:
        text: the question.
        find: looks up what a name may mean.
        now: the time it is asked from, for "last year" and the like.
    """
    if len(text) > _LONGEST:
        return None
    asked = read(text, find, now)
    if (plan := plan_opinions(asked)) is not None:
        return plan
    for pattern, rule in _RULES:
        found = asked.match(pattern)
        if found is not None and (plan := rule(asked, found)) is not None:
            return plan
    return None


def _rule(text: str) -> re.Pattern[str]:
    filled = text.replace("<WHO>", _WHO).replace("<DO>", _DO).replace("<ENDS>", _ENDS)
    return re.compile(filled, re.IGNORECASE)


def _how_many_people(asked: Wording, found: Found) -> Plan | None:
    """Plan "how many people live in Rome"."""
    if not asked.everybody(found["people"]):
        return None
    pattern = who_does(asked, found["verb"])
    if pattern is None or is_open(pattern):
        return None
    return Plan(operation=Operation.SELECT, patterns=(pattern,), form=Form.NUMBER)


def _how_many_of(asked: Wording, found: Found) -> Plan | None:
    """Plan "how many of Anna's friends live in Rome"."""
    owner = asked.one(found["owner"])
    second = who_does(asked, found["verb"])
    if not owner or second is None or is_open(second):
        return None
    first = asked.possession(owner, found["noun"])
    if first.take is not Taken.SUBJECT:
        return None
    second = second.model_copy(update={"subject": End()})
    return Plan(operation=Operation.COMMON, patterns=(first, second), form=Form.NUMBER)


def _how_many(asked: Wording, found: Found) -> Plan | None:
    """Plan "how many cities has Anna lived in"."""
    who = asked.one(found["who"])
    said = asked.said(found["verb"], kind=found["noun"])
    if not who or said is None or said.end.names or said.relations == ("has",):
        return None
    if found["noun"].split()[-1].casefold() in _AMOUNTS:
        return None
    ever = asked.perfect or past(found["do"])
    pattern = asked.pattern(said, (who,), ever=ever)
    return Plan(operation=Operation.SELECT, patterns=(pattern,), form=Form.NUMBER)


def _where_most(asked: Wording, found: Found) -> Plan | None:
    """Plan "where do most people live", "in which city do most of Anna's friends work"."""
    noun = (found["noun"] or "").strip()
    verb = f"{found['verb']} {(found['preposition'] or '').casefold()}".strip()
    said = asked.said(verb if noun or "where" not in found["how"].casefold() else f"{verb} in")
    if said is None or said.end.names:
        return None
    said = Said(_first(said.relations), End(kind=noun))
    people = found["people"]
    if asked.everybody(people):
        pattern = asked.pattern(said, ever=past(found["do"]))
        pattern = pattern.model_copy(update={"subject": End(kind="person")})
        return Plan(operation=Operation.MOST, patterns=(pattern,), per=Per.SUBJECT)
    owner, link, group = people.rpartition("'s ")
    if not link or not asked.one(owner):
        return None
    base = asked.possession(asked.one(owner), group)
    join = Join(relation=said.relations[0], to=said.end)
    return Plan(operation=Operation.MOST, patterns=(base.model_copy(update={"join": join}),))


def _first(relations: tuple[str, ...]) -> tuple[str, ...]:
    return relations[:1]


def _has_most(asked: Wording, found: Found) -> Plan | None:
    """Plan "who has more books, Anna or Bob", "who has visited the most cities"."""
    listed = found.groupdict().get("names")
    names = asked.two(listed) if listed else ()
    if listed and not names:
        return None
    said = asked.said(found["verb"], kind=found["noun"])
    if said is None or said.end.names:
        return None
    pattern = asked.pattern(said, names, take=Taken.SUBJECT, ever=past(found["verb"]))
    if not names:
        pattern = pattern.model_copy(update={"subject": End(kind="person")})
    few = found["more"].casefold() in {"fewer", "fewest", "less", "least"}
    return Plan(
        operation=Operation.FEWEST if few else Operation.MOST,
        patterns=(pattern,),
        candidates=names,
        per=Per.OBJECT,
    )


def _more_than(asked: Wording, found: Found) -> Plan | None:
    """Plan "does Anna have more books than Bob": the one who has is the answer."""
    names = (asked.one(found["one"]), asked.one(found["two"]))
    said = asked.said(found["verb"], kind=found["noun"])
    if not all(names) or said is None or said.end.names:
        return None
    few = found["more"].casefold() in {"fewer", "less"}
    return Plan(
        operation=Operation.FEWEST if few else Operation.MOST,
        patterns=(asked.pattern(said, names, take=Taken.SUBJECT, ever=past(found["do"])),),
        candidates=names,
        per=Per.OBJECT,
        form=Form.YES_NO,
    )


def _who_first(asked: Wording, found: Found) -> Plan | None:
    """Plan "who moved first", "who was the last to join Acme", "who came first, A or B"."""
    groups = found.groupdict()
    names = asked.two(groups["names"]) if groups.get("names") else ()
    if groups.get("names") and not names:
        return None
    said = asked.said(found["verb"])
    if said is None:
        return None
    pattern = asked.pattern(said, names, take=Taken.SUBJECT, ever=True)
    if not names:
        pattern = pattern.model_copy(update={"subject": End(kind="person")})
    last = found["order"].casefold() in {"last", "latest"}
    operation = Operation.LAST if last else Operation.FIRST
    return Plan(operation=operation, patterns=(pattern,), candidates=names)


_ROLES = {
    "job": ("job", "employer"),
    "jobs": ("job", "employer"),
    "employers": ("employer",),
    "homes": ("home",),
}
"""Nouns of what changes, as the facts may call it."""


def _changed(asked: Wording, found: Found) -> Plan | None:
    """Plan "did Anna's employer change", "how often has Anna changed jobs"."""
    who = asked.one(found["who"])
    noun = re.sub(r"^(?:her|his|their|its) ", "", found["noun"].casefold())
    if not who or not noun.replace(" ", "").isalpha():
        return None
    start, end = asked.times()
    pattern = Pattern(
        subject=End(),
        relations=tuple(f"is the {one} of" for one in _ROLES.get(noun, (noun,))),
        object=End(names=(who,)),
        take=Taken.SUBJECT,
        period=Period.EVER,
        start=start,
        end=end,
    )
    how = found["how"].casefold()
    form = Form.TIME if how.startswith("when") else Form.YES_NO
    form = Form.NUMBER if how.startswith("how") else form
    return Plan(operation=Operation.CHANGED, patterns=(pattern,), form=form)


_LIST = r"(?:\s*[,:]\s*(?P<names>.+))"
_RULES: tuple[tuple[re.Pattern[str], Callable[[Wording, Found], Plan | None]], ...] = tuple(
    (_rule(text), rule)
    for text, rule in (
        (r"<WHO> (?P<verb>.+?) both (?P<ends>.+)", both_ends),
        (
            r"<WHO> (?P<one>.+?)(?P<but>,? but not|,? but|,? and)(?: also)?"
            r" (?P<not>(?:does|do|did|has|have|is|are|was|were)(?: not|n't) )?(?P<two>.+)",
            this_and_that,
        ),
        (
            r"(?:which|what) of (?P<owner>.+?)'s? (?P<noun>[\w ]+?) (?P<do>do|does|did|has|have)"
            r"(?:n't)? (?P<who>.+?)(?: (?P<not>not|never))?(?: also)? (?P<verb>[\w ]+)",
            owned_but,
        ),
        (
            r"(?:which|what)(?P<noun> [\w ]+?)?? (?P<do>do|does|did|has|have) (?P<one>.+?)"
            r" (?P<verb>\w+(?: \w+)?)(?: that|,? but|,? which) (?P<two>.+?)"
            r" (?:do|does|did|has|have)(?: not|n't)(?: [\w ]+)?",
            has_but,
        ),
        (
            r"(?P<how>which|what|how many)(?P<noun> [\w ]+?)?? (?:do|did) <ENDS> (?:both )?"
            r"(?:have in common|share)",
            shared,
        ),
        (
            r"(?:(?P<how>which|what|how many) )?(?:do|did) <ENDS> (?:have|own|use) (?:any )?"
            r"(?:common|shared) (?P<noun>[\w ]+)",
            shared,
        ),
        (
            r"(?:(?P<how>which|what|how many) )?(?:do|did) <ENDS> (?:have|share|own|use) (?:any )?"
            r"(?P<noun>[\w ]+?) in common",
            shared,
        ),
        (
            r"(?:(?P<how>which|what|how many) )?(?:do|did) <ENDS> share (?:any )?(?P<noun>[\w ]+)",
            shared,
        ),
        (
            r"(?P<do>do|did|have|are|were) <ENDS> (?:both )?(?P<verb>[\w ]+?) the same"
            r" (?P<noun>[\w ]+)",
            same,
        ),
        (
            r"(?P<how>which|what|how many)(?P<noun> [\w ]+?)?? (?P<do>do|did|have|had)"
            r"(?P<both> both)? <ENDS>(?P<beside> both)? (?P<verb>\w+(?: \w+){0,3})",
            all_do,
        ),
        (r"how many of (?P<owner>.+?)'s? (?P<noun>\w+) (?P<verb>.+)", _how_many_of),
        (r"how many(?: of)?(?: the)? (?P<people>\w+) (?P<verb>.+)", _how_many_people),
        (
            r"how many(?: different)? (?P<noun>[\w ]+?) (?P<do>do|does|did|has|have|had)"
            r" (?P<who>.+?) (?P<verb>\w+(?: \w+){0,2})",
            _how_many,
        ),
        (
            r"(?P<how>where|(?:(?P<preposition>in|at|for|on|to) )?(?:which|what))"
            r"(?P<noun> [\w ]+?)?? (?P<do>do|did|have) (?:most|the majority)(?: of)?(?: the)?"
            r" (?P<people>(?:\w+ ){0,2}\w+'s \w+|\w+) (?P<verb>\w+(?: \w+)?)",
            _where_most,
        ),
        (
            r"who (?:has|shares) (?:the )?(?:more|most) (?:in common )?(?P<noun>[\w ]+ )??"
            rf"with (?P<who>[^,:]+?){_LIST}?",
            alike,
        ),
        (
            r"who (?P<verb>[\w ]+?) (?:the )?(?P<more>more|most|fewer|fewest|less|least)"
            rf" (?P<noun>[\w ]+?){_LIST}",
            _has_most,
        ),
        (
            r"who (?P<verb>[\w ]+?) (?:the )?(?P<more>most|fewest|least) (?P<noun>[\w ]+)",
            _has_most,
        ),
        (
            r"(?P<do>does|did|has) (?P<one>.+?) (?P<verb>\w+(?: \w+)?) (?P<more>more|fewer|less)"
            r" (?P<noun>[\w ]+?) than (?P<two>.+)",
            _more_than,
        ),
        (rf"who (?P<verb>.+?) (?P<order>first|last|earliest|latest){_LIST}", _who_first),
        (r"who (?P<verb>.+?) (?P<order>first|last|earliest|latest)", _who_first),
        (
            r"who (?:was|is) the (?P<order>first|last|latest)(?: person| one)? (?:to|who|that)"
            r" (?P<verb>.+)",
            _who_first,
        ),
        (r"who (?P<order>first|last) (?P<verb>.+)", _who_first),
        (
            r"(?P<how>did|has|when did|when has|how often did|how often has|how many times did"
            r"|how many times has) (?P<who>.+?)'s? (?P<noun>\w+) (?:ever )?changed?(?: over time)?",
            _changed,
        ),
        (
            r"(?P<how>did|has|when did|when has|how often did|how often has|how many times did"
            r"|how many times has) (?P<who>.+?) (?:ever )?changed? (?P<noun>(?:\w+ )?\w+)",
            _changed,
        ),
    )
)
