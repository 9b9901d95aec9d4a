"""English prose to facts, theses and other names, with word lists and rules only.

A text is taken apart by layout (`layout`); every sentence becomes a thesis. Facts come only from
prose sentences that state something in their writer's own word (`claims`), that were parsed without
a word left over (`clause_reader`), and whose names and relations a reader would understand alone
(`fact_checks`). Pronouns are replaced where one antecedent is possible (`antecedents`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from clew.learn.tasks import Extract, ExtractedFact, ExtractedThesis, Extraction
from clew.llm.rules import Partial
from clew.minds.english.parsing.clause_reader import parse_light
from clew.minds.english.parsing.clause_types import Clause, Triple
from clew.minds.english.parsing.left_out import with_left_out
from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.reading.claims import (
    first_doubt,
    instructs,
    is_question,
    supposes,
    tells_of,
    told_by,
    without_speech,
)
from clew.minds.english.reading.clause_facts import (
    clause_aliases,
    clause_facts,
    denied_facts,
    phrase_facts,
)
from clew.minds.english.reading.clause_links import UNTRUE, linked, share_times
from clew.minds.english.reading.consequences import as_meant, beside_others
from clew.minds.english.reading.couples import each_owner, owners
from clew.minds.english.reading.cut_phrases import without_cut
from clew.minds.english.reading.draft_of_text import DraftOfText as _Draft
from clew.minds.english.reading.fact_checks import is_sound
from clew.minds.english.reading.fact_times import (
    dated_facts,
    is_plan,
    lasted,
    planned_date,
    stale_from,
    time_fact,
    to_come,
)
from clew.minds.english.reading.heading import heading_of, with_whole_heading
from clew.minds.english.reading.layout import Block, Form, lay_out
from clew.minds.english.reading.messages.chat_words import (
    with_speaker,
    without_listener,
    without_opener,
)
from clew.minds.english.reading.messages.corrections import corrected
from clew.minds.english.reading.misread.article_topic import person_told_of
from clew.minds.english.reading.misread.misread_clauses import without_misread
from clew.minds.english.reading.misread.things_meant import with_things_meant
from clew.minds.english.reading.nameless import of_its_text, text_mark
from clew.minds.english.reading.nameless_people import family_heard, of_speaker
from clew.minds.english.reading.names_told.told_names import ToldNames
from clew.minds.english.reading.naming import Naming, is_titled, no_people, people_among, told_twice
from clew.minds.english.reading.plain_phrases import one_line, plain_phrases, without_label
from clew.minds.english.reading.pronouns import capital_as
from clew.minds.english.reading.sentences import split_sentences
from clew.minds.english.reading.settled import settled
from clew.minds.english.reading.shown.lives_told import ages_told, lives_told
from clew.minds.english.reading.shown.named_things import things_of, things_told
from clew.minds.english.reading.shown.shown_people import shown_people
from clew.minds.english.reading.shown.told_apart import several_of_kind, without_either
from clew.minds.english.reading.told_ends import ends_of_told
from clew.minds.english.words.dates import TimeSpan, find_times
from clew.minds.english.words.lexicon import KIN, RELATIVES
from clew.minds.english.words.other_names import nicknames, renamed
from clew.regex import Regex

__all__ = ["read_prose"]

_FIRST_PERSON = Regex(r"\b(?:I|[Mm]y|[Mm]e)\b")
_OURS = frozenset({"we", "us", "our"})
_TOGETHER = Regex(r"(?:lives?|lived|moved)\b.*|is the (?:\w+ )?(?P<kin>[\w-]+) of")
"""What "we" do or have together is said of "I" as well: where they live, who their child is."""
_NOT_OF = r"\b[Oo]ur (?!own\b|(?:[\w-]+ )?(?:(?:{})s?|children|kids?)\b)"
_OUR = {
    several: Regex(_NOT_OF.format("|".join(sorted(words))))
    for several, words in ((True, RELATIVES), (False, KIN))
}
"""By whether nobody says "I": "our coach" is then the coach of those the text is about."""
_BRACKET = Regex(r" ?\(([^()]{0,200})\)|\[[^\[\]]{0,60}\]")
_BEFORE_THAT = Regex(r"^(?:Before (?:that|then)|Until then|Earlier),? (?=[a-zA-Z]+ )")
_MAX_NAME, _MAX_THESIS = 300, 2000
_WITHIN = Regex(r"\b(?:that|who|whom|whose|which|when|while|where|during)\b", re.IGNORECASE)
"""What a state may be told beside another one: "Tom met Anna, who worked at Bask"."""
_FEW, _NEAR = 8, 60
"""So many clauses back a verb may stand under another; so many facts back "she resigned" means."""


def read_prose(task: Extract) -> Partial:
    """Return what a text says and what could not be read; never raises because of its content.

    Relative times count from the time of its episode; a step axis gets no dates. The texts just
    before only supply antecedents, the source only tells nameless things of texts apart.
    """
    cast, known, last = Cast(), list[Triple](), list[ExtractedFact]()
    cast.heard = family_heard([*task.context, task.text])
    cast.about = person_told_of(task.text)
    for earlier in task.context[-2:]:
        before = _Draft(task.at, cast, Naming(cast, earlier), ToldNames(""))
        _read(earlier[-1500:], before)
        known += [one for one, _ in before.pending]
        last = [one for _, one in before.pending] or last
        cast.namesakes |= {one for one in things_told(earlier[-1500:]) if " " not in one}
    cast.forget_things(task.text, shown := shown_people(task.text))
    cast.namesakes |= (things := things_told(task.text))
    twice = told_twice("\n".join([*task.context[-2:], task.text]))
    naming = Naming(cast, task.text, twice, text_mark(task), shown=shown)
    draft = _Draft(task.at, cast, naming, ToldNames(task.text), known=known, earlier=last)
    draft.several = several_of_kind(task.text)
    _read(task.text, draft)
    naming.tell(renamed(task.text), task.text)
    note = len(draft.theses) == 1 and not (task.context or draft.tale or _WITHIN.search(task.text))
    told = with_things_meant(draft.pending, task.text)
    facts = settled(told, task.text, present=draft.present, note=note)
    seen = [one for one in (*cast.people, *draft.people) if len(one) <= _MAX_NAME]
    nobody, things = cast.namesakes | cast.no_people, draft.things | things
    extraction = Extraction(
        facts=facts,
        theses=tuple(draft.theses),
        aliases=tuple(draft.aliases()),
        people=people_among(seen, facts, nobody, draft.naming, lives_told(task.text, task.at)),
        things=tuple(sorted(one for one in things if len(one) <= _MAX_NAME)),
        all_people=True,
    )
    return Partial(extraction, tuple(draft.losses))


def _read(text: str, draft: _Draft) -> None:
    draft.heading = draft.cast.heading = heading_of(text)
    layout = lay_out(text)
    letter = layout.letter
    draft.instructing = letter is None and instructs(split_sentences(text))
    draft.naming.several = _FIRST_PERSON.search(text) is None
    if letter is not None:
        draft.cast.speak(letter.reader)
        draft.cast.speak(letter.writer)
        draft.cast.plural = letter.mail
        draft.naming.several = draft.naming.several or letter.mail
        if letter.tie:
            tie = Triple(letter.writer, f"is the {letter.tie} of", letter.reader, state=True)
            fact = draft.extracted(subject=tie.subject, relation=tie.relation, object=tie.object)
            draft.pending += [(tie, fact)] if fact else []
    for block in layout.blocks:
        _read_block(block, draft)
    if letter is not None:
        draft.cast.hush()


def _read_block(block: Block, draft: _Draft) -> None:
    if block.form is Form.TITLE:
        draft.cast.topic(block.text)
        return
    if block.speaker:
        draft.present = True  # who speaks tells no story: "I was afraid"
        draft.cast.speak(block.speaker)
        draft.naming.hear(block.speaker, block.text)
    voices = draft.cast.speaker, draft.cast.listener
    if block.quoted:
        draft.cast.hush()
    number = len(draft.theses)
    for sentence in split_sentences(block.text):
        _read_sentence(sentence, block.form, draft)
    draft.cast.speaker, draft.cast.listener = voices
    told, who = draft.theses[number:], draft.naming.meant.get(block.speaker, block.speaker)
    if who and told and not any(who in one.entities for one in told):
        draft.people[who] = None  # who only speaks is somebody, too
        draft.theses[number] = told[0].model_copy(update={"entities": (who, *told[0].entities)})


def _read_sentence(raw: str, form: Form, draft: _Draft) -> None:
    then = f"Before {draft.fresh} " if draft.fresh else "Previously "
    said = _BEFORE_THAT.sub(then, one_line(raw))
    sentence = with_speaker(without_opener(said), draft.cast.speaker)
    if not any(letter.isalpha() for letter in sentence):
        return
    if form is Form.CODE:
        _read_line(said, draft)
        return
    if _corrects(said, draft):
        return
    other_names = draft.told.hear(sentence, draft.cast.speaker)
    resolved = draft.cast.resolve(sentence)
    whole = with_whole_heading(without_speech(resolved.text), draft.heading)
    spoken = capital_as(with_left_out(plain := plain_phrases(without_label(whole))), sentence)
    spoken = without_listener(spoken) if draft.cast.speaker else _of_theirs(spoken, draft)
    if is_question(sentence):
        draft.naming.tell(other_names, sentence)  # in passing: "Has Ida, alias Dot, left?"
        _read_question(spoken, form, draft)
        return
    draft.naming.said, whole = resolved.text, spoken
    spoken, untrue = UNTRUE.subn(lambda found: found[1].upper(), _BRACKET.sub("", spoken))
    times, losses = find_times(spoken, draft.at, draft.anchor)
    draft.losses.extend(losses)
    draft.spoken, parse = spoken, parse_light(spoken, times)
    clauses = linked([*map(draft.cast.owners.told, parse.clauses)], turns=bool(untrue))
    stated = told_by(clauses, spoken, parse, draft.heading) if form is Form.PROSE else []
    told, sure = [_as_told(one, sentence, draft) for one in stated], len(stated) == len(clauses)
    draft.supposed = supposes(spoken)
    beside = nicknames(whole, sentence) if sure or first_doubt(whole) is None else ()
    aliases = (pair for one in told for pair in clause_aliases(one))
    draft.naming.tell((*beside, *other_names, *aliases), sentence)
    shown = of_speaker(
        said[: max(len(said) - len(sentence), 0)] + resolved.shown,
        draft.cast.speaker,
        draft.cast.heard,
    )
    _collect(shown, clauses, told, times, _names(parse.names, spoken, plain), draft)
    if form is Form.PROSE and not sure:
        _collect_kin(clauses, draft)
    draft.cast.note(clauses)
    _remember_date(times, draft)


def _of_theirs(spoken: str, draft: _Draft) -> str:
    """Return "the coach" for "our coach" where nobody says "I"."""
    our = _OUR[draft.naming.several]
    return our.sub(lambda found: "The " if found.start() == 0 else "the ", spoken)


def _names(told: Sequence[str], spoken: str, plain: str) -> tuple[str, ...]:
    """Return the names told in a sentence, and those of a bracket or half that is not read."""
    dropped = parse_light(plain, ()).names if len(spoken) < len(plain) else ()
    return (*told, *(one for one in dropped if one not in spoken))


def _corrects(said: str, draft: _Draft) -> bool:
    """Take back what a sentence corrects, add what is told in its place; say whether it does."""
    pairs = corrected(said, [one for _, one in draft.pending[-_NEAR:]] or draft.earlier, draft.at)
    if not pairs:
        return False
    number, here = len(draft.theses), (draft.naming.text, draft.naming.mark)
    wrong = [old for old, _ in pairs]
    near = draft.pending[-_NEAR:]
    kept = [one for one in near if one[1] not in wrong]
    own, draft.pending[-_NEAR:] = len(kept) < len(near), kept
    for fact, over in [pair for old, new in pairs for pair in ((old, True), (new, False))]:
        subject, thing = of_its_text(fact.subject, *here), fact.object
        told = {"subject": subject, "thesis": number, "ended": over, "denied": over}
        triple = Triple(subject, fact.relation, thing, ended=over, state=True)
        if not (own and over):
            draft.pending.append((triple, fact.model_copy(update=told)))
    names = tuple(dict.fromkeys(one for _, new in pairs for one in (new.subject, new.object)))
    draft.theses.append(ExtractedThesis(text=said[:_MAX_THESIS], entities=names))
    return True


def _read_question(spoken: str, form: Form, draft: _Draft) -> None:
    """Read a question, which states nothing; but "it" may mean what it asked about."""
    clauses = parse_light(spoken, ()).clauses
    draft.supposed, draft.naming.said = False, spoken
    draft.cast.note(clauses)
    if form is Form.PROSE:
        _collect_kin(clauses, draft)


def _as_told(clause: Clause, sentence: str, draft: _Draft) -> Clause:
    return tells_of(clause, sentence, supposed=draft.supposed, instructing=draft.instructing)


def _read_line(line: str, draft: _Draft) -> None:
    """Add the thesis of a line that is no prose, and whom it names."""
    names = draft.naming.in_line(without_opener(line))
    draft.people |= dict.fromkeys(names)
    draft.theses.append(ExtractedThesis(text=line[:_MAX_THESIS], entities=names))


def _remember_date(times: Sequence[TimeSpan], draft: _Draft) -> None:
    draft.fresh = None
    for span in times:
        if span.first and span.prep != "for":
            draft.anchor = draft.fresh = date.fromisoformat(span.first)


def _collect(
    shown: str,
    clauses: Sequence[Clause],
    stated: Sequence[Clause],
    times: Sequence[TimeSpan],
    named: Sequence[str],
    draft: _Draft,
) -> None:
    """Add one sentence's thesis, facts and aliases to the draft."""
    number, begun = len(draft.theses), len(draft.pending)
    found: list[ExtractedFact] = []
    draft.things.update(*map(things_of, clauses))
    unlikely = set().union(*map(no_people, clauses)) - draft.naming.shown
    draft.cast.namesakes |= draft.things | unlikely
    draft.pending += _ages(shown, draft) if any(one.asserted for one in stated) else ()
    shared = share_times(stated, times, draft.spoken)
    for at, (clause, own) in enumerate(zip(stated, shared, strict=True)):
        draft.tale |= any(clause.start < one.start for one in clause.subjects)
        draft.present |= clause.tense == "present" and not clause.perfect and clause.asserted
        whole = without_cut(as_meant(clause, own), draft.spoken)
        clause = without_misread(whole, draft.spoken, stated[max(at - _FEW, 0) : at])
        beside = replace(clause, preps=whole.preps)  # their names may tell something by themselves
        clause = without_either(beside_others(clause, draft.spoken), draft.several)
        triples = [*clause_facts(clause)] or [*denied_facts(clause, own)]
        near = [*draft.known, *(one for one, _ in draft.pending[-_NEAR:])]
        triples += ends_of_told(clause, near, [one for one, _ in draft.pending[begun:]])
        dated = [*dated_facts(clause, own, draft.spoken, has_facts=bool(triples))]
        told = [one for t in [*triples, *dated, *phrase_facts(beside)] for one in each_owner(t)]
        for triple in told:
            fact = _fact(triple, clause, () if triple.timeless else own, number, draft)
            if fact is not None:
                found.append(fact)
                draft.pending.append((triple, fact))
    draft.theses.append(
        ExtractedThesis(
            text=shown[:_MAX_THESIS],
            entities=_entities(clauses, found, named, draft),
            valid_from=_thesis_start(found, draft),
            valid_to=None if found else stale_from(clauses, times, draft.today),
        )
    )


