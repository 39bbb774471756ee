"""What a client asks of a view is checked before anything is read."""

import pytest

from labeling.media import MediaError
from labeling.media.parameters import Choice, Number, Whole, read_parameters

PARAMETERS = {
    "frame": Whole(0, 0, 10),
    "gamma": Number(1.0, 0.1, 4.0),
    "plane": Choice(("axial", "coronal")),
}


def test_defaults_fill_what_is_not_given_in_the_declared_order():
    values = read_parameters(PARAMETERS, {"plane": "coronal"})
    assert list(values.items()) == [("frame", 0), ("gamma", 1.0), ("plane", "coronal")]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *(("frame", text) for text in ("11", "-1", "1.5", "", "٣", "../x", "9" * 70)),
        *(("gamma", text) for text in ("nan", "inf", "9", "x")),
        *(("plane", text) for text in ("axial/..", "")),
        ("other", "1"),
    ],
)
def test_anything_else_is_refused_by_name(name, given):
    with pytest.raises(MediaError, match=name) as caught:
        read_parameters(PARAMETERS, {name: given})
    assert caught.value.fault == "unasked"
