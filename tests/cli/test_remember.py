import json

import pytest

from clew.cli.inputs import date_in, find_texts

HASHING = ("--embedder", "hashing")


def test_a_file_name_gives_the_source_and_its_date_the_time(cli, tmp_path):
    (tmp_path / "2024-03-02-key.txt").write_text("Henrik has the brass key.")
    ran = cli("remember", "2024-03-02-key.txt", *HASHING, "--json")
    assert ran.code == 0
    (text,) = ran.json["texts"]
    assert text["source"] == "2024-03-02-key.txt"
    assert text["at"] == "2024-03-02T00:00:00+00:00"
    assert text["new"]
    assert ran.json["embedder"] == "hashing-v1-256" or ran.json["embedder"].startswith("hashing")


def test_the_date_that_was_used_is_shown(cli, tmp_path):
    (tmp_path / "2024-03-02-key.txt").write_text("Henrik has the brass key.")
    ran = cli("remember", "2024-03-02-key.txt", *HASHING)
    assert "2024-03-02-key.txt  2024-03-02  " in ran.out
    assert "1 text in 1 episode: " in ran.out
    assert "embedder: hashing" in ran.err
    assert "episodes/s" in ran.err


def test_at_and_source_win_over_the_file_name(cli, tmp_path):
    (tmp_path / "2024-03-02-key.txt").write_text("Henrik has the brass key.")
    ran = cli(
        "remember",
        "2024-03-02-key.txt",
        "--at",
        "2020-01-01",
        "--source",
        "Büro",
        *HASHING,
        "--json",
    )
    (text,) = ran.json["texts"]
    assert (text["source"], text["at"]) == ("Büro", "2020-01-01T00:00:00+00:00")


def test_steps_make_a_memory_of_steps(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    (tmp_path / "b.txt").write_text("Anna lives in Rome.")
    assert cli("remember", "a.txt", "--at", "12", *HASHING).code == 0
    assert cli("remember", "b.txt", "--at", "2024", *HASHING).code == 0
    assert "a.txt, step 12 (episode" in cli("show", "Anna", "--as-of", "13").out
    mixed = cli("remember", "b.txt", "--source", "other")
    assert mixed.code == 1
    assert "counts in step numbers" in mixed.error
    assert "give a step number, such as 12, as the time" in mixed.error
    assert "datetime.datetime" not in mixed.error


def test_remembering_again_adds_nothing(told):
    before = told("stats", "--json").json
    ran = told("remember", "2023-05-01-oslo.txt", "2024-02-01-rome.txt", "--json")
    assert ran.code == 0
    assert [text["already_known"] for text in ran.json["texts"]] == [True, True]
    again = told("remember", "2024-02-01-rome.txt", "--at", "2030")
    assert again.out.splitlines()[0] == "2024-02-01-rome.txt  0 new, 1 already known"
    after = told("stats", "--json").json
    assert (after["revision"], after["kinds"]) == (before["revision"], before["kinds"])


def test_a_path_that_cannot_be_read_keeps_no_other_from_being_read(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    ran = cli("remember", "x" * 300, "a.txt", *HASHING)
    assert (ran.code, "1 text in 1 episode" in ran.out) == (1, True)
    assert "xxx: cannot be read: File name too long" in ran.error


def test_a_folder_is_read_in_order_with_its_folders(cli, tmp_path):
    notes = tmp_path / "notes"
    (notes / "sub").mkdir(parents=True)
    (notes / ".git").mkdir()
    (notes / "b.txt").write_text("Ben lives in Bonn.")
    (notes / "a.md").write_text("Anna lives in Oslo.")
    (notes / "sub" / "c.TXT").write_text("Carla lives in Rome.")
    (notes / "picture.png").write_bytes(b"\x89PNG")
    (notes / ".git" / "d.txt").write_text("not this")
    ran = cli("remember", "notes", *HASHING, "--json")
    assert [text["source"] for text in ran.json["texts"]] == ["a.md", "b.txt", "sub/c.TXT"]
    assert ran.json["skipped_files"] == 1
    assert "1 other file skipped" in cli("remember", "notes").err


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"caf\xe9 and more", "not UTF-8 text: byte 3 is 0xe9"),
        (b"\xef\xbb\xbfa\xff", "not UTF-8 text: byte 4 is 0xff"),
        (b"one\0two", "not a text: byte 3 is NUL"),
        (b"\x7fELF\x02\x01\x01\x00", "byte 7 is NUL"),
        (b"", "empty"),
        (b" \n", "empty"),
    ],
)
def test_what_is_no_text_is_refused_by_name_and_the_rest_is_done(cli, tmp_path, data, reason):
    (tmp_path / "bad.txt").write_bytes(data)
    (tmp_path / "good.txt").write_text("Anna lives in Oslo.")
    ran = cli("remember", "bad.txt", "good.txt", *HASHING)
    assert ran.code == 1
    assert ran.error.startswith("bad.txt: ")
    assert reason in ran.error
    assert cli("ask", "Where does Anna live?").code == 0


