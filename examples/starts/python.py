from clew import Memory

with Memory.open("memory.clew") as memory:
    memory.remember("Anna moved to Rome.")
    print(memory.ask("Where does Anna live?").text)
