"""Action self-verification: candidates from a thought and from what the parser has taken so far.

After Becker and Li, section 3.2.2. There, one call thinks, one makes candidates, one chooses, and
one judges the reply; in the authors' code the candidates came after the action. Here one reply has
thought, candidates and choice in this order; rules drop what the game has refused at this place;
and rules judge the reply, by its wording and by how often the game says it, a model only where they
doubt.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from clew.agents.base import Decision, Info, failure_of
from clew.agents.baselines.react import Reflexion
from clew.agents.baselines.tasks import Reflect
from clew.agents.fiction.tasks import Suggest, Suggestion, WasAccepted
from clew.agents.fiction.tried import Tried
from clew.agents.scene import Scene, cut
from clew.envs.fiction.acceptance import Acceptance, acceptance
from clew.envs.fiction.refusals import Refusals, changed
from clew.llm.base import Task
from clew.llm.prompts import one_line

__all__ = ["Verified"]

_TRIES = 3
"""How often candidates are asked for."""
_ANSWERS = 200
"""Most doubtful replies whose judgement is kept."""


@dataclass(slots=True)
class Verified(Reflexion):
    """Reflexion that learns which commands a parser takes.

    `tried` is new for each game (ASV-I), or keeps forms beyond it (ASV-P). If no candidate can be
    given after three replies, or a reply is broken, the agent looks around.
    """

    tasks: ClassVar[tuple[type[Task[Any]], ...]] = (Suggest, Reflect, WasAccepted)
    tried: Tried = field(default_factory=Tried)
    _judged: str = ""
    refusals: Refusals = field(default_factory=Refusals)
    _before: Info = field(default_factory=dict)
    """What was known when the last command was given."""
    _answers: dict[str, Acceptance] = field(default_factory=dict)
    """Doubtful reply -> what the model said of it."""

    def act(self, observation: str, info: Info) -> Decision:
        """Judge the last command, reflect if it is time to, and give a command."""
        self._judged = self._judge()
        return super(Verified, self).act(observation, info)

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Restore a decision with the judgement made before it."""
        if judged := decision["thoughts"]["judged"]:
            self._note()
            self._count(Acceptance(judged))
        self._before = self._seen.info
        super(Verified, self).again(observation, decision)

    @property
    def _place(self) -> str:
        """Where the last command was given."""
        return str(self._before.get("location") or "")

    def _note(self) -> None:
        """Count the last reply: what the game says again and again is its refusal."""
        deed = self._deeds[-1]
        did = changed(deed.response, self._before, self._seen.info)
        self.refusals.note(deed.action, deed.response, changed=did)

    def _judge(self) -> str:
        """Return how the last command was taken; empty before the first."""
        if not self._deeds:
            return ""
        self._note()
        deed = self._deeds[-1]
        how = self._answers.get(deed.response) or self.refusals.judge(deed.response)
        if how is Acceptance.DOUBTFUL:
            asked = self._ask(WasAccepted(deed.action, cut(deed.response, 1000)))
            if asked.value is not None:
                how = Acceptance.ACCEPTED if asked.value.accepted else Acceptance.REFUSED
        self._count(how)
        return how.value

    def _count(self, how: Acceptance) -> None:
        deed = self._deeds[-1]
        doubted = acceptance(deed.response) is Acceptance.DOUBTFUL
        if doubted and how is not Acceptance.DOUBTFUL and len(self._answers) < _ANSWERS:
            self._answers[deed.response] = how
        self.tried.add(deed.action, how, self._place)

    def _chosen(self, scene: Scene, thoughts: Mapping[str, Any], failed: str = "") -> Decision:
        self._before = self._seen.info
        refused, why = tuple[str, ...](), "no candidate can be given"
        for _ in range(_TRIES):
            known = (self.tried.valid(), self.tried.invalid())
            asked = self._ask(
                Suggest(scene, *known, (*self.tried.refused_at(self._place), *refused))
            )
            if asked.value is None:
                why = f"no command: {failure_of(asked)}"
                break
            named = _in_order(asked.value)
            told = {**thoughts, "judged": self._judged, "candidates": list(named)}
            command = next(filter(None, map(self._possible, named)), None)
            if command is not None:
                self._thought = asked.value.thought
                return self._decided(command, scene, refused, failed, told)
            refused += named
        self._thought = ""
        told = {**thoughts, "judged": self._judged, "candidates": []}
        why = "; ".join(filter(None, (failed, why)))
        return self._decided(self._permitted.idle, scene, refused, why, told)

    def _possible(self, command: str) -> str | None:
        """Return a command as the world takes it, unless it was refused here."""
        found = self._permitted.find(command)
        return None if found is None or self.tried.refuses(found, self._place) else found


def _in_order(reply: Suggestion) -> tuple[str, ...]:
    """Return the candidates, the chosen one first if it is one of them."""
    named = tuple(dict.fromkeys(cut(one_line(one)) for one in reply.candidates))
    chosen = cut(one_line(reply.action))
    return tuple(sorted(named, key=lambda one: one.lower() != chosen.lower()))
