"""JSON that cannot be read is refused in our own words."""

import io

import pytest

from labeling.kernel.errors import BadInput
from labeling.kernel.wire import WireParser


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "too long"),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a" 1}', "line 1, column 6"),
    ],
)
def test_a_body_that_cannot_be_read_says_why(body: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        WireParser().parse(io.BytesIO(body.encode()))
    assert said in refused.value.detail
    assert "recursion" not in refused.value.detail
    assert "set_int" not in refused.value.detail
