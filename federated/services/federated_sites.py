"""The coordinator lets sites in: invited by name, approved by fingerprint, shut out by hand."""

import hashlib
import hmac
import secrets
from datetime import datetime

from django.db import IntegrityError, transaction

from federated.identity.invitation import Invitation, NamedClass
from federated.identity.places import NAME
from federated.identity.site_key import fingerprint_of, public_point
from federated.models import FederatedSite, Federation, SiteState
from federated.services.federation_log import log_federation
from labeling.kernel.errors import BadInput, Conflict, NotFound
from labeling.models import User

__all__ = ["approve_site", "hand_in_key", "invite_again", "invite_site", "revoke_site", "take_key"]

MOST_SITES = 10_000


@transaction.atomic
def invite_site(*, federation: Federation, name: str) -> FederatedSite:
    """Make a place for a site."""
    if not NAME.fullmatch(name):
        raise BadInput(
            "name: small letters, digits and hyphens, such as 'north-clinic'.",
            errors=[{"pointer": "/name", "detail": "Small letters, digits and hyphens."}],
        )
    if FederatedSite.objects.filter(name=name).exists():
        raise Conflict(f"There is a site called '{name}' already.", code="name_taken")
    if federation.sites.count() >= MOST_SITES:
        raise Conflict(f"A federation has at most {MOST_SITES} sites.", code="too_many_sites")
    site = FederatedSite.objects.create(federation=federation, name=name)
    _tell(site)
    return site


@transaction.atomic
def invite_again(*, site: FederatedSite, authority_pem: str, web: str) -> Invitation:
    """Return the invitation with a new ticket; the one before is void."""
    if site.state == SiteState.REVOKED:
        raise Conflict("This site was shut out. Invite it under another name.", code="revoked")
    ticket = secrets.token_urlsafe(18)
    site.ticket_digest = _digest(ticket)
    site.save(update_fields=["ticket_digest"])
    return Invitation(
        host=site.federation.host,
        port=site.federation.port,
        name=site.name,
        authority_pem=authority_pem,
        federation=site.federation.name,
        web=web,
        ticket=ticket,
        classes=tuple(NamedClass(one["id"], one["name"]) for one in site.federation.classes),
    )


@transaction.atomic
def hand_in_key(*, name: str, ticket: str, public_line: str) -> FederatedSite:
    """Take a site's public key by the ticket of its invitation; the ticket is then used up."""
    site = FederatedSite.objects.select_for_update().filter(name=name).first()
    # One answer for an unknown name, a used ticket and a wrong one: nothing is to be learned here.
    if site is None or not site.ticket_digest:
        raise NotFound("This invitation is unknown or used. Ask the coordinator for a new one.")
    if not hmac.compare_digest(site.ticket_digest, _digest(ticket)):
        raise NotFound("This invitation is unknown or used. Ask the coordinator for a new one.")
    site.ticket_digest = ""
    return take_key(site=site, public_line=public_line)


@transaction.atomic
def take_key(*, site: FederatedSite, public_line: str) -> FederatedSite:
    """Keep a key until somebody has compared its fingerprint."""
    line = _checked(public_line)
    if site.state == SiteState.REVOKED:
        raise Conflict("This site was shut out. Invite it under another name.", code="revoked")
    others = FederatedSite.objects.exclude(pk=site.pk).exclude(state=SiteState.REVOKED)
    if others.filter(public_line=line).exists() or others.filter(next_line=line).exists():
        raise Conflict(
            "Another site has this key already. Each node makes a key of its own.",
            code="key_taken",
        )
    if site.state == SiteState.APPROVED:
        site.next_line = "" if line == site.public_line else line
    else:
        site.public_line, site.state = line, SiteState.WAITING
    _saved(site)
    return site


@transaction.atomic
def approve_site(
    *, site: FederatedSite, given_fingerprint: str, user: User, now: datetime
) -> FederatedSite:
    """Let the key in whose fingerprint somebody at the site read out."""
    site = FederatedSite.objects.select_for_update().get(pk=site.pk)
    line = site.next_line or (site.public_line if site.state == SiteState.WAITING else "")
    if not line:
        raise Conflict("No key of this site waits to be approved.", code="nothing_waits")
    if _plain(given_fingerprint) != _plain(fingerprint_of(line)):
        raise BadInput(
            "The fingerprints differ. Read it out again; if it still differs, somebody else "
            "handed in a key under this name.",
            code="fingerprint_differs",
            errors=[{"pointer": "/fingerprint", "detail": "It is not that of the waiting key."}],
        )
    site.public_line, site.next_line = line, ""
    site.state, site.approved_by, site.approved_at = SiteState.APPROVED, user, now
    _saved(site)
    return site


@transaction.atomic
def revoke_site(*, site: FederatedSite) -> FederatedSite:
    """Shut a site out for good: its key is worth nothing from here on."""
    site = FederatedSite.objects.select_for_update().get(pk=site.pk)
    site.state, site.next_line, site.ticket_digest = SiteState.REVOKED, "", ""
    site.is_online = False
    _saved(site)
    return site


def _saved(site: FederatedSite) -> None:
    try:
        with transaction.atomic():
            site.save()
    except IntegrityError as error:
        raise Conflict("Another site has this key already.", code="key_taken") from error
    _tell(site)


def _tell(site: FederatedSite) -> None:
    log_federation(
        federation=site.federation,
        type="site",
        data={"site": site.name, "state": site.state, "is_online": site.is_online},
    )


def _checked(public_line: str) -> str:
    """Return the line without its comment, so that one key has one spelling."""
    line = " ".join(public_line.split()[:2])
    try:
        public_point(line)
    except ValueError as error:
        raise BadInput(
            "public_line: one line that begins with 'ecdsa-sha2-nistp384', as the node printed it.",
            code="bad_key",
            errors=[{"pointer": "/public_line", "detail": str(error)}],
        ) from error
    return line


def _digest(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()


def _plain(fingerprint: str) -> str:
    return "".join(fingerprint.split()).lower()
