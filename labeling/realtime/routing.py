"""Addresses of the live channel."""

from django.urls import re_path

from labeling.realtime.consumers import ProjectConsumer

websocket_urls = [
    re_path(r"^ws/projects/(?P<project_id>[0-9]{1,18})/$", ProjectConsumer.as_asgi()),
]