def test_nothing_to_remember_makes_no_file(cli, tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"\0")
    (tmp_path / "empty").mkdir()
    assert cli("remember", "bad.txt").code == 1
    assert cli("remember", "missing.txt").error == "missing.txt: no such file or folder"
    said = cli("remember", "Anna lives in Oslo.").error
    assert said == (
        "Anna lives in Oslo.: no such file or folder; a text itself is piped: "
        "echo TEXT | clew remember -"
    )
    assert "no *.txt or *.md file" in cli("remember", "empty").error
    assert not (tmp_path / "memory.clew").exists()


def test_refusals_are_in_the_json(cli, tmp_path):
    (tmp_path / "good.txt").write_text("Anna lives in Oslo.")
    ran = cli("remember", "missing.txt", "good.txt", *HASHING, "--json")
    assert ran.code == 1
    assert ran.json["refused"] == [{"file": "missing.txt", "reason": "no such file or folder"}]
    assert len(ran.json["texts"]) == 1


def test_a_byte_order_mark_is_not_text(cli, tmp_path):
    (tmp_path / "a.txt").write_bytes("\ufeffÅsa bor i Malmö.".encode())
    cli("remember", "a.txt", *HASHING)
    (found,) = [
        each["item"]
        for each in cli("recall", "Malmö", "--json").json["results"]
        if each["item"]["kind"] == "episode"
    ]
    assert found["text"] == "Åsa bor i Malmö."


@pytest.mark.parametrize(
    "text", ["Ольга Петрова живёт в Осло.", "山田さんは東京に住んでいる。", "عمر يعيش في القاهرة"]
)
def test_any_script_comes_back_as_it_was(cli, tmp_path, text):
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert cli("remember", "a.txt", *HASHING).code == 0
    results = cli("recall", text, "--json").json["results"]
    assert text in [each["item"]["text"] for each in results]


