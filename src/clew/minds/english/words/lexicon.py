"""The English words the light extractor knows: verbs with their forms, function words, roles.

`VERBS` maps every inflected form to `(lemma, forms)`, where forms is a subset of "b" (base), "s"
(third person), "d" (past), "n" (past participle) and "g" (-ing). Regular forms are made by rule;
irregular ones are listed. Lists are closed on purpose: what is not in them is a noun.
"""

__all__ = [
    "ADJECTIVES",
    "ADVERBS",
    "AUXILIARIES",
    "CONTINENTS",
    "COUNTRIES",
    "DETERMINERS",
    "HEDGES",
    "HYPOTHETICAL",
    "KIN",
    "LASTING",
    "MEASURES",
    "NAME_LINKS",
    "NOBODY",
    "PARTICLES",
    "PARTICLE_VERBS",
    "PLACES",
    "PREPOSITIONS",
    "PRONOUNS",
    "RELATIVES",
    "REPORTING",
    "ROLES",
    "SUBORDINATORS",
    "UNSAID",
    "VERBS",
    "past_tense",
    "singular_noun",
    "singular_verb",
]

_IRREGULAR = """
    be|was|been become|became|become begin|began|begun bite|bit|bitten blow|blew|blown
    break|broke|broken bring|brought|brought build|built|built burn|burnt|burnt
    buy|bought|bought catch|caught|caught choose|chose|chosen come|came|come cost|cost|cost
    cut|cut|cut deal|dealt|dealt dig|dug|dug do|did|done draw|drew|drawn dream|dreamt|dreamt
    drink|drank|drunk drive|drove|driven eat|ate|eaten fall|fell|fallen feed|fed|fed
    feel|felt|felt fight|fought|fought find|found|found flee|fled|fled fly|flew|flown
    forget|forgot|forgotten forgive|forgave|forgiven freeze|froze|frozen get|got|got
    give|gave|given go|went|gone grow|grew|grown hang|hung|hung have|had|had hear|heard|heard
    hide|hid|hidden hit|hit|hit hold|held|held hurt|hurt|hurt keep|kept|kept know|knew|known
    lay|laid|laid lead|led|led learn|learnt|learnt leave|left|left lend|lent|lent let|let|let
    lie|lay|lain light|lit|lit lose|lost|lost make|made|made mean|meant|meant meet|met|met
    overcome|overcame|overcome pay|paid|paid put|put|put quit|quit|quit read|read|read
    ride|rode|ridden ring|rang|rung rise|rose|risen run|ran|run say|said|said see|saw|seen
    seek|sought|sought sell|sold|sold send|sent|sent set|set|set shake|shook|shaken
    shine|shone|shone shoot|shot|shot show|showed|shown shut|shut|shut sing|sang|sung
    sink|sank|sunk sit|sat|sat sleep|slept|slept speak|spoke|spoken spend|spent|spent
    split|split|split spread|spread|spread stand|stood|stood steal|stole|stolen
    stick|stuck|stuck strike|struck|struck swear|swore|sworn sweep|swept|swept swim|swam|swum
    take|took|taken teach|taught|taught tear|tore|torn tell|told|told think|thought|thought
    throw|threw|thrown understand|understood|understood undergo|underwent|undergone
    wake|woke|woken wear|wore|worn win|won|won withdraw|withdrew|withdrawn write|wrote|written
    rewrite|rewrote|rewritten rebuild|rebuilt|rebuilt bear|bore|born bind|bound|bound
    breed|bred|bred sew|sewed|sewn weave|wove|woven spin|spun|spun undertake|undertook|undertaken
    mislead|misled|misled forbid|forbade|forbidden withstand|withstood|withstood
    resell|resold|resold mow|mowed|mown""".split()  # noqa: SIM905
