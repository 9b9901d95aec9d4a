"""Set operations over all matching facts, against a plain recount; ties, empty sets, times."""

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.ask.sets.operations import Computed, compute
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
)
from clew.ask.sets.plans import WantedStance as Wanted
from clew.graph.types import AsOf, Fact
from tests.ask.worlds import day, world

PEOPLE = ("Ada", "Ben", "Cleo")
THINGS = ("Xeno", "Yarn", "Zest")
NOW = 10
LOOKS = {
    "positive": "likes the look of",
    "negative": "does not like the look of",
    "neutral": "has a neutral opinion of the look of",
}

step = st.integers(0, 14)
Spell: TypeAlias = tuple[int | None, int | None]


def _runs_on(spell: Spell) -> bool:
    start, end = spell
    return start is None or end is None or start < end


spell: st.SearchStrategy[Spell] = st.tuples(st.none() | step, st.none() | step).filter(_runs_on)
owned = st.lists(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(THINGS), spell), max_size=9)
judged = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(THINGS), st.sampled_from([*LOOKS]), step),
    max_size=9,
)


def owning(rows, now=NOW):
    """A view of "WHO owns WHAT" with steps; everybody and everything is known by name."""
    lines = [
        f"{who} | owns | {what} | {'' if start is None else start} | {'' if end is None else end}"
        for who, what, (start, end) in rows
    ]
    lines += [f"{name} | is | known" for name in (*PEOPLE, *THINGS)]
    return world("\n".join(lines), now=now, as_of=AsOf(valid=now))


def judging(rows):
    lines = [f"{who} | {LOOKS[stance]} | {what} | {at}" for who, what, stance, at in rows]
    lines += [f"{name} | is | known" for name in (*PEOPLE, *THINGS)]
    return world("\n".join(lines), now=NOW, as_of=AsOf(valid=NOW))


def owner(*names: str, **rest) -> Pattern:
    return Pattern(subject=End(names=names), relations=("owns",), **rest)


def opinion(who: str = "", what: str = "", **rest) -> Pattern:
    return Pattern(
        subject=End(names=(who,) if who else ()),
        object=End(names=(what,) if what else ()),
        aspect="look",
        stance=rest.pop("stance", Wanted.ANY),
        **rest,
    )


def got(plan: Plan, view) -> list[str]:
    return sorted(compute(plan, view).items)


# -- the recount: loops over tuples, nothing shared with the code under test ----------------


def has(rows, who, now=NOW):
    """What somebody owns at a step."""
    return {
        what
        for name, what, (start, end) in rows
        if name == who and (start is None or start <= now) and (end is None or end > now)
    }


def ever(rows, who, now=NOW):
    return {what for name, what, (start, _) in rows if name == who and (start or 0) <= now}


def last_stances(rows, now=NOW):
    """(who, what) -> stances said last, more than one where they were said at one step."""
    found = defaultdict(list)
    for who, what, stance, at in rows:
        if at <= now:
            found[who, what].append((at, stance))
    return {
        pair: {stance for at, stance in said if at == max(said)[0]} for pair, said in found.items()
    }


@settings(max_examples=100, deadline=None)
@given(owned)
def test_select_count_common_and_difference_agree_with_a_recount(rows):
    view = owning(rows)
    one, two = has(rows, "Ada"), has(rows, "Ben")
    ada, ben = owner("Ada"), owner("Ben")
    assert got(Plan(operation=Operation.SELECT, patterns=(ada,)), view) == sorted(one)
    assert got(Plan(operation=Operation.SELECT, patterns=(ada, ben)), view) == sorted(one | two)
    count = got(Plan(operation=Operation.SELECT, patterns=(ada, ben), form=Form.NUMBER), view)
    assert count == ([str(len(one | two))] if one | two else [])
    common = got(Plan(operation=Operation.COMMON, patterns=(ada, ben)), view)
    assert common == ((sorted(one & two) or ["none"]) if one and two else [])
    less = got(Plan(operation=Operation.DIFFERENCE, patterns=(ada, ben)), view)
    assert less == ((sorted(one - two) or ["none"]) if one and two else [])


