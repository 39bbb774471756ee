"""Any later change of the ledger shows, and where."""

from dataclasses import replace

import pytest

from federated.ledger import GENESIS, Broken, Departure, check_chain, digest_of


def line(number: int) -> Departure:
    return Departure(number, "2026-01-01T00:00:00Z", "7", number, "update", 900, "ab" * 32, 0.25)


def chain(length: int) -> list[tuple[Departure, str]]:
    lines, previous = [], GENESIS
    for number in range(1, length + 1):
        previous = digest_of(line(number), previous)
        lines.append((line(number), previous))
    return lines


def test_an_untouched_chain_holds() -> None:
    assert check_chain(chain(5)) is None
    assert check_chain([]) is None


@pytest.mark.parametrize(
    "changed",
    [
        replace(line(3), size_bytes=1),
        replace(line(3), epsilon=0.0),
        replace(line(3), kind="nothing"),
        replace(line(3), content_sha256="0"),
    ],
)
def test_a_changed_line_is_found(changed: Departure) -> None:
    lines = chain(5)
    lines[2] = (changed, lines[2][1])
    assert check_chain(lines) == Broken(3, "changed")


def test_a_line_rewritten_with_its_hash_breaks_the_next_one() -> None:
    lines = chain(5)
    forged = replace(lines[2][0], epsilon=0.0)
    lines[2] = (forged, digest_of(forged, lines[1][1]))
    assert check_chain(lines) == Broken(4, "changed")


def test_a_dropped_line_is_found() -> None:
    lines = chain(5)
    del lines[1]
    assert check_chain(lines) == Broken(2, "missing")
