"""The resolver by rules: a pronoun gives way where English prose leaves it one antecedent."""

from collections.abc import Iterator

from clew.minds.english.parsing.clause_reader import parse_light
from clew.minds.english.parsing.clause_types import JOINT
from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.reading.sentences import split_sentences

__all__ = ["RuleResolver"]


class RuleResolver:
    """A resolver without a server (`clew.agents.coreference.Resolver`), for English prose.

    It looks for antecedents sentence by sentence (`clew.minds.english.reading.antecedents`). Where
    two fit, or none does, the pronoun stays, and "you" always does.
    """

    name = "rules"

    def resolve(self, text: str, before: str = "") -> str:
        """Return the text with names for its pronouns; see `Resolver`."""
        cast = Cast()
        for line in before.splitlines():
            for _ in _sentences(line, cast):
                pass
        return "".join(_line(line, cast) for line in text.splitlines(keepends=True))


def _line(line: str, cast: Cast) -> str:
    """Return a line with the sentences resolved, and all between them as it is."""
    pieces, at = [], 0
    for sentence, resolved in _sentences(line, cast):
        start = line.find(sentence, at)
        if start >= 0:  # else the splitter has mended it, and its words stay as they are
            pieces += [line[at:start], resolved]
            at = start + len(sentence)
    return "".join([*pieces, line[at:]])


def _sentences(line: str, cast: Cast) -> Iterator[tuple[str, str]]:
    """Yield each sentence as it is, and resolved."""
    for sentence in split_sentences(line):
        resolved = cast.resolve(sentence).text
        cast.note(parse_light(resolved).clauses)
        yield sentence, resolved.replace(JOINT, " and ")
