"""What a user notes about a text: its metadata, changed by JSON merge patch."""

import json
from collections.abc import Mapping

from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.writer import Writer
from clew.projection.image import Projection
from clew.projection.noted import merged, metadata_json
from clew.projection.rows import Changes, MetadataRow

__all__ = ["patch_metadata"]


def patch_metadata(writer: Writer, episode: int, patch: Mapping[str, object]) -> dict[str, object]:
    """Change the metadata of an episode by a JSON merge patch (RFC 7396); return them.

    What was noted before stays readable as of earlier revisions, until the episode is forgotten.

    Raises:
        UnknownNameError: there is no such episode.
        UsageError: the patch is no JSON object.
    """
    episode = whole(episode)
    metadata_json(patch)  # checked before the lock is taken
    found: dict[str, object] = {}

    def make(projection: Projection) -> Changes:
        row = projection.nodes.get(episode)
        if row is None or row.kind is not Kind.EPISODE:
            raise UnknownNameError("episode", str(episode))
        before = projection.noted.of(episode, projection.revision)
        text = metadata_json(merged(before, patch))
        found.update(json.loads(text))
        draft = Draft(projection)
        if found != before:
            changes = draft.changes
            changes.metadata.append(MetadataRow(changes.new_id(), episode, text, changes.revision))
        return draft.finish()

    writer.store.write(writer.namespace, make)
    return found
