"""Forms of commands, and the bounded caches of them."""

import pytest

from clew.agents.fiction import tried as caches
from clew.agents.fiction.forms import UNIVERSAL, form_of
from clew.agents.fiction.kept_forms import NAMESPACE, KeptForms
from clew.agents.fiction.tried import Tried
from clew.envs.fiction.acceptance import Acceptance
from clew.memory import Memory

YES, NO, ABSENT = Acceptance.ACCEPTED, Acceptance.REFUSED, Acceptance.ABSENT


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("take the old brass lamp", "take x"),
        ('"look around"', "look around"),
        ("Open dresser, get shirt", "open x , x"),
        ("ask egg about the ledge", "ask x about x"),
        ("unlock door with key", "unlock x with x"),
        ("x", "x"),
        ("", ""),
    ],
)
def test_a_form_keeps_verb_and_prepositions(command, form):
    assert form_of(command) == form


def test_the_universal_commands_are_their_own_forms():
    assert tuple(map(form_of, UNIVERSAL)) == UNIVERSAL
    assert set(Tried().valid()) == {f"{form} (1 of 1)" for form in UNIVERSAL}
    assert Tried().invalid() == ()


def test_a_form_moves_when_the_evidence_does():
    tried = Tried()
    tried.add("use lamp", NO, "hall")
    assert tried.invalid() == ("use x (0 of 1)",)
    tried.add("use door", YES, "hall")
    assert tried.invalid() == ()
    assert "use x (1 of 2)" in tried.valid()
    tried.add("use stairs", NO, "hall")
    assert tried.invalid() == ("use x (1 of 3)",)


def test_a_thing_that_is_not_there_says_nothing_of_the_form_but_of_the_command():
    tried = Tried()
    tried.add("Take Dragon", ABSENT, "hall")
    assert tried.invalid() == ()
    assert "take x (1 of 1)" in tried.valid()
    assert tried.refuses("take dragon", "hall")
    assert not tried.refuses("take dragon", "lair")
    assert tried.refused_at("hall") == ("take dragon (absent)",)
    tried.add("take dragon", YES, "hall")
    assert not tried.refuses("take dragon", "hall")


def test_a_doubtful_answer_counts_as_none():
    tried = Tried()
    tried.add("sing", Acceptance.DOUBTFUL, "hall")
    assert not any("sing" in form for form in (*tried.valid(), *tried.invalid()))
    assert not tried.refuses("sing", "hall")


def test_the_caches_are_bounded_and_what_was_seen_most_stays(monkeypatch):
    tried = Tried()
    for _ in range(3):
        tried.add("unlock door with key", YES, "hall")
    for number in range(1000):
        tried.add(f"verb{number}", NO, "hall")
    assert len(tried.valid(9999)) + len(tried.invalid(9999)) == caches._FORMS
    assert len(tried.refused_at("hall", 9999)) == caches._COMMANDS
    assert tried.valid()[0] == "unlock x with x (3 of 3)"
    assert len(tried.invalid()) == caches._SHOWN


def test_forms_outlast_game_and_process_and_say_of_which_game_they_are(tmp_path):
    path = tmp_path / "forms.clew"
    with Memory.open(path, embedder="hashing") as memory:
        tried = Tried(KeptForms(memory, "one"))
        tried.add("open door", YES, "")
        tried.add("use lamp", NO, "")
        tried.add("use lamp", NO, "")
    with Memory.open(path, embedder="hashing") as memory:
        tried = Tried(KeptForms(memory, "two"))
        assert tried.valid()[0] in ("open x (1 of 1)", "go north (1 of 1)")
        assert "open x (1 of 1)" in tried.valid()
        assert tried.invalid() == ("use x (0 of 1)",)  # a game counts once
        tried.add("use door", YES, "")
        assert "use x (1 of 2)" in tried.valid()
        tried.add("look", YES, "")
    with Memory.open(path, embedder="hashing") as memory:
        tried = Tried(KeptForms(memory, "three"))
        assert "look (2 of 2)" in tried.valid()  # in game two, and everywhere
        tried.add("use door", NO, "")
    with Memory.open(path, namespace=NAMESPACE, embedder="hashing") as memory:
        told = {(fact.relation, fact.object_name) for fact in memory.facts("use x")}
        of = {"one": "refused", "two": "accepted", "three": "refused"}
        assert told == {(f"is {how} in", game) for game, how in of.items()}


def test_what_other_games_say_does_not_change_what_is_said_of_this_one(tmp_path):
    path = tmp_path / "forms.clew"
    for game in ("one", "two", "three"):
        with Memory.open(path, embedder=None) as memory:
            Tried(KeptForms(memory, game)).add("use lamp", NO, "")
    with Memory.open(path, embedder=None) as memory:
        tried = Tried(KeptForms(memory, "four"))
        tried.add("use lamp", YES, "")
        assert tried.invalid() == ("use x (1 of 4)",)
    with Memory.open(path, namespace=NAMESPACE, embedder=None) as memory:
        told = {(fact.relation, fact.object_name) for fact in memory.facts("use x")}
    assert ("is accepted in", "four") in told
    assert ("is refused in", "four") not in told


def test_a_form_that_moves_within_a_game_replaces_its_fact(tmp_path):
    with Memory.open(tmp_path / "forms.clew", embedder=None) as memory:
        tried = Tried(KeptForms(memory, "one"))
        for how in (YES, NO, NO):
            tried.add("use lamp", how, "")
        with Memory.open(tmp_path / "forms.clew", namespace=NAMESPACE, embedder=None) as kept:
            assert [fact.relation for fact in kept.facts("use x")] == ["is refused in"]
        tried.add("use lamp", YES, "")
        with Memory.open(tmp_path / "forms.clew", namespace=NAMESPACE, embedder=None) as kept:
            assert [fact.relation for fact in kept.facts("use x")] == ["is accepted in"]


def test_a_run_taken_up_again_does_not_count_itself_and_a_forgotten_one_is_gone(tmp_path):
    with Memory.open(tmp_path / "forms.clew", embedder=None) as memory:
        Tried(KeptForms(memory, "one")).add("pray", YES, "")
        again = Tried(KeptForms(memory, "one", resume=True))
        assert not any("pray" in form for form in again.valid())
        assert "pray (1 of 1)" in Tried(KeptForms(memory, "one")).valid()
    with Memory.open(tmp_path / "forms.clew", namespace=NAMESPACE, embedder=None) as kept:
        kept.forget(source="one, run 1")
    with Memory.open(tmp_path / "forms.clew", embedder=None) as memory:
        assert not any("pray" in form for form in Tried(KeptForms(memory, "two")).valid())