_REGULAR = """
    abandon absorb accept accompany achieve acquire act adapt add address adjoin admire admit
    adopt advise affect agree aim allow announce answer apologise apologize appear apply appoint
    approach approve argue arrange arrest arrive ask assassinate assist attach attack attempt
    attend award back bake base beat befriend belong borrow border call cancel capture care
    carry cast cause celebrate chair challenge change chase check claim clean climb close coach
    collaborate collapse collect command commission compete complete compose conclude conduct
    connect conquer consider consist construct contain continue contract contribute control
    convert cook cooperate copy count cover crash create cross crown cry dance date decide
    declare decorate dedicate defeat defend defy delay deliver deny describe design destroy
    develop die direct disappear discover discuss dislike display divide divorce donate doubt
    drop earn edit educate elect emigrate employ enable end engage enjoy enrol enroll enter
    escape establish examine execute exhibit exist expand expect explain explore export express
    extend face fail favour feature fill film finance finish fire fix flow focus follow force
    form found gain generate govern graduate greet guard guide handle hate head help hire hope
    host house hunt identify imagine immigrate import improve include increase influence inherit
    inspire install intend interview introduce invade invent investigate invest invite involve
    issue join kill kiss knock land last laugh launch leak like link listen live locate lock
    look love maintain major manage march mark marry measure mention merge migrate miss mix move
    murder name need negotiate nickname nominate notice obtain occupy occur offer open operate
    oppose order organise organize originate own paint park participate pass perform persuade
    phone photograph pick place plan plant play possess post postpone practise practice praise
    prefer prepare present preserve prevent produce promise promote protect prove provide
    publish pull punish purchase pursue push raise reach realise realize receive recognise
    recognize recommend record recover reduce refer refuse register reign reject relate release
    relocate remain remarry remember remind remove rename renovate rent repair replace report
    represent request rescue research reside resign rest restore retire return reveal review
    rule save schedule score search seem separate serve settle share sign situate smell smoke
    solve sound spot star start state stay stop store stretch struggle study succeed suffer
    suggest supervise supply support surrender surround survive suspect switch talk taste tend
    test thank tour trade train transfer translate travel treat trust try turn unlock unite use
    value visit vote wait walk want warn wash watch wed weigh welcome wish wonder work worry
    worship wound adore apply attract bury cause cite co-found cofound co-write collide commute
    conceive confirm damage debut deliver demolish depict deport derive distribute dominate
    enlist execute exile fund grant illustrate imprison injure inaugurate mentor narrate orbit
    portray print rank rehearse relaunch reopen shout star sponsor stage starve swap tutor
    unlock volunteer coordinate oversee assume equip dissolve evolve assemble program code
    deploy host migrate swallow row sail hike jog knit mend brew babysit groom recruit refurbish
    inspect curate commute hug cuddle chew bark depend deserve encourage entertain exchange
    fetch gather glue grab juggle jump load obey observe owe pack paddle pedal peel permit perish
    pour pray preach quarrel regret rely renew repaint reply reserve retrain reunite rob rush
    scatter scream scrub select shave shear skate ski slip smile sneeze spell spill stare steer
    stir strengthen suspend tease tie tow trap tumble vanish wander whistle widen wipe wrap yell
    paint adjust donate restock tidy consult invoice bother calculate congratulate crawl decline
    demand drown explode lean lease lick limp mourn multiply revise roast roll tune
    carve compile archive catalogue translate weld deputise baptise repay caulk varnish
    amuse annoy bully chat cheer""".split()  # noqa: SIM905
_DOUBLE = frozenset(
    """
    begin forget overrun split quit stop plan drop admit refer commit prefer occur star swap wed
    enrol transfer travel control program kid chat spot hug knit jog scrub wrap slip grab rob
    stir babysit""".split()  # noqa: SIM905
)


def singular_verb(lemma: str) -> str:
    """Return the third person singular present: live -> lives, study -> studies.

    >>> [singular_verb(lemma) for lemma in ("go", "have", "play", "carry", "teach")]
    ['goes', 'has', 'plays', 'carries', 'teaches']
    """
    if lemma in {"be", "have"}:
        return {"be": "is", "have": "has"}[lemma]
    if lemma.endswith("y") and lemma[-2:-1] not in {"a", "e", "i", "o", "u"}:
        return lemma[:-1] + "ies"
    return lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _suffixed(lemma: str, suffix: str) -> str:
    """Return the regular past ("ed") or -ing form."""
    if lemma.endswith("ee"):
        return lemma + ("d" if suffix == "ed" else suffix)
    if lemma.endswith("ie") and suffix == "ing":
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and lemma != "be":
        return lemma[:-1] + suffix
    if lemma.endswith("y") and lemma[-2] not in "aeiou" and suffix == "ed":
        return lemma[:-1] + "ied"
    doubled = lemma in _DOUBLE or (
        len(lemma) in {3, 4} and lemma[-1] in "bgmnpt" and lemma[-2] in "aeiou"
        and lemma[-3] not in "aeiou" and (len(lemma) == 3 or lemma[0] not in "aeiou")
    )  # fmt: skip
    return lemma + (lemma[-1] if doubled else "") + suffix


