"""The synonym table: which relations say the same thing, and which nouns ask for them.

A group joins relations that an answer may swap: a question about one is answered by a fact stated
with another. What is not listed still matches by the stem of its verb or noun; the table only adds
synonyms. Extend it freely, one meaning for each group, and never join jobs, kinships or states
that differ.

    =name: phrases      the group's subject is their subject ("works at"); `~` for symmetric ones
    > more of them
    < phrases           the group's subject is their object ("employs")
    s nouns             ask for the subject: "the employees of X" are the subjects of "works at X"
    o nouns             ask for the object: "the employer of X"

`|` stands between phrases, `/` between last words ("lives in/at"), ` ; ` between parts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from clew.minds.english.asking.stems import word_set

__all__ = ["BETWEEN_PEOPLE", "GROUPS", "SINGLE_ENDS", "Group"]


@dataclass(frozen=True, slots=True)
class Group:
    """Relations with one meaning."""

    name: str
    symmetric: bool = False
    forward: list[str] = field(default_factory=list)
    """With the group's subject as subject: "works at"."""
    backward: list[str] = field(default_factory=list)
    """With it as object: "employs"."""
    subject_nouns: list[str] = field(default_factory=list)
    object_nouns: list[str] = field(default_factory=list)


_TABLE = """
=work: works at/for|is employed by/at|is hired by|has a job at|is an employee of|started at
> serves at/in|works aboard|took a job at|took a position at|teaches at|lectures at
> is a teacher at|is on staff at ; < employs|hired|recruited ; s employee|worker|staff
o employer|workplace|company|firm
=occupation: works as|is employed as|serves as|became|is appointed as|is appointed|is hired as
> earns a living as|makes a living as|retrained as|is promoted to
o job|occupation|profession|position|role|career|trade
=live: lives in/at/on|resides in/at|settled in|moved to/into|relocated to|is living in
> has a home in|makes a home in|emigrated to|rents in ; < is home to ; s resident|inhabitant
o home|residence|house|address
~live with: lives with|shares a flat with|shares an apartment with ; s flatmate|roommate|housemate
=place: is in/on/at/under/behind/near/beside/above|is inside|is beneath|is next to|is below
> is within|is located in/at/on/near|is based in/at|is situated in/on/at/near
> stands in/on/at/near/beside|lies in/on/under/near|sits in/on/at|rests on/in
> is kept in/on/at/under|hangs in/on/over/above|is stored in/at|is displayed in/at|is found in
> is housed in|is placed in/on|is put in/on|is moved to|is hidden in/under/behind
> is headquartered in|has headquarters in|is brought to|is transferred to|is left in/on/at
> is parked in/at|is moored in/at|is docked at|is set in|is held in/at|is returned to
> is brought back to|takes place in/at|is buried in
< contains|holds|houses|hosts|stores|displays ; o location|place|whereabouts|headquarters|site
=own: owns|has|possesses|bought|acquired|purchased|inherited|got|received|keeps|adopted
< belongs to|is owned by|is bought by|is sold to|is given to|is acquired by|is purchased by
< is inherited by|passed to|is the property of|is possessed by ; s owner|proprietor
o possession|property|belonging
~spouse: is married to|married|wed|is the husband of|is the wife of ; s husband|wife|spouse
~fiance: is engaged to ; s fiance|fiancé|fiancee|fiancée
~sibling: ; s brother|sister|sibling|twin
=parent: is the father of|is the mother of|fathered|gave birth to ; < is born to
s mother|father|parent|mum|mom|dad ; o son|daughter|child|kid|baby
=grandparent: ; s grandmother|grandfather|grandparent|grandma|grandpa
o grandson|granddaughter|grandchild
=aunt: ; s aunt|uncle ; o nephew|niece
~cousin: ; s cousin
~friend: is friends with|befriended ; s friend|pal|buddy
~colleague: works alongside|works together with ; s colleague|coworker|co-worker
~neighbour: lives next to|lives beside|lives next door to ; s neighbour|neighbor
=lead: leads|runs|heads|directs|manages|is in charge of|took over|is at the head of
> took charge of|is at the helm of|oversees|is the director of|is the manager of|is the ceo of
> is the chief executive of|is the principal of
< is led by|is run by|is headed by|is directed by|is managed by|is overseen by
s head|boss|leader|chief
=direct: directs ; < is directed by ; s director
=manage: manages ; < is managed by ; s manager
=chair: chairs ; < is chaired by ; s chair|chairman|chairwoman|chairperson|president
=supervise: supervises|mentors|advises ; < reports to ; s supervisor|mentor|adviser|advisor
o mentee
=coach: coaches|trains ; < is coached by|is trained by ; s coach
=succeed: succeeded|replaced|took over from|is the successor of
< is succeeded by|is replaced by|is the predecessor of ; s successor|replacement ; o predecessor
=study: studies at/in|attends|attended|goes to school at|is enrolled at/in|enrolled at/in
> graduated from|is educated at|is a student at ; s student|pupil
o university|school|college|alma mater
=subject: studies|majors in|majored in|is studying|has a degree in|graduated in
o major|subject|degree|field
=birthplace: is born in/at|is a native of ; s native ; o birthplace|birth
=origin: is from|comes from|hails from|is originally from|is a native of
=birthday: is born on/in ; o birthday|birth|birthdate
=found: founded|established|set up|co-founded|cofounded
< is founded by|is established by|is set up by|is co-founded by ; s founder|co-founder|cofounder
=write: wrote|authored|penned|is the author of ; < is written by|is authored by|is penned by
s author|writer
=paint: painted ; < is painted by ; s painter|artist
=draw: drew|sketched ; < is drawn by|is sketched by ; s illustrator|artist
=sculpt: sculpted|carved ; < is sculpted by|is carved by ; s sculptor|artist|carver
=build: built|constructed|erected ; < is built by|is constructed by|is erected by ; s builder
=design: designed|drew up ; < is designed by ; s designer|architect
=compose: composed|wrote ; < is composed by|is written by ; s composer
=invent: invented|devised ; < is invented by|is devised by ; s inventor
=discover: discovered ; < is discovered by ; s discoverer
=teach: teaches|taught|instructs|gives lessons to/in
< is taught by|takes lessons from/with|learns from|learned from|studies under/with|studied under
s teacher|tutor|instructor ; o pupil|student
=like: likes|loves|enjoys|adores|is fond of|is keen on ; s fan
=dislike: dislikes|hates|detests|cannot stand|can't stand
=fear: fears|is afraid of|is scared of|is terrified of|is frightened of ; o fear|phobia
=allergy: is allergic to|has an allergy to ; o allergy
=speak: speaks|is fluent in ; < is spoken by ; s speaker ; o language|tongue
=drive: drives ; < is driven by ; s driver ; o car|vehicle
=called: is called|is named|is known as|goes by|is nicknamed ; o name|nickname
=member: is a member of|plays for/in|sings in|belongs to|joined|is part of
< has members|includes ; s member|player ; o team|club|band|group|choir|orchestra
=visit: visited|went to|travelled to|traveled to|toured|took a trip to|is visiting
< is visited by ; s visitor
~meet: met|got to know|ran into|encountered
=leave: left|quit|resigned from|stepped down from|retired from|departed from|moved out of
> moved away from
=cost: cost|costs|is worth|is priced at|sells for|is sold for ; o price|cost|value
=age: is aged|is years old ; o age
=colour: has colour|has color|is painted|is coloured|is colored ; o colour|color
=win: won|is awarded ; < is won by|is awarded to ; s winner ; o prize|award|medal
=give: is given by|is a gift from|is donated by ; < gave|donated|gifted ; o donor
=grow up: grew up in|is raised in|is brought up in|spent childhood in
=unlock: unlocks|opens|fits ; < is unlocked by/with|is opened by/with ; s key
=exit: has exit|has an exit|exits ; o exit
=capital: ; < has capital ; s capital|capital city
=produce: produces|makes|manufactures ; < is produced by|is made by|is manufactured by
s producer|manufacturer|maker ; o product
=material: is made of/from|is built of|consists of ; o material
=carry: carries|is carrying|holds|is holding ; < is carried by
"""