def _ages(shown: str, draft: _Draft) -> Iterator[tuple[Triple, ExtractedFact]]:
    """Yield the ages in brackets of a sentence that is added: "two sons, Jo (9) and Max (5)"."""
    for name, age in ages_told(shown):
        triple = Triple(draft.naming.full(name), "is", age, state=True)
        said = {"subject": triple.subject, "relation": "is", "object": age}
        fact = draft.extracted(**said, thesis=len(draft.theses))
        yield from [(triple, fact)] if fact else []


def _collect_kin(clauses: Sequence[Clause], draft: _Draft) -> None:
    """Add who is whose sister: a question takes that for granted ("how is our sister Eva?")."""
    for clause in clauses:
        for triple in phrase_facts(clause):
            if triple.relation != "is":
                fact = _fact(triple, clause, (), None, draft)
                draft.pending.extend([(triple, fact)] if fact else [])


def _thesis_start(facts: Sequence[ExtractedFact], draft: _Draft) -> str | None:
    """Return when a sentence starts to hold: the earliest date of its facts, if not in the future.

    A sentence that names its own times ("until 2015") stays true, so a thesis has no end.
    """
    starts = [f.valid_from for f in facts if f.valid_from not in {None, "unknown"}]
    start = min((one for one in starts if one), default=None)
    return start if start is not None and start <= draft.today else None


