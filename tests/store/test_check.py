"""`check` finds each kind of damage, names it, and says nothing of a healthy memory."""

import json

import pytest
from hypothesis import given, settings

from clew import Kind
from clew.graph.stored_vectors import packed_size
from clew.store.check import check
from clew.store.database import Database
from clew.store.seals import put_meta, seal_of
from clew.store.store import Store
from tests.made import once
from tests.store.memories import actions, fill, fill_steps, opened, play, write_filled


@pytest.fixture
def memory(tmp_path):
    once(write_filled, tmp_path)
    with opened(tmp_path / "x.clew") as memory:
        yield memory


def codes(memory):
    return {problem.code for problem in check(memory.store)}


def damage(memory, *statements):
    with memory.store.writing() as connection:
        for statement in statements:
            connection.execute(statement)
        # The namespace's own row is sealed again, so that the rows it counts are looked at.
        row = connection.execute("SELECT * FROM namespaces WHERE ns = 1").fetchone()
        values = (seal_of(row[:-1]),)
        connection.execute("UPDATE namespaces SET seal = ? WHERE ns = 1", values)


def test_a_healthy_memory_has_no_problem(memory):
    assert check(memory.store) == []


@settings(deadline=None)
@given(actions)
def test_no_mix_of_learning_merging_and_forgetting_leaves_a_problem(deeds):
    with opened() as memory:
        play(memory, deeds)
        assert check(memory.store) == []


FACT = "(SELECT id FROM edges WHERE kind = 'fact' LIMIT 1)"
EPISODIC = "(SELECT id FROM edges WHERE kind = 'episodic' LIMIT 1)"
ENTITY = "(SELECT id FROM nodes WHERE kind = 'entity' LIMIT 1)"
THESIS = "(SELECT id FROM nodes WHERE kind = 'thesis' LIMIT 1)"
EPISODE = "(SELECT id FROM nodes WHERE kind = 'episode' LIMIT 1)"
LEARNED = "(SELECT id FROM edges WHERE kind = 'fact' AND direct = 0 LIMIT 1)"
VERSION = f"(SELECT max(id) FROM versions WHERE item = {FACT})"
VECTOR = "(SELECT id FROM vectors LIMIT 1)"
FIRST, OTHERS = "CAST(items AS INTEGER)", "substr(items, instr(items || ' ', ' '))"
ITS = f"substr(vectors, 1, {packed_size(16)})"
NEXT = "(SELECT next_id FROM namespaces)"
PAGE = "UPDATE namespaces SET next_id = next_id + 1"

