"""The web process: HTTP by Django, live events by Channels."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labeling.config.settings")
django.setup(set_prefix=False)

from labeling.config.threads import ThreadedHandler  # noqa: E402  (needs the loaded apps)
from labeling.realtime.routing import websocket_urls  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": ThreadedHandler(),
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urls))),
    }
)
