"""Addresses of the live channel."""

from django.urls import re_path

from federated.realtime.consumers import FederationConsumer

websocket_urls = [
    re_path(r"^ws/federation/(?P<federation_id>[0-9]{1,18})/$", FederationConsumer.as_asgi()),
]
