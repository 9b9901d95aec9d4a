from clew.minds.fiction.room_text import RoomText, read_room
from clew.minds.fiction.story_places import Places


def room(body: str = "") -> RoomText:
    return RoomText(body, (), (), all_ways=False)


def never(place: str, way: str) -> bool:  # what a map asks
    return False


def test_two_places_of_one_name_are_told_apart_by_their_descriptions() -> None:
    places = Places()
    cold = places.arrived("Street", room("It is cold."))
    warm = places.arrived("Street", room("It is warm."), cold.name, "west")
    assert (cold.name, warm.name) == ("Street", "Street (2)")
    assert places.arrived("Street", room("It is cold."), warm.name, "north") is cold


def test_a_place_that_is_not_described_is_known_by_the_way_back() -> None:
    places = Places()
    cold = places.arrived("Street", room("It is cold."))
    warm = places.arrived("Street", room("It is warm."), cold.name, "west")
    shop = places.arrived("Shop", room("Goods."), warm.name, "north")
    assert places.arrived("Street", room(), shop.name, "south") is warm


def test_a_way_that_leads_elsewhere_than_supposed_is_learned() -> None:
    places = Places()
    hall = places.arrived("Hall", room("A hall."))
    cave = places.arrived("Cave", room("A cave."), hall.name, "down")
    assert places.towards(cave.name, never)["Hall"] == (1, "up")
    sea = places.arrived("Sea", room("Water."), cave.name, "up")
    assert cave.ways == {"up": sea.name}
    assert "Hall" not in places.towards(cave.name, never)


def test_ways_that_must_not_be_taken_are_not_on_a_way() -> None:
    places = Places()
    hall = places.arrived("Hall", room("A hall."))
    cave = places.arrived("Cave", room("A cave."), hall.name, "down")
    reached = places.towards(hall.name, lambda place, way: (place, way) == ("Hall", "down"))
    assert cave.name not in reached


def test_a_place_that_a_memory_knows_in_another_case_is_the_same() -> None:
    places = Places()
    places.known("music store").ways["north"] = "Alley"
    assert places.arrived("Music Store", read_room("Tapes.", "Music Store")).ways


def test_one_has_stayed_where_the_same_description_is_printed_again() -> None:
    places = Places()
    street = places.arrived("Outside", room("A street."))
    corner = places.arrived("Outside", room("A corner."), street.name, "north")
    assert places.arrived("Outside", room("A corner."), corner.name, "south") is corner
    assert places.arrived("Outside", room("A corner."), corner.name, "west") is corner
    assert places.arrived("Outside", room("A street."), corner.name, "south") is street


def test_a_new_place_gets_a_number_that_no_other_has() -> None:
    places = Places()
    places.known("hall (2)").describe(room("A long hall."))
    assert places.arrived("Hall", room("A short hall.")).name == "Hall (3)"
