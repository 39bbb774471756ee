"""Addresses of the live channel."""

from typing import Any

websocket_urls: list[Any] = []
