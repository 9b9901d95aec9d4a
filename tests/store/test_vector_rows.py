"""Rows with the vectors of several items: what forgetting, exports and old files make of them."""

from contextlib import closing
from sqlite3 import connect

from clew.learn.observe import Input
from clew.projection.rows import each_vector
from clew.store.copies.transfer import export_lines, import_lines
from tests.store.memories import day, opened


def vectors(path):
    """Return the packed vectors of the file by item, and the number of its rows."""
    with closing(connect(path)) as file:
        rows = file.execute("SELECT id, items, vectors FROM vectors ORDER BY id").fetchall()
    return {item: vector for _, item, vector in each_vector(rows)}, len(rows)


def written(path):
    texts = ["Anna lives in Oslo.", "Zaphod likes Rome.", "Ben lives in Lima."]
    with opened(path) as memory:
        memory.remember_many([Input(text, day(1), text.split()[0]) for text in texts])


def test_forgetting_leaves_the_other_vectors_of_a_row_and_no_byte_of_its_own(tmp_path):
    path = tmp_path / "x.clew"
    written(path)
    before, rows = vectors(path)
    assert rows < len(before) / 3
    with opened(path) as memory:
        receipt = memory.forget(source="Zaphod")
        assert receipt.complete
        assert memory.check() == []
        assert memory.recall("Where does Ben live?")[0].item.text == "Ben lives in Lima."
    after, _ = vectors(path)
    gone = before.keys() - after.keys()
    assert {*receipt.episodes, *receipt.facts, *receipt.theses, *receipt.entities} == gone
    assert after == {item: vector for item, vector in before.items() if item in after}
    content = path.read_bytes()
    assert not [item for item in gone if before[item] in content]
    assert all(vector in content for vector in after.values())


def test_an_export_has_a_line_for_each_vector_and_its_import_the_same_rows(tmp_path):
    written(tmp_path / "x.clew")
    with opened(tmp_path / "x.clew") as memory, opened(tmp_path / "y.clew") as copy:
        memory.forget(source="Zaphod")
        lines = list(export_lines(memory.store, "default"))
        import_lines(copy.store, "default", lines)
        assert list(export_lines(copy.store, "default")) == lines
    held, rows = vectors(tmp_path / "x.clew")
    assert sum('"table":"vectors"' in line for line in lines) == len(held) > rows
    assert vectors(tmp_path / "y.clew") == (held, rows)
