"""What must be right before anything starts: told by `manage.py check` and at every start."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register()
def check_data_folder(**_: Any) -> list[CheckMessage]:
    """The data folder must be writable."""
    folder = Path(settings.PENUMBRA_DATA)
    if os.access(folder, os.W_OK | os.X_OK):
        return []
    return [
        Error(
            f"The data folder {folder} cannot be written.",
            hint="Set PENUMBRA_DATA to a folder of your own, or mend its permissions.",
            id="labeling.E001",
        )
    ]
