"""Addresses of sockets that ask the model."""

from django.urls import re_path

from active_learning.realtime.prelabel import PrelabelConsumer

websocket_urls = [
    re_path(
        r"^ws/projects/(?P<project_id>[0-9]{1,18})/prelabel/$",
        PrelabelConsumer.as_asgi(),
    ),
]
