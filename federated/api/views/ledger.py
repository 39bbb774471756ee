"""What left this site, its rounds, and whom it is summed with."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from federated.api.payloads import line_json, peer_json, site_round_json
from federated.api.shapes import ChainShape, KeyInput, LineShape, PeerShape, SiteRoundShape
from federated.policies import open_membership
from federated.selectors.ledger import broken_line
from federated.services.peers import accept_peer, drop_peer
from labeling.kernel.paging import list_payload, page_by_id, read_limit

PAGED = [OpenApiParameter(name, OpenApiTypes.STR) for name in ("run", "kind", "cursor", "limit")]


class LedgerView(APIView):
    """The outbound ledger."""

    @extend_schema(parameters=PAGED, responses=LineShape(many=True))
    def get(self, request: Request, membership_id: int) -> Response:
        """Return a page, the newest first; `?run=` and `?kind=` narrow it."""
        lines = open_membership(request.user, membership_id).membership.lines.all()
        for name in ("run", "kind"):
            if wanted := request.query_params.get(name):
                lines = lines.filter(**{name: wanted})
        limit = read_limit(request.query_params.get("limit"))
        page = page_by_id(lines, request.query_params.get("cursor"), limit, newest_first=True)
        return Response(list_payload(request._request, page, line_json))


class ChainView(APIView):
    """The ledger's chain."""

    @extend_schema(responses=ChainShape)
    def get(self, request: Request, membership_id: int) -> Response:
        """Follow the chain through all lines."""
        membership = open_membership(request.user, membership_id).membership
        broken = broken_line(membership)
        return Response(
            {
                "holds": broken is None,
                "lines": membership.lines.count(),
                "number": broken.number if broken else None,
                "why": broken.why if broken else None,
            }
        )


class SiteRoundsView(APIView):
    """Rounds that this site took part in."""

    @extend_schema(responses=SiteRoundShape(many=True))
    def get(self, request: Request, membership_id: int) -> Response:
        """Return a page, the newest first."""
        rounds = open_membership(request.user, membership_id).membership.rounds
        limit = read_limit(request.query_params.get("limit"))
        page = page_by_id(
            rounds.select_related("version"),
            request.query_params.get("cursor"),
            limit,
            newest_first=True,
        )
        return Response(list_payload(request._request, page, site_round_json))


class PeersView(APIView):
    """The other sites."""

    @extend_schema(responses=PeerShape(many=True))
    def get(self, request: Request, membership_id: int) -> Response:
        """List them by name."""
        peers = open_membership(request.user, membership_id).membership.peers
        known = peers.select_related("accepted_by").order_by("name")
        return Response({"results": [peer_json(peer) for peer in known]})


class PeerView(APIView):
    """Another site."""

    @extend_schema(request=KeyInput, responses=PeerShape)
    def put(self, request: Request, membership_id: int, name: str) -> Response:
        """Accept its key, after comparing the fingerprint with its people."""
        access = open_membership(request.user, membership_id)
        given = KeyInput(data=request.data)
        given.is_valid(raise_exception=True)
        peer = accept_peer(access=access, name=name, now=timezone.now(), **given.validated_data)
        return Response(peer_json(peer))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, membership_id: int, name: str) -> Response:
        """Be summed with it no more."""
        drop_peer(access=open_membership(request.user, membership_id), name=name)
        return Response(status=204)
