"""Takes in models that people bring, and lets them go again."""

import contextlib
import hashlib
import shutil
import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction

from active_learning.models import PluggedModel
from active_learning.models.plugged_model import (
    CHECK_JOB,
    SEALED_FOR,
    PluggedKind,
    PluggedState,
)
from active_learning.plugged.declaration import read_declaration
from active_learning.plugged.faults import PlugFault
from active_learning.plugged.files import file_kind
from active_learning.plugged.folders.packed import unpack_folder
from active_learning.plugged.limits import MAX_BYTES
from active_learning.selectors.plugged import lent_folders, note_answering
from active_learning.services.prelabel_pool import ask_anew, forget_uses
from labeling.kernel.errors import BadInput, Conflict, TooLarge
from labeling.kernel.jobs import enqueue
from labeling.kernel.net import ClosedUrl, check_url
from labeling.kernel.sealing import seal
from labeling.models import Project, User
from labeling.selectors.ontologies import ontology_of

__all__ = ["change_plugged", "plug_file", "plug_lent_folder", "plug_server", "remove_plugged"]

MAX_TOKENIZER = 32 << 20
MAX_SERVER_CLASSES = 10_000


def plug_file(
    *,
    project: Project,
    user: User,
    name: str,
    field: str,
    file: "File[Any]",
    tokenizer: "File[Any] | None" = None,
) -> PluggedModel:
    """Keep a file, refuse at once what runs code, and have the rest looked into by a job."""
    _check_field(project, field)
    if (file.size or 0) > MAX_BYTES or (tokenizer and (tokenizer.size or 0) > MAX_TOKENIZER):
        raise TooLarge(
            f"A model file is at most {MAX_BYTES >> 20} MiB, a tokenizer {MAX_TOKENIZER >> 20} "
            "MiB. Plug larger ones in as a server."
        )
    folder = f"plugged/{project.pk}/{uuid.uuid4().hex}"
    path = default_storage.save(f"{folder}/model", file)
    try:
        kind, size = _kind_of(path), default_storage.size(path)
        key = _key_of(path)
        if kind == PluggedKind.FOLDER:
            path, size = _unpacked(path)
        beside = ""
        if tokenizer is not None:
            beside = default_storage.save(f"{folder}/tokenizer.json", tokenizer)
        return _kept(
            PluggedModel(
                project=project,
                name=name,
                field=field,
                kind=kind,
                path=path,
                tokenizer=beside,
                key=key,
                size_bytes=size,
            ),
            user,
        )
    except BaseException:
        _forget(path)
        raise


def plug_lent_folder(
    *, project: Project, user: User, name: str, field: str, folder: str
) -> PluggedModel:
    """Plug in a folder that the installation lends: it is read where it lies."""
    _check_field(project, field)
    if folder not in lent_folders():
        known = ", ".join(lent_folders()) or "none"
        raise BadInput(
            f"No model folder is called {folder[:60]!r}; there are {known}.",
            errors=[{"pointer": "/folder", "detail": "No such folder."}],
        )
    return _kept(
        PluggedModel(project=project, name=name, field=field, kind=PluggedKind.FOLDER, url=folder),
        user,
    )


def plug_server(
    *, project: Project, user: User, name: str, field: str, kind: str, url: str, secret: str = ""
) -> PluggedModel:
    """Keep the address of a model server; one that is never asked is refused at once."""
    _check_field(project, field)
    _check_address(url)
    return _kept(
        PluggedModel(
            project=project,
            name=name,
            field=field,
            kind=kind,
            url=url,
            sealed_secret=seal(secret, SEALED_FOR),
        ),
        user,
    )


@transaction.atomic
def change_plugged(
    *,
    plugged: PluggedModel,
    name: str | None = None,
    declaration: Any = None,
    answers_calls: bool | None = None,
    secret: str | None = None,
) -> PluggedModel:
    """Rename a model, say anew how it is fed and read or what it is sent, let it answer calls.

    Whoever uses it asks it anew.
    """
    if name is not None:
        plugged.name = name
    if declaration is not None:
        if plugged.state != PluggedState.OPENED:
            raise Conflict("It was not opened yet.", code="not_opened")
        if plugged.is_folder:
            raise BadInput("Its config.json says how it is read; there is nothing to declare.")
        plugged.declaration = _declared(plugged, declaration)
        ask_anew(project=plugged.project, prelabeler=plugged.card_id)
    if secret is not None:
        plugged.sealed_secret = seal(secret, SEALED_FOR)
    if answers_calls is not None:
        _let_answer(plugged, answers_calls)
    _save(plugged)
    return plugged


