"""Many ways to ask: the forms of English questions, each over facts made by hand."""

import pytest

from tests.ask.worlds import world
from tests.minds.english.asked import answer
from tests.minds.english.test_answers import TOWN

MORE = """
Mill Street School | is on | Mill Street
Anna Kovács | studied at | University of Oslo | 2008 | 2012
Anna Kovács | graduated from | University of Oslo | 2012
Leo Marsh | is the manager of | Acme Tools | 2019
Leo Marsh | drives | blue van
Leo Marsh | was born on | 4 July 1980 | 1980-07-04
Leo Marsh | met | Anna Kovács | 2016-09-01
Eva Lind | joined | Harbour Museum | 2015
Harbour Museum | has | three floors
Rosa Maier | died in | 2014 | 2014
Rosa Maier | won | Silver Quill | 1999
blue van | is parked behind | town hall
meeting | takes place on | Friday
Silver Quill | is | prize
Nora Lind | is the mother of | Eva Lind
Eva Lind | grew up in | Malmö
Tom Kovács | likes | chess
Tom Kovács | likes | olives
Tom Kovács | dislikes | rain
Leo Marsh | gave | painting
kitchen | has exit | north
kitchen | is east of | hall
silver key | unlocks | oak chest
player | is in | kitchen
lamp | is in | inventory
"""
VIEW = world(TOWN.rstrip() + MORE)

ANSWERED = [
    ("What does Leo drive at present?", ["blue van"]),
    ("What does Leo drive right now?", ["blue van"]),
    ("What university did Anna study at?", ["University of Oslo"]),
    ("Where did Anna study?", ["University of Oslo"]),
    ("From which university did Anna graduate?", ["University of Oslo"]),
    ("When did Anna graduate from the University of Oslo?", ["2012"]),
    ("Who manages Acme Tools?", ["Leo Marsh"]),
    ("Who's the manager of Acme Tools?", ["Leo Marsh"]),
    ("Who is the boss of Acme Tools?", ["Leo Marsh"]),
    ("What does Leo Marsh drive?", ["blue van"]),
    ("What kind of vehicle does Leo Marsh drive?", ["blue van"]),
    ("When is Leo Marsh's birthday?", ["4 July 1980"]),
    ("What is Leo Marsh's date of birth?", ["4 July 1980"]),
    ("When did Leo meet Anna?", ["September 2016"]),
    ("Who did Leo Marsh meet?", ["Anna Kovács"]),
    ("Whom did Leo meet in 2016?", ["Anna Kovács"]),
    ("When did Eva Lind join the Harbour Museum?", ["2015"]),
    ("How many floors does the Harbour Museum have?", ["three"]),
    ("When did Rosa Maier die?", ["2014"]),
    ("What prize did Rosa Maier win?", ["Silver Quill"]),
    ("Which prize did Rosa win in 1999?", ["Silver Quill"]),
    ("Who won the Silver Quill?", ["Rosa Maier"]),
    ("Where is the blue van parked?", ["town hall"]),
    ("Who is Eva Lind's mother?", ["Nora Lind"]),
    ("Where did Eva Lind grow up?", ["Malmö"]),
    ("Where did the daughter of Nora Lind grow up?", ["Malmö"]),
    ("What does Tom like?", ["chess", "olives"]),
    ("What does Tom dislike?", ["rain"]),
    ("Does Tom like chess?", ["yes"]),
    ("What does the silver key unlock?", ["oak chest"]),
    ("Which key unlocks the oak chest?", ["silver key"]),
    ("What unlocks the oak chest?", ["silver key"]),
    ("What is the oak chest unlocked with?", ["silver key"]),
    ("Where am I?", ["kitchen"]),
    ("What's in the oak chest?", ["golden key"]),
    ("What is in the oak chest?", ["golden key"]),
    ("What does the oak chest contain?", ["golden key"]),
    ("Is the golden key in the oak chest?", ["yes"]),
    ("Is the golden key in the cellar?", ["yes"]),
    ("What is the current employer of Anna Kovács?", ["Brightwater Clinic"]),
    ("Since when has Anna been working at Brightwater Clinic?", ["2021"]),
    ("Since when does Tom work at Harbour Museum?", ["2017"]),
    ("Who is currently the owner of the red bicycle?", ["Mila"]),
    ("What was the name of the director of Harbour Museum in 2010?", ["Rosa Maier"]),
    ("Who are the employees of Harbour Museum?", ["Tom Kovács", "Uma"]),
    ("Where was Anna living in 2016?", ["Lisbon"]),
    ("Which company makes ladders?", ["Acme Tools"]),
    ("Who makes ladders?", ["Acme Tools"]),
    ("Who plays the cello?", ["Anna Kovács"]),
    ("Who speaks Portuguese?", ["Anna Kovács"]),
    ("Who lives in Faro?", ["Tom Kovács"]),
    ("Who lived in Paris in 2020?", ["Anna Kovács"]),
    ("Who was born in Debrecen?", ["Anna Kovács"]),
    ("Did Anna live in Paris in 2020?", ["yes"]),
    ("Did Anna live in Paris in 2016?", ["no"]),
    ("Is Eva Lind the director of Harbour Museum?", ["yes"]),
    ("Is Otto Brandt the director of Harbour Museum?", ["no"]),
    ("Was Otto Brandt the director of Harbour Museum in 2015?", ["yes"]),
    ("Is Tom Anna's brother?", ["yes"]),
    ("To whom is Ben Okafor married?", ["Anna Kovács"]),
    ("Anna's employer?", ["Brightwater Clinic"]),
    ("where does anna live", ["Porto"]),
    ("who is married to eva lind?", ["Nils Berg"]),
    ("Name the children of Anna.", ["Mila", "Jonas"]),
    ("Tell me who leads the Harbour Museum.", ["Eva Lind"]),
    ("Do you know where Tom works?", ["Harbour Museum"]),
    ("On which street is the Mill Street School?", ["Mill Street"]),
]

REFUSED = [
    "What exits does the kitchen have?",
    "Where is Eva Lind from?",
    "What is Tom's hobby?",
    "Who is the manager of Harbour Museum?",
    "Where did Anna live before she became a nurse?",
    "Where is the director of the Harbour Museum from?",
    "Who was director of the Harbour Museum when Anna lived in Lisbon?",
    "Has Anna ever been to Japan?",
    "Where does the author of The Long Tide live?",
]


@pytest.mark.parametrize(("question", "items"), ANSWERED, ids=[pair[0] for pair in ANSWERED])
def test_each_form_is_read(question: str, items: list[str]) -> None:
    found = answer(VIEW, question)
    assert sorted(found.items) == sorted(items), found.reasoning


@pytest.mark.parametrize("question", REFUSED)
def test_what_is_not_stated_is_refused_in_each_form(question: str) -> None:
    assert answer(VIEW, question).abstain
