"""Before a run: asks every site what it is, and who differs is left out by name."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from federated.identity.site_key import public_point
from federated.models import FederatedSite, Federation, FederationRun, SiteState
from federated.server.exchange import Exchange
from federated.services.federation_log import log_federation
from federated.wire.about import About, difference_of
from federated.wire.asking import Ask, Refusal
from federated.wire.content import BadContent

__all__ = ["gathered", "keys_of", "match_sites"]

LOOK_S = 2.0
SILENT = {"code": "silent", "detail": "The site did not answer in time."}


def keys_of(federation: Federation) -> dict[str, bytes]:
    """Return the approved sites with their keys, as secure sums know them."""
    approved = federation.sites.filter(state=SiteState.APPROVED)
    lines = approved.values_list("name", "public_line")
    return {name: public_point(line) for name, line in lines}


def match_sites(
    *,
    run: FederationRun,
    exchange: Exchange,
    quorum: int,
    number: int,
    deadline_s: float,
    pause: Callable[[float], None],
) -> tuple[str, ...]:
    """Return the names of those that fit; differences and refusals are noted for the screens."""
    online = gathered(exchange, quorum, deadline_s, pause)
    ask = Ask("about", str(run.pk), number, {"peers": keys_of(run.federation)})
    answers = exchange.ask(dict.fromkeys(online, ask), deadline_s=deadline_s)
    refused = {name: _reason(refusal) for name, refusal in answers.refused.items()}
    told: dict[str, About] = {}
    for name, content in answers.given.items():
        try:
            told[name] = About.read(content)
        except BadContent as error:
            refused[name] = {"code": "bad_content", "detail": str(error)}
    silent = set(online) - set(answers.given) - set(answers.refused)
    refused |= dict.fromkeys(silent, SILENT)
    return _noted(run, told, refused)


@transaction.atomic
def _noted(
    run: FederationRun, told: Mapping[str, About], refused: dict[str, dict[str, str]]
) -> tuple[str, ...]:
    federation = Federation.objects.select_for_update().get(pk=run.federation_id)
    _fix_encoder(federation, list(told.values()))
    fit = []
    for name, about in sorted(told.items()):
        differences = difference_of(
            about,
            classes=[one["id"] for one in federation.classes],
            encoder=federation.encoder,
            dimensions=federation.dimensions or 0,
        )
        FederatedSite.objects.filter(federation=federation, name=name).update(
            about=about.as_json(),
            about_at=timezone.now(),
            mismatch=[one.as_json() for one in differences],
        )
        if differences:
            what = " and ".join(one.what for one in differences)
            detail = f"It differs in {what}: see the site's differences."
            refused[name] = {"code": "mismatch", "detail": detail}
        else:
            fit.append(name)
    run.sites, run.refused = fit, refused
    FederationRun.objects.filter(pk=run.pk).update(sites=fit, refused=refused)
    run.federation = federation
    log_federation(federation=federation, type="sites", data={"run": str(run.pk), "fit": fit})
    return tuple(fit)


def _fix_encoder(federation: Federation, told: Sequence[About]) -> None:
    """Let the first sites, by their majority, say which encoder it is about."""
    if federation.encoder or not told:
        return
    ((encoder, dimensions), _) = Counter((a.encoder, a.dimensions) for a in told).most_common(1)[0]
    federation.encoder, federation.dimensions = encoder, dimensions
    federation.save(update_fields=["encoder", "dimensions"])


def gathered(
    exchange: Exchange, quorum: int, deadline_s: float, pause: Callable[[float], None]
) -> list[str]:
    """Wait a while for a quorum to be there, and go on with whoever is."""
    waited = 0.0
    while len(online := exchange.online()) < quorum and waited < deadline_s:
        pause(LOOK_S)
        waited += LOOK_S
    return list(online)


def _reason(refusal: Refusal) -> dict[str, str]:
    return {"code": refusal.code, "detail": refusal.detail}