def _fact(
    triple: Triple, clause: Clause, times: Sequence[TimeSpan], number: int | None, draft: _Draft
) -> ExtractedFact | None:
    """Make the extracted fact, or count what cannot be one."""
    together = _TOGETHER.fullmatch(triple.relation)
    shared = together is not None and (together["kin"] or "son") in KIN
    ours = _OURS & {triple.subject.lower(), triple.object.lower()}
    if ours and not shared and (draft.cast.speaker or triple.subject.lower() != "we"):
        return None  # who speaks says "we" of anybody; who writes a note, of those it is about
    if lasted(triple, clause, times):
        triple = replace(triple, ended=True, past=False)
    subject, obj = draft.naming.ends(triple.subject, triple.object)
    relation = triple.relation.strip()
    if not (subject and relation and obj) or subject.lower() == obj.lower():
        return None
    if not is_sound(replace(triple, subject=subject, object=obj)):
        return None
    here = draft.naming.text, draft.naming.mark, clause
    subject, obj = of_its_text(subject, *here), of_its_text(obj, *here, acts=False)
    valid_from, valid_to = time_fact(triple, clause, times)
    planned = planned_date(triple, clause, times, draft.today) if not valid_to else None
    if clause.tense == "future" and not (planned or valid_to or (triple.state and times)):
        return None
    if is_plan(triple, clause):
        if triple.ended or not planned:
            return None  # what a plan would end goes on, until somebody says that it came true
        relation = to_come(relation)
    elif clause.tense == "future" and not triple.state:
        relation = to_come(relation)
    return draft.extracted(
        subject=subject, relation=relation, object=obj,
        valid_from=None if planned else valid_from, valid_to=valid_to,
        ended=triple.ended, denied=clause.negated and not triple.timeless, planned_for=planned,
        thesis=number
    )  # fmt: skip


