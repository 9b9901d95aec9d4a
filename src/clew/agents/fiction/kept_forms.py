"""Forms of commands that outlast a game: facts in the memory file, each about one game."""

from collections.abc import Iterator, Mapping

from clew.agents.fiction.tried import Evidence
from clew.clock import SystemClock
from clew.graph.types import Fact, Kind
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory

__all__ = ["NAMESPACE", "KeptForms"]

NAMESPACE = "commands"
"""Of the file: games, and other namespaces, are not mixed with what parsers take."""
_VALID, _INVALID = "is accepted in", "is refused in"


class KeptForms:
    """Facts "take x | is accepted in | zork1": another process and another game find them.

    Every game is a run there, and its facts are forgotten with it. A form whose evidence changes
    gets the other fact, which replaces the first.

    Args:
        memory: the file.
        game: its name: what is known of it from earlier runs counts, too.
        resume: whether the newest run goes on; what it has noted so far does not count twice.

    Raises:
        UsageError: the run to go on with is over.
    """

    def __init__(self, memory: Memory, game: str, *, resume: bool = False) -> None:
        self._memory = Memory(
            memory.store,
            namespace=NAMESPACE,
            model=memory.model,
            embedder=memory.embedder,
            clock=SystemClock(),
        )
        self._game = game
        self._run = self._memory.begin_run(game, resume=resume)

    def votes(self) -> Mapping[str, Evidence]:
        """Return in how many games each form was accepted and refused, oldest first."""
        votes: dict[str, Evidence] = {}
        for fact in self._facts():
            if set(fact.episodes) - {self._run.episode}:
                evidence = votes.setdefault(fact.subject_name, Evidence())
                evidence.accepted += fact.relation == _VALID
                evidence.refused += fact.relation == _INVALID
        return votes

    def note(self, form: str, *, valid: bool) -> None:
        """Write a fact about this game, which replaces the opposite one."""
        relation, other = (_VALID, _INVALID) if valid else (_INVALID, _VALID)
        opposite = tuple(
            fact.id
            for fact in self._facts()
            if (fact.subject_name, fact.relation, fact.object_name) == (form, other, self._game)
        )
        told_by = self._run.episode
        subject, game = (
            NewNode(kind=Kind.ENTITY, text=name, told_by=told_by) for name in (form, self._game)
        )
        edge = NewEdge(
            kind=Kind.FACT,
            source=subject,
            target=game,
            relation=relation,
            valid_from=self._run.at(0),
            replaces=opposite,
            told_by=told_by,
        )
        self._memory.write([subject, game], [edge])

    def _facts(self) -> Iterator[Fact]:
        with self._memory.view() as view:
            items = view.items(sorted(view.ids(Kind.FACT)))
        return (one for one in items if isinstance(one, Fact))
