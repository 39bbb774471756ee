"""What the documents name exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LATER = {"<format>", "<kind>", "<type>", "<name>", "<code>", "<app>"}


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_every_path_a_document_names_exists(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    named = re.findall(r"\]\((docs/[^)]+|[A-Z]+\.md)\)", text)
    named += re.findall(
        r"`((?:labeling|annotators|active_learning|static|tests|docker|docs)/[^`\s]*)`", text
    )
    assert named
    missing = [p for p in named if not any(x in p for x in LATER) and not (ROOT / p).exists()]
    assert missing == []


def test_the_two_lock_files_pin_the_same_versions():
    runtime, everything = (
        dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / name).read_text()))
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert {k: everything.get(k) for k in runtime} == runtime
