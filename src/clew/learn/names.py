"""First names by usual gender, words that make a name a thing, capitalised words that are no name.

Short lists on purpose: a name that is not here has an unknown gender and fits either pronoun.
"""

__all__ = ["CAPITAL", "FEMALE", "MALE", "NOT_NAMES", "THINGS"]

CAPITAL = "[A-ZÀ-ÖØ-ÞĀĂĆČĎĐĒĘĚĞĢĪĮİĶĹĽŁŃŅŇŌŐŒŔŘŚŞȘŠŢȚŤŪŮŰŲŹŻŽ]"
"""A capital letter, for regular expressions of names."""

FEMALE = frozenset(
    """
    ada agnes aisha alice alexandra amanda amelia amy ana angela anita ann anna anne anya astrid
    audrey barbara beatrice bella betty brenda brigitte camila carla carmen carol caroline
    catherine cecilia charlotte chiara christina christine claire clara claudia daniela deborah
    diana dora dorothy edith elena elizabeth ella ellen elsa emily emma erika esther eva evelyn
    fatima fiona florence frida gabriela gloria grace greta hanna hannah harriet heather heidi
    helen helena ida ines ingrid irene iris isabel isabella ivy jane janet jasmine jean jennifer
    jessica joan joanna judith julia julie karen karin kate katherine kathleen katie laura lena
    leila lily linda lisa lucia lucy lydia madeleine mae maja margaret maria marie marta martha
    mary maya megan melanie melissa mia michelle mila mira miriam molly monica nadia nancy naomi
    natalia natalie nina nora olga olivia paula pamela patricia petra priya rachel rebecca rita
    rosa rose ruth sandra sara sarah sofia sonia sophia sophie stella susan sylvia teresa tina
    ursula valentina vera victoria virginia wendy yasmin yuki zoe""".split()  # noqa: SIM905
)
MALE = frozenset(
    """
    aaron abdul adam adrian ahmed alan albert alexander alfred ali anders andreas andrew anthony
    antonio arthur ben benjamin bernard bill bob boris brian bruno carl carlos charles chris
    christian christopher claude daniel dave david dennis diego dmitri donald douglas edgar
    edward emil eric erik ernest ethan eugene felix fernando francesco francis frank franz fred
    frederick gabriel gary george gerald giovanni gordon greg gustav hans harold harry hassan
    henrik henry herbert hugo ian ibrahim igor isaac ivan jack jacob jake james jan jason jeff
    jens jeremy jim joe joel johan john jonas jonathan jorge jose joseph josh juan julian karl
    keith ken kenji kevin klaus kurt lars leo leon leonard lorenzo louis luca lucas luis luke
    magnus marc marco marcus mario mark markus martin matt matteo matthew max michael miguel
    mike mohamed mohammed nathan neil nicholas nick nikolai noah oliver omar oscar otto pablo
    patrick paul pedro per peter philip pierre rafael ralph ravi raymond richard rob robert
    roger roland ronald samuel scott sean sebastian sergei simon stefan stephen steve steven
    sven theo theodore thomas tim tobias tom tony victor viktor vincent vladimir walter werner
    will william wolfgang yusuf""".split()  # noqa: SIM905
)
THINGS = frozenset(
    """
    company inc ltd corp corporation university college school institute bank museum hotel
    hospital theatre theater airport station river lake mount mountain island street road avenue
    square park church cathedral castle palace tower bridge hall library press records studio
    studios band orchestra club team party council committee ministry department agency
    foundation society association union league cup award prize festival war battle treaty act
    film album song book novel project server app labs systems group airlines motors bakery cafe
    restaurant press gazette times journal magazine observatory telescope laboratory lab academy
    lyceum clinic office hall room cafe café factory farm mill mine port dock ship boat bus
    train line channel radio network software lenses optics trust charity fund centre center
    court county province region state city town village kingdom empire republic republics
    district valley hills forest bay sea ocean cape coast peninsula harbour harbor gallery
    garden gardens market house""".split()  # noqa: SIM905
)
NOT_NAMES = frozenset(
    """
    the a an this that these those it he she they we you i his her its their my our your in on
    at after before when while since until if although because then there here but and or so as
    for from with by to of not no yes january february march april may june july august
    september october november december monday tuesday wednesday thursday friday saturday sunday
    """.split()  # noqa: SIM905
)
