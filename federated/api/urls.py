"""Addresses of the federation API."""

from django.urls import path

from federated.api.views.federations import FederationsView, FederationView, ForecastView
from federated.api.views.ledger import (
    ChainView,
    LedgerView,
    PeersView,
    PeerView,
    SiteRoundsView,
)
from federated.api.views.memberships import (
    HoldView,
    LeaveView,
    MembershipsView,
    MembershipView,
    PreviewView,
    RotateView,
    SharedView,
)
from federated.api.views.runs import (
    ModelFileView,
    ModelsView,
    RoundsView,
    RunsView,
    RunView,
    StopRunView,
)
from federated.api.views.sites import (
    ApproveView,
    InvitationView,
    JoinView,
    RevokeView,
    SiteKeyView,
    SitesView,
)

FEDERATIONS = "federation/federations/"
ONE = f"{FEDERATIONS}<int:federation_id>/"
SITE = f"{ONE}sites/<int:site_id>/"
RUN = f"{ONE}runs/<int:run_id>/"
MEMBERSHIPS = "federation/memberships/"
MEMBERSHIP = f"{MEMBERSHIPS}<int:membership_id>/"

urlpatterns = [
    path("federation/join/", JoinView.as_view(), name="federation-join"),
    path(FEDERATIONS, FederationsView.as_view(), name="federations"),
    path(ONE, FederationView.as_view(), name="federation"),
    path(f"{ONE}forecast/", ForecastView.as_view(), name="federation-forecast"),
    path(f"{ONE}sites/", SitesView.as_view(), name="federated-sites"),
    path(f"{SITE}invitation/", InvitationView.as_view(), name="federated-site-invitation"),
    path(f"{SITE}key/", SiteKeyView.as_view(), name="federated-site-key"),
    path(f"{SITE}approve/", ApproveView.as_view(), name="federated-site-approve"),
    path(f"{SITE}revoke/", RevokeView.as_view(), name="federated-site-revoke"),
    path(f"{ONE}runs/", RunsView.as_view(), name="federation-runs"),
    path(RUN, RunView.as_view(), name="federation-run"),
    path(f"{RUN}stop/", StopRunView.as_view(), name="federation-run-stop"),
    path(f"{RUN}rounds/", RoundsView.as_view(), name="federation-rounds"),
    path(f"{ONE}models/", ModelsView.as_view(), name="federation-models"),
    path(
        f"{ONE}models/<int:model_id>/file/", ModelFileView.as_view(), name="federation-model-file"
    ),
    path(MEMBERSHIPS, MembershipsView.as_view(), name="memberships"),
    path(MEMBERSHIP, MembershipView.as_view(), name="membership"),
    path(f"{MEMBERSHIP}ledger/", LedgerView.as_view(), name="membership-ledger"),
    path(f"{MEMBERSHIP}ledger/chain/", ChainView.as_view(), name="membership-chain"),
    path(f"{MEMBERSHIP}rounds/", SiteRoundsView.as_view(), name="membership-rounds"),
    path(f"{MEMBERSHIP}peers/", PeersView.as_view(), name="membership-peers"),
    path(f"{MEMBERSHIP}peers/<str:name>/", PeerView.as_view(), name="membership-peer"),
    path(f"{MEMBERSHIP}leave/", LeaveView.as_view(), name="membership-leave"),
    path(f"{MEMBERSHIP}rotate/", RotateView.as_view(), name="membership-rotate"),
    path(f"{MEMBERSHIP}preview/", PreviewView.as_view(), name="membership-preview"),
    path(f"{MEMBERSHIP}<str:verb>/", HoldView.as_view(), name="membership-hold"),
    path("projects/<int:project_id>/federation/", SharedView.as_view(), name="project-federation"),
]
