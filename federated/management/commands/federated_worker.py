"""`manage.py federated_worker`: takes the transport's tasks; the other two commands start it."""

import threading
from typing import Any

import httpx
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from federated.identity.places import CoordinatorPlace, SitePlace
from federated.management.running import ended_by_signal, hush_transport
from federated.models import MembershipState, SiteMembership
from federated.selectors.federations import COORDINATOR, NODE
from federated.services.processes import beating_as, with_fresh_connection

TEND_S = 1.5
JOIN_S = 5.0


class Command(BaseCommand):
    """Warm: it loads what it needs once, where Flower would start a process for every message."""

    help = "Work for a federation (started by federated_coordinator and federated_node)."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the side."""
        parser.add_argument("side", choices=[COORDINATOR, NODE])
        parser.add_argument("--private-port", type=int, default=8444)
        parser.add_argument("--site", action="append", default=[], metavar="NAME=PORT")
        parser.add_argument("--keys", default="", help="which keys it signs with; others: anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until a signal ends it."""
        ended = ended_by_signal()
        beat = beating_as(options["side"], ended)
        if options["side"] == COORDINATOR:
            _coordinate(ended, options["private_port"])
        else:
            _answer(ended, dict(site.split("=", 1) for site in options["site"]))
        ended.set()
        beat.join(JOIN_S)


def _coordinate(ended: threading.Event, private_port: int) -> None:
    # Flower and torch are the workers' alone; the commands that start them need neither.
    from federated.services.coordinate import Coordinator, tend_until  # noqa: PLC0415
    from federated.transport.answering import COORDINATOR_TASKS, take_tasks  # noqa: PLC0415
    from federated.transport.control import Control  # noqa: PLC0415
    from federated.transport.serving import CoordinatorWorker  # noqa: PLC0415

    hush_transport()
    place = CoordinatorPlace.of(settings.PENUMBRA_DATA)
    certificate = place.authority.certificate
    control = Control(private_port=private_port, authority=certificate)
    coordinator = Coordinator(control)
    address = f"127.0.0.1:{private_port}"
    worker = CoordinatorWorker(
        address=address,
        authority=certificate,
        keys=coordinator.keys,
        play=with_fresh_connection(coordinator.play),
    )
    playing = threading.Thread(
        target=take_tasks,
        kwargs={
            "address": address,
            "kind": COORDINATOR_TASKS,
            "work": worker,
            "secret": place.secret,
            "ended": ended,
            "authority": certificate,
        },
        daemon=True,
    )
    playing.start()
    tend = with_fresh_connection(coordinator.tend)
    tend_until(ended, tend, every_s=TEND_S, expected=httpx.HTTPError)
    control.close()


def _answer(ended: threading.Event, ports: dict[str, str]) -> None:
    # As above.
    from federated.services.answer_as_site import answer_as_site  # noqa: PLC0415
    from federated.transport.answering import NODE_TASKS, NodeWorker, take_tasks  # noqa: PLC0415

    hush_transport()
    for name, port in ports.items():
        place = SitePlace.of(settings.PENUMBRA_DATA, name)
        membership = SiteMembership.objects.exclude(state=MembershipState.LEFT).get(name=name)
        address = f"127.0.0.1:{port}"
        answer = answer_as_site(membership=membership, data=settings.PENUMBRA_DATA)
        threading.Thread(
            target=take_tasks,
            kwargs={
                "address": address,
                "kind": NODE_TASKS,
                "work": NodeWorker(address=address, answer=with_fresh_connection(answer)),
                "secret": place.secret,
                "ended": ended,
            },
            daemon=True,
        ).start()
    ended.wait()
