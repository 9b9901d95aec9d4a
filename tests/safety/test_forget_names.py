"""An entity is forgotten by every spelling and in every table: no byte is left, or it is listed."""

import json
import sqlite3
import unicodedata
from datetime import UTC, datetime

import pytest

from clew import Kind, Memory, NewEdge, NewNode
from clew.bench.piped_facts import piped_facts_model
from clew.bench.random_world import RandomVectors
from clew.errors import UnknownNameError, UsageError
from clew.learn.observe import Input
from clew.store.check import check
from clew.store.keyvalue import StoreKeyValue
from clew.store.seals import seal

DAY = datetime(2024, 1, 1, tzinfo=UTC)
SPELLINGS = {
    "word for word": ("Zelda Quistorf", "Zelda Quistorf"),
    "capitals": ("Zelda Quistorf", "ZELDA QUISTORF"),
    "another form of Unicode": ("Zoë Quistorf", unicodedata.normalize("NFD", "Zoë Quistorf")),
    "last name first": ("Zelda Quistorf", "Quistorf, Zelda"),
    "inflected": ("Zelda Quistorf", "Zeldas Quistorfs"),
    "soft hyphens and no width": ("Zelda Quistorf", "Zel\u00adda Quis\u200btorf"),
    "an address": ("Zelda Quistorf", "zeldaquistorf@example.org"),
    "a compound": ("Quistorf", "Antiquistorfbund"),
    "Chinese": ("欧阳小明", "昨天欧阳小明住在北京"),
    "Japanese": ("タナカ花子", "タナカ花子さんが来た"),
    "Korean": ("김민수", "어제김민수는"),
    "Thai": ("สมชาย", "นายสมชายไปตลาด"),
    "Russian": ("Павел Гжельский", "Павла Гжельского"),
    "Hebrew": ("אברהם", "לאברהם"),
}


def told(memory, name, spelled):
    """Put the spelled name into every column that holds a text, besides the entity's own row."""
    memory.remember("Ben|likes|tea", at=DAY, source="other")
    memory.remember(f"A note: {spelled} was here.", at=DAY, source="notes")
    memory.remember("Nobody is named.", at=DAY, source=f"from {spelled}")
    memory.remember_many([Input(f"Not learned: {spelled}.", DAY, "notes")], learn=False)
    zelda, ben, oslo = (NewNode(kind=Kind.ENTITY, text=text) for text in (name, "Ben", "Oslo"))
    held = {"friends": [{"who": spelled}], "level": 2}
    rows = [
        zelda,
        ben,
        oslo,
        NewNode(kind=Kind.ENTITY, text="a cat", attributes=held),
        NewNode(kind=Kind.ENTITY, text=f"house of {spelled}"),
        NewNode(kind=Kind.THESIS, text=f"It is said of {spelled}."),
        NewNode(kind=Kind.THESIS, text="Nothing is said.", attributes=held),
        NewNode(kind=Kind.GOAL, text=f"find {spelled}"),
        NewNode(kind=Kind.GOAL, text="find somebody", attributes=held),
        NewNode(kind=Kind.LONG_TERM_GOAL, text=f"befriend {spelled}"),
        NewNode(kind=Kind.EPISODE, text="A door.", at=DAY, attributes=held),
    ]
    fact = NewEdge(kind=Kind.FACT, source=ben, target=oslo, relation=f"went with {spelled} to")
    memory.write(rows, [fact, NewEdge(kind=Kind.FACT, source=zelda, target=oslo, relation="is in")])
    StoreKeyValue(memory.store).set_many("replies", [("key", f"about {spelled}".encode())])
    report = {"extractor": "", "new": 0, "confirmed": 0, "superseded": 0}
    losses = [["too long", f"of {spelled}"], [f"unknown field {spelled}", "x"], ["kept", "tea"]]
    with memory.store.writing() as connection:
        connection.execute(
            "UPDATE reports SET report = ? WHERE id = 1", (json.dumps(report | {"losses": losses}),)
        )
        connection.execute("UPDATE pending SET error = ?", (f"no reply about {spelled}",))
        seal(connection, 1)


