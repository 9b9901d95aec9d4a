"""Bridges: every score by hand, then against the definition written out plainly."""

import math

import numpy as np
import pytest
from hypothesis import example, given

from clew.errors import UsageError
from clew.graph.types import Entity, Kind
from clew.recall.base import Limits, Query
from clew.recall.search.bridge import Bridge
from clew.recall.search.flat import stem, terms
from clew.recall.search.fusion import min_max_fusion
from clew.text import words
from tests.recall.test_retrievers import fits, queries
from tests.recall.worlds import ENTITY, EPISODE, FACT, Counted, row, toward, world, worlds

FILM, MAN, OTHER = EPISODE, EPISODE + 1, EPISODE + 2
AWAY = row(0, 1)
BORN = Query(text="Where was the director of Rampage born?", kinds=(Kind.EPISODE,))


def cinema(*, joined=True, near=0.8, named=0):
    """A film, the man who made it, and somebody else; the question has words of film only."""
    names = ["Dwight", "a crime film"]
    episodes = [
        ("Rampage: a film by Dwight, its director.", [ENTITY, ENTITY + 1]),
        ("Dwight comes from Ohio.", [ENTITY] if joined else []),
        ("Ann is a director, too.", []),
        *[(f"Night {n}.", [ENTITY]) for n in range(named)],
    ]
    vectors = {ENTITY: row(1, 0), FILM: AWAY, MAN: toward(near), OTHER: AWAY}
    return world(names, episodes=episodes, vectors=vectors)


def found(view, query=BORN, **options):
    return {one.id: one for one in Bridge(**options).retrieve(view, query, Limits())}


def test_an_episode_about_what_the_best_one_names_comes_with_its_way():
    got = found(cinema())
    assert list(got) == [FILM, MAN, OTHER]
    assert got[MAN].score == pytest.approx(1.5 * 1.0 * 0.8**2)
    assert got[MAN].path == (FILM, ENTITY, MAN)
    assert got[MAN].parts == (("bridge", 1, got[MAN].score),)
    assert got[MAN].channel == "bridge"
    assert [got[FILM].score, got[FILM].path] == [1.0, (FILM,)]
    assert [name for name, _, _ in got[FILM].parts] == ["keyword"]
    assert MAN not in found(cinema(), hop=0.0)


def test_where_the_graph_does_not_join_them_it_is_handed_less():
    got = found(cinema(joined=False))
    assert got[MAN].score == pytest.approx(0.5 * 1.5 * 0.8**2)
    assert MAN not in found(cinema(joined=False), unlinked=0.0)


def test_what_points_away_hands_nothing():
    assert MAN not in found(cinema(near=-0.8))


def test_the_way_is_shown_only_where_it_gave_more_than_the_words():
    query = Query(text="Rampage, Dwight, Ohio, film, director")
    near = found(cinema(near=0.3), query)[MAN]
    assert near.path == (MAN,)
    assert [name for name, _, _ in near.parts] == ["bridge", "keyword", "rest"]
    assert found(cinema(near=1.0), query)[MAN].path == (FILM, ENTITY, MAN)


def test_entities_that_the_question_names_and_hubs_are_not_followed():
    named = Query(text=BORN.text, entities=((ENTITY,),))
    assert MAN not in found(cinema(), named)
    assert MAN in found(cinema(named=1), hub=3)
    assert MAN not in found(cinema(named=2), hub=3)


def test_so_many_entities_are_followed_those_of_the_best_source_first():
    names = ["Dwight", "Bo", "Cy"]
    episodes = [
        ("second: a film", [ENTITY]),
        ("best: a film by a director", [ENTITY + 1, ENTITY + 2]),
        ("x", [ENTITY]),
        ("y", [ENTITY + 1]),
        ("z", [ENTITY + 2]),
    ]
    basis = np.eye(4, dtype=np.float32)
    vectors = {ENTITY + n: basis[n] for n in range(3)} | {
        EPISODE + 2 + n: basis[n] for n in range(3)
    }
    vectors |= {EPISODE: basis[3], EPISODE + 1: basis[3]}
    view = world(names, episodes=episodes, vectors=vectors)
    query = Query(text="director of the film")
    for most, reached in [(1, {3}), (2, {3, 4}), (3, {2, 3, 4})]:
        got = found(view, query, entities=most).keys() - {EPISODE, EPISODE + 1}
        assert got == {EPISODE + n for n in reached}
    assert found(view, query, sources=1).keys() == {EPISODE + n for n in (0, 1, 3, 4)}


