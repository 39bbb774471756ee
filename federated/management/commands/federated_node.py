"""`manage.py federated_node`: connects this installation to its coordinators; `--join` first."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections
from django.utils import timezone

from federated.identity.invitation import Invitation
from federated.identity.places import SitePlace
from federated.management.running import child_of, ended_by_signal, manage_child
from federated.models import SiteMembership
from federated.services.connect_sites import Connection, connections_wanted
from federated.services.hand_in import NotHandedIn, hand_in
from federated.services.memberships import join_federation, note_contact
from federated.transport.group import Group
from labeling.kernel.errors import PenumbraError
from labeling.models import Project

LOOK_S = 2.0


class Command(BaseCommand):
    """Supervises a connection for each membership, and one worker that answers for all of them."""

    help = "Take part in federations. Join with --join FILE --project NUMBER."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take an invitation."""
        parser.add_argument("--join", type=Path, metavar="FILE", help="the invitation")
        parser.add_argument("--project", type=int, help="number of the project that takes part")
        parser.add_argument("--once", action="store_true", help="join, and do not stay connected")

    def handle(self, *args: Any, **options: Any) -> None:
        """Join if asked, then stay connected until a signal comes."""
        if options["join"] is not None:
            self._join(options["join"], options["project"])
        if not options["once"]:
            self._stay()

    def _join(self, path: Path, project_id: int | None) -> None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{path} cannot be read: {error}.") from error
        membership = _membership(text) or self._joined(text, project_id)
        place = SitePlace.of(settings.PENUMBRA_DATA, membership.name)
        self.stdout.write(f"This site is '{membership.name}'. Its fingerprint:\n")
        self.stdout.write(self.style.SUCCESS(f"    {place.key.fingerprint}\n"))
        self.stdout.write("Read it to the coordinator, who compares it and lets the site in.")
        try:
            hand_in(invitation=Invitation.read(text), public_line=place.key.public_line)
            self.stdout.write("The public key was handed in.")
        except NotHandedIn as error:
            self.stdout.write(f"{error} Send this line, the public key, to the coordinator:")
            self.stdout.write(f"    {place.key.public_line}")

    def _joined(self, text: str, project_id: int | None) -> SiteMembership:
        projects = Project.objects.filter(pk=project_id) if project_id is not None else None
        project = projects.first() if projects is not None else None
        if project is None:
            known = ", ".join(f"{p.pk} ({p.name})" for p in Project.objects.order_by("pk")[:20])
            raise CommandError(f"Say which project takes part: --project NUMBER. Known: {known}.")
        try:
            return join_federation(
                project=project, invitation_text=text, data=settings.PENUMBRA_DATA
            )
        except PenumbraError as error:
            raise CommandError(error.detail) from error

    def _stay(self) -> None:
        ended, group = ended_by_signal(), Group()
        known: dict[int, Connection] = {}
        try:
            while True:
                close_old_connections()
                known = connections_wanted(settings.PENUMBRA_DATA, known)
                self._follow(group, known)
                if ended.wait(LOOK_S):
                    return
        finally:
            group.stop()

    def _follow(self, group: Group, connections: dict[int, Connection]) -> None:
        """Look at what runs, note it, and run what is wanted."""
        for one in connections.values():
            child = group.child(one.membership.name)
            if child is not None:
                contact = one.look(is_running=child.is_running, now_s=time.monotonic())
                note_contact(membership=one.membership, contact=contact, now=timezone.now())
        children = {
            one.membership.name: child_of(one.membership.name, one.home, one.plan.command, {})
            for one in connections.values()
        }
        if connections:
            sites = [f"{one.membership.name}={one.port}" for one in connections.values()]
            asked = [part for site in sites for part in ("--site", site)]
            home = SitePlace.of(settings.PENUMBRA_DATA, sites[0].split("=")[0]).home("worker")
            fingerprints = "".join(one.place.key.fingerprint for one in connections.values())
            worker = manage_child("worker", home, "federated_worker", "node", *asked)
            # Another key needs another worker: it signs with the one it began with.
            worker.command = [*worker.command, "--keys", fingerprints.replace(" ", "")]
            children["node worker"] = worker
        group.want(children)


def _membership(text: str) -> SiteMembership | None:
    """Return the membership that an earlier call with this invitation made."""
    try:
        name = Invitation.read(text).name
    except ValueError:
        return None
    found = SiteMembership.objects.filter(name=name).first()
    return found if found and found.invitation == Invitation.read(text).as_json() else None