def leftovers(path, name, spelled):
    """Return (table, row) of every row that has a text with the name or its spelling."""
    found = set()
    shapes = [
        shaped
        for text in (name, spelled)
        for shaped in (unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text))
    ]
    forms = {form for text in shapes for form in (text, text.upper(), text.casefold())}
    forms |= {json.dumps(form)[1:-1] for form in forms}
    connection = sqlite3.connect(path)
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
    for (table,) in connection.execute(tables).fetchall():
        for row in connection.execute(f"SELECT * FROM {table}"):
            texts = [cell for cell in row if isinstance(cell, str)]
            texts += [cell.decode("utf-8", "ignore") for cell in row if isinstance(cell, bytes)]
            if any(form in text for form in forms for text in texts):
                found.add((table, row[1]))
    connection.close()
    return found, [form.encode() for form in forms]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_byte_is_left_or_it_is_listed(spelling, tmp_path):
    name, spelled = SPELLINGS[spelling]
    path = tmp_path / "memory.clew"
    model = piped_facts_model()
    with Memory.open(path, model=model, embedder=RandomVectors(16)) as memory:
        told(memory, name, spelled)
        rows, _ = leftovers(path, name, spelled)
        assert {"nodes", "edges", "reports", "pending", "cache"} <= {table for table, _ in rows}
        receipt = memory.forget(entity=name)
        assert not receipt.residue
        assert receipt.complete is not bool(receipt.undecided)
        listed = {each.id for each in receipt.undecided}
        rows, _ = leftovers(path, name, spelled)
        rows = {row for row in rows if not row[0].startswith("text_")}  # words of what is listed
        assert {table for table, _ in rows} <= {"nodes", "edges"}
        assert {item for _, item in rows} <= listed
        assert all(each.excerpt and each.reason for each in receipt.undecided)
        assert check(memory.store) == []

        planned = memory.forget(entity=name, listed=True, dry_run=True) if listed else receipt
        again = memory.forget(entity=name, listed=True) if listed else receipt
        assert again.complete
        assert planned.episodes == again.episodes
        assert check(memory.store) == []
        assert [fact.text for fact in memory.facts("Ben")] == ["Ben likes tea"]
        assert memory.entity("a cat").name == "a cat"
        rows, forms = leftovers(path, name, spelled)
        assert rows == set()
    data = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert [form for form in forms if form in data] == []


def open_memory(path=":memory:"):
    return Memory.open(path, model=piped_facts_model(), embedder=None)


def test_what_is_about_somebody_else_is_kept_and_then_nothing_is_left_to_decide():
    with open_memory() as memory:
        memory.remember("Zelda Quist|likes|tea", at=DAY)
        one = memory.remember("Zelda came too.", at=DAY).episode
        two = memory.remember("Quist, Zelda was there.", at=DAY).episode
        planned = memory.forget(entity="Zelda Quist", dry_run=True)
        assert {each.id for each in planned.undecided} == {one, two}
        assert memory.forget(entity="Zelda Quist", keep=[one], dry_run=True).undecided
        receipt = memory.forget(entity="Zelda Quist", keep=[one], listed=True)
        assert receipt.complete
        assert two in receipt.episodes
        assert memory.episode(one).text == "Zelda came too."


def test_another_entity_in_doubt_by_name_and_attributes_is_one_decision():
    with Memory.open(embedder=None) as memory:
        zelda = NewNode(kind=Kind.ENTITY, text="Zelda", attributes={"note": "Zelda paints"})
        memory.write([NewNode(kind=Kind.ENTITY, text="Zelda Quistorf"), zelda])
        (one,) = memory.forget(entity="Zelda Quistorf", dry_run=True).undecided
        receipt = memory.forget(entity="Zelda Quistorf", listed=True)
        assert receipt.complete
        assert one.id in receipt.entities
        with memory.view() as view:
            assert view.ids(Kind.ENTITY) == []


