"""Tokens that a language model would be sent."""

from clew.ask.tasks import QueryEntities
from clew.llm.base import Failure, FailureKind
from clew.llm.scripted import ScriptedModel
from clew.recall.pack import count_tokens
from experiments.prompt_tokens import Counting, Tokens, picture_tokens, schema_tokens


def test_prompts_and_replies_are_counted_until_asked():
    reply = {"entities": [{"name": "key", "depth": 2}]}
    model = Counting(ScriptedModel([reply, reply, Failure(FailureKind.REFUSED, "no")]))
    task = QueryEntities("where is the key")
    sent = sum(count_tokens(message.text) for message in task.messages())
    model.run([task, task])
    taken = model.taken()
    assert taken.sent == 2 * sent
    assert taken.got > 0
    assert model.taken() == Tokens()
    model.run([task])
    assert model.taken() == Tokens(sent, 0)  # what failed was paid for, and brought nothing


def test_schemas_and_pictures_are_counted_where_all_is():
    png = b"\x89PNG\r\n\x1a\n" + bytes(8) + (600).to_bytes(4, "big") + (270).to_bytes(4, "big")
    assert picture_tokens(png) == 85 + 2 * 170
    reply = {"entities": [{"name": "key", "depth": 2}]}
    task = QueryEntities("where is the key")
    bare, whole = Counting(ScriptedModel([reply])), Counting(ScriptedModel([reply]), whole=True)
    bare.run([task])
    whole.run([task])
    assert whole.taken().sent - bare.taken().sent == schema_tokens(QueryEntities) > 20


def test_the_price_is_that_of_the_logs():
    # AriGraph's log of the hunt, step 1: 1,654 tokens in and 332 out for 0.0265 dollars.
    assert round(Tokens(1654, 332).dollars, 4) == 0.0265
