from clew.minds.fiction.done_again import Deeds


def test_what_changed_something_before_the_last_points_is_next_in_order() -> None:
    deeds = Deeds()
    deeds.add("Den", "push dog", points=False)
    deeds.add("Den", "examine dog", points=False)
    deeds.add("Den", "kiss dog", points=True)
    deeds.add("Den", "take bone", points=False)
    done = []
    while (deed := deeds.next({"Den"})) is not None:
        done.append(deed[1])
        deeds.given(*deed)
    assert done == ["push dog", "kiss dog"]
    assert deeds.course() == (("Den", "push dog"), ("Den", "kiss dog"))
    deeds.begin_again()
    assert deeds.next({"Den"}) == ("Den", "push dog")


def test_what_was_done_in_a_place_that_cannot_be_reached_is_passed_over() -> None:
    deeds = Deeds()
    deeds.add("Attic", "take coin", points=True)
    deeds.add("Hall", "take lamp", points=True)
    assert deeds.next({"Hall"}) == ("Hall", "take lamp")


def test_what_changed_something_is_known_by_its_place() -> None:
    deeds = Deeds()
    deeds.add("Hall", "open box", points=False)
    deeds.add("Attic", "open box", points=False)
    assert [*deeds.at("Hall")] == ["open box"]
    deeds.given("Hall", "open box")
    assert [*deeds.at("Hall")] == []
    assert deeds.has("Hall", "open box")
    assert not deeds.has("Hall", "read note")
