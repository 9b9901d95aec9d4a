"""Who helps whom and who talks to whom, as data (DAMCS, section 3.4).

The paper's order: each agent helps the one before it and the leader; messages flow the other way.
The first crafts; the last decides when to go for the diamond. Roles are reassigned among the
survivors, so that nobody waits for a dead agent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from clew.errors import UsageError

__all__ = ["TOPOLOGIES", "Role", "Topology", "alone", "chain", "everyone", "given"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """One agent's place in the team."""

    agent: str
    helps: str = ""
    """Whom it helps; "" for nobody."""
    tells: tuple[str, ...] = ()
    """The receivers of its messages, in order; none if agents do not talk."""
    crafts: bool = False
    """It makes the tools, other things being equal."""
    seeks: bool = False
    """It decides when to go for the last goal."""
    relays: bool = False
    """It passes on what it hears, as not all hear each other."""

    @property
    def words(self) -> str:
        """The role in words."""
        if not self.tells:
            return "You work on your own; nobody hears you and you hear nobody."
        said = [f"You help {self.helps}."] if self.helps else []
        said += ["You lead: you make the tools and hand them out."] if self.crafts else []
        said += ["You decide when to go for the last goal."] if self.seeks else []
        return " ".join([*said, f"You tell {', '.join(self.tells)}."])


Topology = Callable[[Sequence[str]], Mapping[str, Role]]
"""Returns the roles of the remaining agents, given in order."""


def chain(agents: Sequence[str]) -> Mapping[str, Role]:
    """Return the paper's roles: each tells whom it helps, the leader, and whoever helps it.

    Everybody helps the leader too, so the leader tells everybody.
    """
    roles = {}
    for place, agent in enumerate(agents):
        around = (agents[0], *agents[max(0, place - 1) : place + 2])
        tells = agents[1:] if place == 0 else dict.fromkeys(a for a in around if a != agent)
        roles[agent] = Role(
            agent=agent,
            helps=agents[place - 1] if place else "",
            tells=tuple(tells),
            crafts=place == 0,
            relays=place == 0 and len(agents) > 3,
            seeks=place == len(agents) - 1,
        )
    return roles


def everyone(agents: Sequence[str]) -> Mapping[str, Role]:
    """Return the paper's roles, except that each agent tells all others."""
    return {
        name: replace(role, tells=tuple(one for one in agents if one != name), relays=False)
        for name, role in chain(agents).items()
    }


def alone(agents: Sequence[str]) -> Mapping[str, Role]:
    """Return roles without communication: each agent crafts and seeks for itself."""
    return {agent: Role(agent=agent, crafts=True, seeks=True) for agent in agents}


def given(roles: Mapping[str, Role]) -> Topology:
    """Return a topology with these roles; dead agents are no longer helped or told anything.

    Raises:
        UsageError: a role belongs to another agent, or names one that has none.
    """
    for agent, role in roles.items():
        named = (*role.tells, *((role.helps,) if role.helps else ()))
        wrong = [name for name in named if name not in roles or name == agent]
        if role.agent != agent or wrong:
            expected = f"the role of {agent}, naming others of {', '.join(roles)}"
            raise UsageError(f"expected {expected}; got {role}")

    def among(agents: Sequence[str]) -> Mapping[str, Role]:
        missing = [agent for agent in agents if agent not in roles]
        if missing:
            raise UsageError(f"expected a role for each agent; {', '.join(missing)} has none")
        return {
            agent: replace(
                roles[agent],
                helps=roles[agent].helps if roles[agent].helps in agents else "",
                tells=tuple(other for other in roles[agent].tells if other in agents),
            )
            for agent in agents
        }

    return among


TOPOLOGIES: Mapping[str, Topology] = MappingProxyType(
    {"chain": chain, "everyone": everyone, "alone": alone}
)
"""By name; `chain` is the paper's."""
