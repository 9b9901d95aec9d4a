"""A LangGraph agent with a long-term memory: what one thread tells, another knows, and as of when.

Needs `pip install 'clew[langgraph]'`. The node asks no model; a real one would put what is found
into its prompt.
"""

from typing import TypedDict

from langgraph.graph import START, StateGraph
from langgraph.store.base import BaseStore

from clew import Memory
from clew.integrations.langgraph import ClewStore


class State(TypedDict):
    said: str
    known: list[str]


def talk(state: State, *, store: BaseStore) -> dict[str, list[str]]:
    if not state["said"].endswith("?"):
        store.put(("users", "anna"), "home", {"text": state["said"]})
        return {"known": []}
    found = store.search(("users",), query=state["said"], limit=1)
    return {"known": [item.value["text"] for item in found]}


def main() -> None:
    with Memory.open(":memory:") as memory:
        builder = StateGraph(State).add_node("talk", talk).add_edge(START, "talk")
        graph = builder.compile(store=ClewStore(memory))
        for said in ("Anna lives in Oslo.", "Anna moved to Rome.", "Where does Anna live?"):
            print(f"{said} {graph.invoke({'said': said, 'known': []})['known']}")
        print("the memory answers:", memory.ask("Where does Anna live?").text)
        print("it was:", memory.history("Anna")[0].object_name)


if __name__ == "__main__":
    main()
