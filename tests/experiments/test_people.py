"""Who is who: the dialogues, their loader, the scorer, the scripted readers and the command."""

import json
from importlib.resources import files
from itertools import combinations

import pytest

from clew.errors import UsageError
from clew.learn.tasks import Extract, Extraction
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from experiments.people.command import model_for, remembered, report
from experiments.people.dialogues import PARTS, Dialogue, load, parsed
from experiments.people.scoring import Placed, findings, placed, totals

TWO = """\
# two-annas | two Annas | mail
> 2024-01-01 mail
Anna Weber lives in Oslo. Everybody calls her Nan.
@ Anna Weber = weber: lives in | Oslo
@ Nan = weber
= Anna Weber | Nan
> 2024-01-02 mail
Anna Pohl lives in Graz.
@ Anna Pohl = pohl: lives in | Graz
> 2024-01-03 mail
Nan owns a boat. Anna likes tea.
@ Nan = weber: owns | a boat
@ Anna ? weber pohl: likes | tea
# two-toms | two Toms | diary
> 2024-01-01 diary
Tom Ashby works at the mill.
@ Tom Ashby = ashby: works at | the mill
> 2024-01-02 diary
Tom Kerr works at the quay.
@ Tom Kerr = kerr: works at | the quay
"""


def put(dialogue: Dialogue, *, together: bool) -> list[Placed]:
    """Return the mentions all in one entity, or each in its own."""
    mentions = [(n, one) for n, text in enumerate(dialogue.texts) for one in text.mentions]
    return [
        Placed(number, one, 1 if together else own) for own, (number, one) in enumerate(mentions)
    ]


def test_there_are_enough_dialogues_of_enough_situations_in_each_part():
    for part in PARTS:
        found = load(part)
        assert len(found) >= (60 if part.startswith("others") else 100)
        assert len({one.situation for one in found}) >= 40
        if not part.startswith("others"):
            assert {one.style for one in found} >= {"chat", "mail", "notes", "diary", "prose"}


@pytest.mark.parametrize("part", [one for one in PARTS if one.endswith("held_out")])
def test_no_text_that_is_held_out_is_in_another_part(part):
    held_out, others = (
        {text.text for each in parts for one in load(each) for text in one.texts}
        for parts in ([part], [one for one in PARTS if one != part])
    )
    assert not held_out & others


def test_no_name_of_our_own_held_out_part_is_in_what_its_writer_looked_at():
    first, second = (
        {each.name.casefold() for part in parts for one in load(part)
         for text in one.texts for each in text.mentions}
        for parts in (["held_out"], ["dev", "registers", "fresh"])
    )  # fmt: skip
    assert not first & second


@pytest.mark.parametrize("part", PARTS)
def test_the_table_in_the_readme_counts_what_is_there(part):
    found = load(part)
    texts = [text for one in found for text in one.texts]
    mentions = [each for text in texts for each in text.mentions]
    undecided = sum(not each.decided for each in mentions)
    cells = (f"`{part}`", len(found), len(texts), len(mentions), undecided)
    page = (files("experiments.people") / "README.md").read_text(encoding="utf-8")
    assert "| " + " | ".join(map(str, cells)) + " |" in page


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("@ Nan = weber\n", "@ Nancy = weber\n", "stands in its text, got 'Nancy'"),
        ("| Graz", "| Linz", "stands in its text, got 'Linz'"),
        ("@ Nan = weber\n", "@ Nan weber\n", "'@ name = person: relation | object'"),
        ("@ Nan = weber\n", "@ Nan = weber pohl\n", "one person after '='"),
        ("= Anna Weber | Nan", "= Anna Weber Nan", "'= name | alias'"),
        ("> 2024-01-02 diary", "> yesterday diary", "'> day source'"),
        ("> 2024-01-03 mail", "> 2023-01-03 mail", "in the order of their days"),
        ("two-toms", "two-annas", "an id for each dialogue"),
        ("# two-toms | two Toms", "# two-toms", "'# id | situation | style'"),
    ],
)
def test_a_file_that_breaks_the_format_is_refused(before, after, message):
    with pytest.raises(UsageError, match=message.replace("|", r"\|")):
        parsed(TWO.replace(before, after))


def test_an_unknown_part_is_refused():
    with pytest.raises(UsageError, match="others, held_out, others_held_out; got 'test'"):
        load("test")


def test_a_memory_that_merges_everything_is_wrong():
    counts = totals(each for one in parsed(TWO) for each in findings(put(one, together=True)))
    assert (counts["merged"], counts["linked"], counts["missed"]) == (3 + 1, 3, 0)
    assert counts["apart"] == 0


def test_a_memory_that_merges_nothing_links_nothing():
    counts = totals(each for one in parsed(TWO) for each in findings(put(one, together=False)))
    assert (counts["merged"], counts["linked"], counts["missed"]) == (0, 0, 3)


