"""Shapes of the federation API, for its schema; the payloads are in `payloads.py`."""

from typing import Any

from rest_framework import serializers

from federated.models import MembershipState, RunState, SiteState

Base = serializers.Serializer[Any]


class ReasonShape(Base):
    """Why something did not happen; screens word ``code`` with ``params``."""

    code = serializers.CharField()
    detail = serializers.CharField()
    params = serializers.DictField(required=False)


class TermsShape(Base):
    """The terms of a run."""

    rounds = serializers.IntegerField()
    aggregator = serializers.CharField()
    is_secure = serializers.BooleanField()
    quorum = serializers.IntegerField()
    deadline_s = serializers.FloatField()
    steps = serializers.IntegerField()
    learning_rate = serializers.FloatField()
    proximal = serializers.FloatField()
    noise_multiplier = serializers.FloatField()


class BandShape(Base):
    """A count as a band: ``low`` <= count < ``high`` (null: no upper end)."""

    low = serializers.IntegerField()
    high = serializers.IntegerField(allow_null=True)


class SiteShape(Base):
    """A site as the coordinator knows it."""

    id = serializers.CharField()
    name = serializers.CharField()
    state = serializers.ChoiceField(SiteState.values)
    is_online = serializers.BooleanField()
    seen_at = serializers.DateTimeField(allow_null=True)
    version = serializers.CharField(allow_null=True)
    labels = BandShape(allow_null=True)
    about_at = serializers.DateTimeField(allow_null=True)
    mismatch = serializers.ListField(child=serializers.DictField())
    fingerprint = serializers.CharField(allow_null=True)
    waiting_fingerprint = serializers.CharField(allow_null=True)
    approved_by = serializers.DictField(allow_null=True)
    approved_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class RunShape(Base):
    """A run; ``accuracy`` is of its newest measured model, over all sites' hold-outs."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(["train", "check"])
    state = serializers.ChoiceField(RunState.values)
    reason = ReasonShape(allow_null=True)
    terms = TermsShape()
    rounds_wanted = serializers.IntegerField()
    rounds_done = serializers.IntegerField()
    sites = serializers.ListField(child=serializers.CharField())
    refused = serializers.DictField(child=ReasonShape())
    stop_asked = serializers.BooleanField()
    accuracy = serializers.FloatField(allow_null=True)
    created_by = serializers.DictField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class RoundShape(Base):
    """A round; accuracy and loss are of the model it began with."""

    id = serializers.CharField()
    run = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(RunState.values)
    reason = ReasonShape(allow_null=True)
    sites = serializers.ListField(child=serializers.CharField())
    adopted = serializers.ListField(child=serializers.CharField())
    refused = serializers.DictField(child=ReasonShape())
    holdout = serializers.IntegerField()
    right = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True)
    loss = serializers.FloatField(allow_null=True)
    by_site = serializers.DictField()
    sent_bytes = serializers.IntegerField()
    received_bytes = serializers.IntegerField()
    epsilon = serializers.FloatField()
    seconds = serializers.FloatField()
    model = serializers.IntegerField(allow_null=True)
    began_at = serializers.DateTimeField()


class ModelShape(Base):
    """The model that a round ended with."""

    id = serializers.CharField()
    number = serializers.IntegerField()
    run = serializers.CharField()
    round = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    holdout = serializers.IntegerField()
    size_bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    created_at = serializers.DateTimeField()


class FederationShape(Base):
    """A federation with how it stands."""

    id = serializers.CharField()
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a declared field, not .label
    classes = serializers.ListField(child=serializers.DictField())
    ontology = serializers.DictField()
    encoder = serializers.CharField(allow_null=True)
    dimensions = serializers.IntegerField(allow_null=True)
    terms = TermsShape()
    host = serializers.CharField()
    port = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField())
    coordinator_alive = serializers.BooleanField()
    live_run = RunShape(allow_null=True)
    latest_model = ModelShape(allow_null=True)
    accuracy = serializers.FloatField(allow_null=True)
    created_at = serializers.DateTimeField()


class ForecastShape(Base):
    """Before a run: obstacles, bytes for each site and round, seconds, epsilon of the run."""

    can_start = serializers.BooleanField()
    obstacles = serializers.ListField(child=serializers.DictField())
    sites = serializers.ListField(child=serializers.CharField())
    quorum = serializers.IntegerField()
    down_bytes = serializers.IntegerField(allow_null=True)
    up_bytes = serializers.IntegerField(allow_null=True)
    total_bytes = serializers.IntegerField(allow_null=True)
    round_seconds = serializers.FloatField(allow_null=True)
    total_seconds = serializers.FloatField(allow_null=True)
    epsilon = serializers.DictField(allow_null=True)
    terms = TermsShape()


class PeerShape(Base):
    """Another site, as this one accepted it or is asked to."""

    name = serializers.CharField()
    state = serializers.ChoiceField(["accepted", "proposed", "changed"])
    fingerprint = serializers.CharField(allow_null=True)
    proposed_fingerprint = serializers.CharField(allow_null=True)
    proposed_line = serializers.CharField(allow_null=True)
    accepted_by = serializers.DictField(allow_null=True)
    accepted_at = serializers.DateTimeField(allow_null=True)


class NamedClassShape(Base):
    """A class."""

    id = serializers.CharField()
    name = serializers.CharField()


class ClassMatchShape(Base):
    """The federation's classes and this project's; ids without a counterpart on the other side."""

    theirs = NamedClassShape(many=True)
    ours = NamedClassShape(many=True)
    lacking = serializers.ListField(child=serializers.CharField())
    unasked = serializers.ListField(child=serializers.CharField())


class MembershipShape(Base):
    """This site in a federation."""

    id = serializers.CharField()
    name = serializers.CharField()
    project = serializers.DictField(allow_null=True)
    federation = serializers.CharField()
    coordinator = serializers.DictField()
    state = serializers.ChoiceField(MembershipState.values)
    contact = serializers.ChoiceField(["never", "online", "offline", "refused"])
    contact_at = serializers.DateTimeField(allow_null=True)
    node_alive = serializers.BooleanField()
    fingerprint = serializers.CharField(allow_null=True)
    public_line = serializers.CharField(allow_null=True)
    next_fingerprint = serializers.CharField(allow_null=True)
    next_public_line = serializers.CharField(allow_null=True)
    epsilon = serializers.DictField()
    classes = ClassMatchShape()
    class_mapping = serializers.DictField(child=serializers.CharField())
    accepts_named_peers = serializers.BooleanField()
    gain = serializers.DictField(allow_null=True)
    counts = serializers.DictField(child=serializers.IntegerField())
    may = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()


class SiteRoundShape(Base):
    """A round that this site took part in; the figures stay here."""

    run = serializers.CharField()
    number = serializers.IntegerField()
    labels = serializers.IntegerField()
    holdout = serializers.IntegerField()
    joined_accuracy = serializers.FloatField(allow_null=True)
    own_accuracy = serializers.FloatField(allow_null=True)
    shared_accuracy = serializers.FloatField(allow_null=True)
    is_used = serializers.BooleanField()
    model_version = serializers.IntegerField(allow_null=True)
    adopted_at = serializers.DateTimeField()


class LineShape(Base):
    """A line of the outbound ledger."""

    number = serializers.IntegerField()
    at = serializers.CharField()
    run = serializers.CharField()
    round = serializers.IntegerField()
    kind = serializers.CharField()
    size_bytes = serializers.IntegerField()
    content_sha256 = serializers.CharField()
    epsilon = serializers.FloatField()
    digest = serializers.CharField()


class ChainShape(Base):
    """Whether the ledger's chain holds; else at which line, and how it shows."""

    holds = serializers.BooleanField()
    lines = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)
    why = serializers.ChoiceField(["missing", "changed"], allow_null=True)


