"""Set operations over all matching facts, against a plain recount; ties, empty sets, times."""

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.ask.sets.operations import compute
from clew.ask.sets.plans import End, Form, Operation, Pattern, Per, Period, Plan, Step, Taken
from clew.graph.types import AsOf, Entity, Fact, Item
from tests.ask.worlds import NOW as TODAY
from tests.ask.worlds import TimedPlain, day, world

PEOPLE = ("Ada", "Ben", "Cleo")
THINGS = ("Xeno", "Yarn", "Zest")
NOW = 10
OPINIONS = ("likes", "dislikes", "shrugs at")

step = st.integers(0, 14)
Spell: TypeAlias = tuple[int | None, int | None]


def _runs_on(spell: Spell) -> bool:
    start, end = spell
    return start is None or end is None or start < end


spell: st.SearchStrategy[Spell] = st.tuples(st.none() | step, st.none() | step).filter(_runs_on)
owned = st.lists(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(THINGS), spell), max_size=9)
judged = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(THINGS), st.sampled_from(OPINIONS), step),
    max_size=9,
    unique_by=lambda row: (row[0], row[1], row[3]),
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
    """A view of opinions, each of which ends the one before it, as revision leaves them."""
    lines = []
    for who, what, said, at in rows:
        others = [one for one in rows if one[:2] == (who, what) and one[2] != said]
        later = [start for *_, start in others if start > at]
        lines.append(f"{who} | {said} | {what} | {at} | {min(later, default='')}")
    lines += [f"{name} | is | known" for name in (*PEOPLE, *THINGS)]
    return world("\n".join(lines), now=NOW, as_of=AsOf(valid=NOW))


def owner(*names: str, **rest) -> Pattern:
    return Pattern(subject=End(names=names), relations=("owns",), **rest)


