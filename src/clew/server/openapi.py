"""The OpenAPI description of the REST server, with all that its answers hold."""

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

__all__ = ["ERROR", "ErrorAnswer", "described"]


class ErrorAnswer(BaseModel):
    """Any answer but a success."""

    code: str
    """Never changes; what to test for."""
    message: str
    """For a person: what was expected, what came, what to do."""
    retry: bool
    """Whether the same request may succeed later."""


ERROR = {"$ref": f"#/components/schemas/{ErrorAnswer.__name__}"}
"""The schema of an error. FastAPI, given the model, makes a validator for each error of each route,
which takes longer than all else of an app and is never used."""
_ITEMS = ("Entity", "Episode", "Fact", "Thesis")


def described(app: FastAPI, requests: Iterable[type[BaseModel]]) -> dict[str, Any]:
    """Return the description of an app; `requests` are what is sent, all else is answered.

    An answer has all its fields, also those with a default; an item also has `kind` and `text`
    (`clew.operations.encoding`).
    """
    described = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    sent = {each.__name__ for each in requests}
    described["components"]["schemas"][ErrorAnswer.__name__] = ErrorAnswer.model_json_schema()
    for name, schema in described["components"]["schemas"].items():
        if name in sent or "properties" not in schema:
            continue
        if name in _ITEMS:
            own = {"kind": {"const": name.lower()}, "text": {"type": "string"}}
            schema["properties"] = own | schema["properties"]
        schema["required"] = list(schema["properties"])
    return described
