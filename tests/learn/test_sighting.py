"""A name is found in every script and form: surely word for word, perhaps in other ways."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.learn.sighting import Doubt, Sought

ZELDA = Sought(["Zelda Quist"], ["Zelda Smith", "Ben Quist", "Zelda Quist Society", "Oslo"])


@pytest.mark.parametrize(
    "text",
    [
        "Zelda Quist came.",
        "zelda\nquist",
        "ZELDA QUIST",
        "Zel\u00adda Qu\u200bist",
        "Ｚｅｌｄａ Ｑｕｉｓｔ",
        "letters/zelda_quist.txt",
        "write to zelda.quist@example.org",
        "Zelda Quist's dog",
    ],
)
def test_a_name_word_for_word_is_sure(text):
    assert ZELDA.surely(text)


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("The Zelda Quist Society met.", Doubt.LONGER),
        ("zeldaquist@example.org", Doubt.SPELLING),
        ("#ZeldaQuist", Doubt.SPELLING),
        ("Zel-\nda Quist", Doubt.SPELLING),
        ("Zélda Quist", Doubt.SPELLING),
        ("?q=zelda%20quist%20", Doubt.SPELLING),
        ("Zelda Quistova", Doubt.WITHIN),
        ("Quist, Zelda", Doubt.ORDER),
        ("Zelda M. Quist", Doubt.ORDER),
        ("Zelda came.", Doubt.PART),
        ("zquist@example.org", Doubt.PART),
        ("we saw zelda there", Doubt.PART),
        ("Zeldy Quistové", Doubt.FORM),
        ("Zeldas bil", Doubt.FORM),
    ],
)
def test_another_form_is_a_doubt(text, doubt):
    assert not ZELDA.surely(text)
    sighting = ZELDA.perhaps(text)
    assert sighting is not None
    assert sighting.doubt is doubt
    assert sighting.excerpt


@pytest.mark.parametrize("text", ["Nothing.", "Zelda Smith and Ben Quist", "Quite a quiz"])
def test_what_is_somebody_else_is_not_listed(text):
    assert not ZELDA.surely(text)
    assert ZELDA.perhaps(text) is None


@pytest.mark.parametrize(
    ("name", "text", "doubt"),
    [
        ("王小明", "王小明，你好", None),
        ("王小明", "昨天王小明住在北京。", Doubt.WITHIN),
        ("王小明", "我爱小明", Doubt.PART),
        ("田中花子", "田中花子さんが来た", Doubt.WITHIN),
        ("タナカ", "ﾀﾅｶ", None),
        ("김민수", "김민수는 서울에 산다", Doubt.WITHIN),
        ("김민수", unicodedata.normalize("NFD", "김민수"), None),
        ("สมชาย", "นายสมชายไปตลาด", Doubt.WITHIN),
        ("मोहन", "मोहन घर गया", None),
        ("मोहन", "मीहन घर गया", Doubt.SPELLING),
        ("דוד", "לדוד היקר", Doubt.WITHIN),
        ("أحمد", "وأحمد", Doubt.WITHIN),
        ("Павел", "Мы видели Павла", Doubt.FORM),
        ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ", None),
        ("Ὀδυσσεύς", "Ὀδυσσέως", Doubt.FORM),
        ("Işık", "IŞIK", None),
        ("Weiß", "WEISS", None),
        ("Zoë", unicodedata.normalize("NFD", "Zoë"), None),
        ("Zoë", "zoe", Doubt.SPELLING),
        ("Ann", "ann99", Doubt.WITHIN),
        ("Ann", "AnnSmith", Doubt.WITHIN),
        ("😀", "so 😀!", None),
        ("C++", "C++ is a language", None),
    ],
)
def test_every_script(name, text, doubt):
    sought = Sought([name])
    assert sought.surely(text) is (doubt is None)
    if doubt is not None:
        sighting = sought.perhaps(text)
        assert sighting is not None
        assert sighting.doubt is doubt


@pytest.mark.parametrize(
    ("name", "text"), [("Ann", "planning"), ("王小明", "北京"), ("Anna", "an announcement")]
)
def test_a_chance_likeness_is_nothing(name, text):
    sought = Sought([name])
    assert not sought.surely(text)
    assert sought.perhaps(text) is None


def test_only_the_full_name_of_another_explains_a_part():
    """A reader makes names of phrases, too, and these are no other people."""
    sought = Sought(["Zelda Quist"], ["Zelda Smith", "Zeldas mother", "Quist boat"])
    assert sought.perhaps("Zelda Smith sang.") is None
    assert sought.perhaps("Zeldas mother sang.") is not None
    assert sought.perhaps("The Quist boat sank.") is not None


def test_a_sign_belongs_to_the_name():
    assert Sought(["C++"]).surely("C++ is hard")
    assert not Sought(["C++"]).surely("vitamin C")


def test_a_name_inside_the_name_of_another_is_a_doubt():
    sought = Sought(["Anna"], ["Anna Weber", "Anna", "Joanna"])
    assert sought.perhaps("Anna Weber came.") is not None
    assert not sought.surely("Anna came.")
    assert sought.perhaps("Joanna came.") is None
    assert Sought(["Anna"], ["Anna Weber"]).surely("Anna Weber met Anna.")


letters = st.characters(categories=("Lu", "Ll", "Lo"))
names = st.lists(st.text(letters, min_size=3, max_size=8), min_size=1, max_size=3).map(" ".join)
around = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(names, around, around, st.sampled_from(("NFC", "NFD", "NFKC", "NFKD")))
def test_no_spelled_name_is_overlooked(name, before, after, form):
    text = unicodedata.normalize(form, before + name + after)
    for each in (text, text.upper(), text.casefold()):
        sought = Sought([name])
        if name in each or len(name) > 5:
            assert sought.surely(each) or sought.perhaps(each) is not None
