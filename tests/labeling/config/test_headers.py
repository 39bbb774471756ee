"""The content security policy: on everything, unless an answer is stricter by itself."""

from django.http import HttpRequest, HttpResponse

from labeling.config.headers import ContentPolicy
from tests.factories.client import ApiClient

NAME = "Content-Security-Policy"


def test_every_answer_carries_the_policy_of_the_settings(api: ApiClient) -> None:
    policy = api.get("/api/nowhere/").headers[NAME]
    directives = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
    assert directives["script-src"] == ["'self'"]
    assert directives["object-src"] == ["'none'"]
    assert directives["frame-ancestors"] == ["'none'"]


def test_an_answers_own_policy_stays() -> None:
    chain = ContentPolicy(lambda _: HttpResponse(headers={NAME: "sandbox"}))
    assert chain(HttpRequest()).headers[NAME] == "sandbox"
