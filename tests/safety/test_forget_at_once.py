"""Two processes that forget at once: neither takes what the other has left for erased."""

from contextlib import contextmanager

from clew.bench.piped_facts import piped_facts_model
from clew.errors import BusyError
from clew.learn.erasing import plan_erasure
from clew.memory import Memory
from clew.store.check import check
from clew.store.database import Database
from clew.store.erase import erase
from clew.store.store import Store

FIRST, SECOND = "The word is xyzzyplugh.", "The word is frobozzica."


class Keeping(Store):
    """A store whose SQLite leaves deleted bytes where they are, whatever its build's default."""

    def __init__(self, path):
        super().__init__(Database(path, busy_timeout_s=0.2))
        self.then = None

    @contextmanager
    def writing(self, name=""):
        with super().writing(name) as connection:
            connection.execute("PRAGMA secure_delete = OFF")
            yield connection

    @contextmanager
    def alone(self, *, busy_timeout_s=None):
        with super().alone(busy_timeout_s=busy_timeout_s) as connection:
            yield connection
        then, self.then = self.then, None
        if then is not None:
            then()


class HeldUp(Keeping):
    """A store that cannot rewrite its file: a reader is in the way."""

    @contextmanager
    def alone(self, *, busy_timeout_s=None):
        raise BusyError("a reader is in the way")
        yield


def erased(store, episode):
    _, complete = erase(
        store, "default", lambda projection, *_: plan_erasure(projection, [episode]), wait_s=0.0
    )
    return complete


def on_disk(folder, text):
    return any(text.encode() in path.read_bytes() for path in folder.iterdir())


def test_a_forget_does_not_declare_the_residue_of_another_erased(tmp_path):
    """The second one commits after the first has rewritten the file, before it says so."""
    path = tmp_path / "memory.clew"
    with Memory.open(path, model=piped_facts_model(), embedder=None) as memory:
        for number in range(50):
            memory.remember(f"Ben|likes|number {number}", at=number)
        first, second = (memory.remember(text, at=99).episode for text in (FIRST, SECOND))
    one, other = Keeping(path), HeldUp(path)
    complete = []
    one.then = lambda: complete.append(erased(other, second))
    erased(one, first)
    assert complete == [False]
    assert on_disk(tmp_path, SECOND)
    assert "residue" in one.meta()
    assert check(one) == []
    assert not on_disk(tmp_path, FIRST)
    assert not on_disk(tmp_path, SECOND)
    one.database.close()
    other.database.close()


def test_one_forget_finishes_what_another_could_not(tmp_path):
    path = tmp_path / "memory.clew"
    with Memory.open(path, model=piped_facts_model(), embedder=None) as memory:
        first, second = (memory.remember(text, at=1).episode for text in (FIRST, SECOND))
    one, other = Keeping(path), HeldUp(path)
    assert not erased(other, second)
    assert on_disk(tmp_path, SECOND)
    assert erased(one, first)
    assert not on_disk(tmp_path, SECOND)
    one.database.close()
    other.database.close()
