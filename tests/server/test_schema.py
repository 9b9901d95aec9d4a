"""Requests made from the OpenAPI description: no 500, and every answer is as it is described."""

import json
from contextlib import nullcontext

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from clew.operations.every_operation import OPERATIONS
from clew.server.guarding import Limits
from clew.server.rest import Rest, rest_app
from clew.server.shelf import Shelf
from tests.operations.test_table import sensible
from tests.store.memories import day, fill, opened

jsonschema = pytest.importorskip("jsonschema")
schemathesis = pytest.importorskip("schemathesis")
checks = pytest.importorskip("schemathesis.specs.openapi.checks")

ROUTES = [
    *((f"/v1/{{namespace}}/{name}", "POST") for name in sorted(OPERATIONS)),
    ("/v1/namespaces", "GET"),
    ("/v1/namespaces/{namespace}", "PUT"),
    ("/v1/{namespace}/export", "GET"),
]


@pytest.fixture(scope="module")
def described():
    with opened() as memory:
        app = rest_app(Rest(Shelf(fill(memory)), None, Limits()))
        yield schemathesis.openapi.from_asgi("/openapi.json", app)


@pytest.fixture(scope="module")
def description():
    with opened() as memory:
        yield rest_app(Rest(Shelf(memory), None, Limits())).openapi()


def dispute(memory):
    memory.trust.set("letter", 5)
    memory.remember("Anna lives in Lima.", at=day(200), source="rumour")
    return memory


@pytest.fixture(scope="module")
def disputed():
    with opened() as memory:
        yield dispute(fill(memory))


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_answer_of_each_operation_is_as_it_is_described(description, disputed, name):
    operation = OPERATIONS[name]
    with nullcontext(disputed) if operation.read_only else opened() as memory:
        if not operation.read_only:
            fill(memory).remember("Cleo knows Dora.", at=day(101), source="chat")
        if name == "decide":
            dispute(memory)
        answer = operation.answer(memory, sensible(memory, name))
    route = description["paths"][f"/v1/{{namespace}}/{name}"]["post"]
    schema = route["responses"]["200"]["content"]["application/json"]["schema"]
    whole = {**schema, "components": description["components"]}
    jsonschema.Draft202012Validator(whole).validate(json.loads(json.dumps(answer)))


@pytest.mark.slow
@pytest.mark.parametrize(("path", "method"), ROUTES, ids=[f"{two} {one}" for one, two in ROUTES])
def test_no_request_breaks_the_server(described, path, method):
    cases = described[path][method].as_strategy()

    @given(case=cases)
    @settings(
        max_examples=8,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def asked(case):
        case.path_parameters.update({"namespace": "default"} if "/v1/{" in path else {})
        # A schema cannot say all that is refused, such as a time that is none.
        case.call_and_validate(excluded_checks=[checks.positive_data_acceptance])

    asked()
