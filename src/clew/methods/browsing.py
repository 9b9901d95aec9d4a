"""Looking things up without a question: items by id or name, lists, changes, prompt blocks."""

from collections.abc import Iterator
from functools import partial

from clew.ask.asking import Asking
from clew.ask.block import Block, block
from clew.graph.filters import EVERYTHING, Filter
from clew.graph.types import Entity, Episode, Fact, Thesis
from clew.methods.opened import Opened
from clew.recall import about
from clew.recall.listing import Listing, Page, listed
from clew.recall.query import read_question
from clew.store.feed import changes, watch
from clew.store.values import Change

__all__ = ["Browsing"]

_LIMIT = 50


class Browsing(Opened):
    """The methods that show what a memory holds."""

    def entity(self, name: str | int) -> Entity:
        """Return the entity of this name, alias or id, or raise `UnknownNameError`."""
        with self.view() as view:
            return about.entity_of(view, name)

    def facts(self, entity: str | int) -> list[Fact]:
        """Return the facts about an entity that hold now (or as of), newest first."""
        with self.view() as view:
            return about.facts_about(view, entity)

    def history(self, entity: str | int) -> list[Fact]:
        """Return every fact ever true of an entity, as known now, oldest first."""
        with self.view() as view:
            return about.history_of(view, entity)

    def theses(self, entity: str | int) -> list[Thesis]:
        """Return the theses about an entity that hold now (or as of), newest first."""
        with self.view() as view:
            return about.theses_about(view, entity)

    def episode(self, episode: int) -> Episode:
        """Return an episode, verbatim."""
        with self.view() as view:
            return about.episode_of(view, episode)

    def browse(
        self,
        what: Listing | str,
        *,
        where: Filter = EVERYTHING,
        limit: int = _LIMIT,
        cursor: str | None = None,
        newest: bool = False,
        past: bool = False,
    ) -> Page:
        """Return a page of episodes, entities, facts, theses, sources or conversations, in order.

        Args:
            what: what to list.
            where: only these, as in `recall`; `total` counts them all.
            limit: most entries.
            cursor: of the page before.
            newest: from the last to the first.
            past: with statements that hold no more, are planned, or were retired.
        """
        with self.view(where=where) as view:
            seen = view.always if past else view
            return listed(seen, what, limit=limit, cursor=cursor, newest=newest)

    def context(
        self,
        query: str,
        *,
        budget: int = 1500,
        where: Filter = EVERYTHING,
        how: Asking | None = None,
    ) -> Block:
        """Return what is remembered about a text as lines for a prompt, with citations.

        It is the evidence that `ask` would show a language model, in at most `budget` tokens as
        `clew.recall.pack.count_tokens` estimates them. `how` gives retriever and restrictions.
        """
        chosen = (how or Asking()).only(where)
        lend = partial(self.view, settled=True, where=chosen.where)
        asked = read_question(query, self._embedder, lend=lend)
        with lend() as view:
            return block(view, asked, chosen, budget)

    def changes(self, since: int = 0, *, limit: int = 1000) -> list[Change]:
        """Return what changed after a revision, oldest first: whole revisions, about `limit`.

        Go on with the last one's `revision`. It names ids; what is forgotten has nothing else left.
        """
        return changes(self._store, self._namespace, since, limit)

    def watch(
        self, since: int | None = None, *, poll_s: float = 0.25, quiet_s: float | None = None
    ) -> Iterator[Change]:
        """Yield changes as they are committed, by this process or another.

        From the present on, or after a revision. It ends when nothing has changed for `quiet_s`.
        """
        start = self.revision if since is None else since
        return watch(self._store, self._namespace, start, poll_s=poll_s, quiet_s=quiet_s)
