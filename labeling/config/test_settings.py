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

if DATABASES["default"]["ENGINE"].endswith("sqlite"):  # noqa: F405
    # A file, not memory: threads of one test must meet as connections do, waiting for the lock.
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder}/test.sqlite3"}  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] = (  # noqa: F405
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY"
    )
else:
    # A thread's connection must not outlive its test: the database is dropped at the end.
    DATABASES["default"]["CONN_MAX_AGE"] = 0  # noqa: F405