def _forms() -> dict[str, tuple[str, str]]:
    table: dict[str, dict[str, str]] = {}

    def add(form: str, lemma: str, kind: str) -> None:
        kinds = table.setdefault(form, {})
        kinds[lemma] = kinds.get(lemma, "") + kind

    for entry in _IRREGULAR:
        lemma, past, participle = entry.split("|")
        forms = ((lemma, "b"), (singular_verb(lemma), "s"), (past, "d"), (participle, "n"))
        for form, kind in (*forms, (_suffixed(lemma, "ing"), "g")):
            add(form, lemma, kind)
    for lemma in dict.fromkeys(_REGULAR):
        past = _suffixed(lemma, "ed")
        for form, kind in ((lemma, "b"), (singular_verb(lemma), "s"), (past, "d"), (past, "n")):
            add(form, lemma, kind)
        add(_suffixed(lemma, "ing"), lemma, "g")
    # "found" and "lay" are forms of two verbs; the first listed (irregular) one wins.
    table |= {
        "gotten": {"get": "n"},
        "cancelled": {"cancel": "dn"},
        "burned": {"burn": "dn"},
        "learned": {"learn": "dn"},
        "dreamed": {"dream": "dn"},
        "founded": {"found": "dn"},
        "bound": {"bind": "dn"},
        "handed": {"hand": "dn"},
        "headed": {"head": "dn"},
        "chaired": {"chair": "dn"},
    }
    return {form: next(iter(kinds.items())) for form, kinds in table.items()}  # fmt: skip


VERBS = _forms()


def past_tense(lemma: str) -> str:
    """Return the simple past: write -> wrote, build -> built, publish -> published.

    >>> past_tense("write"), past_tense("open"), past_tense("found")
    ('wrote', 'opened', 'founded')
    """
    irregular = {entry.split("|")[0]: entry.split("|")[1] for entry in _IRREGULAR}
    return irregular.get(lemma) or _suffixed(lemma, "ed")


_PLURALS = {
    "children": "child", "people": "person", "men": "man", "women": "woman", "wives": "wife",
    "mice": "mouse", "geese": "goose", "wolves": "wolf", "calves": "calf", "stepchildren":
    "stepchild", "grandchildren": "grandchild", "salesmen": "salesman",
}  # fmt: skip


def singular_noun(noun: str) -> str:
    """Return one of a plural, and anything else as it is.

    >>> [singular_noun(noun) for noun in ("sons", "children", "ponies", "coaches", "boss")]
    ['son', 'child', 'pony', 'coach', 'boss']
    """
    if noun in _PLURALS:
        return _PLURALS[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "shes", "ches", "xes")):
        return noun[:-2]
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    return noun[:-1] if plural and len(noun) > 3 else noun


AUXILIARIES = {
    **dict.fromkeys(("am", "is", "are", "'s", "'re", "'m", "ain"), ("be", "present")),
    **dict.fromkeys(("was", "were"), ("be", "past")),
    **dict.fromkeys(("be", "been", "being"), ("be", "base")),
    **dict.fromkeys(("have", "has", "'ve"), ("have", "present")),
    "had": ("have", "past"),
    **dict.fromkeys(("do", "does"), ("do", "present")),
    "did": ("do", "past"),
    **dict.fromkeys(("will", "'ll", "wo", "shall"), ("will", "future")),
    **dict.fromkeys(
        ("would", "could", "might", "may", "should", "must", "ought", "'d"), ("would", "modal")
    ),
    **dict.fromkeys(("can", "ca", "cannot"), ("can", "present")),
}
"""Form -> (which auxiliary, tense); "had" and "have" may also be full verbs."""

