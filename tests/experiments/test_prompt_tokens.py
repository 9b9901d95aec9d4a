"""Tokens that a language model would be sent."""

from clew.ask.tasks import QueryEntities
from clew.llm.base import Failure, FailureKind
from clew.llm.scripted import ScriptedModel
from clew.recall.pack import count_tokens
from experiments.prompt_tokens import Counting, Tokens


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


def test_the_price_is_that_of_the_logs():
    # AriGraph's log of the hunt, step 1: 1,654 tokens in and 332 out for 0.0265 dollars.
    assert round(Tokens(1654, 332).dollars, 4) == 0.0265
