"""A statement is its words and what it is about; told again, it is the same."""

from clew.exchange.bring_in import bring
from clew.graph.types import Kind
from clew.learn.write import NewEdge, NewNode
from tests.exchange.files import entity, lines, written
from tests.store.memories import day, opened

TOWNS = ("Oslo", "Bergen", "Voss")


def town(name):
    data = {"d0": "A city in Norway.", "d1": "c1"}
    inside = "".join(f'<data key="{key}">{value}</data>' for key, value in data.items())
    return f'<node id="{name}">{inside}</node>'


def lightrag(folder):
    keys = "".join(
        f'<key id="{key}" for="node" attr.name="{name}" attr.type="string"/>'
        for key, name in (("d0", "description"), ("d1", "source_id"))
    )
    graph = f"{keys}<graph edgedefault='undirected'>{''.join(map(town, TOWNS))}</graph>"
    text = f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{graph}</graphml>'
    written(folder / "graph_chunk_entity_relation.graphml", text)
    chunk = {"c1": {"content": "Towns of Norway.", "file_path": "towns.md"}}
    written(folder / "kv_store_text_chunks.json", chunk)
    return folder


def graphiti(path, *edges, first=1):
    """Write a graph with three episodes, `e1` to `e3`, or others in a row."""
    names = ("Anna", *TOWNS)
    episodes = [
        {"uuid": f"e{n}", "name": "m", "content": f"Text {n}.", "valid_at": f"2024-0{n}-01"}
        for n in range(first, first + 3)
    ]
    rows = {
        "nodes": [{"uuid": name, "name": name} for name in names],
        "edges": [{"source_node_uuid": "Anna", "name": "LIKES", **edge} for edge in edges],
        "episodes": episodes,
    }
    return written(path, rows)


def test_towns_of_one_description_have_each_their_own(tmp_path):
    with opened() as memory:
        assert bring(memory, lightrag(tmp_path)).statements == 3
        for name in TOWNS:
            assert [one.text for one in memory.theses(name)] == ["A city in Norway."]
        assert memory.browse("theses").total == 3
        more = {"c2": {"content": "More of Norway.", "file_path": "more.md"}}
        written(tmp_path / "kv_store_text_chunks.json", more)
        graph = tmp_path / "graph_chunk_entity_relation.graphml"
        written(graph, graph.read_text(encoding="utf-8").replace("c1", "c2"))
        bring(memory, tmp_path)
        assert memory.browse("theses").total == 3
        assert len(memory.theses("Voss")[0].episodes) == 2
        assert memory.check() == []


def test_edges_of_one_sentence_are_each_about_their_own_ends(tmp_path):
    edge = {"fact": "She likes it there.", "episodes": ["e1"]}
    path = graphiti(tmp_path / "g.json", *({**edge, "target_node_uuid": one} for one in TOWNS))
    with opened() as memory:
        assert bring(memory, path).statements == 3
        assert [len(memory.theses(name)) for name in ("Anna", *TOWNS)] == [3, 1, 1, 1]


def test_names_of_one_thing_share_a_statement(tmp_path):
    edge = {"fact": "She likes it there.", "target_node_uuid": "Oslo", "episodes": ["e1"]}
    other = {**edge, "target_node_uuid": "Voss", "episodes": ["e5"]}
    with opened() as memory:
        bring(memory, graphiti(tmp_path / "g.json", edge))
        memory.write([NewNode(kind=Kind.ENTITY, text="Voss")])
        memory.merge("Oslo", "Voss")
        bring(memory, graphiti(tmp_path / "h.json", other, first=4))
        (thesis,) = memory.theses("Voss")
        assert len(thesis.episodes) == 2


def test_what_has_ended_holds_anew_when_it_is_told_again(tmp_path):
    with opened() as memory:
        anna = NewNode(kind=Kind.ENTITY, text="Anna")
        says = NewNode(kind=Kind.THESIS, text="Anna: Likes tea", valid_to=day(30))
        memory.write([anna, says], [NewEdge(kind=Kind.MENTION, source=says, target=anna)])
        assert memory.theses("Anna") == []
        bring(memory, lines(tmp_path / "memory.json", entity("Anna", "Likes tea")))
        assert [one.text for one in memory.theses("Anna")] == ["Anna: Likes tea"]
        assert memory.browse("theses").total == 1
        assert memory.check() == []


def test_an_edge_of_several_episodes_stays_until_the_last_is_forgotten(tmp_path):
    edge = {"fact": "Anna likes Oslo.", "target_node_uuid": "Oslo"}
    path = graphiti(tmp_path / "g.json", {**edge, "episodes": ["e2", "gone", "e1", "e2"]})
    with opened() as memory:
        told = bring(memory, path)
        assert (told.facts, told.statements) == (1, 1)
        assert "edges of no episode that is there" not in told.dropped
        (fact,), (thesis,) = memory.facts("Anna"), memory.theses("Anna")
        assert len(fact.episodes) == len(thesis.episodes) == 2
        memory.forget(source="graphiti/m/e2")
        assert (len(memory.facts("Anna")), len(memory.theses("Anna"))) == (1, 1)
        memory.forget(source="graphiti/m/e1")
        assert memory.browse("facts").total == memory.browse("theses").total == 0
        assert memory.check() == []
