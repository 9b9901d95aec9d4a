from clew import Memory
from clew.integrations.langgraph import ClewStore

store = ClewStore(Memory.open("memory.clew"))
store.put(("people",), "anna", {"text": "Anna moved to Rome."})
print(store.search(("people",), query="Where does Anna live?")[0].value["text"])