@settings(max_examples=100, deadline=None)
@given(owned, step, step)
def test_times_agree_with_a_recount(rows, at, other):
    view = owning(rows)
    past = got(Plan(operation=Operation.SELECT, patterns=(owner("Ada", period=Period.EVER),)), view)
    assert past == sorted(ever(rows, "Ada"))
    then = owner("Ada", end=f"step {at + 1}")
    assert got(Plan(operation=Operation.SELECT, patterns=(then,)), view) == sorted(
        has(rows, "Ada", min(at, NOW))
    )
    first, last = sorted((at, other))
    during = owner("Ada", start=f"step {first}", end=f"step {last + 1}")
    seen = {
        what
        for name, what, (start, end) in rows
        if name == "Ada" and (start or 0) <= min(last, NOW) and (end is None or end > first)
    }
    assert got(Plan(operation=Operation.SELECT, patterns=(during,)), view) == sorted(seen)


@settings(max_examples=100, deadline=None)
@given(owned, st.integers(1, 14))
def test_an_earlier_view_gives_the_answer_of_that_time(rows, at):
    then = owning(rows, now=at)
    assert got(Plan(operation=Operation.SELECT, patterns=(owner("Ada"),)), then) == sorted(
        has(rows, "Ada", at)
    )


@settings(max_examples=100, deadline=None)
@given(owned)
def test_most_fewest_first_and_last_agree_with_a_recount_and_give_ties_whole(rows):
    view = owning(rows)
    counts = Counter(what for who in PEOPLE for what in has(rows, who))
    top = sorted(what for what in counts if counts[what] == max(counts.values()))
    assert got(Plan(operation=Operation.MOST, patterns=(owner(),)), view) == top
    low = sorted(what for what in counts if counts[what] == min(counts.values()))
    assert got(Plan(operation=Operation.FEWEST, patterns=(owner(),)), view) == low
    holders = {who: len(has(rows, who)) for who in PEOPLE if has(rows, who)}
    richest = sorted(who for who in holders if holders[who] == max(holders.values()))
    by_holder = Plan(operation=Operation.MOST, patterns=(owner(take=Taken.SUBJECT),))
    assert got(by_holder, view) == richest
    starts = [(start, who) for who, _, (start, _) in rows if start is not None and start <= NOW]
    early = sorted({who for start, who in starts if start == min(starts)[0]})
    late = sorted({who for start, who in starts if start == max(starts)[0]})
    pattern = owner(take=Taken.SUBJECT, period=Period.EVER)
    assert got(Plan(operation=Operation.FIRST, patterns=(pattern,)), view) == early
    assert got(Plan(operation=Operation.LAST, patterns=(pattern,)), view) == late


@settings(max_examples=100, deadline=None)
@given(judged)
def test_opinions_agree_with_a_recount(rows):
    view = judging(rows)
    last = last_stances(rows)
    mine = opinion("Ada", "Xeno", take=Taken.STANCE)
    assert got(Plan(operation=Operation.SELECT, patterns=(mine,)), view) == sorted(
        last.get(("Ada", "Xeno"), ())
    )
    votes = Counter(stance for who in PEOPLE for stance in last.get((who, "Xeno"), ()))
    crowd = Plan(operation=Operation.MOST, patterns=(opinion(what="Xeno", take=Taken.STANCE),))
    top = [stance for stance in votes if votes[stance] == max(votes.values())]
    assert got(crowd, view) == sorted(top)
    against = opinion(what="Xeno", take=Taken.SUBJECT, stance=Wanted.NEGATIVE)
    assert got(Plan(operation=Operation.SELECT, patterns=(against,)), view) == sorted(
        who for who in PEOPLE if "negative" in last.get((who, "Xeno"), ())
    )
    said = Counter(
        stance for who, what, stance, at in rows if (who, what) == ("Ada", "Xeno") and at <= NOW
    )
    dominant = Plan(
        operation=Operation.MOST,
        patterns=(opinion("Ada", "Xeno", take=Taken.STANCE, period=Period.EVER),),
        per=Per.STATEMENT,
    )
    assert got(dominant, view) == sorted(one for one in said if said[one] == max(said.values()))


