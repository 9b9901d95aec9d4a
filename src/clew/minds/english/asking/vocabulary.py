"""The English words of questions: function words, and nouns by what they are.

Data, to be extended freely. Words that reading needs too are in `clew.minds.english.words`.
"""

from clew.minds.english.asking.stems import word_set
from clew.minds.english.words import lexicon

__all__ = [
    "AUXILIARIES",
    "CHANGES",
    "DETERMINERS",
    "EXCLUSIVE_STATES",
    "FEMALE",
    "JOBS",
    "JOB_ENDINGS",
    "KIND_WORDS",
    "MALE",
    "MEMBERS",
    "NO_JOBS",
    "NO_PLACES",
    "PEOPLE",
    "PLACES",
    "PLACE_PREPOSITIONS",
    "PREPOSITIONS",
    "TITLES",
    "VAGUE_HOMES",
]

DETERMINERS = word_set("the a an his her its their my our your this that these those")
AUXILIARIES = word_set("having to").union(lexicon.AUXILIARIES)
PLACE_PREPOSITIONS = """
    in at on near inside under behind beside above below within to into over from beneath around
    outside towards next aboard""".split()  # noqa: SIM905
PREPOSITIONS = lexicon.PREPOSITIONS.union(PLACE_PREPOSITIONS)

TITLES = word_set("mr mrs ms miss dr doctor professor prof sir uncle aunt captain lady lord")

MALE = word_set(
    "brother father dad son husband uncle nephew grandfather grandpa grandson fiancé fiance"
    " chairman boyfriend king prince widower father-in-law son-in-law brother-in-law"
)
FEMALE = word_set(
    "sister mother mum mom daughter wife aunt niece grandmother grandma granddaughter fiancée"
    " fiancee chairwoman girlfriend queen princess widow mother-in-law daughter-in-law"
    " sister-in-law"
)
PEOPLE = word_set(
    "person people man woman men women child children boy girl student teacher employee worker"
    " member friend colleague scientist artist writer author doctor nurse engineer musician"
)
PLACES = word_set(
    "city town village country place street district region island room house building"
    " neighbourhood neighborhood state county continent location area"
)
NO_PLACES = word_set(
    "loan sale holiday holidays leave duty strike display time order business fire hand trial foot"
    " years months weeks days hours minutes season charge love trouble danger use need mind course"
)
"""Nouns that stand after "in", "on" or "at" and name no place ("on loan", "for forty years")."""
MEMBERS: dict[str, frozenset[str]] = {
    "instrument": word_set(
        "piano violin cello guitar flute drum drums trumpet clarinet saxophone harp viola organ"
        " accordion oboe banjo trombone bass lute recorder fiddle mandolin ukulele sitar zither"
        " tuba horn cornet bassoon bagpipes bagpipe xylophone keyboard harmonica"
        " concertina tambourine harpsichord marimba dulcimer bugle piccolo percussion"
    ),
    "sport": word_set(
        "tennis football soccer basketball chess hockey rugby cricket golf volleyball badminton"
        " swimming running rowing baseball handball squash climbing skiing judo karate boxing"
        " fencing cycling sailing gymnastics athletics archery netball darts snooker"
        " curling wrestling surfing skating riding bowls polo lacrosse hiking"
    ),
    "colour": word_set(
        "red blue green yellow white black brown grey gray orange purple pink golden silver"
        " violet turquoise beige crimson scarlet gold"
    ),
    "language": word_set(
        "english french german spanish portuguese italian dutch russian polish chinese japanese"
        " arabic hindi turkish greek swedish norwegian danish finnish czech hungarian romanian"
        " ukrainian korean latin hebrew welsh irish catalan basque mandarin"
    ),
    "pet": word_set(
        "dog cat rabbit hamster parrot horse goldfish turtle tortoise pony canary puppy kitten"
        " ferret bird fish snake"
    ),
    "vehicle": word_set(
        "car van bus lorry truck motorbike motorcycle scooter moped taxi tractor minibus pickup"
        " jeep camper"
    ),
}
MEMBERS["animal"] = MEMBERS["pet"] | word_set("goat sheep cow pig hen chicken donkey duck goose")
"""Kind noun -> words that are of that kind; decides "which instrument" where facts do not say."""

KIND_WORDS = word_set(
    "hospital clinic school college university academy museum gallery library archive theatre"
    " theater cinema hotel inn restaurant cafe café bakery bookshop shop store market pharmacy"
    " factory mill brewery farm studio laboratory lab institute observatory church cathedral"
    " bank newspaper magazine orchestra choir band club team ship boat garage office"
)
"""Kinds that a name shows or a fact states: "which hospital" wants proof that it is one."""

EXCLUSIVE_STATES = [
    word_set(line)
    for line in """open closed shut locked
    open closed shut
    locked unlocked
    on off
    alive dead
    empty full
    married single divorced unmarried
    hot cold
    clean dirty""".splitlines()
]
"""States that exclude one another: a fact with one of them answers "no" to another."""

CHANGES = {
    "live": word_set("moved moving move settled left flat house home rented returned"),
    "work": word_set("job hired joined left started quit resigned retired works working employed"),
    "place": word_set("moved put took brought hung stored kept lent carried placed hangs stands"),
    "own": word_set("gave sold lent borrowed bought took handed returned given left passed got"),
    "drive": word_set("sold bought replaced drives wrecked scrapped"),
    "lead": word_set("took became appointed elected replaced succeeded resigned retired left"),
    "chair": word_set("became elected replaced succeeded resigned retired chair"),
}

VAGUE_HOMES = word_set(
    "flat house apartment home room place building town village city country cottage floor"
)

JOBS = word_set(
    "nurse vet surgeon cook chef pilot judge clerk guide guard monk nun priest spy coach mechanic"
    " architect model midwife poet sailor tailor soldier police waitress actress seamstress"
    " accountant consultant assistant attendant civil-servant servant merchant sergeant lieutenant"
    " dentist attorney student pupil apprentice trainee intern agent superintendent president"
    " blacksmith locksmith goldsmith silversmith smith shipwright playwright cartwright"
    " barista critic cleric bishop cardinal rabbi imam mayor warden major colonel scout"
    " shepherd steward"
    " herald courier ambassador diplomat athlete acrobat scribe sheriff detective paramedic"
    " au-pair ceo umpire lumberjack bursar vicar registrar"
)

JOB_ENDINGS = tuple(
    """
    er or ist ian eer ier yer man woman maid maker wright smith monger herd guard
    hand""".split()  # noqa: SIM905
)
NO_JOBS = word_set(
    "member partner owner neighbour neighbor winner teenager foreigner stranger newcomer number"
    " supplier customer lover volunteer beginner elder order paper computer water winter summer"
    " river corner tower cellar center other former later younger older bigger smaller taller"
    " survivor visitor resident founder donor sponsor debtor minor junior senior"
    " outsider insider villager islander pensioner believer smoker drinker speaker vegetarian"
    " christian italian russian norwegian hungarian austrian australian canadian brazilian"
    " ukrainian romanian bulgarian indian iranian egyptian human german roman norman"
    " londoner berliner viennese widower victor peter setter retriever terrier pointer hamster"
    " rooster oyster lobster spider panther tiger leader finisher starter keeper commuter"
    " holder heir scooter roller cooler printer freezer super clever eager proper sober"
    " bachelor spinster sister-in-law brother-in-law passenger prisoner container"
    " superior inferior major-general atheist optimist pessimist tourist"
)
