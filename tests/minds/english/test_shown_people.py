"""Which single names a text shows to be people's."""

import pytest

from clew.minds.english.reading.shown.shown_people import shown_people


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ada asked Ida.", {"Ada", "Ida"}),
        ("Ada is a nurse.", {"Ada"}),
        ("Ada was born in Graz.", {"Ada"}),
        ("Ada's mother left.", {"Ada"}),
        ("Ada broke her toe.", {"Ada"}),
        ("My sister Ada left.", {"Ada"}),
        ("Ada, could you come?", {"Ada"}),
        ("Ada: see you", {"Ada"}),
        ("The song was written by Ada.", {"Ada"}),
        ("周秀兰 wrote it.", {"周秀兰"}),
        ("Ada was here at noon.", {"Ada"}),
        ("Ada is on paternity leave.", {"Ada"}),
        ("Ada went ashore.", {"Ada"}),
        ("Ada towed us home.", {"Ada"}),
        ("Thanks to Ada, it works.", {"Ada"}),
        ("Ada from the pottery class is away.", {"Ada"}),
        ("Ada tried to joke.", {"Ada"}),
        ("Ada the carpenter has a crib.", {"Ada"}),
        ("Ada and Ida announce a birth.", {"Ada", "Ida"}),
        ("Ada is here to stay, the storm.", {"Ada"}),
        ("Ada cannot sleep.", {"Ada"}),
        ("Ada is knitting socks.", {"Ada"}),
        ("Ada returned the atlas and paid the fine.", {"Ada"}),
        ("She is to be Ada.", {"Ada"}),
        ("Ada is leaking again.", set()),
        ("Ada sank and the crew paid the fine.", set()),
        ("Ada the dog barked.", set()),
        ("Ada crashed on start-up.", set()),
        ("Ada is sold out.", set()),
        ("Ada lost her mast.", set()),
        ("Ada's opens at six.", set()),
        ("Skated across Ada twice.", set()),
        ("My dog Ada barked.", set()),
    ],
)
def test_only_what_people_do_are_and_have_shows_a_person(text, people):
    assert shown_people(text) == people
