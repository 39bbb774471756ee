"""What imports cannot forbid is tried: the web process in a fresh interpreter."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("torch", "open3d", "flwr", "sklearn", "faiss", "grpc", "transformers")


def test_the_web_process_loads_none_of_the_heavy_libraries(tmp_path):
    program = (
        "import sys, labeling.config.asgi\n"
        "from django.urls import get_resolver\n"
        "get_resolver().url_patterns\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    environment = {**os.environ, "PENUMBRA_DATA": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "labeling.config.settings"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment,
        text=True,
        capture_output=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
