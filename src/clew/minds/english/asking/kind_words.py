"""Nouns by what they are: people, places, instruments, states. Data, to be extended freely."""

from clew.minds.english.asking.stems import word_set

__all__ = [
    "EXCLUSIVE_STATES",
    "FEMALE",
    "KIND_WORDS",
    "MALE",
    "MEMBERS",
    "NO_PLACES",
    "PEOPLE",
    "PLACES",
]

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
    "animal": word_set(
        "dog cat rabbit hamster parrot horse goldfish turtle tortoise pony canary puppy kitten"
        " ferret bird fish snake goat sheep cow pig hen chicken donkey duck goose"
    ),
}
"""Kind noun -> words that are of that kind; decides "which instrument" where facts do not say."""

KIND_WORDS = word_set(
    "hospital clinic school college university academy museum gallery library archive theatre"
    " theater cinema hotel inn restaurant cafe café bakery bookshop shop store market pharmacy"
    " factory mill brewery farm studio laboratory lab institute observatory church cathedral"
    " bank newspaper magazine orchestra choir band club team ship boat garage office"
)
"""Kinds that a name shows or a fact states: "which hospital" wants proof that it is one."""

EXCLUSIVE_STATES: tuple[frozenset[str], ...] = (
    frozenset({"open", "closed", "shut", "locked"}),
    frozenset({"open", "closed", "shut"}),
    frozenset({"locked", "unlocked"}),
    frozenset({"on", "off"}),
    frozenset({"alive", "dead"}),
    frozenset({"empty", "full"}),
    frozenset({"married", "single", "divorced", "unmarried"}),
    frozenset({"hot", "cold"}),
    frozenset({"clean", "dirty"}),
)
"""States that exclude one another: a fact with one of them answers "no" to another."""
