"""Any model of the sentence-transformers library by name: Contriever, E5, BGE and others.

Needs the extra `sentence-transformers`, which installs PyTorch. Unless the name is a local folder,
the library downloads the model from the Hugging Face hub on first use.
"""

import re
from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np

from clew.embed.base import TextKind, embed_written
from clew.errors import ModelError, NotInstalledError
from clew.graph.view import Float32

__all__ = ["SentenceTransformerEmbedder", "prompt_for"]

_MAX_CHARACTERS = 20_000
_E5 = re.compile(r"(?:^|[/_-])e5-", re.IGNORECASE)


class SentenceTransformerEmbedder:
    """The embedder. Threads may share one; their calls run one at a time.

    A model's declared prompts `query` and `passage` (or `document`) are used; the E5 family, which
    declares none, gets the prefixes it was trained with. The model gets the first 20,000 characters
    of a text and truncates at its own token limit.

    Args:
        model_name: name on the hub, or a folder.
        device: where it runs, e.g. `cpu` or `cuda`; by default the library chooses.

    Raises:
        NotInstalledError: sentence-transformers is missing.
        ModelError: the model cannot be loaded.
    """

    def __init__(self, model_name: str, *, device: str | None = None) -> None:
        try:
            from sentence_transformers import SentenceTransformer  # extra
        except ImportError as error:
            raise NotInstalledError(
                "sentence-transformers", extra="sentence-transformers"
            ) from error
        try:
            self._model: Any = SentenceTransformer(model_name, device=device)
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelError(f"cannot load the model {model_name!r}: {error}") from error
        self.name = f"sentence-transformers:{model_name}"
        self.dimension = len(self._model.encode("dimension"))
        self._prompts = {
            kind: prompt_for(model_name, self._model.prompts, kind) for kind in TextKind
        }
        self._lock = Lock()

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return unit rows, (len(texts), dimension); see `Embedder`."""

        def encode(written: list[str]) -> Float32:
            plain = [t[:_MAX_CHARACTERS].encode("utf-8", "replace").decode() for t in written]
            with self._lock:
                return np.asarray(
                    self._model.encode(plain, prompt=self._prompts[kind], show_progress_bar=False),
                    dtype=np.float32,
                )

        return embed_written(texts, self.dimension, encode)


def prompt_for(model_name: str, declared: dict[str, str], kind: TextKind) -> str:
    """Return the model's prefix for texts of this kind."""
    names = ("query",) if kind is TextKind.QUERY else ("passage", "document")
    for name in names:
        if declared.get(name):
            return declared[name]
    return f"{kind}: " if _E5.search(model_name) else ""