def test_the_nearest_others_are_handed_to_and_the_most_counts():
    episodes: list[tuple[str, list[int]]] = [
        ("film director", [ENTITY]),
        ("film", [ENTITY]),
        ("x", []),
        ("y", []),
        ("z", []),
    ]
    vectors = {ENTITY: row(1, 0)}
    for n, near in enumerate([1.0, 0.9, 0.8, 0.7, 0.6]):
        vectors[EPISODE + n] = toward(near)
    view = world(["Dwight"], episodes=episodes, vectors=vectors)
    query = Query(text="film director")
    flat = found(view, query, hop=0.0, rest=0.0)
    assert list(flat) == [EPISODE, EPISODE + 1]
    low = flat[EPISODE + 1].score
    got = found(view, query, rest=0.0)
    # The first hands to the second and third, the second to the first and third: the third gets
    # the most of both, not the sum; the fourth is too far for either.
    assert {id: one.score for id, one in got.items()} == pytest.approx(
        {
            EPISODE: 1.0 + 1.5 * low * 1.0**2,
            EPISODE + 1: low + 1.5 * 0.9**2,
            EPISODE + 2: 0.5 * 1.5 * 0.8**2,
        }
    )
    assert EPISODE + 3 in found(view, query, rest=0.0, about=3)


def test_what_the_best_episode_lacks_is_asked_again():
    episodes: list[tuple[str, list[int]]] = [
        ("Sid Ahmed Ould Bneijara died first", []),
        ("Sid Ahmed Ould Salem", []),
        ("Sid Ahmed Ould Kane", []),
        ("Drewe lived in a house by the sea for a long time, in a place of that name", []),
    ]
    query = Query(text="Who died first, Sid Ahmed Ould Bneijara or Drewe?")
    view = world([], episodes=episodes)
    assert list(found(view, query, rest=0.0)) == [EPISODE, EPISODE + 1, EPISODE + 2, EPISODE + 3]
    got = found(view, query, rest=1.0)
    assert list(got)[:2] == [EPISODE + 3, EPISODE]
    assert ("rest", 1) in [part[:2] for part in got[EPISODE + 3].parts]
    assert all(part[0] != "rest" for part in got[EPISODE].parts)


def test_a_memory_without_vectors_and_a_query_that_skips_entities_have_the_ground():
    bare = world(["Dwight"], episodes=[("a film", [ENTITY]), ("Dwight", [ENTITY])])
    assert list(found(bare, Query(text="film"))) == [EPISODE]
    skip = Query(text=BORN.text, skip=frozenset({Kind.ENTITY}))
    assert list(found(cinema(), skip)) == [FILM, OTHER]
    assert found(cinema(), Query(text=BORN.text, skip=frozenset({Kind.EPISODE}))) == {}
    assert found(cinema(), Query(text=BORN.text, kinds=(Kind.FACT,))) == {}


def test_what_the_asker_has_before_it_is_walked_from_and_not_shown():
    query = Query(text=BORN.text, recent=frozenset({FILM}))
    assert list(found(cinema(), query)) == [MAN, OTHER]


HAD = Query(
    text="where is the Ключ?", vector=row(1, 0), kinds=(Kind.EPISODE,), recent=frozenset({EPISODE})
)
"""What has the word of the question is no news."""


def door():
    """A text with the word of the question, and one without, equally near."""
    near = {EPISODE: row(1, 0), EPISODE + 1: row(1, 0)}
    return world([], episodes=[("Ключ", []), ("door", [])], vectors=near)


def test_words_that_only_an_episode_the_asker_has_contains_are_asked_again():
    (got,) = found(door(), HAD).values()
    assert got.id == EPISODE + 1
    # The word is found again in the first episode only: 0.4 + 0.6 + 0.2.
    assert got.score == pytest.approx(0.6 / 1.2)