class SharedShape(Base):
    """For the banner in a project: what leaves, and what never does."""

    membership = serializers.DictField(allow_null=True)


class FederationInput(Base):
    """A new federation."""

    name = serializers.CharField(max_length=100)
    ontology = serializers.DictField(required=False)
    project = serializers.CharField(required=False)
    label = serializers.CharField(  # type: ignore[assignment]  # a declared field, not .label
        required=False, allow_null=True
    )
    host = serializers.RegexField(r"^[A-Za-z0-9.:-]{1,253}$")
    port = serializers.IntegerField(min_value=1, max_value=65_535, default=8443)
    terms = serializers.DictField(required=False)


class TermsInput(Base):
    """Terms to change or to start with; those left out stay as they are."""

    terms = serializers.DictField(required=False, default=dict)


class FederationChange(TermsInput):
    """What of a federation to change."""

    name = serializers.CharField(max_length=100, required=False)


class RunInput(TermsInput):
    """A run to start."""

    kind = serializers.ChoiceField(["train", "check"], default="train")


class InviteInput(Base):
    """A site to invite."""

    name = serializers.CharField(max_length=63)


class KeyInput(Base):
    """A public key, as the node printed it."""

    public_line = serializers.CharField(max_length=1000)


class TicketInput(KeyInput):
    """A public key that a node hands in by the ticket of its invitation."""

    name = serializers.CharField(max_length=63)
    ticket = serializers.CharField(max_length=100)


class FingerprintInput(Base):
    """The fingerprint that was read out."""

    fingerprint = serializers.CharField(max_length=100)


class JoinInput(Base):
    """An invitation for one of one's projects."""

    project = serializers.CharField()
    invitation = serializers.CharField(max_length=500_000)


class MembershipInput(Base):
    """What a site sets for itself; what is left out stays."""

    epsilon_budget = serializers.FloatField(required=False, allow_null=True)
    class_mapping = serializers.DictField(child=serializers.CharField(), required=False)
    accepts_named_peers = serializers.BooleanField(required=False)
