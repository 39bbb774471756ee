"""What a node answers, what it books, and what never leaves."""

import hashlib
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from federated.node.leaving import Door, Held
from federated.node.node import Node
from federated.node.summing import SummingNode
from federated.privacy.secure_sum import IdentityKey
from federated.server.exchange import read_answer
from federated.simulation.sites import ArraySite, MemoryBook
from federated.wire.asking import Ask, Refusal
from federated.wire.content import Content
from tests.federated.small import CLASSES, DIMENSIONS, site


def node(this: ArraySite | None = None, book: MemoryBook | None = None) -> Node:
    rng, key = np.random.default_rng(1), IdentityKey.generate()
    summing = SummingNode("here", key, dict, rng)
    return Node(this or site(1), Door(book or MemoryBook()), summing, rng)


def lesson(**change: object) -> Content:
    content: dict[str, object] = {
        "classes": list(CLASSES),
        "dimensions": DIMENSIONS,
        "model": np.zeros((DIMENSIONS + 1) * 3, "<f4"),
        "steps": 5,
        "learning_rate": 0.3,
        "proximal": 0.0,
        "correction": 0.0,
        "noise_multiplier": 0.0,
        **change,
    }
    return content  # type: ignore[return-value]  # a test's shorthand


def asked(this: Node, kind: str, content: Content) -> Content | Refusal:
    return read_answer(this.answer(Ask(kind, "1", 1, content)))


def test_every_answer_is_booked_before_it_leaves_with_its_hash() -> None:
    book = MemoryBook()
    raw = node(book=book).answer(Ask("update", "1", 1, lesson()))
    (line,) = book.lines
    assert (line.ask.kind, line.size_bytes, line.epsilon) == ("update", len(raw), 0.0)
    assert line.content_sha256 == hashlib.sha256(raw).hexdigest()


def test_noisy_training_books_its_epsilon() -> None:
    book = MemoryBook()
    node(book=book).answer(Ask("update", "1", 1, lesson(noise_multiplier=1.0)))
    assert 0.5 < book.lines[0].epsilon < 100


@dataclass
class Paused(MemoryBook):
    held: list[str] = field(default_factory=list)

    def may_leave(self, ask: Ask, *, epsilon: float) -> NoReturn:
        self.held.append(ask.kind)
        raise Held("paused", "The site's data officer has paused the connection.")


def test_a_paused_site_says_so_and_sends_nothing_else() -> None:
    answer = asked(node(book=Paused()), "update", lesson())
    assert answer == Refusal("paused", "The site's data officer has paused the connection.")


def test_an_unknown_question_is_refused_by_name() -> None:
    answer = asked(node(), "labels", {})
    assert isinstance(answer, Refusal)
    assert "does not know 'labels'" in answer.detail


def test_a_model_of_another_shape_is_refused() -> None:
    answer = asked(node(), "update", lesson(model=np.zeros(5, "<f4")))
    assert isinstance(answer, Refusal)
    assert "has 5 numbers where 21 are expected" in answer.detail


def test_a_model_with_nan_is_refused_and_not_adopted() -> None:
    this = site(1)
    answer = asked(node(this), "adopt", lesson(model=np.full(21, np.nan, "<f4")))
    assert isinstance(answer, Refusal)
    assert this.head is None


def test_a_lesson_brings_a_rounds_model_which_is_taken_over_before_it_is_learned_from() -> None:
    this, model = site(1), np.full(21, 0.5, "<f4")
    answer = read_answer(node(this).answer(Ask("update", "1", 4, lesson(model=model, adopt=3))))
    assert not isinstance(answer, Refusal)
    assert this.head is not None
    assert np.allclose(this.head.flat, model)


def test_a_model_of_a_round_to_come_is_refused() -> None:
    this = site(1)
    answer = read_answer(node(this).answer(Ask("update", "1", 4, lesson(adopt=5))))
    assert answer == Refusal("BadContent", "round 4 cannot bring the model of round 5")
    assert this.head is None


class Broken(ArraySite):
    def lessons(self, classes: tuple[str, ...]) -> NoReturn:
        raise RuntimeError("patient Smith, file smith.dcm")


def test_a_failure_inside_the_site_tells_nothing_about_its_data() -> None:
    good = site(1)
    this = node(Broken(good.features, good.truth, good.labelled, good.held_out))
    answer = asked(this, "update", lesson())
    assert answer == Refusal("failed", "The site's own log says why.")


def test_a_cohort_with_keys_that_the_roster_does_not_hold_is_refused() -> None:
    strangers = {name: IdentityKey.generate().public for name in ("here", "x", "y")}
    answer = asked(node(), "sum.advertise", {"cohort": strangers})
    assert isinstance(answer, Refusal)
    assert "roster does not hold these keys: here, x, y" in answer.detail
