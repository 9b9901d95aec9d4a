"""One embedder of a process serves all its memories; what may hold a state is opened anew."""

from clew.embed.base import TextKind
from clew.embed.minilm import MiniLM
from clew.embed.shared import shared_embedder
from clew.memory import Memory


def test_all_memories_of_a_process_share_one_model_under_each_of_its_names(tmp_path):
    first = shared_embedder("minilm")
    assert shared_embedder("minilm-l6-v2-int8") is first
    with Memory.open(tmp_path / "a.clew") as one, Memory.open(tmp_path / "b.clew") as other:
        assert one.embedder is other.embedder is first


def test_it_gives_the_models_own_vectors_again_and_again():
    texts = ["Anna lives in Oslo.", "", "Anna lives in Oslo."]
    own = MiniLM().embed(texts, kind=TextKind.PASSAGE)
    for _ in range(2):
        assert (
            shared_embedder("minilm").embed(texts, kind=TextKind.PASSAGE).tolist() == own.tolist()
        )


def test_others_are_opened_each_time():
    assert shared_embedder("hashing:16") is not shared_embedder("hashing:16")
