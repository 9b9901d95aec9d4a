"""The question of a decision, put to a language model behind a server."""

import json

import pytest

from clew.agents.damcs.tasks import Respond, respond
from clew.llm.base import Sampling
from clew.llm.chat import ChatModel
from tests.agents.damcs.lives import response, sight, working
from tests.llm.server import Server, says

pytest.importorskip("pydantic_ai", reason="needs the extra llm")
pytestmark = [pytest.mark.enable_socket, pytest.mark.allow_hosts(["127.0.0.1"])]
GOOD = response("collect_wood", name="navigate", destination="tree")


def asked(script, task):
    with Server(script) as server:
        model = ChatModel("openai:any", base_url=server.url, sampling={Respond: Sampling(seed=7)})
        (result,) = model.run([task])
        model.close()
    return result, [request.body for request in server.asked]


def test_a_model_that_sees_is_sent_words_image_and_choices():
    result, (body,) = asked([says(GOOD.model_dump_json())], respond(working(sight()), b"png"))
    assert result.value == GOOD
    system, user = body["messages"]
    assert "What it takes, the first things first" in system["content"]
    assert [part["type"] for part in user["content"]] == ["text", "image_url"]
    schema = body["response_format"]["json_schema"]["schema"]
    assert "navigate" in schema["$defs"]["ActionName"]["enum"]
    assert body["seed"] == 7, "settings of a type of task hold for its narrower types"


def test_what_cannot_be_chosen_is_shown_to_the_model_and_asked_again():
    bad = GOOD.model_dump(mode="json")
    bad["action"]["destination"] = "castle"
    bad["action"]["name"] = "fly"
    result, bodies = asked([says(json.dumps(bad)), says(GOOD.model_dump_json())],
                           respond(working(sight())))  # fmt: skip
    assert result.value == GOOD
    assert len(bodies) == 2
    assert "action.name" in bodies[1]["messages"][-1]["content"]


def test_a_navigation_without_a_destination_is_asked_again():
    bad = GOOD.model_dump(mode="json")
    bad["action"]["destination"] = "none"
    result, bodies = asked([says(json.dumps(bad)), says(GOOD.model_dump_json())],
                           respond(working(sight())))  # fmt: skip
    assert result.value == GOOD
    assert "navigate needs a destination" in bodies[1]["messages"][-1]["content"]
