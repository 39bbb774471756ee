"""Dialogues as training programs read them, and as tables hold them."""

import json
from pathlib import Path
from typing import Any

from labeling.formats.base import Content, ExportAnnotation, ExportTask
from tests.factories.formats import CHAT, SAMPLES, read_paths, write_tasks

START = [{"from": "human", "value": "Hi"}]
ONE = [*START, {"from": "gpt", "value": "Hello."}]
TWO = [*START, {"from": "gpt", "value": "What?"}]


def task(key: str, *, state: str = "submitted", regions: Any = (), **answers: Any) -> ExportTask:
    content = Content(regions=list(regions), answers=answers)
    return ExportTask(
        id=key,
        data={"one": ONE, "two": TWO},
        annotations=[ExportAnnotation(id=key, content=content, state=state)],
    )


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_pairs_say_what_was_asked_and_which_answer_was_better(tmp_path: Path) -> None:
    tasks = [
        task("1", better="second", kinder="first"),
        task("2", better="tie"),
        task("3", better="first"),
        ExportTask(id="4", data={"one": ONE, "two": TWO}),
        task("5", state="rejected", better="first"),
    ]
    problems = write_tasks("dpo", tasks, tmp_path / "dpo.jsonl")
    written = lines_of(tmp_path / "dpo.jsonl")
    assert written == lines_of(SAMPLES / "dpo.jsonl")
    assert [one["id"] for one in written] == ["1", "3"]
    assert [problem.detail.split(" were")[0] for problem in problems] == [
        "1 ties",
        "2 tasks without a preference that stands",
    ]


def test_dialogues_that_are_the_same_make_no_pair(tmp_path: Path) -> None:
    same = task("1", better="first")
    same.data["two"] = ONE
    [problem] = write_tasks("dpo", [same], tmp_path / "dpo.jsonl")
    assert "the same" in problem.detail
    assert lines_of(tmp_path / "dpo.jsonl") == []


def test_chats_have_the_answers_that_people_wrote(tmp_path: Path) -> None:
    turn = {"id": "r", "label": "act", "geometry": {"turn": 0}, "attributes": {"rewrite": "Hey"}}
    tasks = [
        task("1", rewritten="Hello, how can I help?"),
        task("2", regions=[turn]),
        ExportTask(id="3", data={"one": ONE, "two": TWO}),
    ]
    problems = write_tasks("sft", tasks, tmp_path / "sft.jsonl")
    assert lines_of(tmp_path / "sft.jsonl") == lines_of(SAMPLES / "sft.jsonl")
    assert problems[0].detail.startswith("1 tasks without an annotation")
    assert ONE[1]["value"] == "Hello.", "what was imported is as it was"


def test_a_table_holds_dialogues_as_json(tmp_path: Path) -> None:
    table = tmp_path / "chats.csv"
    cell = json.dumps(ONE).replace('"', '""')
    table.write_text(f'one,two\n"{cell}","{cell}"\n')
    [read] = read_paths("csv", table, ontology=CHAT).tasks
    assert read.data == {"one": ONE, "two": ONE}


def test_what_is_no_dialogue_is_told_with_its_line(tmp_path: Path) -> None:
    table = tmp_path / "chats.csv"
    table.write_text("one,two\nhello,[1]\n")
    [problem] = read_paths("csv", table, ontology=CHAT).problems
    assert (problem.line, problem.pointer) == (2, "/one")
    assert "list of turns" in problem.detail
