"""Every way a filter can be wrong has words on the screen."""

import json

import pytest

from labeling.config.environment import BASE_DIR
from labeling.errors import BadFilter
from labeling.models import Role
from labeling.policies import Access
from labeling.selectors.task_filter.compile import compile_filter
from tests.factories.facts import make_access, make_project

pytestmark = pytest.mark.django_db
WORDS = json.loads((BASE_DIR / "static/src/text/en/problem.json").read_text())["place"]


@pytest.fixture
def access() -> Access:
    return make_access(make_project(), Role.OWNER)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("state = done done", "no_and"),
        ("state", "no_operator"),
        ("state =", "no_value"),
        ("state = done and", "no_field"),
        ("(state = done", "open_parenthesis"),
        ("(" * 40 + "id = 1" + ")" * 40, "too_deep"),
        ("state in done", "no_list"),
        ('text ~ "open', "open_quote"),
        ("state ! done", "no_meaning"),
        ("text ~ 'a\x00b'", "nul"),
        ("x" * 4001, "too_long"),
        ("state = nonsense", "one_of"),
        ("password = x", "unknown_column"),
        ("skipped = maybe", "true_or_false"),
        ("priority < high", "not_a_number"),
        ("priority < 1e400", "too_large"),
        ("id = 1.5", "not_an_id"),
        ("created > yesterday", "not_a_date"),
        ("state < done", "operators"),
        ("explode(3)", "unknown_function"),
        ("similar_to(a)", "one_task"),
        ("similar_to(9)", "no_such_task"),
    ],
)
def test_what_is_wrong_has_a_code_with_words(access: Access, text: str, reason: str) -> None:
    with pytest.raises(BadFilter) as refused:
        compile_filter(access, text)
    [place] = refused.value.errors
    assert place["code"] == reason
    words = WORDS[reason]
    for name in place["params"]:
        assert f"{{{name}}}" in words
