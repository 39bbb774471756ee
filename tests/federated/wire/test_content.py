"""Messages come back as they were, and no other bytes are taken for one."""

import numpy as np
import pytest

from federated.wire.content import BadContent, Value, pack, unpack

CONTENT: dict[str, Value] = {
    "name": "a",
    "count": 3,
    "share": 0.5,
    "yes": True,
    "names": ["x", "y"],
    "raw": b"\x00\xff",
    "empty": b"",
    "named": {"site1": b"12", "site2": b""},
    "words": np.arange(6, dtype="<u2"),
    "weights": np.arange(6, dtype="<f4").reshape(2, 3),
}


def test_it_comes_back() -> None:
    back = unpack(pack(CONTENT))
    assert list(back) == list(CONTENT)
    for key, value in CONTENT.items():
        if isinstance(value, np.ndarray):
            got = back[key]
            assert isinstance(got, np.ndarray)
            assert (got.dtype, got.shape) == (value.dtype, value.shape)
            assert (got == value).all()
        else:
            assert back[key] == value


def test_objects_may_not_travel() -> None:
    with pytest.raises(BadContent, match="'what' is of type object"):
        pack({"what": np.array([object()])})


@pytest.mark.parametrize("cut", [0, 3, 10, -1])
def test_a_message_that_is_cut_off_is_refused(cut: int) -> None:
    with pytest.raises(BadContent):
        unpack(pack(CONTENT)[:cut])


def test_bytes_behind_the_message_are_refused() -> None:
    with pytest.raises(BadContent, match="left over"):
        unpack(pack(CONTENT) + b"x")


@pytest.mark.parametrize(
    "raw",
    [
        b"\x02\x00\x00\x00[]",
        b'\x10\x00\x00\x00{"a":{"bytes":9}}',
        b"\xff\xff\xff\xff{}",
        pack({"a": np.zeros(4, "<f4")}).replace(b'"shape": [4]', b'"shape": [9]'),
        pack({"a": np.zeros(4, "<f4")}).replace(b"<f4", b"|O8"),
    ],
)
def test_forged_bytes_are_refused(raw: bytes) -> None:
    with pytest.raises(BadContent):
        unpack(raw)