DETERMINERS = frozenset(
    """
    a an the this that these those my your his her its our their some any no every each both all
    many much few several another either neither what which whose""".split()  # noqa: SIM905
)
PRONOUNS = frozenset(
    """
    i you he she it we they me him us them myself yourself himself herself itself ourselves
    themselves everyone everybody someone somebody something anyone anybody anything nobody
    nothing none one there this that these those who everything mine yours hers theirs ours
    """.split()  # noqa: SIM905
)
PREPOSITIONS = frozenset(
    """
    in on at of to from by for with about into onto near under over behind beside between among
    against during without within through across around after before since until towards toward
    inside outside above below beneath as like off up down along past via per despite except
    upon alongside opposite out than""".split()  # noqa: SIM905
)
SUBORDINATORS = frozenset(
    """
    if unless whether because although though while whereas when whenever after before since
    until once that so lest provided where why how as""".split()  # noqa: SIM905
)
HYPOTHETICAL = frozenset({"if", "unless", "whether", "lest", "provided", "suppose", "imagine"})
HEDGES = frozenset(
    """
    maybe perhaps probably possibly allegedly reportedly supposedly apparently presumably likely
    rumoured rumored purportedly hopefully""".split()  # noqa: SIM905
)
ADVERBS = frozenset(
    """
    not never now then also still just already always often usually sometimes soon again very
    too quite rather almost nearly really here today there once twice ever even only currently
    recently formerly previously originally later earlier first finally eventually however
    therefore thus instead meanwhile together alone away back home anymore longer mainly mostly
    part-time full-time both initially subsequently briefly shortly immediately suddenly officially
    jointly happily
    temporarily permanently abroad upstairs downstairs well much more most far maybe perhaps
    """.split()  # noqa: SIM905
)
ADJECTIVES = frozenset(
    """
    new old young big small large little long short tall good bad great happy sad angry tired
    ill sick healthy rich poor open closed locked unlocked empty full red blue green yellow
    white black brown grey gray golden silver purple pink hot cold warm cool wet dry clean dirty
    dead alive asleep awake single married engaged divorced widowed pregnant retired unemployed
    famous free busy ready available safe broken lit unlit heavy light dark bright quiet loud
    vegetarian vegan allergic afraid proud fond married late early main former current late
    native local private public best eldest oldest youngest elder younger favourite favorite
    important dangerous responsible interested keen worried jealous able popular
    unhappy dissatisfied displeased neutral indifferent ambivalent undecided
    northern southern eastern western central""".split()  # noqa: SIM905
)
KIN = frozenset(
    """
    mother father parent sister brother sibling son daughter child wife husband spouse partner
    girlfriend boyfriend fiancé fiancée fiance fiancee uncle aunt cousin nephew niece
    grandmother grandfather grandson granddaughter stepfather stepmother stepsister stepbrother
    half-brother half-sister twin friend colleague neighbour neighbor boss roommate flatmate
    teammate mentor rival classmate godmother godfather mum mom dad ex-wife ex-husband
    mother-in-law father-in-law brother-in-law sister-in-law dog cat pet horse teacher student
    pupil manager assistant landlord doctor dentist coach supervisor successor predecessor
    deputy landlady stepson stepdaughter godson goddaughter great-aunt great-uncle grandma grandpa
    grandparent grandchild stepchild fiancee housemate schoolmate workmate apprentice tenant
    secretary bride groom widow widower heir
    """.split()  # noqa: SIM905
)
"""What someone can be of someone: "Anna's sister Eva"."""
RELATIVES = KIN - frozenset(
    """
    dog cat pet horse teacher student pupil manager assistant landlord landlady doctor dentist
    coach supervisor apprentice tenant secretary bride groom widow widower heir""".split()  # noqa: SIM905
)
"""What nobody is by himself: "Eva is a daughter" says nothing, "of Tom" does."""
ROLES = frozenset(
    """
    director ceo cto cfo coo president chancellor minister mayor king queen emperor empress
    captain chair chairman chairwoman chairperson head manager leader principal editor boss
    chief owner capital governor founder co-founder author writer composer creator inventor
    designer architect member headquarters conductor secretary treasurer rector dean curator
    keeper producer developer coach singer drummer guitarist bassist vocalist heir successor
    predecessor ruler prince princess duke duchess count bishop pope patron builder maker mascot
    currency anthem symbol""".split()  # noqa: SIM905
)
"""What someone or something can be of a thing: "the director of the film"."""
MEASURES = frozenset(
    """
    minute minutes hour hours day days week weeks month months year years mile miles kilometre
    kilometres km metre metres meters times bit time""".split()  # noqa: SIM905
)
"""Nouns of distance and time: "lives five minutes from the sea"."""
LASTING = frozenset({"base", "locate", "situate", "own", "live", "call", "know", "house", "name"})
"""Verbs whose participle describes the present: "a company based in Oslo"."""
NAME_LINKS = frozenset({"de", "da", "van", "von", "der", "den", "la", "le", "del", "di", "du",
                        "bin", "al", "y", "ter", "ibn", "dos", "el"})  # fmt: skip
