"""Two clocks: what was true at a time, and what the memory believed at a revision.

`as_of(valid=...)` answers for a day in the world; `as_of(known=...)` answers as the memory did
after so many writes; both together ask what we believed then about that day. A letter that
arrives late is put in its place, whatever the order of arrival.
"""

from datetime import UTC, datetime

from clew import Fact, Memory

LETTERS = (
    (datetime(2021, 3, 1, tzinfo=UTC), "Anna works at Arken. Ben works at Volvo."),
    (datetime(2023, 2, 1, tzinfo=UTC), "Anna works at Volvo now."),
    (datetime(2024, 5, 1, tzinfo=UTC), "Ben works at the harbour now."),
)
LATE = (datetime(2022, 6, 1, tzinfo=UTC), "Ben works at Arken now.")
PEOPLE = ("Anna", "Ben")


def line(fact: Fact) -> str:
    """Return a fact with the days it held, and how it ended."""
    until = "today" if fact.valid_to is None else f"{fact.valid_to:%Y-%m-%d}"
    return f"{fact.valid_from:%Y-%m-%d} to {until:<10}  {fact.text}"


def main() -> None:
    with Memory.open(":memory:") as memory:
        for at, text in LETTERS:
            memory.remember(text, at=at, source=f"letter of {at:%Y-%m-%d}")
        before = memory.revision

        print("Who worked where when?")
        for year in (2021, 2022, 2023, 2024):
            past = memory.as_of(datetime(year, 12, 31, tzinfo=UTC))
            work = [f"{who}: {past.ask(f'Where does {who} work?').text}" for who in PEOPLE]
            print(f"  end of {year}   {'   '.join(work)}")

        at, text = LATE
        memory.remember(text, at=at, source=f"letter of {at:%Y-%m-%d}, found in 2025")
        print(f'\nA letter of {at:%Y-%m-%d} turns up: "{text}"')
        question, day = "Where does Ben work?", datetime(2022, 12, 31, tzinfo=UTC)
        for name, known in (("At", before), ("Since", memory.revision)):
            believed = memory.as_of(day, known=known).ask(question).text
            print(f"  {name} revision {known}, Ben's work at the end of 2022: {believed}")

        for who in PEOPLE:
            print(f"\nHistory of {who}")
            for fact in memory.history(who):
                print(f"  {line(fact)}  ({memory.episode(fact.episodes[0]).source})")


if __name__ == "__main__":
    main()