DAMAGE = [
    ("id-twice", f"UPDATE vectors SET id = {FACT} WHERE id = {VECTOR}"),
    ("id-range", f"UPDATE vectors SET id = {NEXT} WHERE id = {VECTOR}"),
    ("revision-range", f"UPDATE edges SET known_from = 999 WHERE id = {FACT}"),
    ("revision-range", f"UPDATE versions SET known_to = 999 WHERE id = {VERSION}"),
    ("revision-range", "UPDATE reports SET revision = 0"),
    ("revision-order", "UPDATE nodes SET known_from = 1 WHERE id = (SELECT max(id) FROM nodes)"),
    ("kind", f"UPDATE nodes SET kind = 'thing' WHERE id = {ENTITY}"),
    ("kind", f"UPDATE edges SET relation = NULL WHERE id = {FACT}"),
    ("kind", f"UPDATE nodes SET at = NULL WHERE id = {EPISODE}"),
    ("attributes", f"UPDATE edges SET attributes = '[1]' WHERE id = {FACT}"),
    ("attributes", "UPDATE reports SET report = '{'"),
    ("edge-ends", f"UPDATE edges SET target = 9999 WHERE id = {FACT}"),
    ("edge-ends", f"UPDATE edges SET source = {THESIS} WHERE id = {FACT}"),
    ("edge-ends", f"UPDATE edges SET source = {ENTITY} WHERE id = {EPISODIC}"),
    ("edge-ends", f"UPDATE edges SET target = {EPISODE} WHERE kind = 'mention'"),
    ("edge-ends", f"UPDATE edges SET target = (SELECT max(id) FROM edges) WHERE id = {EPISODIC}"),
    ("dangling", f"UPDATE versions SET superseded_by = {ENTITY} WHERE id = {VERSION}"),
    ("dangling", 'UPDATE closures SET "by" = 9999'),
    ("dangling", f"UPDATE closures SET episode = {ENTITY}"),
    ("dangling", "UPDATE merges SET winner = 9999"),
    ("dangling", "UPDATE merges SET loser = 9999"),
    ("dangling", f"UPDATE vectors SET items = '9999' || {OTHERS} WHERE id = {VECTOR}"),
    ("dangling", f"UPDATE pending SET id = {ENTITY}"),
    ("dangling", f"DELETE FROM nodes WHERE id = {ENTITY}"),
    ("tombstone", f"UPDATE tombstones SET id = {FACT} WHERE id = (SELECT min(id) FROM tombstones)"),
    ("unversioned", f"DELETE FROM versions WHERE item = {FACT}"),
    ("version-gap", f"UPDATE versions SET known_to = 15 WHERE id = {VERSION}"),
    ("version-gap", f"UPDATE versions SET known_from = 15 WHERE id = {VERSION}"),
    ("merge-twice", f"INSERT INTO merges SELECT ns, {NEXT}, loser, {ENTITY}, NULL, 16, NULL "
     "FROM merges WHERE known_to IS NULL"),
    ("merge-circle", f"INSERT INTO merges SELECT ns, {NEXT}, winner, loser, NULL, 16, NULL "
     "FROM merges WHERE known_to IS NULL"),
    ("vector-twice", f"INSERT INTO vectors SELECT ns, {NEXT}, {FIRST}, {ITS} FROM vectors LIMIT 1"),
    ("vector-length", f"UPDATE vectors SET vectors = x'00' WHERE id = {VECTOR}"),
    ("vector-missing", f"DELETE FROM vectors WHERE id = {VECTOR}"),
    ("orphan", f"DELETE FROM edges WHERE kind = 'episodic' AND target = {LEARNED}"),
    ("orphan", f"INSERT INTO nodes SELECT ns, {NEXT}, kind, text, NULL, NULL, NULL, 0, NULL, NULL, "
     f"16 FROM nodes WHERE id = {ENTITY}"),
    ("pending", "INSERT INTO reports SELECT ns, id, 16, '{}' FROM pending"),
    ("unlearned", "DELETE FROM pending"),
    ("unlearned", "DELETE FROM reports"),
    ("validity", f"UPDATE versions SET valid_to = 5 WHERE id = {VERSION}"),
    ("validity", "DELETE FROM closures WHERE id = (SELECT min(id) FROM closures)"),
    ("validity", "UPDATE edges SET valid_from = 5 WHERE kind = 'episodic'"),
    ("text-missing", "INSERT INTO text_1_entity(text_1_entity, rowid, body) "
     "SELECT 'delete', id, lower(text) FROM nodes WHERE kind = 'entity'"),
    ("text-stray", "INSERT INTO text_1_goal(rowid, body) VALUES (999, 'nothing')"),
    ("text-missing", "DELETE FROM text_1_goal_docsize"),
    ("text-damaged", "DELETE FROM text_1_episode_data WHERE id > 10"),
    ("text-table", "DROP TABLE text_1_goal"),
    ("stray", "UPDATE pending SET ns = 7"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "statement"), DAMAGE, ids=lambda value: value[:60])
def test_damage_is_found_and_named(memory, code, statement):
    more = [PAGE] if NEXT in statement and code != "id-range" else []
    damage(memory, statement, *more)
    assert code in codes(memory)


def test_a_message_says_where_how_many_and_which(memory):
    damage(memory, "UPDATE edges SET target = 9999 WHERE kind = 'mention'")
    (found,) = (each for each in check(memory.store) if each.code == "edge-ends")
    assert found.message.startswith("default: edges with an end that is missing")
    assert json.loads("[" + found.message.rpartition("(")[2].rstrip(".), ") + "]")


def test_every_namespace_is_checked(tmp_path):
    with opened(tmp_path / "x.clew") as memory, opened(tmp_path / "x.clew", namespace="b") as other:
        fill(memory)
        fill_steps(other)
        damage(memory, "DELETE FROM vectors WHERE ns = 2")
        assert {each.message[:2] for each in check(memory.store)} == {"b:"}


def test_a_file_without_an_embedder_needs_no_vectors():
    with opened(embedder=None) as memory:
        fill(memory)
        assert check(memory.store) == []


def test_pages_that_sqlite_finds_damaged_are_a_problem_not_an_error(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        fill(memory)
    content = bytearray(path.read_bytes())
    page = content.find(b"Anna lives in Oslo") // 4096 * 4096
    content[page : page + 200] = b"\xff" * 200
    path.write_bytes(content)
    store = Store(Database(path))
    assert {problem.code for problem in check(store)} == {"damaged"}
    store.database.close()


def test_an_erasure_that_a_reader_held_up_is_finished(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path, busy_timeout_s=0.05) as memory, opened(path) as reader:
        memory.remember("Anna lives in Oslo.", source="a")
        memory.remember("Ben likes Rome.", source="b")
        with reader.view() as view:
            assert view.ids(Kind.EPISODE)
            with memory.store.writing() as connection:
                put_meta(connection, {"residue": "1"})
            memory.remember("Cleo likes Rome.", source="b")
            assert "residue" in codes(memory)
        assert check(memory.store) == []
        assert "residue" not in memory.store.meta()


def test_a_read_only_memory_can_be_checked(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        fill(memory)
        damage(memory, f"DELETE FROM vectors WHERE id = {VECTOR}")
    with opened(path, read_only=True) as memory:
        assert codes(memory) == {"content", "vector-missing"}