def opinion(who: str = "", what: str = "", **rest) -> Pattern:
    return Pattern(
        subject=End(names=(who,) if who else ()),
        object=End(names=(what,) if what else ()),
        relations=rest.pop("relations", OPINIONS),
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


def last_opinions(rows, now=NOW):
    """(who, what) -> the opinion said last."""
    found = defaultdict(list)
    for who, what, said, at in rows:
        if at <= now:
            found[who, what].append((at, said))
    return {pair: max(said)[1] for pair, said in found.items()}


@settings(deadline=None)
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


@settings(deadline=None)
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


@settings(deadline=None)
@given(owned, st.integers(1, 14))
def test_an_earlier_view_gives_the_answer_of_that_time(rows, at):
    then = owning(rows, now=at)
    assert got(Plan(operation=Operation.SELECT, patterns=(owner("Ada"),)), then) == sorted(
        has(rows, "Ada", at)
    )


@settings(deadline=None)
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


@settings(deadline=None)
@given(judged)
def test_opinions_agree_with_a_recount(rows):
    view = judging(rows)
    last = last_opinions(rows)
    mine = opinion("Ada", "Xeno", take=Taken.RELATION)
    held = [last["Ada", "Xeno"]] if ("Ada", "Xeno") in last else []
    assert got(Plan(operation=Operation.SELECT, patterns=(mine,)), view) == held
    votes = Counter(last[who, "Xeno"] for who in PEOPLE if (who, "Xeno") in last)
    crowd = Plan(operation=Operation.MOST, patterns=(opinion(what="Xeno", take=Taken.RELATION),))
    assert got(crowd, view) == sorted(one for one in votes if votes[one] == max(votes.values()))
    against = opinion(what="Xeno", take=Taken.SUBJECT, relations=("dislikes",))
    assert got(Plan(operation=Operation.SELECT, patterns=(against,)), view) == sorted(
        who for who in PEOPLE if last.get((who, "Xeno")) == "dislikes"
    )


@settings(deadline=None)
@given(judged)
def test_better_similar_and_changed_agree_with_a_recount(rows):
    view = judging(rows)
    last = last_opinions(rows)
    net = {
        what: sum(last.get((who, what)) == "likes" for who in PEOPLE)
        - sum(last.get((who, what)) == "dislikes" for who in PEOPLE)
        for what in THINGS[:2]
        if {"likes", "dislikes"} & {last.get((who, what)) for who in PEOPLE}
    }
    better = Plan(
        operation=Operation.MOST,
        patterns=(opinion(relations=("likes",)),),
        candidates=THINGS[:2],
        against=("dislikes",),
    )
    best = sorted(what for what in net if net[what] == max(net.values()))
    assert got(better, view) == (best if len(net) == 2 else [])
    traits = {
        who: {(what, one) for (name, what), one in last.items() if name == who} for who in PEOPLE
    }
    shared = {who: len(traits[who] & traits["Ada"]) for who in ("Ben", "Cleo")}
    most = max(shared.values())
    alike = Plan(
        operation=Operation.SIMILAR, patterns=(opinion("Ada"),), candidates=("Ben", "Cleo")
    )
    assert got(alike, view) == sorted(who for who in shared if most and shared[who] == most)
    told = sorted((at, said) for who, what, said, at in rows if (who, what) == ("Ada", "Xeno"))
    turns = [said for at, said in told if at <= NOW]
    count = sum(one != other for one, other in pairwise(turns))
    mine = opinion("Ada", "Xeno", take=Taken.RELATION, period=Period.EVER)
    number = Plan(operation=Operation.CHANGED, patterns=(mine,), form=Form.NUMBER)
    assert got(number, view) == ([str(count)] if turns else [])
    plan = Plan(operation=Operation.CHANGED, patterns=(mine,), form=Form.YES_NO)
    assert got(plan, view) == ([["no", "yes"][count > 0]] if turns else [])


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
    Ada | lives_in | Rome | 2021
    Ben | Lives in | Rome | 2022
    Ada | works at | Acme | 2019 | 2022
    Ada | works at | Globex | 2022
    Ada | has | dog
    Ada | has | cat
    Ben | has | Rex
    Rex | is a | dog
    Ben | has | cold
    Ada | likes the look of | Xeno 4 | 2021
    Ben | praises | the sound of the Yarn 2 | 2021
    Cleo | likes the look of | Yarn 2 | 2022
    Lumo | makes | Xeno 4
    Lumo | makes | Yarn 2 | 2019 | 2020
    Acme | makes | ladder
    """
)
MAKER = Step(relations=("makes",), take="subject")


def test_relations_match_however_they_are_spelt_and_in_one_direction():
    living = Pattern(relations=("lives in",), object=End(names=("Rome",)), take=Taken.SUBJECT)
    assert got(Plan(operation=Operation.SELECT, patterns=(living,)), HOMES) == ["Ada", "Ben"]
    turned = Pattern(relations=("lives in",), subject=End(names=("Rome",)))
    assert compute(Plan(operation=Operation.SELECT, patterns=(turned,)), HOMES).abstained
    near = living.model_copy(update={"relations": ("live in", "lives")})
    assert compute(Plan(operation=Operation.SELECT, patterns=(near,)), HOMES).abstained


def test_what_a_thing_must_be_is_a_fact_about_it():
    a_dog = End(which=Step(relations=("is", "is a"), names=("dog",)))
    dogs = Pattern(relations=("has",), object=a_dog, take=Taken.SUBJECT)
    assert compute(Plan(operation=Operation.SELECT, patterns=(dogs,)), HOMES).items == ("Ben",)
    named = dogs.model_copy(update={"object": End(names=("dog",))})
    plan = Plan(operation=Operation.SELECT, patterns=(dogs, named))
    assert got(plan, HOMES) == ["Ada", "Ben"]
    makers = Pattern(subject=End(which=Step(relations=("makes",))), relations=("makes",))
    assert got(Plan(operation=Operation.SELECT, patterns=(makers,)), HOMES) == ["Xeno 4", "ladder"]


@pytest.mark.parametrize(
    ("form", "items"),
    [(Form.YES_NO, ["yes"]), (Form.TIME, ["2022-01-01"]), (Form.NUMBER, ["1"]),
     (Form.NAMES, ["Acme", "Globex"])],
)  # fmt: skip
def test_a_job_changed_and_when(form, items):
    jobs = Pattern(subject=End(names=("Ada",)), relations=("works at",), period=Period.EVER)
    assert got(Plan(operation=Operation.CHANGED, patterns=(jobs,), form=form), HOMES) == items


def test_what_is_over_has_changed_though_nothing_came_after_it():
    view = world("Ada | works at | Acme | 2019 | 2022\nBen | works at | Acme | 2019 | 2030")
    for who, answer in (("Ada", "yes"), ("Ben", "no")):
        jobs = Pattern(subject=End(names=(who,)), relations=("works at",), period=Period.EVER)
        plan = Plan(operation=Operation.CHANGED, patterns=(jobs,), form=Form.YES_NO)
        assert compute(plan, view).items == (answer,)


def test_what_holds_beside_the_other_is_no_change():
    pets = Pattern(subject=End(names=("Ada",)), relations=("has",), period=Period.EVER)
    plan = Plan(operation=Operation.CHANGED, patterns=(pets,), form=Form.YES_NO)
    assert compute(plan, HOMES).items == ("no",)


def test_one_fact_further_leads_to_what_holds_else_to_what_did():
    patterns = tuple(
        Pattern(subject=End(names=(who,)), relations=("likes the look of",), then=MAKER)
        for who in ("Ada", "Cleo")
    )
    found = compute(Plan(operation=Operation.COMMON, patterns=patterns), HOMES)
    assert found.items == ("Lumo",)
    texts = {fact.text for fact in HOMES.timeline(range(1, 99)) if fact.id in found.facts}
    assert texts == {
        "Ada likes the look of Xeno 4",
        "Cleo likes the look of Yarn 2",
        "Lumo makes Xeno 4",
        "Lumo makes Yarn 2",
    }
    acme = patterns[0].model_copy(update={"then": Step(relations=("makes",), names=("Acme",))})
    assert compute(Plan(operation=Operation.SELECT, patterns=(acme,)), HOMES).abstained


def test_a_name_is_the_only_longer_name_that_contains_it():
    of = Pattern(object=End(names=("Sound of the Yarn 2",)), take=Taken.SUBJECT)
    assert compute(Plan(operation=Operation.SELECT, patterns=(of,)), HOMES).items == ("Ben",)
    inside = of.model_copy(update={"object": End(names=("sound",))})
    assert compute(Plan(operation=Operation.SELECT, patterns=(inside,)), HOMES).items == ("Ben",)
    own = of.model_copy(update={"object": End(names=("Yarn 2",)), "relations": ("praises",)})
    assert compute(Plan(operation=Operation.SELECT, patterns=(own,)), HOMES).abstained
    people = world("Ada Berg | owns | Xeno\nAda Lund | owns | Yarn")
    plan = Plan(operation=Operation.SELECT, patterns=(owner("Ada"),))
    found = compute(plan, people)
    assert (found.abstained, found.reason) == (True, "'Ada' is not in memory")


@pytest.mark.parametrize("name", ["Zoe", "the look of the Pixo 9", "!", "of the"])
def test_an_unknown_name_is_an_abstention_that_says_so(name):
    pattern = Pattern(object=End(names=(name,)), take=Taken.RELATION)
    found = compute(Plan(operation=Operation.MOST, patterns=(pattern,)), HOMES)
    assert (found.items, found.facts) == ((), ())
    assert name in found.reason


def test_every_time_that_it_was_said_counts_as_a_statement():
    view = world(
        "Ada | likes | Xeno | 2020\nAda | dislikes | Xeno | 2021",
        episodes=[("I like it.", day("2020")), ("Again.", day("2022")), ("Once more", day("2030"))],
    )
    told = view.ids_of_episodes()
    items: list[Item] = [*view.entities(), *view.episodes()]
    for fact in view.timeline([1]):
        held = told if fact.relation == "likes" else ()
        items.append(
            Fact(
                id=fact.id,
                subject=fact.subject,
                relation=fact.relation,
                object=fact.object,
                subject_name=fact.subject_name,
                object_name=fact.object_name,
                valid_from=fact.valid_from,
                episodes=held,
            )
        )
    again = TimedPlain(items, as_of=AsOf(valid=TODAY))
    said = opinion("Ada", "Xeno", take=Taken.RELATION, period=Period.EVER)
    plan = Plan(operation=Operation.MOST, patterns=(said,), per=Per.STATEMENT)
    found = compute(plan, again)
    assert found.items == ("likes",)
    assert found.reason.endswith("counted: likes 2, dislikes 1")  # what lies ahead is not said yet


def test_an_opinion_that_gave_way_is_not_counted_against():
    view = judging([("Ada", "Xeno", "dislikes", 1), ("Ada", "Xeno", "likes", 2)])
    plan = Plan(
        operation=Operation.MOST,
        patterns=(opinion(relations=("likes",)),),
        against=("dislikes",),
        form=Form.NUMBER,
    )
    assert compute(plan, view).items == ("1",)


def test_a_plan_without_an_operation_gives_nothing():
    assert compute(Plan(operation=Operation.NONE), HOMES).abstained


@pytest.mark.parametrize("bound", ["start", "end"])
@pytest.mark.parametrize(("now", "since", "time"), [(10, "1", "2021"), (None, "2020", "step 3")])
def test_steps_say_nothing_in_a_memory_of_dates_nor_dates_in_one_of_steps(now, since, time, bound):
    view = world(f"Ada | owns | Xeno | {since}", now=now)
    bounds = {"start": None, "end": None, bound: time}
    found = compute(Plan(operation=Operation.SELECT, patterns=(owner("Ada", **bounds),)), view)
    assert found.abstained
    assert "dates" in found.reason


def test_what_is_left_is_not_known_where_nothing_is_known_of_one_of_the_others():
    view = world("Ada | owns | Xeno\nAda | owns | Yarn\nBen | owns | Xeno\nCleo | is | known")
    parts = tuple(owner(name) for name in ("Ada", "Ben", "Cleo"))
    assert compute(Plan(operation=Operation.DIFFERENCE, patterns=parts), view).abstained
    two = Plan(operation=Operation.DIFFERENCE, patterns=parts[:2])
    assert compute(two, view).items == ("Yarn",)


def test_two_of_one_name_are_not_counted_as_one():
    people = {1: "John", 2: "John", 3: "Eva"}
    owned = [(1, 4), (1, 5), (2, 6), (2, 7), (3, 8), (3, 9), (3, 10)]
    items: list[Item] = [Entity(id=id, name=name) for id, name in people.items()]
    items += [Entity(id=thing, name=f"Boat {thing}") for _, thing in owned]
    facts = [
        Fact(
            id=20 + at,
            subject=who,
            relation="owns",
            object=thing,
            subject_name=people[who],
            object_name=f"Boat {thing}",
        )
        for at, (who, thing) in enumerate(owned)
    ]
    plan = Plan(operation=Operation.MOST, patterns=(owner(take=Taken.SUBJECT),))
    assert compute(plan, TimedPlain([*items, *facts], now=TODAY)).items == ("Eva",)


def test_times_are_written_as_iso_dates_to_the_minute_they_have():
    view = world("Ada | owns | Xeno | 2020-05\nBen | owns | Xeno | 2021")
    times = Pattern(object=End(names=("Xeno",)), relations=("owns",))
    plan = Plan(operation=Operation.SELECT, patterns=(times,), form=Form.TIME)
    assert compute(plan, view).items == ("2020-05-01", "2021-01-01")
    steps = Plan(operation=Operation.FIRST, patterns=(owner(take=Taken.SUBJECT),), form=Form.TIME)
    assert compute(steps, owning([("Ada", "Xeno", (3, None))])).items == ("step 3",)
