"""A name is found in every script and form: surely word for word, perhaps in other ways."""

import unicodedata
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.learn.sighting import Doubt, Sought

ZELDA = Sought(["Zelda Quist"], ["Zelda Smith", "Ben Quist", "Zelda Quist Society", "Oslo"])


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Zelda Quist came.", Doubt.NONE),
        ("zelda\nquist", Doubt.NONE),
        ("ZELDA QUIST", Doubt.NONE),
        ("Zel\u00adda Qu\u200bist", Doubt.NONE),
        ("Ｚｅｌｄａ Ｑｕｉｓｔ", Doubt.NONE),
        ("letters/zelda_quist.txt", Doubt.NONE),
        ("write to zelda.quist@example.org", Doubt.NONE),
        ("Zelda Quist's dog", Doubt.NONE),
        ("?name=zelda%20quist&amp;page=2", Doubt.NONE),
        ("The Zelda Quist Society met.", Doubt.LONGER),
        ("zeldaquist@example.org", Doubt.SPELLING),
        ("#ZeldaQuist", Doubt.SPELLING),
        ("Zel-\nda Quist", Doubt.SPELLING),
        ("Zélda Quist", Doubt.SPELLING),
        ("Zelda Quistova", Doubt.WITHIN),
        ("Quist, Zelda", Doubt.ORDER),
        ("Zelda M. Quist", Doubt.ORDER),
        ("Zelda came.", Doubt.PART),
        ("zquist@example.org", Doubt.PART),
        ("we saw zelda there", Doubt.PART),
        ("Zeldy Quistové", Doubt.FORM),
        ("Zeldas bil", Doubt.FORM),
        ("Nothing.", None),
        ("Zelda Smith and Ben Quist", None),
        ("Quite a quiz", None),
    ],
)
def test_a_name_word_for_word_is_sure_another_form_a_doubt_and_somebody_else_nothing(text, doubt):
    sighting = ZELDA.see(text)
    assert (sighting and sighting.doubt) is doubt
    assert sighting is None or (sighting.sure is (doubt is Doubt.NONE) and sighting.excerpt)


@pytest.mark.parametrize(
    ("name", "text", "doubt"),
    [
        ("王小明", "王小明，你好", Doubt.NONE),
        ("王小明", "昨天王小明住在北京。", Doubt.WITHIN),
        ("王小明", "我爱小明", Doubt.PART),
        ("田中花子", "田中花子さんが来た", Doubt.WITHIN),
        ("タナカ", "ﾀﾅｶ", Doubt.NONE),
        ("タナカ花子", "花子が来た", Doubt.PART),
        ("김민수", "김민수는 서울에 산다", Doubt.WITHIN),
        ("김민수", unicodedata.normalize("NFD", "김민수"), Doubt.NONE),
        ("สมชาย", "นายสมชายไปตลาด", Doubt.WITHIN),
        ("สมชาย ใจดี", "สมชายไปตลาด", Doubt.PART),
        ("मोहन", "मोहन घर गया", Doubt.NONE),
        ("मोहन", "मीहन घर गया", Doubt.SPELLING),
        ("דוד", "לדוד היקר", Doubt.WITHIN),
        ("אברהם לוי", "נתתי לאברהם", Doubt.PART),
        ("أحمد", "وأحمد", Doubt.WITHIN),
        ("أحمد علوان", "والسيد لأحمد", Doubt.PART),
        ("Павел", "Мы видели Павла", Doubt.FORM),
        ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ", Doubt.NONE),
        ("Ὀδυσσεύς", "Ὀδυσσέως", Doubt.FORM),
        ("Işık", "IŞIK", Doubt.NONE),
        ("Weiß", "WEISS", Doubt.NONE),
        ("Zoë", unicodedata.normalize("NFD", "Zoë"), Doubt.NONE),
        ("Zoë", "zoe", Doubt.SPELLING),
        ("Ann", "ann99", Doubt.SPELLING),
        ("Ann", "AnnSmith", Doubt.WITHIN),
        ("😀", "so 😀!", Doubt.NONE),
        ("C++", "C++ is a language", Doubt.NONE),
        ("Ann", "planning", None),
        ("王小明", "北京", None),
        ("中国人民银行", "他在中国", None),
        ("Anna", "an announcement", None),
    ],
)
def test_every_script_but_no_chance_likeness(name, text, doubt):
    assert doubt_of([name], text) is doubt


def doubt_of(names, text, others=()):
    sighting = Sought(names, others).see(text)
    return None if sighting is None else sighting.doubt


def test_only_the_full_name_of_another_explains_a_part():
    """A reader makes names of phrases, too, and these are no other people."""
    others = ["Zelda Smith", "Zeldas mother", "Quist boat"]
    assert doubt_of(["Zelda Quist"], "Zelda Smith sang.", others) is None
    assert doubt_of(["Zelda Quist"], "Zeldas mother sang.", others) is Doubt.FORM
    assert doubt_of(["Zelda Quist"], "The Quist boat sank.", others) is Doubt.PART


def test_a_sign_belongs_to_the_name():
    assert doubt_of(["C++"], "C++ is hard") is Doubt.NONE
    assert doubt_of(["C++"], "vitamin C") is Doubt.SPELLING


def test_a_name_inside_the_name_of_another_is_a_doubt():
    others = ["Anna Weber", "Joanna"]
    assert doubt_of(["Anna"], "Anna Weber came.", others) is Doubt.LONGER
    assert doubt_of(["Anna"], "Anna came.", [*others, "Anna"]) is Doubt.LONGER
    assert doubt_of(["Anna"], "Joanna came.", others) is None
    assert doubt_of(["Anna"], "Anna Weber met Anna.", others) is Doubt.NONE


@pytest.mark.parametrize("text", ["x", "ann", "Zelda ", "王小", "zelda-", "%20", "&amp;", "\u0301"])
def test_a_long_text_takes_time_in_proportion(text):
    sought = Sought(["Ann", "Zelda Quist", "王小明"], ["Zelda Smith", "Ann Smith"])
    began = process_time()
    sought.see(text * (250_000 // len(text)))
    assert process_time() - began < 2.5


letters = st.characters(categories=("Lu", "Ll", "Lo"))
names = st.lists(st.text(letters, min_size=3, max_size=8), min_size=1, max_size=3).map(" ".join)
around = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(names, around, around, st.sampled_from(("NFC", "NFD", "NFKC", "NFKD")))
def test_no_spelled_name_is_overlooked(name, before, after, form):
    text = unicodedata.normalize(form, before + name + after)
    for each in (text, text.upper(), text.casefold()):
        if name in each or len(name) > 5:
            assert Sought([name]).see(each) is not None
