"""Dialogues in the form of DiaASQ's records, made here: nothing of DiaASQ is in them."""

import json
from pathlib import Path
from random import Random
from typing import Any

PHONES = ("Mi 11", "K40", "iPhone X", "Mate30", "Honor 50", "neo5", "Meizu 18", "OnePlus 8")
PARTS = ("screen", "battery life", "photos", "price", "system", "camera")
OPINIONS = {"pos": "superb", "neg": "dreadful", "neu": "passable"}
NAMING = "I recently got an OnePlus8 , too"
"""Says without an annotation who has what."""
CHAT = (
    NAMING,
    "Who knows",
    "It rained here all day",
    "See you at the shop then",
    "[ laughs ] fine",
)


def record(rng: Random, number: int) -> dict[str, Any]:
    """Return one dialogue: three opinions and two sentences without one."""
    sentences: list[str] = []
    triplets: list[list[Any]] = []
    words = 0
    for place in range(5):
        if place in (1, 3):
            sentence = rng.choice(CHAT)
        else:
            phone, part = rng.choice(PHONES), rng.choice(PARTS)
            polarity = rng.choice(tuple(OPINIONS))
            sentence = f"I find the {part} of {phone} {OPINIONS[polarity]} ."
            at = words + 3
            spans = [at + len(part.split()) + 1, 0, at, 0, words + len(sentence.split()) - 2, 0]
            triplets.append([*spans, polarity, phone, part, OPINIONS[polarity]])
        sentences.append(sentence)
        words += len(sentence.split())
    return {
        "doc_id": f"{number:04}",
        "sentences": sentences,
        "speakers": [0, 1, 2, 0, 1],
        "triplets": triplets,
    }


def write_small(folder: Path, dialogues: int = 60) -> Path:
    """Write a file of dialogues; the same every time."""
    rng = Random(5)
    folder.mkdir(parents=True, exist_ok=True)
    held = [record(rng, number) for number in range(dialogues)]
    (folder / "valid.json").write_text(json.dumps(held), encoding="utf-8")
    return folder
