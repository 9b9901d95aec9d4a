"""`Resolver`: puts names in the place of pronouns before a text is learned (coreference)."""

from typing import Protocol

from clew.plugins import RESOLVERS

__all__ = ["Resolver", "resolver_named"]


class Resolver(Protocol):
    """Says what the pronouns of a text mean; the same text gives the same result."""

    @property
    def name(self) -> str:
        """What it is called when it is announced, without secrets."""
        ...

    def resolve(self, text: str, before: str = "") -> str:
        """Return the text with what each pronoun means in its place.

        A pronoun whose meaning is not found stays. All else stays as it is, line breaks included.

        Args:
            text: in which pronouns are replaced.
            before: what was said just before, which pronouns may point at; it is not returned.

        Raises:
            ModelError: the server that it needs cannot answer.
        """
        ...


def resolver_named(name: str) -> Resolver:
    """Return a resolver by its name (`clew.plugins.RESOLVERS`), or a CoreNLP server's address.

    Raises:
        UnknownNameError: there is none of that name.
        UsageError: the address is malformed.
        NotInstalledError: an extra is missing.
        ModelError: no server answers there.
    """
    if name.startswith(("http://", "https://")):
        found: Resolver = RESOLVERS.made("corenlp", name)
    else:
        found = RESOLVERS.made(name)
    return found
