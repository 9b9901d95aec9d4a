import pytest

from clew.embed.base import TextKind
from clew.embed.sentence_transformer import SentenceTransformerEmbedder, prompt_for
from clew.errors import ModelError

PASSAGE, QUERY = TextKind.PASSAGE, TextKind.QUERY


def test_the_e5_family_gets_the_prefixes_it_was_trained_with():
    for name in ("intfloat/e5-small-v2", "intfloat/multilingual-e5-large", "e5-base"):
        assert prompt_for(name, {}, QUERY) == "query: "
        assert prompt_for(name, {}, PASSAGE) == "passage: "


def test_other_models_get_none():
    for name in ("facebook/contriever", "all-MiniLM-L6-v2", "BAAI/bge-small-en"):
        assert prompt_for(name, {"query": "", "document": ""}, QUERY) == ""


def test_declared_prompts_go_first():
    declared = {"query": "Q: ", "document": "D: "}
    assert prompt_for("e5-base", declared, QUERY) == "Q: "
    assert prompt_for("e5-base", declared, PASSAGE) == "D: "


def test_a_model_that_cannot_be_loaded_is_a_model_error(tmp_path):
    pytest.importorskip("sentence_transformers", reason="needs the extra sentence-transformers")
    with pytest.raises(ModelError, match="cannot load the model"):
        SentenceTransformerEmbedder(str(tmp_path))