def test_without_an_embedder_it_says_so(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    ran = cli("remember", "a.txt", "--embedder", "none")
    assert ran.code == 0
    assert "no embedder: keyword and graph recall only" in ran.err


def test_a_file_made_without_an_embedder_stays_without(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    cli("remember", "a.txt", "--embedder", "none")
    ran = cli("recall", "Anna")
    assert ran.code == 0
    assert "no embedder: keyword and graph recall only" in ran.err
    assert cli("check").code == 0


@pytest.mark.parametrize("name", ["minilmm", "hashing:x", "nowhere:Nothing"])
def test_an_embedder_that_cannot_be_opened_leaves_no_file(cli, tmp_path, name):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    assert cli("remember", "a.txt", "--embedder", name).code == 1
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_an_unknown_embedder_is_one_line(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    ran = cli("remember", "a.txt", "--embedder", "hashin")
    assert ran.code == 1
    assert "did you mean 'hashing'?" in ran.error


def test_another_embedder_is_refused_and_reembed_named(told):
    ran = told("remember", "2023-05-01-oslo.txt", "--embedder", "hashing:64")
    assert ran.code == 1
    assert "clew reembed" in ran.error


def test_many_texts_are_counted_not_listed(cli, tmp_path):
    for number in range(30):
        (tmp_path / f"{number:02}.txt").write_text(f"Person{number} lives in Oslo.")
    ran = cli("remember", ".", *HASHING)
    assert len(ran.out.splitlines()) == 1
    assert ran.out.startswith("30 texts in 30 episodes: ")


def test_a_kept_text_is_learned_from_when_the_call_is_repeated(cli, tmp_path):
    import clew

    text = "Anna lives in Oslo."
    (tmp_path / "a.txt").write_text(text)
    with clew.Memory.open(tmp_path / "memory.clew", embedder="hashing") as memory:
        at = clew.parse_time("2024-01-01")
        memory.remember_many([clew.Input(text, at, "a.txt")], learn=False)
    assert cli("stats", "--json").json["pending"] == 1
    ran = cli("remember", "a.txt", "--json")
    assert (ran.json["resumed"], ran.json["pending"]) == (1, 0)
    assert cli("ask", "Where does Anna live?", "--json").json["answer"] == "Oslo"


def test_what_an_earlier_call_kept_is_counted_when_it_is_learned_from(cli, tmp_path):
    import clew

    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    with clew.Memory.open(tmp_path / "memory.clew", embedder="hashing") as memory:
        at = clew.parse_time("2024-01-01")
        memory.remember_many([clew.Input("Anna lives in Oslo.", at, "a.txt")], learn=False)
    ran = cli("remember", "a.txt")
    assert "1 pending episode of an earlier call: 2 new\n" in ran.out
    assert " episodes/s" in ran.err


def test_learn_takes_up_what_is_pending(cli, tmp_path):
    import clew

    with clew.Memory.open(tmp_path / "memory.clew", embedder="hashing") as memory:
        at = clew.parse_time("2024-01-01")
        memory.remember_many([clew.Input("Anna lives in Oslo.", at, "a")], learn=False)
    assert cli("learn").code == 2
    assert "clew learn --pending" in cli("learn").error
    ran = cli("learn", "--pending", "--json")
    assert (ran.code, ran.json["pending"], len(ran.json["receipts"])) == (0, 0, 1)
    assert "0 pending episodes" in cli("learn", "--pending").out


def test_bad_times_are_misuse(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    for time in ("yesterday", "2024-02-31", "-1", "2024-W05"):
        ran = cli("remember", "a.txt", "--at", time, *HASHING)
        assert ran.code == 2
        assert "--at" in ran.error
        assert "2024-05" in ran.error
    assert not (tmp_path / "memory.clew").exists()


def test_a_time_of_day_is_kept_and_shown(cli, tmp_path):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    (tmp_path / "b.txt").write_text("Ben lives in Rome.")
    assert cli("remember", "a.txt", "--at", "2024-01-01T10:00:00", *HASHING).code == 0
    assert cli("remember", "b.txt", "--at", "2024-01-01T10:00:07", *HASHING).code == 0
    assert "said 2024-01-01T10:00Z · a.txt, 2024-01-01T10:00Z" in cli("show", "Anna").out
    assert "said 2024-01-01T10:00:07Z · b.txt" in cli("show", "Ben").out


def test_dates_in_names_that_make_no_sense_are_none():
    assert date_in("2024-13-45-x.txt") is None
    assert date_in("20240102.txt") is None
    assert date_in("sub/2024-01-02.txt") == date_in("2024-01-02")
    assert json.dumps(str(date_in("2024-01-02T10.txt"))).startswith('"2024-01-02')


def test_stdin_is_one_text():
    texts, refused, others = find_texts(["-"])
    assert ([text.source for text in texts], refused, others) == (["stdin"], [], 0)


CHAT: tuple[dict[str, object], ...] = (
    {"role": "user", "name": "Anna", "content": "I live in Oslo.", "time": "2024-05-01"},
    {"role": "assistant", "content": None, "tool_calls": []},
    {"role": "assistant", "content": "Nice.", "conversation_id": "other"},
    {"role": "user", "name": "Anna", "content": "I moved to Rome.", "time": "2024-06-01"},
)


def write_chat(folder, *lines):
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines)
    (folder / "2024-04-30-chat.jsonl").write_text(text)


def test_a_chat_is_remembered_message_by_message(cli, tmp_path):
    write_chat(tmp_path, *CHAT)
    ran = cli("remember", "2024-04-30-chat.jsonl", *HASHING, "--json")
    assert ran.code == 0
    assert [one["at"][:10] for one in ran.json["texts"]] == [
        "2024-05-01",
        "2024-04-30",
        "2024-06-01",
    ]
    texts = cli("list", "episodes", "--json").json["items"]
    assert sorted((one["text"], one["speaker"], one["conversation"]) for one in texts) == [
        ("Anna: I live in Oslo.", "Anna", "2024-04-30-chat.jsonl"),
        ("Anna: I moved to Rome.", "Anna", "2024-04-30-chat.jsonl"),
        ("assistant: Nice.", "", "other"),
    ]
    assert cli("ask", "Where does Anna live?").out.startswith("Rome")
    again = cli("remember", "2024-04-30-chat.jsonl", "--json")
    assert all(one["already_known"] for one in again.json["texts"])


def test_what_ends_a_line_elsewhere_ends_no_message(cli, tmp_path):
    said = {"role": "user", "name": "Anna", "content": "I live in Oslo.\u2028I like tea.\x85"}
    write_chat(tmp_path, json.dumps(said, ensure_ascii=False), CHAT[3])
    ran = cli("remember", "2024-04-30-chat.jsonl", *HASHING, "--json")
    assert (ran.code, len(ran.json["texts"])) == (0, 2), ran.err


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((CHAT[0], "no json"), "line 2: expected a message"),
        ((CHAT[0], {"role": "user", "content": 7}), "line 2: expected a message"),
        (("[1]",), "line 1: expected a message"),
        ((CHAT[1],), "no message with a text"),
    ],
)
def test_what_is_no_chat_is_refused_with_its_line(cli, tmp_path, lines, why):
    write_chat(tmp_path, *lines)
    ran = cli("remember", "2024-04-30-chat.jsonl", *HASHING)
    assert ran.code == 1
    assert why in ran.error


@pytest.mark.parametrize(("which", "some"), [("all", True), ("none", False)])
def test_theses_are_learned_as_told(cli, tmp_path, which, some):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    assert cli("remember", "a.txt", "--theses", which, *HASHING).code == 0
    assert bool(cli("list", "theses", "--json").json["total"]) is some
    assert cli("remember", "a.txt", "--window", "0").code == 1


@pytest.mark.parametrize("option", ["--embedder", "--namespace", "--model"])
def test_an_empty_setting_is_one_line(cli, tmp_path, option):
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    ran = cli("remember", "a.txt", option, " ")
    assert ran.code == 1
    assert "expected" in ran.error
    # A model is opened with its first task, when the text is kept already.
    assert option == "--model" or not list(tmp_path.glob("*.clew"))


@pytest.mark.parametrize(("which", "some"), [("all", True), ("none", False)])
def test_what_is_pending_is_learned_with_the_same_options(cli, tmp_path, which, some):
    import clew

    with clew.Memory.open(tmp_path / "memory.clew", embedder="hashing") as memory:
        memory.remember_many(
            [clew.Input("Anna lives in Oslo.", clew.parse_time("2024-01-01"), "a")], learn=False
        )
    assert cli("learn", "--pending", "--window", "0").code == 1
    assert cli("learn", "--pending", "--theses", which).code == 0
    assert bool(cli("list", "theses", "--json").json["total"]) is some


def test_a_known_text_keeps_its_time_and_that_is_said(cli, tmp_path):
    (tmp_path / "2024-03-02-key.txt").write_text("Henrik has the brass key.")
    assert cli("remember", "2024-03-02-key.txt", *HASHING).code == 0
    again = cli("remember", "2024-03-02-key.txt", "--at", "2099-01-01")
    assert "1 text known with another time than --at, which was left as it is" in again.err
    shown = cli("remember", "2024-03-02-key.txt", "--at", "2099-01-01", "--json").json
    assert shown["texts"][0]["at"] == "2024-03-02T00:00:00+00:00"
    for same in ((), ("--at", "2024-03-02")):
        assert "left as it is" not in cli("remember", "2024-03-02-key.txt", *same).err


def test_a_name_with_a_date_that_is_none_is_told(cli, tmp_path):
    (tmp_path / "2024-02-30-bad.txt").write_text("Henrik has the brass key.")
    said = "2024-02-30-bad.txt: there is no 2024-02-30, so its time is now; give another with --at"
    assert said in cli("remember", "2024-02-30-bad.txt", *HASHING).err
    assert "2024-02-30," not in cli("remember", "2024-02-30-bad.txt", "--at", "2024").err
