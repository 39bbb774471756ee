"""What is known of each point of a map: answer, guess, doubt, who, and how far its task is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from django.db.models.fields.json import KeyTextTransform
from numpy.typing import NDArray

from active_learning.projection.columns import read_columns, write_columns
from active_learning.selectors.target import Target, learning_target
from labeling.models import AnnotationState, Gold, TaskLabel, TaskState, User
from labeling.policies import Access
from labeling.selectors.veil import Veil, own_states, state_seen, veil_of

STATES = tuple(TaskState.values)
GONE = 255
"""State of a point whose task was deleted after the map was drawn."""
UNKNOWN = 0
"""In `label`, `predicted` and `annotator`: nothing; the first entry of a legend is 1."""
SEVERAL = 0xFFFF
"""More than one class, or more than one person."""
NO_DOUBT = 255
"""In `doubt`: no model has looked."""
_STEPS = 254


def map_facts(access: Access, positions: bytes) -> bytes:
    """Return columns `state`, `label`, `predicted`, `annotator` (legend indices) and `doubt`.

    `doubt` is the model's uncertainty in steps of 1/254. In a blind project an annotator gets the
    own answers only.
    """
    _, columns = read_columns(positions)
    ids = columns["id"].astype(np.int64)
    target = learning_target(access.project)
    names = {name: i + 1 for i, name in enumerate(target.classes)} if target else {}
    columns = _task_columns(access, ids, target, names)
    if veil_of(access) is Veil.OTHERS:
        columns["state"] = _states_seen(access, ids, columns["state"])
    columns["label"] = _labels(access, ids, target, names)
    columns["annotator"], people = _annotators(access, ids)
    head = {
        "states": STATES,
        "classes": list(names),
        "annotators": people,
        "holdout": int(columns["holdout"].sum()),
    }
    return write_columns(head, {name: columns[name] for name in _ORDER})


_ORDER = ("label", "predicted", "annotator", "state", "doubt", "holdout")


def _task_columns(
    access: Access, ids: NDArray[np.int64], target: Target | None, names: Mapping[str, int]
) -> dict[str, NDArray[Any]]:
    columns: dict[str, NDArray[Any]] = {
        "predicted": np.zeros(len(ids), np.uint16),
        "state": np.full(len(ids), GONE, np.uint8),
        "doubt": np.full(len(ids), NO_DOUBT, np.uint8),
        "holdout": np.zeros(len(ids), np.uint8),
    }
    guess = KeyTextTransform(target.label.id if target else "", "predicted")
    rows = access.project.tasks.order_by("pk").annotate(guess=guess)
    wanted = ("pk", "state", "uncertainty", "guess", "is_holdout")
    state_index = {state: i for i, state in enumerate(STATES)}
    found = list(rows.values_list(*wanted).iterator(chunk_size=5000))
    at, kept = _places(ids, [row[0] for row in found])
    for place, here in zip(at, kept, strict=True):
        _, state, doubt, guessed, is_holdout = found[here]
        columns["state"][place] = state_index[state]
        columns["holdout"][place] = is_holdout
        if doubt is not None:
            columns["doubt"][place] = round(min(max(doubt, 0.0), 1.0) * _STEPS)
        columns["predicted"][place] = names.get(guessed, UNKNOWN) if guessed else UNKNOWN
    return columns


def _states_seen(
    access: Access, ids: NDArray[np.int64], states: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the states as somebody sees them who may not know which tasks measure people."""
    gold = Gold.objects.filter(task__project=access.project).values_list("task_id", flat=True)
    shown = np.array(
        [[STATES.index(state_seen(one, None, is_gold=g)) for one in STATES] for g in (False, True)],
        np.uint8,
    )
    there, is_gold = states != GONE, np.isin(ids, list(gold)).astype(int)
    seen = states.copy()
    seen[there] = shown[is_gold[there], states[there]]
    own = own_states(access)
    at, kept = _places(ids, list(own))
    mine = [STATES.index(state) for state in own.values()]
    for place, here in zip(at, kept, strict=True):
        if there[place]:
            seen[place] = mine[here]
    return seen


def _labels(
    access: Access, ids: NDArray[np.int64], target: Target | None, names: Mapping[str, int]
) -> NDArray[np.uint16]:
    if target is None:
        return np.zeros(len(ids), np.uint16)
    if not access.sees_all_answers:
        return _own_labels(access, ids, target, names)
    rows = TaskLabel.objects.filter(project=access.project, label=target.label.id)
    pairs = rows.values_list("task_id", "value").iterator(chunk_size=5000)
    return _one_each(ids, ((task, names.get(value, UNKNOWN)) for task, value in pairs))


def _own_labels(
    access: Access, ids: NDArray[np.int64], target: Target, names: Mapping[str, int]
) -> NDArray[np.uint16]:
    rows = access.project.annotations.filter(annotator=access.user)
    given = rows.annotate(value=KeyTextTransform(target.label.id, "answers"))
    pairs = given.values_list("task_id", "value").iterator(chunk_size=5000)
    return _one_each(ids, ((task, names.get(value, UNKNOWN)) for task, value in pairs))


def _annotators(
    access: Access, ids: NDArray[np.int64]
) -> tuple[NDArray[np.uint16], list[dict[str, str]]]:
    rows = access.project.annotations.exclude(state=AnnotationState.REJECTED)
    if not access.sees_all_answers:
        rows = rows.filter(annotator=access.user)
    pairs = list(rows.values_list("task_id", "annotator_id").iterator(chunk_size=5000))
    people = User.objects.filter(pk__in={who for _, who in pairs}).order_by("pk")
    index = {person.pk: i + 1 for i, person in enumerate(people)}
    column = _one_each(ids, ((task, index[who]) for task, who in pairs))
    return column, [
        {"id": str(person.pk), "name": person.first_name or person.username} for person in people
    ]


def _one_each(ids: NDArray[np.int64], pairs: Iterable[tuple[int, int]]) -> NDArray[np.uint16]:
    """Return one legend index a point; SEVERAL where a task has different ones."""
    given = [pair for pair in pairs if pair[1] != UNKNOWN]
    column = np.zeros(len(ids), np.uint16)
    at, kept = _places(ids, [task for task, _ in given])
    for place, here in zip(at, kept, strict=True):
        value = given[here][1]
        column[place] = value if column[place] in (UNKNOWN, value) else SEVERAL
    return column


def _places(ids: NDArray[np.int64], tasks: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return where in the map, whose ids rise, those of `tasks` are that it shows."""
    wanted = np.array(tasks, dtype=np.int64)
    if not len(ids) or not len(wanted):
        return [], []
    at = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    kept = np.flatnonzero(ids[at] == wanted)
    return at[kept].tolist(), kept.tolist()
