"""A question put to the English rules over a memory made by hand."""

from clew.ask.asking import Asking
from clew.ask.tasks import AnswerReply
from clew.minds.english.asking.answer_rules import answer_question
from clew.minds.english.asking.needed_facts import gather
from clew.recall.query import read_question
from tests.ask.worlds import TimedPlain

__all__ = ["answer"]


def answer(view: TimedPlain, question: str) -> AnswerReply:
    """Answer a question from the evidence that the rules look for."""
    return answer_question(gather(view, read_question(question), Asking()))