def test_ids_to_keep_must_be_undecided_and_belong_to_an_entity():
    with open_memory() as memory:
        episode = memory.remember("Zelda Quist|likes|tea", at=DAY, source="a").episode
        with pytest.raises(UsageError, match="left undecided"):
            memory.forget(entity="Zelda Quist", keep=[episode])
        with pytest.raises(UsageError, match="expected an entity"):
            memory.forget(source="a", listed=True)
        assert memory.episode(episode)


def test_the_names_of_others_are_not_touched():
    with open_memory() as memory:
        memory.remember("Ben|likes|Rome", at=DAY)
        other = memory.remember("Ben|likes|Rome Opera", at=DAY).episode
        plain = memory.remember("We saw Rome Opera again.", at=DAY).episode
        receipt = memory.forget(entity="Rome")
        assert {other, plain} <= {each.id for each in receipt.undecided}
        assert memory.facts("Rome Opera")
        assert "another" in receipt.undecided[0].reason


def test_a_name_that_no_entity_has_is_found_in_the_texts():
    with open_memory() as memory:
        episode = memory.remember("昨天王小明，你好。", at=DAY).episode
        assert [each.id for each in memory.forget(entity="王小明").undecided] == [episode]
        assert memory.forget(entity="王小明", listed=True).episodes == (episode,)
        with pytest.raises(UnknownNameError):
            memory.forget(entity="王小明")


def test_the_receipt_names_what_it_does_not_erase():
    with open_memory() as memory:
        memory.remember("Zelda Quist|likes|tea", at=DAY)
        listed = " ".join(memory.forget(entity="Zelda Quist").not_erased)
    for each in ("backup", ".part", "export", "cassette", "trajectories", "original files"):
        assert each in listed


def test_names_of_the_file_itself_are_listed(tmp_path):
    path = tmp_path / "a.clew"
    with Memory.open(path, namespace="Zelda Quist", embedder=None) as memory:
        memory.remember("Zelda Quist likes tea.", at=DAY)
        with Memory.open(path, namespace="other", embedder=None) as other:
            other.remember("Ben likes tea.", at=DAY)
        receipt = memory.forget(entity="Zelda Quist")
        assert [(each.kind, each.id) for each in receipt.undecided] == [("namespaces", 0)]
        assert not receipt.complete
        assert "other namespaces" in receipt.not_erased[-1]
        assert memory.store.names() == ["Zelda Quist", "other"]


@pytest.mark.parametrize("name", ["time", "head", "nodes", "seal", "tables", "5"])
def test_what_the_file_calls_its_own_parts_names_nobody(name, tmp_path):
    path, embedder = tmp_path / "a.clew", RandomVectors(8)
    model = piped_facts_model()
    with Memory.open(path, namespace="Quist", model=model, embedder=embedder) as memory:
        for count in range(20):
            memory.remember(f"Ben|likes|{name}", at=DAY.replace(microsecond=count))
        memory.store.keep_images(0)
        receipt = memory.forget(entity=name, listed=True)
        assert (receipt.undecided, receipt.complete) == ((), True)


def test_a_loss_report_does_not_quote_what_was_forgotten():
    """A text is read with earlier ones of its source, so a later report may quote any of them."""
    with open_memory() as memory:
        first = memory.remember("The word is xyzzy.", at=DAY, source="chat").episode
        later = memory.remember("Ben|likes|tea", at=DAY, source="chat").episode
        other = memory.remember("Ben|likes|jam", at=DAY, source="book").episode
        report = {"extractor": "", "new": 0, "confirmed": 0, "superseded": 0}
        report["losses"] = [["no subject", "The word is xyzzy."]]
        with memory.store.writing() as connection:
            update = "UPDATE reports SET report = ? WHERE id IN (?, ?)"
            connection.execute(update, (json.dumps(report), later, other))
            seal(connection, 1)
        memory.forget(episode=first)
        reports = memory.store.reports(memory.namespace)
        assert json.loads(reports[later])["losses"] == [["no subject", ""]]
        assert "xyzzy" in reports[other]
        assert memory.stats().losses["no subject"] == 2
