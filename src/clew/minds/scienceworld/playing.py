"""How a whole case is followed: choice of the case, its program, loops, changes of plan."""

from collections.abc import Iterator, Sequence

from clew.minds.scienceworld.body import Body, Doing
from clew.minds.scienceworld.cases import Block, Case, Step, alike
from clew.minds.scienceworld.changing import Changer, stations, stretch
from clew.minds.scienceworld.choosing import by_name
from clew.minds.scienceworld.doing import Doer, ReplanError
from clew.minds.scienceworld.lifting import Lifted, mixtures
from clew.minds.scienceworld.phrases import FAILED, base, masked

__all__ = ["Player"]

_CASES = 4
"""Most cases that are tried, one after the other."""
_LAST_BLOCKS = 8
_GO_ON = 30
"""How often the last loop of a case is repeated after its end."""
_MEASURED = ("measures", "moved", "move the")
"""What a reply that sounds like a failure may still tell."""
_NEAR = 25


class Player:
    """Plays a task by the cases most like it."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.cases = body.known.like(body.goal)
        self.doer: Doer | None = None
        """`None` before the first case."""
        self.ahead: Sequence[Step] = ()
        """The steps of the case from the present one on."""
        self._mixed = mixtures(body.known.cases)
        self._devices = stations(body.known.cases)

    def play(self) -> Doing[None]:
        """Follow the best cases until the world ends the run or nothing is left to try."""
        queue, tried = self._ranked()[:2], 0
        while queue and tried < _CASES:
            case, *queue = queue
            tried += 1
            lifted = Lifted(case, self.body.goal)
            lifted.take_results(self._mixed)
            self.doer = self.doer or Doer(self.body, self.cases, lifted)
            self.doer.follow(lifted)
            try:
                yield from self._follow(case)
            except ReplanError as other:
                self.doer.learn(str(other))
                queue = [other.case, *(one for one in queue if one is not other.case)]

    def _ranked(self) -> list[Case]:
        """Return the cases, the best first.

        By what the goals differ in, if the case cannot be changed so; how alike they are; whether
        the thing to choose lies about in both; how many choices the goal does not name; length.
        """
        goal = self.body.goal
        return sorted(
            self.cases,
            key=lambda case: (
                Lifted(case, goal).unlike(),
                -round(alike(case.goal, goal), 2),
                self._unlike(case),
                sum(not by_name(named, case.goal) for named, *_ in case.chose()),
                len(case.steps),
            ),
        )

    def _unlike(self, case: Case) -> bool:
        """Return whether the first thing chosen lay about in the case and does not here; or not."""
        if not case.focus:
            return False
        named, said, _ = case.chose()[0]
        if not by_name(said, case.goal):
            return True
        here = Lifted(case, self.body.goal).put(said)
        made = [one.chose()[0][0].startswith("substance in") for one in self.cases if one.focus]
        lies = any(here in seen for seen in self.body.known.seen.values())
        lies = lies or 2 * sum(made) < len(made)  # what no golden run shows: as most
        return lies == named.startswith("substance in")

    def _follow(self, case: Case) -> Doing[None]:
        assert self.doer is not None
        warmed = stretch(case, self._devices)
        for number, block in enumerate(case.program):
            self.ahead = tuple(_unfolded(case.program[number:]))
            self.body.why = ""
            if warmed and block.steps[0] is warmed[0]:
                yield from self._change(*warmed)
                return
            if block.times > 1:
                yield from self._loop(block)
                continue
            step = block.steps[0]
            if not _idle(step):
                yield from self.doer.do(step)
        loops = [n for n, block in enumerate(case.program) if _acts(block)]
        if loops and loops[-1] >= len(case.program) - _LAST_BLOCKS and not self.doer.failed:
            self.body.why = "the run goes on, and so does the last loop"
            yield from self._loop(case.program[loops[-1]], most=_GO_ON)

    def _change(self, step: Step, devices: Sequence[str]) -> Doing[None]:
        """Warm or cool what the case did; its devices are the first that are tried."""
        assert self.doer is not None
        _, refs = self.doer.meant(step)
        yield from self.body.find(refs[0], self.doer.lifted.place(step.room))
        yield from Changer(self.body, self._devices, base(refs[0])).run(devices)

    def _expected(self, block: Block, told: Sequence[str]) -> list[str]:
        """Return what the last round of a loop in the case would say here."""
        assert self.doer is not None
        done = [(s, t) for s, t in zip(block.steps, told, strict=True) if not _idle(s)]
        return [masked(self.doer.lifted.put(text, step)).lower() for step, text in done]

    def _loop(self, block: Block, most: int | None = None) -> Doing[None]:
        """Repeat as the case did; if something changed there at last, until something does here."""
        assert self.doer is not None
        steps = self.doer.case.steps
        at, length = (
            next(n for n, one in enumerate(steps) if one is block.steps[0]),
            len(block.steps),
        )
        told = [masked(one.reply) for one in steps[at : at + length * block.times]]
        varies = any(reply != told[n % length] for n, reply in enumerate(told))
        lasts = varies and told[-length:] != told[:length]
        most = most or (int(block.times * 2.5) + 4 if varies else block.times)
        first: list[str] = []
        for times in range(1, most + 1):
            replies = []
            for step in block.steps:
                if not _idle(step):
                    replies += [masked((yield from self.doer.do(step)))]
            first = first or replies
            if lasts and [one.lower() for one in replies] == self._expected(block, told[-length:]):
                break
            changed = any(a[:_NEAR] != b[:_NEAR] for a, b in zip(replies, first, strict=True))
            if varies and replies != first and (times >= block.times or changed):
                break


def _idle(step: Step) -> bool:
    """Return whether a step of a case did nothing there."""
    return bool(FAILED.search(step.reply)) and not any(one in step.reply for one in _MEASURED)


def _acts(block: Block) -> bool:
    return block.times > 1 and not all(step.verb.startswith("wait") for step in block.steps)


def _unfolded(blocks: Sequence[Block]) -> Iterator[Step]:
    for block in blocks:
        for _ in range(block.times):
            yield from block.steps
