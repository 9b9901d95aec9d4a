"""An agent of pydantic-ai with a memory: it learns from what users write, and recalls by tools.

Needs `pip install 'clew[llm]'`. Give the name of a model (`openai:gpt-4o-mini`) as an argument; by
default a prepared one stands in.
"""

import asyncio  # noqa: TID251 - a program, not the library
import sys
from collections.abc import Iterator

from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

from clew import Memory
from clew.integrations.pydantic_ai import ClewCapability


def prepared() -> FunctionModel:
    ask = ToolCallPart("ask", {"question": "Where does Anna live?"})
    turns: Iterator[ModelResponse] = iter(
        [
            ModelResponse(parts=[TextPart("Noted.")]),
            ModelResponse(parts=[ask]),
            ModelResponse(parts=[TextPart("In Oslo.")]),
        ]
    )
    return FunctionModel(lambda *_: next(turns))


def main(model: str = "") -> None:
    with Memory.open(":memory:") as memory:
        known = ClewCapability(memory, user="Anna")
        agent = Agent(model or prepared(), capabilities=[known])
        for said in ("I live in Oslo.", "Where do I live?"):
            print(f"{said} -> {asyncio.run(agent.run(said)).output}")
        print("the memory:", [fact.text for fact in memory.facts("Anna")])


if __name__ == "__main__":
    main(*sys.argv[1:2])
