"""The synonym table: which relations say the same thing, and which nouns ask for them.

A group joins relations that an answer may swap: a question about one is answered by a fact stated
with another. `forward` phrases have the group's subject as subject ("works at"), `backward` ones
have it as object ("employs"). Nouns ask for one end: "the employer of X" wants the object of X's
"works at", "the employees of X" its subjects. Everything not listed here still matches by the
stem of its verb or noun (`clew.minds.english.asking.relation_phrases`); the table only adds synonyms. It is data: extend it
freely, one meaning per group, and never put two jobs, kinships or states that differ in one group.
"""

from dataclasses import dataclass

__all__ = [
    "BETWEEN_PEOPLE",
    "GROUPS",
    "SINGLE_ENDS",
    "Group",
]


@dataclass(frozen=True, slots=True)
class Group:
    """Relations with one meaning; phrases and nouns are separated by `|`."""

    name: str
    forward: str = ""
    backward: str = ""
    subject_nouns: str = ""
    object_nouns: str = ""
    symmetric: bool = False


GROUPS: tuple[Group, ...] = (
    Group(
        "work",
        "works at|works for|is employed by|is employed at|is hired by|has a job at"
        "|is an employee of|started at|serves at|serves in|works aboard|took a job at"
        "|took a position at|teaches at|lectures at|is a teacher at|is on staff at",
        "employs|hired|recruited",
        "employee|worker|staff",
        "employer|workplace|company|firm",
    ),
    Group(
        "occupation",
        "works as|is employed as|serves as|became|is appointed as|is appointed|is hired as"
        "|earns a living as|makes a living as|retrained as|is promoted to",
        object_nouns="job|occupation|profession|position|role|career|trade",
    ),
    Group(
        "live",
        "lives in|lives at|lives on|resides in|resides at|settled in|moved to|moved into"
        "|relocated to|is living in|has a home in|makes a home in|emigrated to|rents in",
        "is home to",
        "resident|inhabitant",
        "home|residence|house|address",
    ),
    Group(
        "live with",
        "lives with|shares a flat with|shares an apartment with",
        subject_nouns="flatmate|roommate|housemate",
        symmetric=True,
    ),
    Group(
        "place",
        "is in|is on|is at|is inside|is under|is beneath|is behind|is near|is beside|is next to"
        "|is above|is below|is within|is located in|is located at|is located on|is located near"
        "|is based in|is based at|is situated in|is situated on|is situated at|is situated near"
        "|stands in|stands on|stands at|stands near|stands beside|lies in|lies on|lies under"
        "|lies near|sits in|sits on|sits at|rests on|rests in|is kept in|is kept on|is kept at"
        "|is kept under|hangs in|hangs on|hangs over|hangs above|is stored in|is stored at"
        "|is displayed in|is displayed at|is found in|is housed in|is placed in|is placed on"
        "|is put in|is put on|is moved to|is hidden in|is hidden under|is hidden behind"
        "|is headquartered in|has headquarters in|is brought to|is transferred to|is left in"
        "|is left on|is left at|is parked in|is parked at|is moored in|is moored at|is docked at"
        "|is set in|is held in|is held at|is returned to|is brought back to|takes place in"
        "|takes place at|is buried in",
        "contains|holds|houses|hosts|stores|displays",
        object_nouns="location|place|whereabouts|headquarters|site",
    ),
    Group(
        "own",
        "owns|has|possesses|bought|acquired|purchased|inherited|got|received|keeps|adopted",
        "belongs to|is owned by|is bought by|is sold to|is given to|is acquired by"
        "|is purchased by|is inherited by|passed to|is the property of|is possessed by",
        "owner|proprietor",
        "possession|property|belonging",
    ),
    Group(
        "spouse",
        "is married to|married|wed|is the husband of|is the wife of",
        subject_nouns="husband|wife|spouse",
        symmetric=True,
    ),
    Group("fiance", "is engaged to", subject_nouns="fiance|fiancé|fiancee|fiancée", symmetric=True),
    Group("sibling", subject_nouns="brother|sister|sibling|twin", symmetric=True),
    Group(
        "parent",
        "is the father of|is the mother of|fathered|gave birth to",
        "is born to",
        "mother|father|parent|mum|mom|dad",
        "son|daughter|child|kid|baby",
    ),
    Group(
        "grandparent",
        subject_nouns="grandmother|grandfather|grandparent|grandma|grandpa",
        object_nouns="grandson|granddaughter|grandchild",
    ),
    Group("aunt", subject_nouns="aunt|uncle", object_nouns="nephew|niece"),
    Group("cousin", subject_nouns="cousin", symmetric=True),
    Group("friend", "is friends with|befriended", subject_nouns="friend|pal|buddy", symmetric=True),
    Group(
        "colleague",
        "works alongside|works together with",
        subject_nouns="colleague|coworker|co-worker",
        symmetric=True,
    ),
    Group(
        "neighbour",
        "lives next to|lives beside|lives next door to",
        subject_nouns="neighbour|neighbor",
        symmetric=True,
    ),
    Group(
        "lead",
        "leads|runs|heads|directs|manages|is in charge of|took over|is at the head of"
        "|took charge of|is at the helm of|oversees|is the director of|is the manager of"
        "|is the ceo of|is the chief executive of|is the principal of",
        "is led by|is run by|is headed by|is directed by|is managed by|is overseen by",
        "head|boss|leader|chief",
    ),
    Group("direct", "directs", "is directed by", "director"),
    Group("manage", "manages", "is managed by", "manager"),
    Group("chair", "chairs", "is chaired by", "chair|chairman|chairwoman|chairperson|president"),
    Group(
        "supervise",
        "supervises|mentors|advises",
        "reports to",
        "supervisor|mentor|adviser|advisor",
        "mentee",
    ),
    Group("coach", "coaches|trains", "is coached by|is trained by", "coach|trainer"),
    Group(
        "succeed",
        "succeeded|replaced|took over from|is the successor of",
        "is succeeded by|is replaced by|is the predecessor of",
        "successor|replacement",
        "predecessor",
    ),
    Group(
        "study",
        "studies at|attends|attended|goes to school at|is enrolled at|is enrolled in"
        "|enrolled at|enrolled in|graduated from|is educated at|studies in|is a student at",
        subject_nouns="student|pupil",
        object_nouns="university|school|college|alma mater",
    ),
    Group(
        "subject",
        "studies|majors in|majored in|is studying|has a degree in|graduated in",
        object_nouns="major|subject|degree|field",
    ),
    Group(
        "birthplace",
        "is born in|is born at|is a native of",
        subject_nouns="native",
        object_nouns="birthplace|birth",
    ),
    Group("origin", "is from|comes from|hails from|is originally from|is a native of"),
    Group("birthday", "is born on|is born in", object_nouns="birthday|birth|birthdate"),
    Group("deathday", "died on|died in", object_nouns="death"),
    Group("death place", "died in|died at|passed away in|passed away at"),
    Group(
        "found",
        "founded|established|set up|co-founded|cofounded",
        "is founded by|is established by|is set up by|is co-founded by",
        "founder|co-founder|cofounder",
    ),
    Group("founding", "is founded in|is established in|is founded on|is established on"),
    Group("opening", "opened in|is opened in|opened on|is opened on|is inaugurated in"),
    Group(
        "write",
        "wrote|authored|penned|is the author of",
        "is written by|is authored by|is penned by",
        "author|writer",
    ),
    Group("paint", "painted", "is painted by", "painter|artist"),
    Group("draw", "drew|sketched", "is drawn by|is sketched by", "illustrator|artist"),
    Group("sculpt", "sculpted|carved", "is sculpted by|is carved by", "sculptor|artist|carver"),
    Group(
        "build",
        "built|constructed|erected",
        "is built by|is constructed by|is erected by",
        "builder",
    ),
    Group(
        "building",
        "is built in|is constructed in|is erected in|is completed in|is built on",
    ),
    Group("design", "designed|drew up", "is designed by", "designer|architect"),
    Group("compose", "composed|wrote", "is composed by|is written by", "composer"),
    Group("invent", "invented|devised", "is invented by|is devised by", "inventor"),
    Group("discover", "discovered", "is discovered by", "discoverer"),
    Group(
        "teach",
        "teaches|taught|instructs|gives lessons to|gives lessons in",
        "is taught by|takes lessons from|takes lessons with|learns from|learned from"
        "|studies under|studied under|studies with",
        "teacher|tutor|instructor",
        "pupil|student",
    ),
    Group("like", "likes|loves|enjoys|adores|is fond of|is keen on", subject_nouns="fan"),
    Group("favourite", "prefers|has a favourite|has a favorite|likes best|loves most"),
    Group("dislike", "dislikes|hates|detests|cannot stand|can't stand"),
    Group(
        "fear",
        "fears|is afraid of|is scared of|is terrified of|is frightened of",
        object_nouns="fear|phobia",
    ),
    Group("allergy", "is allergic to|has an allergy to", object_nouns="allergy"),
    Group("speak", "speaks|is fluent in", "is spoken by", "speaker", "language|tongue"),
    Group("drive", "drives", "is driven by", "driver", "car|vehicle"),
    Group("called", "is called|is named|is known as|goes by|is nicknamed", "", "", "name|nickname"),
    Group(
        "member",
        "is a member of|plays for|plays in|sings in|belongs to|joined|is part of",
        "has members|includes",
        "member|player",
        "team|club|band|group|choir|orchestra",
    ),
    Group(
        "visit",
        "visited|went to|travelled to|traveled to|toured|took a trip to|is visiting",
        "is visited by",
        "visitor",
    ),
    Group("meet", "met|got to know|ran into|encountered", symmetric=True),
    Group(
        "leave",
        "left|quit|resigned from|stepped down from|retired from|departed from|moved out of"
        "|moved away from",
    ),
    Group(
        "cost",
        "cost|costs|is worth|is priced at|sells for|is sold for",
        object_nouns="price|cost|value",
    ),
    Group("weigh", "weighs", object_nouns="weight"),
    Group("age", "is aged|is years old", object_nouns="age"),
    Group(
        "colour", "has colour|has color|is painted|is coloured|is colored", "", "", "colour|color"
    ),
    Group("win", "won|is awarded", "is won by|is awarded to", "winner", "prize|award|medal"),
    Group("give", "is given by|is a gift from|is donated by", "gave|donated|gifted", "", "donor"),
    Group("grow up", "grew up in|is raised in|is brought up in|spent childhood in"),
    Group("marriage place", "is married in|married in|got married in|wed in"),
    Group(
        "unlock",
        "unlocks|opens|fits",
        "is unlocked by|is opened by|is opened with|is unlocked with",
        "key",
    ),
    Group("exit", "has exit|has an exit|exits", object_nouns="exit"),
    Group("capital", "", "has capital", "capital|capital city"),
    Group(
        "produce",
        "produces|makes|manufactures",
        "is produced by|is made by|is manufactured by",
        "producer|manufacturer|maker",
        "product",
    ),
    Group("material", "is made of|is made from|is built of|consists of", object_nouns="material"),
    Group("breed", "", object_nouns="breed|species|kind|type"),
    Group("border", "borders|adjoins|is adjacent to", symmetric=True),
    Group("connect", "connects to|leads to|opens onto|is connected to"),
    Group("carry", "carries|is carrying|holds|is holding", "is carried by"),
)
"""Every group; a phrase may stand in several where English is ambiguous ("was born in")."""

SINGLE_ENDS = {
    "work": "o",
    "live": "o",
    "place": "o",
    "own": "s",
    "~hav": "s",
    "spouse": "so",
    "lead": "s",
    "direct": "s",
    "manage": "s",
    "chair": "s",
    "carry": "s",
}
"""Ends that have one value at a time: of several current ones the newest counts.

Revision closes the older one where it sees the conflict; this is for what it could not see."""

BETWEEN_PEOPLE = frozenset(
    {
        "spouse",
        "fiance",
        "sibling",
        "parent",
        "grandparent",
        "aunt",
        "cousin",
        "friend",
        "neighbour",
        "colleague",
    }
)
"""Groups that several people may stand in to one, and that nobody hands on."""
