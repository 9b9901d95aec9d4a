"""First names by usual gender, words that make a name a thing, capitalised words that are no name.

Names that both genders bear are left out: what is not here has an unknown gender and fits either
pronoun.
"""

from clew.minds.english.words.word_lists import word_list

__all__ = ["CAPITAL", "FEMALE", "MALE", "NOT_NAMES", "THINGS"]

CAPITAL = "[A-ZÀ-ÖØ-ÞĀĂĆČĎĐĒĘĚĞĢĪĮİĶĹĽŁŃŅŇŌŐŒŔŘŚŞȘŠŢȚŤŪŮŰŲŹŻŽ]"
"""A capital letter, for regular expressions of names."""

FEMALE = word_list("female")
MALE = word_list("male")
THINGS = word_list("things")
NOT_NAMES = word_list("not_names")