def test_a_mention_that_cannot_be_decided_counts_only_with_somebody_it_cannot_be():
    dialogue = parsed(TWO.replace("Anna ? weber pohl", "Anna ? weber"))[0]
    verdicts = {
        (one.one.mention.name, one.other.mention.name): one.verdict
        for one in findings(put(dialogue, together=True))
    }
    assert verdicts["Anna Pohl", "Anna"] == "guessed"
    assert ("Nan", "Anna") not in verdicts


def test_a_mention_without_an_entity_is_not_linked():
    first, second = (Placed(n, parsed(TWO)[0].texts[0].mentions[0], None) for n in (0, 1))
    assert [one.verdict for one in findings([first, second])] == ["missed"]


@pytest.mark.parametrize("model", ["told", "shown", "ideal"])
def test_a_reader_that_is_perfect_leaves_nothing_to_tell_apart(model):
    found = [(one, findings(remembered(one, model))) for one in parsed(TWO)]
    figures = report(found)
    assert (figures["wrong_merges"], figures["right_link_share"]) == (0, 1.0)
    assert (figures["undecided_mentions"], figures["undecided_linked_wrongly"]) == (1, 0)


def test_the_order_of_arrival_can_be_reversed():
    one = parsed(TWO)[0]
    forth, back = (remembered(one, "ideal", reverse=reverse) for reverse in (False, True))
    assert [each.mention for each in forth] == [each.mention for each in back]
    for pairs in (combinations(each, 2) for each in (forth, back)):
        shared = [a.entity == b.entity for a, b in pairs if a.mention.decided and b.mention.decided]
        assert shared == [True, False, True, False, True, False]


def test_only_the_ideal_reader_knows_what_the_earlier_texts_say():
    dialogue = parsed(TWO.replace("= Anna Weber | Nan", "~ Anna Weber | Nan"))[0]
    text = dialogue.texts[0]
    task = Extract(text=text.text, at=text.at)
    aliases = {}
    for model in ("told", "ideal"):
        reply = model_for(model, dialogue).run([task])[0].value
        assert isinstance(reply, Extraction)
        aliases[model] = [(one.name, one.alias) for one in reply.aliases]
    assert aliases == {"told": [], "ideal": [("Anna Weber", "Nan")]}


NOBODY_TELLS = """\
# two-berits | two Berits | notes
> 2024-01-01 one
Berit Lund works at Norlux.
@ Berit Lund = lund: works at | Norlux
> 2024-01-02 two
My cousin Berit lives in Graz.
@ Berit = cousin: lives in | Graz
> 2024-01-03 three
Berit from Norlux likes tea.
@ Berit = lund: likes | tea
> 2024-01-04 four
B. Lund-Hall, our Berit from Norlux, likes jazz.
@ B. Lund-Hall = lund: likes | jazz
"""


@pytest.mark.parametrize(("model", "merged", "linked"), [("told", 2, 1), ("shown", 0, 3)])
def test_a_reader_that_is_shown_known_names_tells_them_apart(model, merged, linked):
    figures = report([(one, findings(remembered(one, model))) for one in parsed(NOBODY_TELLS)])
    assert (figures["wrong_merges"], figures["right_links"]) == (merged, linked)
    assert figures["pairs_of_one_person"] == 3


def test_a_fuller_name_that_a_reader_chose_is_found_by_its_fact():
    dialogue = parsed(TWO)[1]
    texts = ["Thomas Tom Ashby works at the mill.", "Tom Kerr works at the quay."]
    with Memory.open(":memory:", embedder=None, model="rules") as memory:
        episodes = [memory.remember(text, at=dialogue.texts[0].at).episode for text in texts]
        assert None not in [one.entity for one in placed(memory, dialogue, episodes)]


def test_the_command_prints_figures_and_what_went_wrong(experiment):
    ran = experiment("people", "--limit", "12", "--list", "--json")
    assert ran.code == 0
    *shown, last = ran.out.splitlines()
    figures = json.loads(last)
    assert figures["dialogues"] == 12
    assert 0 < figures["right_links"] <= figures["pairs_of_one_person"]
    listed = [line.split()[0] for line in shown]
    assert "missed" in listed
    assert listed.count("merged") == figures["wrong_merges"]
    assert listed.count("missed") == figures["pairs_of_one_person"] - figures["right_links"]


@pytest.mark.parametrize("part", ["held_out", "others_held_out"])
def test_what_is_held_out_is_not_listed(part, experiment):
    ran = experiment("people", "--part", part, "--list")
    assert (ran.code, "for totals only" in ran.err) == (2, True)


def test_a_mention_without_a_fact_is_found_by_its_thesis():
    dialogue = parsed(TWO.replace("@ Tom Kerr = kerr: works at | the quay", "@ Tom = kerr"))[1]
    theses = [{"text": "Tom is named", "entities": ["Tom Kerr"]}]
    model = ScriptedModel([{}, {"theses": theses}])
    with Memory.open(":memory:", embedder=None, model=model) as memory:
        episodes = [memory.remember(one.text, at=one.at).episode for one in dialogue.texts]
        places = placed(memory, dialogue, episodes)
        assert [one.entity for one in places] == [None, memory.entity("Tom Kerr").id]
