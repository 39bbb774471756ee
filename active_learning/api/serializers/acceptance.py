"""Shapes of accepted labels, for the schema and for checks."""

from typing import Any

from rest_framework import serializers


class AcceptancePolicyShape(serializers.Serializer[Any]):
    """At most `alpha` of the accepted labels are wrong, but for a chance of `delta`."""

    is_on = serializers.BooleanField(required=False)
    alpha = serializers.FloatField(required=False)
    delta = serializers.FloatField(required=False)
    by_class = serializers.BooleanField(required=False)
    audit_share = serializers.FloatField(required=False)


class AcceptanceLookShape(serializers.Serializer[Any]):
    """What the audit labels of a day allow."""

    number = serializers.IntegerField()
    at = serializers.CharField()
    version = serializers.IntegerField()
    level = serializers.FloatField()
    sample = serializers.IntegerField()
    wrong = serializers.IntegerField()
    open = serializers.IntegerField()
    accepts = serializers.IntegerField()
    by_class = serializers.BooleanField()
    steps = serializers.ListField(child=serializers.DictField())
    is_current = serializers.BooleanField()
    is_spent = serializers.BooleanField()


class AcceptancePageShape(serializers.Serializer[Any]):
    """How acceptance stands in a project, with its ledger."""

    obstacle = serializers.DictField(allow_null=True)
    policy = AcceptancePolicyShape()
    audits = serializers.DictField()
    look = AcceptanceLookShape(allow_null=True)
    calibration = serializers.DictField(allow_null=True)
    classes = serializers.ListField(child=serializers.DictField())
    accepted = serializers.IntegerField()
    ledger = serializers.ListField(child=serializers.DictField())
    job = serializers.DictField(allow_null=True)


class AcceptanceJobShape(serializers.Serializer[Any]):
    """The job that was started (or that waits already)."""

    job = serializers.DictField()


class AskAuditsInput(serializers.Serializer[Any]):
    """How many random labels people should give next."""

    count = serializers.IntegerField(min_value=1, max_value=10_000)


class AskedAuditsShape(serializers.Serializer[Any]):
    """How many tasks came to the top of the queue."""

    asked = serializers.IntegerField()
