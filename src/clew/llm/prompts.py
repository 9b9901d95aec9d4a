"""Prompts are files: a version on the first line, then the instructions.

A prompt's key names its version and its very text, so that a cached or recorded reply is never
given for other words than those that were asked.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.resources import files

__all__ = ["Prompt"]

_HEAD = re.compile(r"version: (\d+)\n\n")


@dataclass(frozen=True)
class Prompt:
    """The instructions of one type of task: `prompts/NAME.md` inside a package of clew.

    The file is read when it is first needed: whoever uses rules reads none.
    """

    package: str
    name: str

    @cached_property
    def _file(self) -> tuple[int, str]:
        text = (files(self.package) / "prompts" / f"{self.name}.md").read_text(encoding="utf-8")
        head = _HEAD.match(text)
        assert head is not None, f"{self.name}.md begins with `version: N` and an empty line"
        return int(head[1]), text[head.end() :].strip()

    @property
    def version(self) -> int:
        """What its author says changes when the instructions do."""
        return self._file[0]

    @property
    def text(self) -> str:
        """The instructions."""
        return self._file[1]

    @property
    def key(self) -> str:
        """Name, version and a digest of the text: part of every cache key."""
        digest = sha256(self.text.encode()).hexdigest()[:12]
        return f"{self.name}@{self.version}:{digest}"
