"""The scripted model that agents for parser games are compared with."""

from clew.agents.baselines.tasks import ThinkAndAct
from clew.agents.fiction.forms import form_of
from clew.agents.fiction.tasks import Continue, Recollect, Suggest
from clew.agents.scene import Deed, Scene
from experiments.fiction.talker import talker

HALL = "Hall\nA lamp and a rusty key lie on the table."


def answer(task, seed=0):
    (result,) = talker(seed).run([task])
    return result.value


def scenes(count):
    past = [Deed("look", f"You see nothing for the {n}. time.") for n in range(count)]
    return [Scene(task="Play.", around=HALL, past=(one,)) for one in past]


def test_the_same_prompt_has_the_same_answer_and_other_prompts_have_others():
    tasks = [ThinkAndAct(now) for now in scenes(20)]
    first = [answer(task).action for task in tasks]
    assert first == [answer(task).action for task in tasks]
    assert first != [answer(task, seed=1).action for task in tasks]
    assert len({*first}) > 5
    assert any("lamp" in one or "key" in one for one in first)


def test_what_is_possible_is_done_and_a_lost_game_begun_again():
    now = Scene(task="Play.", around=HALL, actions=("go north", "wave"))
    assert answer(ThinkAndAct(now)).action in now.actions
    over = "You have died. Would you like to RESTART, RESTORE or QUIT?\n\n>"
    assert answer(Continue(over)).action == "restart"


def test_forms_that_were_taken_come_first_and_those_refused_not_at_all():
    seen = set()
    for now in scenes(20):
        said = answer(Suggest(now, valid=("examine x (2 of 2)",), invalid=("take x (0 of 2)",)))
        forms = [form_of(one) for one in said.candidates]
        first = [form == "examine x" for form in forms]
        assert first == sorted(first, reverse=True)
        assert said.action == said.candidates[0]
        assert "take x" not in forms
        assert said.action not in answer(Suggest(now, refused=(said.action,))).candidates
        seen |= {*forms}
    assert len(seen) > 5


def test_a_memory_gets_the_first_line_and_the_words_that_are_shared():
    said = answer(
        Recollect(("A dog barks.", "The key is here."), ("\nThe key turns.\nIt clicks.",))
    )
    assert (said.new, said.relevant) == ("The key turns.", "The key is here.")
