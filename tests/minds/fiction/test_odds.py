from clew.minds.fiction.odds import Odds


def test_what_does_something_is_worth_more_the_more_often_it_does() -> None:
    odds = Odds()
    before = odds.worth("open")
    odds.note("open", did=True)
    assert odds.worth("open") > before
    odds.note("open", did=False)
    odds.note("open", did=False)
    assert odds.worth("open") < before


def test_a_kind_that_gave_points_is_worth_more() -> None:
    with_points, without = Odds(), Odds()
    with_points.note("search", did=True, points=True)
    without.note("search", did=True)
    assert with_points.worth("search") > without.worth("search")


def test_a_verb_that_gave_points_is_worth_more_than_others_of_its_kind() -> None:
    odds = Odds()
    odds.note("named way", "north", did=True, points=True)
    odds.note("named way", "west", did=True)
    assert odds.worth("named way", "north") > odds.worth("named way", "west")
    assert odds.worth("named way", "up") > odds.worth("named way", "west")