def test_reads_are_few_however_many_entities_an_episode_has():
    names = [f"n{n}" for n in range(200)]
    episodes = [("film", [ENTITY + n for n in range(200)]), ("x", [])]
    vectors = {ENTITY + n: row(1, 0) for n in range(200)} | {EPISODE + 1: row(1, 0)}
    view = Counted(world(names, episodes=episodes, vectors=vectors))
    assert list(found(view, Query(text="film"))) == [EPISODE, EPISODE + 1]
    assert view.calls["links"] == 2  # of the sources; of the first entities
    assert view.calls["vectors"] == 1


def test_facts_of_an_episode_are_no_entities():
    view = world(
        ["Dwight"],
        [(0, "is", 0)],
        episodes=[("film", [FACT]), ("x", [FACT])],
        vectors={FACT: row(1, 0), EPISODE + 1: row(1, 0)},
    )
    # The store joins an episode to the ends of its facts, too; here they are left out.
    assert list(found(view, Query(text="film"))) == [EPISODE]


def plainly(view, query, how, candidates):
    """The docstring, word by word: id -> score."""
    keyword = view.match(query.text, candidates + len(query.recent), kind=Kind.EPISODE)
    dense = []
    if query.vector is not None and query.vector.any():
        k = candidates + len(query.recent)
        (dense,) = view.nearest(query.vector[None, :], k, kind=Kind.EPISODE)
    channels = {"keyword": keyword, "dense": dense}
    weights = {"keyword": how.words, "dense": 1 - how.words, "rest": how.rest}
    fused = min_max_fusion(channels, weights, {"keyword": 0.0})
    news = [one.id for one in fused if one.id not in query.recent]
    if news and how.rest:
        has = set(terms(view.items(news[:1])[0].text))
        text = " ".join(word for word in words(query.text) if stem(word) not in has)
        k = candidates + len(query.recent)
        channels["rest"] = view.match(text, k, kind=Kind.EPISODE)
        fused = min_max_fusion(channels, weights, {"keyword": 0.0, "rest": 0.0})
    ground = {one.id: one.score / fused[0].score for one in fused if one.score > 0}
    handed: dict[int, float] = {}
    sources = list(ground)[: how.sources]
    members = {id: {link.other for link in view.links([id], (Kind.EPISODIC,))[0]} for id in sources}
    order = list(dict.fromkeys(id for source in sources for id in sorted(members[source])))
    entities = [
        id
        for id in order
        if isinstance(view.items([id])[0], Entity)
        and id not in query.linked
        and len(view.links([id], (Kind.EPISODIC,))[0]) <= how.hub
    ][: how.entities]
    for entity in entities if Kind.ENTITY not in query.skip and how.hop else []:
        joined = {link.other for link in view.links([entity], (Kind.EPISODIC,))[0]}
        ((*near,),) = view.nearest(view.vectors([entity]), how.about + 1, kind=Kind.EPISODE)
        for source in sources:
            if entity in members[source]:
                for id, cosine in [hit for hit in near if hit[0] != source][: how.about]:
                    share = 1.0 if id in joined else how.unlinked
                    score = how.hop * ground[source] * share * max(cosine, 0.0) ** 2
                    handed[id] = max(handed.get(id, 0.0), score)
    scores = {id: ground.get(id, 0.0) + handed.get(id, 0.0) for id in ground.keys() | handed.keys()}
    return {id: s for id, s in scores.items() if s > 0 and id not in query.recent}


@given(worlds(), queries())
@example(door(), HAD)
def test_every_score_is_that_of_the_definition(view, query):
    if not fits(view, query) or Kind.EPISODE not in query.wanted:
        return
    how = Bridge(sources=2, entities=2, about=1, hub=2)
    got = how.retrieve(view, query, Limits(k=50, candidates=3))
    want = plainly(view, query, how, 3)
    assert {one.id: one.score for one in got} == pytest.approx(want)
    for one in got:
        assert len(one.path) in (1, 3)


@pytest.mark.parametrize(
    "options",
    [{"words": -0.1}, {"words": 1.1}, {"unlinked": 2.0}, {"rest": math.inf}, {"hop": -1.0},
     {"sources": 0}, {"entities": 0}, {"about": 0}, {"hub": 0}, {"rest": math.nan}],
)  # fmt: skip
def test_options_are_checked(options):
    with pytest.raises(UsageError, match=r"got Bridge\("):
        Bridge(**options)
