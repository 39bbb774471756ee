"""Sets of a user: arrays and tables, and what is wrong with them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from active_learning.replay import Course, CourseError
from active_learning.replay.reading import read_course


class Lengths:
    """An encoder that tells texts by their length and pictures by their brightness."""

    id = "lengths"
    dimensions = 2

    def encode(self, values: Any) -> np.ndarray:
        return np.array(
            [[len(v) if isinstance(v, str) else v.mean(), 1.0] for v in values], dtype=np.float32
        )


def read(data: Path | str) -> Course:
    return read_course(str(data), encoder_of=lambda kind: Lengths(), seed=0)


def write(tmp_path: Path, name: str, content: str) -> Path:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


def rows(count: int = 100) -> list[tuple[str, str]]:
    return [("a" * (i % 7 + 1), "odd" if i % 2 else "even") for i in range(count)]


def test_csv_with_texts_is_encoded_and_split(tmp_path: Path) -> None:
    lines = "\n".join(f"{text},{label}" for text, label in rows())
    course = read(write(tmp_path, "set.csv", f"Text,Label\n{lines}\n"))
    assert (len(course.pool), len(course.test)) == (75, 25)
    assert course.classes == ("even", "odd")
    assert course.pool[:, 0].max() == 7


def test_jsonl_and_tsv_are_read_too(tmp_path: Path) -> None:
    jsonl = "\n".join(f'{{"text": "{t}", "class": "{c}"}}' for t, c in rows())
    tsv = "sentence\tcategory\n" + "\n".join(f"{t}\t{c}" for t, c in rows())
    assert len(read(write(tmp_path, "set.jsonl", jsonl)).pool) == 75
    assert len(read(write(tmp_path, "set.tsv", tsv)).pool) == 75


def test_pictures_are_found_beside_the_table(tmp_path: Path) -> None:
    for name, grey in (("dark", 10), ("light", 250)):
        Image.new("RGB", (4, 4), (grey,) * 3).save(tmp_path / f"{name}.png")
    lines = "\n".join(f"{n}.png,{n}" for n in ("dark", "light") for _ in range(50))
    course = read(write(tmp_path, "set.csv", f"image,label\n{lines}\n"))
    assert sorted(set(course.pool[:, 0].tolist())) == [10.0, 250.0]


def test_a_picture_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, "set.csv", "image,label\nmissing.png,a\nmissing.png,b\n")
    with pytest.raises(CourseError, match=r"line 2: missing\.png"):
        read(path)


def test_a_set_of_its_own_test_rows_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    np.savez(path, X=np.eye(4), y=[0, 1, 0, 1], X_test=np.eye(4)[:2], y_test=[0, 1])
    assert len(read(path).test) == 2


def test_a_known_name_needs_no_file() -> None:
    assert len(read("wine").classes) == 3


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "text,label\nhello,\n", "line 2: label or text is empty"),
        ("a.csv", "words,kind\nhello,x\n", "has the columns words, kind"),
        ("a.csv", "", "no rows"),
        ("a.jsonl", '{"text": "a", "label": "b"}\nnonsense\n', "line 2 is no JSON"),
        ("a.jsonl", "[1]\n", "line 1 is no object"),
        ("a.txt", "hello", "give npz, csv, tsv or jsonl"),
        ("a.npz", "hello", "cannot be read"),
    ],
)
def test_bad_files_name_the_place(tmp_path: Path, name: str, content: str, said: str) -> None:
    with pytest.raises(CourseError, match=said):
        read(write(tmp_path, name, content))


def test_arrays_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    np.savez(path, X=np.eye(3))
    with pytest.raises(CourseError, match="lacks y"):
        read(path)
    np.savez(path, X=np.eye(3), y=[1])
    with pytest.raises(CourseError, match="3 rows of X, 1 of y"):
        read(path)
    np.savez(path, X=np.arange(3), y=[1, 2, 3])
    with pytest.raises(CourseError, match="not \\(N, D\\)"):
        read(path)
