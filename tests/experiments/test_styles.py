"""The experiment of ten styles: loading, remembering and counting."""

from experiments.styles import Told, count, load, told_by


def test_every_style_has_as_many_texts_as_the_others():
    for part, each in (("dev", 6), ("held_out", 3)):
        styles = [text.style for text in load(part)]
        assert len(set(styles)) == 10
        assert {styles.count(style) for style in styles} == {each}


def test_what_is_written_is_told_with_its_times():
    text = next(text for text in load("dev") if text.id == "markdown-1")
    assert Told("the well | is | 31 m deep", "2024-04-22", "") in told_by(text)


def test_a_fact_nobody_judged_counts_as_wrong():
    text = load("dev")[0]
    facts = [Told("a | is | b", "", ""), Told("c | is | d", "", ""), Told("e | is | f", "", "")]
    judged = {text.id: {"a | is | b": True, "c | is | d": False}}
    assert count([(text, facts)], judged) == {text.style: (1, 3), "all": (1, 3)}
