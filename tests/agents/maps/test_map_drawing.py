import re
import subprocess
import sys
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from clew.agents.maps.known_map import Door, KnownMap, Passage, Spot
from clew.agents.maps.map_drawing import picture
from clew.agents.maps.map_lines import Box, Point, curve, port
from clew.agents.worldmap import OPPOSITE

SVG = "{http://www.w3.org/2000/svg}"
PLACES = [f"place {n}" for n in range(7)]
PASSAGES = st.lists(
    st.builds(
        Passage,
        place=st.sampled_from(PLACES),
        direction=st.sampled_from([*OPPOSITE, ""]),
        other=st.sampled_from(PLACES),
        back=st.booleans(),
        door=st.sampled_from([None, Door("gate", "locked")]),
    ),
    max_size=14,
    unique_by=lambda one: (one.place, one.direction, one.other),
)


def known(spots=(), passages=(), name="Mill", carried=()) -> KnownMap:
    return KnownMap(name=name, spots=tuple(spots), passages=tuple(passages), carried=carried)


def spot(name: str, *, untried=None, things=(), killed=(), here=False) -> Spot:
    return Spot(name=name, untried=untried or {}, things=things, killed=killed, here=here)


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn)


def boxes(drawn: str) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of every place."""
    found = []
    for rect in parsed(drawn).iter(f"{SVG}rect"):
        if "place" in rect.get("class", ""):
            x, y, wide, high = (float(rect.get(key, "")) for key in ("x", "y", "width", "height"))
            found.append((x, y, x + wide, y + high))
    return found


@given(PASSAGES)
def test_no_two_places_overlap_and_every_way_is_drawn_once(passages):
    drawn = picture(known([spot(name) for name in PLACES], passages))
    areas = boxes(drawn)
    assert len(areas) == len(PLACES)
    for n, (left, top, right, bottom) in enumerate(areas):
        for west, north, east, south in areas[:n]:
            assert right < west or east < left or bottom < north or south < top
    hints = [each.text or "" for each in parsed(drawn).iter(f"{SVG}title")]
    ways = sorted(hint.partition(";")[0] for hint in hints if " to place" in hint)
    assert ways == sorted(
        f"{one.place}: {one.direction or 'a way'} to {one.other}"
        + (f", {OPPOSITE[one.direction]} back" if one.back and one.direction else "")
        for one in passages
    )
    assert drawn.count("<polygon") == sum(not one.back for one in passages)


def test_what_is_known_is_marked_and_explained():
    drawn = picture(
        known(
            [
                spot("Yard", untried={"south": None, "up": None}, things=tuple("abcdefg")),
                spot("Hall", killed=("A spear hits you.\n\n*** You have died ***",), here=True),
            ],
            [Passage(place="Yard", direction="east", other="Hall", back=False,
                     door=Door("oak door", "locked"))],
            carried=("lamp",),
        )
    )  # fmt: skip
    texts = [each.text for each in parsed(drawn).iter(f"{SVG}text")]
    assert texts[:3] == ["Mill", "2 places, 1 way, 2 untried exits", "carried: lamp"]
    assert {"Yard", "Hall", "a", "d", "and 3 more", "up", "locked"} <= set(texts)
    assert "e" not in texts
    assert 'class="place here killed"' in drawn
    assert "A death: A spear hits you." in drawn
    assert drawn.count('<circle class="stub"') == 2
    for mark in ("yellow box", "red box", "green stub", "arrow", "red: a door"):
        assert any(str(text).startswith(mark) for text in texts), mark
    assert not any(str(text).startswith(("violet", "dotted")) for text in texts)


def test_directions_that_contradict_are_marked():
    ways = [
        Passage(place="A", direction="north", other="B", back=False),
        Passage(place="B", direction="north", other="A", back=False),
    ]
    drawn = picture(known([spot("A"), spot("B")], ways))
    assert drawn.count('<path class="bent"') == 1
    assert "violet, dashed: directions that contradict" in drawn


def test_north_is_up_and_east_is_right():
    ways = [
        Passage(place="A", direction="north", other="B", back=True),
        Passage(place="A", direction="southeast", other="C", back=True),
    ]
    a, b, c = boxes(picture(known([spot("A"), spot("B"), spot("C")], ways)))
    assert b[3] < a[1]
    assert (b[0] + b[2]) == (a[0] + a[2])
    assert c[0] > a[2]
    assert c[1] > a[3]


def test_names_are_text_and_no_markup():
    nasty = "<script>&\"'\x00\u202e"
    drawn = picture(known([spot(nasty, things=(nasty,), here=True)], name=nasty, carried=(nasty,)))
    assert "<script>" not in drawn
    assert "\x00" not in drawn
    assert parsed(drawn).tag == f"{SVG}svg"


def test_the_map_is_inside_the_picture():
    ways = [Passage(place=f"{n}", direction="west", other=f"{n + 1}", back=True) for n in range(9)]
    drawn = picture(known([spot(f"{n}", untried={"north": None}) for n in range(10)], ways))
    _, _, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', drawn)[0].split())
    across, down = map(float, re.findall(r"translate\((\S+) (\S+)\)", drawn)[0])
    for left, top, right, bottom in boxes(drawn):
        assert 0 < left + across < right + across < wide
        assert 0 < top + down < bottom + down < high


SECOND = """
import sys
from clew.agents.maps.known_map import KnownMap, Passage, Spot
from clew.agents.maps.map_drawing import picture
names = [f"room {n}" for n in range(12)]
spots = [Spot(name=n, untried={"up": None}, things=("a",), killed=(), here=False) for n in names]
ways = "north east south west up in".split()
passages = [
    Passage(place=names[n], direction=ways[n % 6], other=names[n * 5 % 12], back=n % 2 == 0)
    for n in range(12)
]
sys.stdout.write(picture(KnownMap(name="m", spots=tuple(spots), passages=tuple(passages),
                                  carried=())))
"""


def test_every_process_draws_the_same_bytes():
    drawn = {
        subprocess.run(
            [sys.executable, "-c", SECOND], capture_output=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(drawn) == 1
    assert drawn.pop().startswith(b"<svg")


def test_a_line_passes_by_a_box_in_its_way():
    one, other, between = Box(0, 0, 40, 20), Box(200, 0, 40, 20), Box(100, 0, 40, 20)
    start, end = port(one, "east", other), port(other, "west", one)
    straight = curve(start, end, [])
    assert straight.at(0.5) == Point(120, 10)
    bent = curve(start, end, [between])
    assert not any(between.holds(bent.at(n / 20)) for n in range(21))


def test_a_line_without_a_direction_starts_where_it_faces_the_other_box():
    assert port(Box(0, 0, 40, 20), "", Box(0, 100, 40, 20)) == Point(20, 20)
    assert port(Box(0, 0, 40, 20), "", Box(100, 0, 40, 20)) == Point(40, 10)


def test_only_a_shut_door_is_red():
    way = Passage(place="A", direction="north", other="B", back=True, door=Door("gate", "open"))
    drawn = picture(known([spot("A"), spot("B")], [way]))
    assert '<path class="door"' not in drawn
    assert ">open</text>" in drawn
    assert "red: a door" not in drawn


def test_a_second_way_between_two_places_does_not_hide_the_first():
    ways = [
        Passage(place="A", direction="in", other="B", back=True),
        Passage(place="A", direction="north", other="B", back=True),
    ]
    drawn = picture(known([spot("A"), spot("B")], ways))
    lines = re.findall(r'<path class="[^"]*" d="([^"]+)"', drawn)
    assert len(set(lines)) == 2
