"""The memories of one file, by namespace, for a server."""

from clew.errors import UnknownNameError, UsageError
from clew.memory import Memory
from clew.store.tables import create_namespace, find_namespace

__all__ = ["Shelf"]


class Shelf:
    """Lends the memory of a namespace; all share the file of one that is open."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def names(self) -> list[str]:
        """Return the namespaces that there are, sorted."""
        return self._memory.store.names()

    def memory(self, name: str) -> Memory:
        """Return the memory of a namespace.

        Raises:
            UnknownNameError: there is no such namespace; never is another one meant.
        """
        if name not in (known := self.names()):
            raise UnknownNameError("namespace", name, known)
        return self._memory.in_namespace(name)

    def create(self, name: str) -> bool:
        """Make an empty namespace; return False if it is there already."""
        if not name.strip() or len(name) > 200 or "/" in name:
            raise UsageError(
                f"expected a name of at most 200 characters without a slash, got {name!r}"
            )
        with self._memory.store.writing() as connection:
            if find_namespace(connection, name) is not None:
                return False
            create_namespace(connection, name)
        return True
