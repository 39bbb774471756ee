"""Sends a site's public key to its coordinator, by the ticket of the invitation."""

import json
import urllib.error
import urllib.request
from urllib.parse import urljoin, urlsplit

from federated.identity.invitation import Invitation

__all__ = ["NotHandedIn", "hand_in"]

PATH = "api/federation/join/"
WAIT_S = 15.0


class NotHandedIn(Exception):
    """The key has to go by another way; the text says why."""


def hand_in(*, invitation: Invitation, public_line: str) -> None:
    """Send the public half, and nothing else."""
    if not (invitation.web and invitation.ticket):
        raise NotHandedIn("The invitation names no address to send the key to.")
    if urlsplit(invitation.web).scheme not in {"http", "https"}:
        raise NotHandedIn("The invitation's address is no web address.")
    body = {"name": invitation.name, "ticket": invitation.ticket, "public_line": public_line}
    request = urllib.request.Request(  # noqa: S310  (http and https alone, above)
        urljoin(invitation.web, PATH),
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S):  # noqa: S310  (as above)
            pass
    except urllib.error.HTTPError as error:
        raise NotHandedIn(_detail(error)) from error
    except OSError as error:
        raise NotHandedIn(f"{invitation.web} does not answer: {error}.") from error


def _detail(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["detail"])
    except (ValueError, KeyError, TypeError):
        return f"The coordinator answered {error.code}."
