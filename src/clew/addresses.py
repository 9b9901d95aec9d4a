"""Addresses of servers: their secrets are masked, their replies bounded, redirects stay with them.

An address may hold secrets: `user:password@`, `?key=...`. They are sent, and never shown: errors,
statistics, the memory file, cassettes and reports hold `***` instead.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from clew.errors import ModelError, UsageError

__all__ = ["checked", "masked", "refuse_redirect", "secrets_in"]

_ADDRESS = re.compile(r"\bhttps?://[^\s'\"<>]+", re.IGNORECASE)
_USER = re.compile(r"(?<=://)[^/?#]*@")
_VALUE = re.compile(r"(?<=[=#])[^&#=]+")
_SHORT = 8
"""A shorter secret is a placeholder, and part of many words: masked only inside an address."""


def checked(address: str) -> str:
    """Return an address of a server, if it can be one.

    Raises:
        UsageError: it has no scheme http or https, no host, an odd port or control characters.
    """
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a bracket or a port that is none
        sound = False
    if sound and address.isprintable():
        return address
    shown = masked(address if "://" in address else f"http://{address}")
    got = shown if "://" in address else shown.removeprefix("http://")
    raise UsageError(f"expected an address such as http://localhost:8080/v1, got {got!r}")


def secrets_in(address: str | None) -> tuple[str, ...]:
    """Return the secrets in an address: user, password, and the values of its query."""
    parts = urlsplit(address or "")
    found = [parts.username, parts.password, parts.fragment]
    found += [value for _, value in parse_qsl(parts.query)]
    return tuple(dict.fromkeys(each for each in found if each))


def masked(text: str, *secrets: str | None) -> str:
    """Return a text with `***` instead of secrets: those given, and those in addresses in it.

    >>> masked("no answer from http://anna:pw@host/v1?key=abc&v=2 with 12345678", "12345678")
    'no answer from http://***@host/v1?key=***&v=*** with ***'
    """
    text = _ADDRESS.sub(lambda found: _bare(found[0]), text)
    for each in sorted(_spelled(secrets), key=len, reverse=True):
        text = text.replace(each, "***")
    return text


def _bare(address: str) -> str:
    head, mark, query = _USER.sub("***@", address).partition("?")
    return head.partition("#")[0] + mark + _VALUE.sub("***", query)


def _spelled(secrets: tuple[str | None, ...]) -> Iterator[str]:
    for each in secrets:
        if each is not None and len(each) >= _SHORT:
            yield from {each, unquote(each)}


def refuse_redirect(address: str, target: str) -> None:
    """Refuse to follow a redirect to another server, which would get the texts.

    Raises:
        ModelError: the target is another host or port, or leaves HTTPS.
    """
    asked, given = urlsplit(address), urlsplit(urljoin(address, target))
    secured = asked.scheme == "http" and given.scheme == "https" and given.port in (None, 443)
    same = (asked.scheme, asked.port) == (given.scheme, given.port)
    if asked.hostname != given.hostname or not (same or secured):
        raise ModelError(
            f"{masked(address)} redirects to another server, {given.scheme}://{given.hostname}, "
            "and no text is sent there; if you trust it, give its address as base_url"
        )