@settings(max_examples=100, deadline=None)
@given(judged)
def test_better_similar_and_changed_agree_with_a_recount(rows):
    view = judging(rows)
    last = last_stances(rows)
    net = {
        what: len([1 for who in PEOPLE if "positive" in last.get((who, what), ())])
        - len([1 for who in PEOPLE if "negative" in last.get((who, what), ())])
        for what in THINGS[:2]
        if any((who, what) in last for who in PEOPLE)
    }
    better = Plan(
        operation=Operation.MOST,
        patterns=(opinion(),),
        candidates=THINGS[:2],
        measure=Measure.NET,
    )
    best = sorted(what for what in net if net[what] == max(net.values()))
    assert got(better, view) == (best if len(net) == 2 else [])
    traits = {
        who: {(what, one) for (name, what), said in last.items() if name == who for one in said}
        for who in PEOPLE
    }
    shared = {who: len(traits[who] & traits["Ada"]) for who in ("Ben", "Cleo")}
    most = max(shared.values())
    alike = Plan(
        operation=Operation.SIMILAR, patterns=(opinion("Ada"),), candidates=("Ben", "Cleo")
    )
    assert got(alike, view) == sorted(who for who in shared if most and shared[who] == most)
    told = defaultdict(set)
    for who, what, stance, at in rows:
        if (who, what) == ("Ada", "Xeno") and at <= NOW:
            told[at].add(stance)
    turns = [told[at] for at in sorted(told)]
    changed = any(one != other for one, other in pairwise(turns))
    mine = opinion("Ada", "Xeno", take=Taken.STANCE, period=Period.EVER)
    plan = Plan(operation=Operation.CHANGED, patterns=(mine,), form=Form.YES_NO)
    assert got(plan, view) == ([["no", "yes"][changed]] if turns else [])
    number = Plan(operation=Operation.CHANGED, patterns=(mine,), form=Form.NUMBER)
    count = sum(one != other for one, other in pairwise(turns))
    assert got(number, view) == ([str(count)] if turns else [])