"""Lower-case words inside names: "Leonardo da Vinci"."""
NOBODY = frozenset({"nobody", "nothing", "none", "no one", "everybody", "everyone",
                    "everything", "someone", "somebody", "something", "anyone",
                    "anything"})  # fmt: skip
"""Subjects of which nothing is said."""
UNSAID = frozenset({"what", "how", "why", "as if", "as though", "until", "unless", "if", "in case",
                     "even if", "lest"})  # fmt: skip
"""Openers of clauses that are not claimed."""
PARTICLES = frozenset({"up", "down", "out", "off", "over", "away"})
"""What a verb may carry right behind it: "took up a post"."""
PARTICLE_VERBS = frozenset(
    {"grow", "break", "step", "team", "wake", "end", "sign", "split", "take"}
)
"""They keep their particle before a preposition too: "grew up in Hull"."""
REPORTING = frozenset(
    """
    say tell claim think believe hope suggest ask wonder doubt dream imagine pretend wish guess
    suspect assume argue expect fear deny report state insist promise propose predict allege
    declare warn suppose request recommend consider want""".split()  # noqa: SIM905
)
"""Verbs whose complement is somebody's word, not a fact."""
CONTINENTS = frozenset("africa america antarctica asia australia europe".split())  # noqa: SIM905
COUNTRIES = frozenset(
    """
    argentina austria bangladesh belgium brazil
    bulgaria canada chile china colombia croatia cuba denmark egypt england estonia ethiopia
    finland france germany ghana greece hungary iceland india indonesia iran iraq ireland israel
    italy japan kenya latvia lebanon lithuania luxembourg malaysia malta mexico morocco nepal
    netherlands nigeria norway pakistan peru philippines poland portugal qatar romania russia
    scotland serbia slovakia slovenia spain sweden switzerland syria taiwan thailand
    tunisia turkey uganda ukraine uruguay venezuela vietnam wales zimbabwe
    california texas florida bavaria tuscany catalonia""".split()  # noqa: SIM905
)
"""Countries and large regions: a town lies in one, so living in both is no contradiction."""
PLACES = (
    CONTINENTS
    | COUNTRIES
    | frozenset(
        """
    singapore amsterdam athens
    atlanta auckland baghdad bangkok barcelona basel beijing belfast belgrade bergen berlin bern
    birmingham bologna bordeaux boston bratislava bristol brussels bucharest budapest cairo
    calgary cambridge chicago cologne copenhagen dallas delhi denver detroit dresden dublin
    edinburgh florence frankfurt geneva genoa ghent glasgow granada hamburg hanoi havana
    helsinki houston istanbul jakarta jerusalem johannesburg kyiv kyoto lagos leeds leipzig lima
    lisbon liverpool ljubljana london lyon madrid manchester manila marseille melbourne miami
    milan montreal moscow mumbai munich nairobi naples nice osaka oslo ottawa oxford paris perth
    philadelphia porto prague quebec reykjavik riga rome rotterdam salzburg santiago seattle
    seoul seville shanghai sofia stockholm sydney tallinn tampere tehran tokyo toronto toulouse
    trondheim turin utrecht valencia vancouver venice vienna vilnius warsaw washington zagreb
    zurich""".split()  # noqa: SIM905
    )
)
"""Well-known places, casefolded: "left Oslo" is about where one lives, "left Acme" is not."""
