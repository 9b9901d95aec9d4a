"""The signs of a text adventure told in prose: what "you" do and where, here and now.

Letters, recipes, manuals, directions and adverts also speak of what "you" do. They tell of other
times, of amounts, of what may be, or of things that no adventure has: one such word decides.
"""

import re
from collections.abc import Sequence

from clew.minds.textworld.narrated import DEED, GO, STAND
from clew.minds.textworld.seen_text import DIRECTION

__all__ = ["tells_adventure", "without_speech"]

_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|(?<!\w)['‘][^'’\n]{2,}?[,.!?]['’](?!\w)")
_COMMAND = re.compile(
    r"^>\s*(?:(?:go |walk )?(?:north|south|east|west|up|down|[nsewudlix])|look|inventory|(?:take|get"
    r"|drop|open|close|unlock|lock|read|examine|put|give|enter|push|pull|light|wear|talk to)"
    r" (?!me\b|it easy|care\b)[a-z]+(?: [a-z]+){0,5})\s*$",
    re.M,
)
_TO_A_READER = re.compile(
    r"[\d%€£$@]|\bhttp|'ll\b|\b(?:will|should|must|might|may|would|could|have to|need|want|if|when"
    r"|unless|until|while|because|every|each|always|usually|often|sometimes|please|dear|hi|hello"
    r"|thanks for|regards|today|tomorrow|tonight|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|minutes?|hours?|days?|weeks?|months?|years?|free|prices?|costs?|order|offer|discount|app"
    r"|accounts?|website|e-?mail|customers?|clients?|meeting|appointment|preheat|oven|stir|simmer"
    r"|bake|whisk|knead|dough|sauce|bowl|pan|batter|tablespoons?|teaspoons?|grams?|degrees"
    r"|batter(?:y|ies)|screws?|screwdriver|device|appliance|machine|cable|plug|filter|screen|games?"
    r"|gameplay|players?|levels?|puzzles?|reviews?|cards?|dice|opponent|points?|left|right|straight"
    r"|lift|elevator|bus|train|tram|taxi|airport|station|motorway|roundabout|streets?|avenue"
    r"|(?:first|second|third|fourth|fifth|ground|top) floor|love|career|luck|energy|stars|horoscope"
    r"|relationships?|opportunity|muscles?|breathe?|dreams?|bathrooms?|bedrooms|rent)\b",
    re.I,
)
_ANCHOR = re.compile(
    rf"You {GO} (?:{DIRECTION}|up|down|back|through the)\b|You wake up (?:in|on) (?:an?|the) "
    r"|You (?:find yourself|are standing|stand) (?:in|on|at|inside) (?:an?|the) "
    r"|You are (?:now )?(?:in|inside) (?:an?|the) \w+(?: \w+)?$"
    r"|You are (?:now )?carrying (?:an?|the|some|nothing)\b|You no longer (?:carry|have|hold) "
    r"|You (?:take|pick up|drop) the [^,]{1,60}$|Inside (?:it|the [^,]{1,40}) you (?:find|see) an? "
    r"|You (?:leave|put|hang|lay) the [^,]{1,40} (?:on|in|into|under|behind) the [^,]{1,40}$"
    r"|You (?:unlock|lock) the [^,]{1,60} with the |You give the [^,]{1,40} to (?:the )?\w+"
    r"|(?:The )?\w+(?: \w+)? (?:gives|hands) you (?:an?|the|some) "
    rf"|You {DEED} the [^,]{{1,60}}?,? and {GO} (?:{DIRECTION}|up|down|in|out|through)\b"
)
_SCENE = re.compile(
    r"There (?:is|are) (?:an?|some|two|three|several|exits?)\b|(?:In|On|Inside|Under|Behind) (?:the|an?"
    rf"|it)\b[^,]{{1,40}}? (?:there )?(?:is|are|{STAND}) |(?:An?|The|Two|Some) [^,]{{1,50}}? (?:{STAND}"
    r"|leads?|burns?) |(?:The |An? )?[\w' -]{1,40} (?:is|are) (?:now )?(?:open|closed|locked|shut|awake"
    rf"|asleep|here|dark|empty)\b|(?:To the )?{DIRECTION}\b|You {DEED} (?:the|an?|your) "
    r"|Exits?\b|(?:The )?\w+ (?:takes|puts|unlocks|opens) the |[^,]{1,60} in (?:his|her) hands?$",
    re.I,
)
_UNLOCKING = re.compile(r"[A-Z][\w' ]{1,30} unlocks the [^,.]{1,40} with the [\w ]{1,30}")
_REVEALED = re.compile(r"(?:In|Inside) the [\w ]{1,30} there (?:is|are) (?:an?|some) ")


def without_speech(text: str) -> str:
    """Return a text without what people in it say.

    >>> without_speech('The monk says: "I am old." You nod.')
    'The monk says:  You nod.'
    """
    return _QUOTED.sub("", text)


def tells_adventure(head: str, lines: Sequence[str]) -> bool:
    """Return whether sentences tell what "you" do and see in a place, at this moment.

    Args:
        head: the text without speech, with its commands.
        lines: its sentences, without their end marks.
    """
    if _TO_A_READER.search(head):
        return False
    anchors = sum(1 for line in lines if _ANCHOR.match(line))
    scenes = sum(1 for line in lines if not _ANCHOR.match(line) and _SCENE.match(line))
    sure = anchors > 0 or (any(map(_UNLOCKING.match, lines)) and any(map(_REVEALED.match, lines)))
    you = any(line.startswith("You ") for line in lines)
    return (sure and 2 * (anchors + scenes) >= len(lines)) or (
        you and _COMMAND.search(head) is not None
    )