def _groups(table: str) -> Iterator[Group]:
    group = Group("")
    for part in table.strip().replace("\n", " ; ").split(" ; "):
        mark, _, rest = part.partition(" ")
        if part[0] in "=~":
            name, _, rest = part[1:].partition(":")
            group = Group(name, part[0] == "~")
            yield group
        marked = {"<": group.backward, "s": group.subject_nouns, "o": group.object_nouns}
        for phrase in filter(None, rest.strip().split("|")):
            head, _, last = phrase.rpartition(" ")
            found = marked.get(mark, group.forward)
            found += [f"{head} {word}".strip() for word in last.split("/")]


GROUPS = tuple(_groups(_TABLE))
"""Every group; a phrase may stand in several where English is ambiguous ("was born in")."""

SINGLE_ENDS = {
    **dict.fromkeys(("work", "live", "place", "drive"), "o"),
    **dict.fromkeys(("own", "~hav", "lead", "direct", "manage", "chair", "carry"), "s"),
    "spouse": "so",
}
"""Ends that have one value at a time: of several current ones the newest counts.

Revision closes the older one where it sees the conflict; this is for what it could not see."""

BETWEEN_PEOPLE = word_set(
    "spouse fiance sibling parent grandparent aunt cousin friend neighbour colleague"
)
"""Groups that several people may stand in to one, and that nobody hands on."""
