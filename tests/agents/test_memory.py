from clew.agents.memory import Brought, History


def test_history_tells_the_actions_too_the_oldest_first():
    memory = History()
    memory.learn(0, "A room.")
    memory.learn(1, "You take the key.", "take key")
    texts = memory.recall([], "", []).texts
    assert texts == ("A room.", "> take key\nYou take the key.")


def test_history_keeps_the_newest_that_fit_without_a_gap():
    memory = History(budget=9)
    for text in ("one", "a text of many more tokens than the budget has", "two", "three"):
        memory.learn(0, text)
    # "two" and "three" cost 3 with their line breaks; nothing older than what did not fit comes
    assert memory.recall([], "", []).texts == ("two", "three")


def test_what_is_recent_costs_no_budget():
    memory = History(budget=2)
    for text in ("one", "two"):
        memory.learn(0, text)
    assert memory.recall([], "", ["two"]) == Brought(texts=("one",))
