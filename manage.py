#!/usr/bin/env python
"""Penumbra's command line."""

import os
import sys


def main() -> None:
    """Run a management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "labeling.config.settings")
    try:
        from django.core.management import execute_from_command_line  # checked at run time
    except ImportError as error:
        raise SystemExit(
            "Django is not installed in this Python. Run `make run`, or "
            "`.venv/bin/python manage.py ...` after `make setup`."
        ) from error
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
