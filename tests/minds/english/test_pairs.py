"""Replacements a model names are taken only when they name what it was shown."""

from clew.learn.revisions import pairs_of
from clew.learn.tasks import Candidate, Replacement, Replacements


def candidate(number):
    return Candidate(number, "Anna lives in Oslo", None, None)


def test_a_statement_is_never_replaced_by_an_earlier_one_of_its_text():
    shown = [candidate(7), candidate(-1), candidate(-2)]
    reply = Replacements(pairs=(Replacement(old=-2, new=0), Replacement(old=-1, new=1)))
    assert pairs_of(reply.pairs, range(2), shown) == ({1: [-1]}, [])


def test_what_was_not_shown_is_told_as_wrong():
    reply = Replacements(pairs=(Replacement(old=8, new=0), Replacement(old=7, new=0)))
    rivals, wrong = pairs_of(reply.pairs, range(1), [candidate(7)])
    assert rivals == {0: [7]}
    assert len(wrong) == 1
