"""What belongs to the whole product: the single page, health, metrics, the API's documents."""

import json
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from active_learning.services.serving import serving_metrics
from labeling.kernel.errors import NotFound, PenumbraError
from labeling.kernel.http import PROBLEM
from labeling.selectors.health import live_workers, metrics_text, serving_answers

MANIFEST = settings.FRONTEND_DIST / ".vite" / "manifest.json"
ENTRY = "src/main.ts"


@lru_cache(maxsize=1)
def _assets(_modified_ns: int) -> dict[str, Any]:
    """Return the entry's script and styles; read anew when the build changed."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return {"script": manifest[ENTRY]["file"], "styles": _styles(manifest, ENTRY)}


def _styles(manifest: dict[str, Any], entry: str) -> list[str]:
    """Return the style sheets of the entry and of every chunk it imports, those first."""
    found: dict[str, None] = {}
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        chunk = manifest[name]
        for imported in chunk.get("imports", []):
            visit(imported)
        found.update(dict.fromkeys(chunk.get("css", [])))

    visit(entry)
    return list(found)


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """Serve the single page; the address picks the screen."""
    if not MANIFEST.exists():
        return render(request, "not_built.html", status=503)
    return render(request, "page.html", _assets(MANIFEST.stat().st_mtime_ns))


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Serve a browsable page of the API, drawn from the schema by our own script."""
    return page(request)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say that the process lives."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say whether database, workers and serving can be reached."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    parts = {
        "database": True,
        "queue": any(worker.kind == "worker" for worker in live_workers()),
        "serving": serving_answers(),
    }
    answer = JsonResponse(parts, status=200 if all(parts.values()) else 503)
    # "Not yet" is an answer, not a failure: Django would log every 5xx as an error.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Serve Prometheus text: of the installation, and of the process that serves models."""
    text = metrics_text() + serving_metrics()
    return HttpResponse(text, content_type="text/plain; version=0.0.4; charset=utf-8")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that nothing is at this address, in the words every error has."""
    return _problem(NotFound("There is nothing at this address."))


def broken(request: HttpRequest) -> HttpResponse:
    """Own up to a fault of ours, without telling its inside."""
    return _problem(PenumbraError("This is a fault of Penumbra; the server's log says more."))


def _problem(error: PenumbraError) -> HttpResponse:
    return JsonResponse(error.as_problem(), status=error.status, content_type=PROBLEM)
