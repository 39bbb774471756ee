"""The web process: HTTP by Django, live events by Channels."""

import gc
import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labeling.config.settings")
django.setup(set_prefix=False)

from active_learning.realtime.routing import websocket_urls as model_urls  # noqa: E402
from federated.realtime.routing import websocket_urls as federation_urls  # noqa: E402
from labeling.config.threads import ThreadedHandler  # noqa: E402  (needs the loaded apps)
from labeling.realtime.door import SocketDoor  # noqa: E402
from labeling.realtime.routing import websocket_urls  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": ThreadedHandler(),
        "websocket": SocketDoor(
            URLRouter([*websocket_urls, *model_urls, *federation_urls]),
        ),
    }
)

# What is loaded now stays for the life of the process. Searching it for garbage again and again
# stopped every call for a tenth of a second (measured: `docs/benchmarks/learning.md`), so addresses
# and views are loaded now too, and the collector is told to leave them all alone.
get_resolver().url_patterns  # noqa: B018  (reading it loads them)
gc.collect()
gc.freeze()
