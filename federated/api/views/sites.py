"""Sites, at their coordinator: invite, approve, shut out."""

from django.conf import settings
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from federated.api.payloads import site_json
from federated.api.shapes import FingerprintInput, InviteInput, KeyInput, SiteShape, TicketInput
from federated.policies import open_federated_site, open_federation
from federated.services.certificates import coordinator_certificate
from federated.services.federated_sites import (
    approve_site,
    hand_in_key,
    invite_again,
    invite_site,
    revoke_site,
    take_key,
)
from labeling.kernel.wire import WireParser
from labeling.policies import actor_of


class SitesView(APIView):
    """All sites of a federation."""

    @extend_schema(responses=SiteShape(many=True))
    def get(self, request: Request, federation_id: int) -> Response:
        """List them by name, those that were shut out at the end."""
        sites = open_federation(request.user, federation_id).sites.select_related("approved_by")
        ordered = sorted(sites, key=lambda site: (site.state == "revoked", site.name))
        return Response({"results": [site_json(site) for site in ordered]})

    @extend_schema(request=InviteInput, responses={201: SiteShape})
    def post(self, request: Request, federation_id: int) -> Response:
        """Make a place for a site; its invitation is fetched next."""
        federation = open_federation(request.user, federation_id)
        given = InviteInput(data=request.data)
        given.is_valid(raise_exception=True)
        site = invite_site(federation=federation, name=given.validated_data["name"])
        return Response(site_json(site), status=201)


class InvitationView(APIView):
    """The file that a site is given."""

    @extend_schema(request=None, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, federation_id: int, site_id: int) -> Response:
        """Write the invitation; one that was given out before can hand in no key any more."""
        site = open_federated_site(request.user, federation_id, site_id)
        invitation = invite_again(
            site=site,
            authority_pem=coordinator_certificate(settings.PENUMBRA_DATA, now=timezone.now()),
            web=request.build_absolute_uri("/"),
        )
        answer = Response(invitation.as_json())
        name = f"{site.name}.invitation.json"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer


class SiteKeyView(APIView):
    """A key that came by other means than the ticket."""

    @extend_schema(request=KeyInput, responses=SiteShape)
    def post(self, request: Request, federation_id: int, site_id: int) -> Response:
        """Take a public key that the site's administrator sent."""
        site = open_federated_site(request.user, federation_id, site_id)
        given = KeyInput(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(site_json(take_key(site=site, **given.validated_data)))


class ApproveView(APIView):
    """The comparison of fingerprints."""

    @extend_schema(request=FingerprintInput, responses=SiteShape)
    def post(self, request: Request, federation_id: int, site_id: int) -> Response:
        """Let the waiting key in, if it is the one whose fingerprint was read out."""
        site = open_federated_site(request.user, federation_id, site_id)
        given = FingerprintInput(data=request.data)
        given.is_valid(raise_exception=True)
        approved = approve_site(
            site=site,
            given_fingerprint=given.validated_data["fingerprint"],
            user=actor_of(request.user),
            now=timezone.now(),
        )
        return Response(site_json(approved))


class RevokeView(APIView):
    """Shutting out."""

    @extend_schema(request=None, responses=SiteShape)
    def post(self, request: Request, federation_id: int, site_id: int) -> Response:
        """Shut the site out for good."""
        site = open_federated_site(request.user, federation_id, site_id)
        return Response(site_json(revoke_site(site=site)))


class JoinView(APIView):
    """Where a node hands in its public key; the ticket is its pass. JSON only."""

    permission_classes = (AllowAny,)
    authentication_classes = ()
    parser_classes = (WireParser,)

    @extend_schema(request=TicketInput, responses={202: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        """Take the key; it waits until somebody has compared its fingerprint."""
        given = TicketInput(data=request.data)
        given.is_valid(raise_exception=True)
        site = hand_in_key(**given.validated_data)
        return Response({"name": site.name, "state": site.state}, status=202)
