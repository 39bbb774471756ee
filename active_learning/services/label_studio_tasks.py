"""Our task for one of Label Studio's: known by its number and values, or made of them."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from active_learning.services.prelabel_inputs import MAX_IMAGE_BYTES
from labeling.kernel.errors import BadInput
from labeling.kernel.net import fetch
from labeling.models import Task
from labeling.policies import Access
from labeling.selectors.media import stands_for_itself
from labeling.selectors.ontologies import ontology_of
from labeling.services.assets import BadMedia, digest_of, store_file
from labeling.services.tasks import create_tasks

__all__ = ["EXTERNAL", "task_for"]

EXTERNAL = "label-studio-{}"
"""External id of a task, and name of an annotator, that is only a number there."""


def task_for(*, access: Access, number: str, values: Mapping[str, Any]) -> Task:
    """Return the task; numbers of different servers are the same at times, so values count too."""
    name = EXTERNAL.format(number)
    for ours in access.project.tasks.filter(external_id__in=[name, number]):
        if _is_same(access, ours, values):
            return ours
    data = {field: _stored(access, field, value) for field, value in values.items()}
    if access.project.tasks.filter(external_id=name).exists():
        raise BadInput(
            f"Task {number} holds other data here than there. Delete it here, or change it there.",
            code="other_data",
            errors=[{"pointer": "/task/data", "detail": "other data"}],
        )
    made = create_tasks(access=access, items=[{"data": data, "external_id": name}])
    return access.project.tasks.get(pk=made[0])


def _is_same(access: Access, ours: Task, values: Mapping[str, Any]) -> bool:
    ontology = ontology_of(access.project)
    return all(
        ours.data.get(field) == value
        for field, value in values.items()
        if stands_for_itself(ontology, field, ours.data.get(field))
    )


def _stored(access: Access, field: str, value: Any) -> Any:
    """Return a value as our tasks hold it: what an address names is fetched and stored."""
    ontology = ontology_of(access.project)
    if stands_for_itself(ontology, field, value):
        return value
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        raise BadInput(
            f"The file of {field!r} cannot be had from {str(value)[:80]!r}. Import the tasks "
            "first, with `external_id` label-studio-<their number>.",
            code="no_file",
            errors=[{"pointer": f"/task/data/{field}", "detail": "no address"}],
        )
    with tempfile.NamedTemporaryFile(prefix="penumbra-asset-") as copy:
        fetch(value, copy, max_bytes=MAX_IMAGE_BYTES)
        copy.flush()
        path = Path(copy.name)
        try:
            asset = store_file(
                project=access.project,
                path=path,
                digest=digest_of(path),
                name=unquote(urlsplit(value).path.rsplit("/", 1)[-1]) or field,
                field_type=ontology.fields[field].type,
            )
        except BadMedia as error:
            raise BadInput(f"{error}.", code="unreadable") from error
    return {"asset": asset.pk, "name": asset.name}