def _entities(
    clauses: Sequence[Clause], facts: Sequence[ExtractedFact], named: Sequence[str], draft: _Draft
) -> tuple[str, ...]:
    """Return the names a sentence is about: those of its facts, then other proper names."""
    names: dict[str, None] = {}
    for fact in facts:
        names[fact.subject] = names[fact.object] = None
    for clause in clauses:
        for phrase in clause.phrases:
            for name in (phrase.name if phrase.named else "", phrase.owner, phrase.of):
                for one in owners(name):
                    if one[:1].isupper() and len(one) <= _MAX_NAME:
                        names[draft.naming.full(one)] = None
            draft.people |= dict.fromkeys([phrase.owner] if phrase.head in KIN else [])
        doing = (one.name for one in clause.subjects if one.named)
        draft.people |= dict.fromkeys(map(draft.naming.full, doing))
    known = " | ".join(names)
    draft.people |= dict.fromkeys(one for one in named if draft.naming.said.startswith(one))
    apart = dict.fromkeys(one for name in named if (one := draft.naming.apart(name)))
    draft.people |= apart
    names |= apart | dict.fromkeys(draft.naming.full(one) for one in named if one not in known)
    full = draft.cast.full_name
    draft.people |= dict.fromkeys(one for one in names if is_titled(one) or full(one) != one)
    return tuple(one for one in names | draft.naming.beside(names) if 0 < len(one) <= _MAX_NAME)
