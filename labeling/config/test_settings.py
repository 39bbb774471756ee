"""Settings of the test run: a data folder of its own, fast password hashes, jobs run in line."""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="penumbra-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["PENUMBRA_DATA"] = _folder
os.environ.setdefault("SECRET_KEY", "for the test run only")

from labeling.config.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
