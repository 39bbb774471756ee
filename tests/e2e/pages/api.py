"""The same installation seen by a program: what the browser did must be true here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx

from tests.e2e.pages.waiting import until

Json = dict[str, Any]


class Api:
    """A client with a token of its own; every answer that is not a success fails the test."""

    def __init__(self, url: str, user: str, password: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=60)
        token = self.post("/api/auth/token/", {"username": user, "password": password})["token"]
        self.http.headers["Authorization"] = f"Token {token}"

    @classmethod
    def set_up(cls, url: str, user: str, password: str) -> "Api":
        """Make the first account, as the first page does."""
        with httpx.Client(base_url=url, timeout=60) as visitor:
            csrf = visitor.get("/api/auth/state/").json()["csrf_token"]
            account = {"username": user, "password": password}
            answer = visitor.post("/api/auth/setup/", json=account, headers={"X-CSRFToken": csrf})
            answer.raise_for_status()
        return cls(url, user, password)

    def get(self, path: str, **query: Any) -> Any:
        return self._json(self.http.get(path, params=query))

    def post(self, path: str, body: Any) -> Any:
        return self._json(self.http.post(path, json=body))

    def put(self, path: str, body: Any) -> Any:
        return self._json(self.http.put(path, json=body))

    def patch(self, path: str, body: Any, *, if_match: str) -> Any:
        return self._json(self.http.patch(path, json=body, headers={"If-Match": if_match}))

    def all(self, path: str, **query: Any) -> list[Json]:
        """Walk every page of a list."""
        found: list[Json] = []
        page = self.get(path, **query)
        while True:
            found += page["results"]
            if page["next"] is None:
                return found
            page = self._json(self.http.get(page["next"]))

    def template(self, name: str) -> Json:
        """Return one template's ontology."""
        templates = {each["id"]: each for each in self.get("/api/templates/")}
        return dict(templates[name]["ontology"])

    def project(
        self, name: str, ontology: Mapping[str, Any], *, guidelines: str = "", **settings: Any
    ) -> str:
        """Make a project and return its id."""
        body = {"name": name, "ontology": ontology, "guidelines": guidelines, "settings": settings}
        return str(self.post("/api/projects/", body)["id"])

    def add_tasks(self, project: str, tasks: Sequence[Mapping[str, Any]]) -> list[str]:
        """Create a small batch and return the ids."""
        return list(self.post(f"/api/projects/{project}/tasks/", list(tasks))["created"])

    def import_file(self, project: str, file: Path) -> Json:
        """Import a file and return the finished job."""
        with file.open("rb") as stream:
            answer = self.http.post(
                f"/api/projects/{project}/imports/",
                files={"file": (file.name, stream)},
                data={"format": "auto"},
            )
        return self.finished(self._json(answer)["job"]["id"])

    def finished(self, job: str) -> Json:
        """Wait for the end of a job, and for a good one."""

        def over() -> Json | None:
            found: Json = self.get(f"/api/jobs/{job}/")
            return found if found["state"] not in ("queued", "running") else None

        done = until(over, f"job {job} ends", patience_s=120)
        assert done["state"] == "done", done
        return done

    def annotations(self, task: str) -> list[Json]:
        answer = self.get(f"/api/tasks/{task}/annotations/")
        return list(answer["results"] if isinstance(answer, dict) else answer)

    def submitted(self, task: str) -> Json:
        """Wait for the task's one annotation; two would be a fault."""
        found = until(lambda: self.annotations(task), f"task {task} has an annotation")
        assert len(found) == 1, found
        return found[0]

    @staticmethod
    def _json(answer: httpx.Response) -> Any:
        assert answer.is_success, f"{answer.request.method} {answer.url}: {answer.text}"
        return answer.json() if answer.content else None