@transaction.atomic
def remove_plugged(*, plugged: PluggedModel) -> None:
    """Forget a model and its file; what it proposed goes with its uses."""
    forget_uses(project=plugged.project, prelabeler=plugged.card_id, code="plugged_in_use")
    if plugged.answers_calls:
        raise Conflict(
            "It answers the pre-labeling calls of this project. Let another model answer first.",
            code="plugged_answers_calls",
        )
    paths = [path for path in (plugged.path, plugged.tokenizer) if path]
    plugged.delete()
    transaction.on_commit(lambda: _forget(*paths))


def _let_answer(plugged: PluggedModel, answers_calls: bool) -> None:
    """Let it answer in the place of whatever else did, or no more."""
    if answers_calls and not plugged.can_propose:
        raise Conflict("Say first how it is fed and read.", code="not_opened")
    if answers_calls:
        plugged.project.plugged_models.filter(answers_calls=True).update(answers_calls=False)
    plugged.answers_calls = answers_calls
    transaction.on_commit(lambda: note_answering(plugged.project))


def _kept(plugged: PluggedModel, user: User) -> PluggedModel:
    plugged.created_by = user.username
    with transaction.atomic():
        _save(plugged)
        enqueue(
            CHECK_JOB,
            project_id=plugged.project_id,
            created_by_id=user.pk,
            kwargs={"plugged_id": plugged.pk},
        )
    return plugged


def _save(plugged: PluggedModel) -> None:
    try:
        with transaction.atomic():
            plugged.save()
    except IntegrityError as error:
        raise Conflict(
            f"There is a model called {plugged.name!r} here already. Take another name.",
            code="plugged_name_taken",
        ) from error


def _check_field(project: Project, field: str) -> None:
    fields = ontology_of(project).fields
    if field not in fields:
        raise BadInput(
            f"This project has no field {field[:60]!r}; it has {', '.join(fields)}.",
            errors=[{"pointer": "/field", "detail": "No such field."}],
        )


def _check_address(url: str) -> None:
    try:
        check_url(url, settings.MODEL_HOSTS)
    except ClosedUrl as closed:
        raise BadInput(
            "This installation may not ask that address. Whoever runs it can allow it: "
            "MODEL_HOSTS=host:port for one server, URL_INPUTS=1 for all public addresses.",
            code="plugged_address",
        ) from closed


def _declared(plugged: PluggedModel, given: Any) -> dict[str, Any]:
    """Return a sound declaration, or say which part of it is wrong."""
    if not isinstance(given, dict):
        raise BadInput("`declaration` is an object.")
    if not plugged.is_file:
        classes = given.get("classes", [])
        if (
            not isinstance(classes, list)
            or len(classes) > MAX_SERVER_CLASSES
            or not all(isinstance(item, str) and 0 < len(item) <= 100 for item in classes)
        ):
            raise BadInput("`classes` are the names that the server answers, as a list of texts.")
        return {"classes": list(dict.fromkeys(classes))}
    try:
        declaration = read_declaration(given)
    except PlugFault as fault:
        place = f"/declaration/{fault.params['place']}"
        raise BadInput(
            fault.detail, code=fault.code, errors=[{"pointer": place, "detail": fault.detail}]
        ) from fault
    if declaration.reading != "number" and not declaration.names:
        raise BadInput(
            "Name at least one class of the model.",
            errors=[{"pointer": "/declaration/classes", "detail": "No class is named."}],
        )
    return declaration.as_json()


def _kind_of(path: str) -> str:
    """Return the file's kind, or refuse it by name."""
    try:
        kind = file_kind(Path(default_storage.path(path)))
    except PlugFault as fault:
        raise BadInput(fault.detail, code=f"plugged_{fault.code}", params=fault.params) from fault
    return PluggedKind(kind)


def _unpacked(path: str) -> tuple[str, int]:
    """Unpack a model folder beside its archive, which goes; return its place and its bytes."""
    folder = f"{path.rpartition('/')[0]}/folder"
    try:
        size = unpack_folder(Path(default_storage.path(path)), Path(default_storage.path(folder)))
    except PlugFault as fault:
        raise BadInput(fault.detail, code=f"plugged_{fault.code}", params=fault.params) from fault
    _forget(path)
    return folder, size


def _key_of(path: str) -> str:
    with default_storage.open(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]


def _forget(*paths: str) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            if Path(default_storage.path(path)).is_dir():
                shutil.rmtree(default_storage.path(path))
            else:
                default_storage.delete(path)