@settings(max_examples=30, deadline=None)
@given(owned, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_show_in_what_is_found(rows, random):
    plan = Plan(operation=Operation.MOST, patterns=(owner(take=Taken.SUBJECT),))
    mixed = random.sample(rows, len(rows))
    assert got(plan, owning(rows)) == got(plan, owning(mixed))


# -- cases ---------------------------------------------------------------------------------

HOMES = world(
    """
    Ada | lives in | Oslo | 2020 | 2021
    Ada | lives in | Rome | 2021
    Ada | moved to | Oslo | 2020
    Ada | moved to | Rome | 2021
    Ben | moved to | Rome | 2022
    Cleo | lives in | Kiel
    Ada | works at | Acme | 2019 | 2022
    Ada | works at | Globex | 2022
    Ben | works at | Acme | 2018
    Ada | has | dog
    Ada | has | cat
    Ben | has | Rex
    Rex | is | dog
    Ben | has | a cold
    Ada | likes | the look of the Xeno 4 | 2021
    Ben | praises | the Yarn 2's sound | 2021
    Cleo | is a fan of | Xeno 4 | 2022
    Lumo | makes | Xeno 4
    Yarn 2 | is made by | Lumo
    """
)


def test_who_is_known_to_live_somewhere_no_longer_lives_where_she_moved_to_once():
    living = Pattern(relations=("lives in",), object=End(names=("Oslo",)), take=Taken.SUBJECT)
    assert compute(Plan(operation=Operation.SELECT, patterns=(living,)), HOMES).items == ()
    living = living.model_copy(update={"object": End(names=("Rome",))})
    assert got(Plan(operation=Operation.SELECT, patterns=(living,)), HOMES) == ["Ada", "Ben"]


def test_a_kind_is_stated_or_said_by_the_name():
    dogs = Pattern(relations=("has",), object=End(kind="dog"), take=Taken.SUBJECT)
    found = compute(Plan(operation=Operation.SELECT, patterns=(dogs,)), HOMES)
    assert found.items == ("Ada", "Ben")
    cats = dogs.model_copy(update={"object": End(kind="cat")})
    assert got(Plan(operation=Operation.COMMON, patterns=(dogs, cats)), HOMES) == ["Ada"]


@pytest.mark.parametrize(
    ("form", "items"),
    [(Form.YES_NO, ["yes"]), (Form.TIME, ["2022"]), (Form.NUMBER, ["1"]),
     (Form.NAMES, ["Acme", "Globex"])],
)  # fmt: skip
def test_a_job_changed_and_when(form, items):
    jobs = Pattern(subject=End(names=("Ada",)), relations=("works at",), period=Period.EVER)
    assert got(Plan(operation=Operation.CHANGED, patterns=(jobs,), form=form), HOMES) == items


def test_what_may_hold_beside_each_other_is_no_change():
    pets = Pattern(subject=End(names=("Ada",)), relations=("has",), period=Period.EVER)
    plan = Plan(operation=Operation.CHANGED, patterns=(pets,), form=Form.YES_NO)
    assert compute(plan, HOMES).items == ("no",)


def test_all_ways_to_keep_an_opinion_are_read_and_joined_to_the_maker():
    maker = Join(relation="is made by")
    patterns = tuple(
        Pattern(subject=End(names=(who,)), stance=Wanted.ANY, join=maker) for who in PEOPLE
    )
    found = compute(Plan(operation=Operation.COMMON, patterns=patterns), HOMES)
    assert found.items == ("Lumo",)
    texts = {fact.text for fact in HOMES.timeline(range(1, 99)) if fact.id in found.facts}
    assert texts == {
        "Ada likes the look of the Xeno 4",
        "Ben praises the Yarn 2's sound",
        "Cleo is a fan of Xeno 4",
        "Lumo makes Xeno 4",
        "Yarn 2 is made by Lumo",
    }


def test_a_thing_with_its_aspect_in_one_name_is_taken_apart():
    mine = Pattern(
        subject=End(names=("Ada",)),
        object=End(names=("the look of the Xeno 4",)),
        take=Taken.STANCE,
        stance=Wanted.ANY,
    )
    assert compute(Plan(operation=Operation.SELECT, patterns=(mine,)), HOMES).items == ("positive",)
    other = mine.model_copy(update={"object": End(names=("Xeno 4",)), "aspect": "sound"})
    assert compute(Plan(operation=Operation.SELECT, patterns=(other,)), HOMES) == Computed(
        reason="not in memory"
    )


@pytest.mark.parametrize("name", ["Zoe", "the look of the Pixo 9"])
def test_an_unknown_name_is_an_abstention_that_says_so(name):
    pattern = Pattern(object=End(names=(name,)), stance=Wanted.ANY, take=Taken.STANCE)
    found = compute(Plan(operation=Operation.MOST, patterns=(pattern,)), HOMES)
    assert (found.items, found.facts) == ((), ())
    assert name in found.reason


def test_a_stance_that_was_not_taken_is_denied_only_where_another_was():
    against = opinion("Ada", "Xeno 4", stance=Wanted.NEGATIVE, take=Taken.STANCE)
    plan = Plan(operation=Operation.SELECT, patterns=(against,), form=Form.YES_NO)
    assert compute(plan, HOMES).items == ("no",)
    silent = opinion("Ada", "Yarn 2", stance=Wanted.NEGATIVE, take=Taken.STANCE)
    plan = Plan(operation=Operation.SELECT, patterns=(silent,), form=Form.YES_NO)
    assert compute(plan, HOMES).items == ()


def test_a_fact_told_again_is_a_statement_of_its_second_time():
    view = world(
        "Ada | likes | Xeno | 2020\nAda | dislikes | Xeno | 2021",
        episodes=[("I like it.", day("2020")), ("I like it again.", day("2022"))],
        as_of=AsOf(),
    )
    episodes = tuple(range(3, 5))
    again = [
        Fact(
            id=fact.id,
            subject=fact.subject,
            relation=fact.relation,
            object=fact.object,
            subject_name=fact.subject_name,
            object_name=fact.object_name,
            valid_from=fact.valid_from,
            episodes=episodes if fact.relation == "likes" else (),
        )
        for fact in view.timeline([1])
    ]
    view._all = again  # the test double's own list
    now = opinion("Ada", "Xeno", take=Taken.STANCE).model_copy(update={"aspect": ""})
    assert compute(Plan(operation=Operation.SELECT, patterns=(now,)), view).items == ("positive",)
    count = now.model_copy(update={"period": Period.EVER})
    plan = Plan(operation=Operation.MOST, patterns=(count,), per=Per.STATEMENT)
    found = compute(plan, view)
    assert (found.items, found.reason) == (("positive",), "counted: positive 2, negative 1")


def test_a_plan_without_an_operation_gives_nothing():
    assert compute(Plan(operation=Operation.NONE), HOMES).items == ()
