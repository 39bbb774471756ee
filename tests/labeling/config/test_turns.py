"""Writers of one process take turns in the order in which they came."""

import threading

import pytest
from django.db import DatabaseError, connection, transaction

from labeling.config.sqlite.turns import Turns
from labeling.models import Project


def test_waiting_threads_go_in_order_and_a_newcomer_cannot_push_in():
    turns, order, started = Turns(), [], []
    assert turns.take(1)

    def write(number: int) -> None:
        started[number].set()
        assert turns.take(10)
        order.append(number)
        turns.give()

    threads = []
    for number in range(5):
        started.append(threading.Event())
        thread = threading.Thread(target=write, args=(number,))
        thread.start()
        started[number].wait(10)
        while len(turns._line) <= number:
            threading.Event().wait(0.001)
        threads.append(thread)
    turns.give()
    for thread in threads:
        thread.join(10)
    assert order == [0, 1, 2, 3, 4]


def test_who_gives_up_leaves_the_line():
    turns = Turns()
    assert turns.take(1)
    assert not turns.take(0.01)
    turns.give()
    assert turns.take(0)


@pytest.mark.django_db(transaction=True)
def test_the_turn_is_free_after_commit_rollback_and_error():
    if connection.vendor != "sqlite":
        pytest.skip("turns are SQLite's affair")
    with transaction.atomic():
        Project.objects.create(name="kept")
    with pytest.raises(DatabaseError), transaction.atomic():
        Project.objects.create(name=None)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        Project.objects.create(name=str(1 // 0))

    def write() -> None:
        with transaction.atomic():
            Project.objects.create(name="from another thread")
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    assert Project.objects.count() == 2
