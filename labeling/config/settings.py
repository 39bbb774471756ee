"""Django settings: every choice comes from the environment, each with a default that just runs."""

import os
import sys

from csp.constants import NONE, SELF

from labeling.config.environment import (
    BASE_DIR,
    channel_layer,
    data_folder,
    database,
    flag,
    folder_in,
    port_or_none,
    secret_key,
    serving_url,
    words,
)

VERSION = "0.1.0"
PENUMBRA_DATA = data_folder()
SECRET_KEY = secret_key(PENUMBRA_DATA)
DEBUG = flag("DEBUG", default=False)
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS", "")
SERVING_URL = serving_url(PENUMBRA_DATA)
SERVING = {
    "target_ms": float(os.environ.get("SERVING_TARGET_MS", "50")),
    "largest": int(os.environ.get("SERVING_MAX_BATCH", "32")),
    "max_queue": int(os.environ.get("SERVING_MAX_QUEUE", "512")),
    "longest_ms": float(os.environ.get("SERVING_LONGEST_MS", "2000")),
    "memory_mb": int(os.environ.get("SERVING_MEMORY_MB", "512")),
    "threads": int(os.environ.get("SERVING_THREADS") or min(2, os.cpu_count() or 1)),
}
"""The latency that batches are made for, their limits, and what models in memory may take."""
SIGNUP_OPEN = flag("SIGNUP_OPEN", default=False)
URL_INPUTS = flag("URL_INPUTS", default=False)
"""Whether imports and pre-label calls may name URLs that this server fetches (guarded)."""
MODEL_HOSTS = frozenset(words("MODEL_HOSTS", ""))
"""Model servers (`host:port`) that may be asked although they lie in a private network."""

PENUMBRA_MODEL_FOLDERS = folder_in(PENUMBRA_DATA, "PENUMBRA_MODEL_FOLDERS")
"""Holds model folders that projects may plug in; none by default."""
PENUMBRA_GRPC_PORT = port_or_none("PENUMBRA_GRPC_PORT")
"""Where pre-labeling calls are answered over gRPC; nowhere by default."""
PENUMBRA_DECODERS = int(os.environ.get("PENUMBRA_DECODERS", "2"))
"""How many files each of our processes has read at once, in processes of their own."""
# Of disk for views of media (thumbnails, tiles, peaks …): the longest unused are made again.
PENUMBRA_RENDITIONS_GB = float(os.environ.get("PENUMBRA_RENDITIONS_GB", "20"))

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "csp",
    "labeling",
    "annotators",
    "active_learning",
    "federated",
    "labeling.config",
]
AUTH_USER_MODEL = "labeling.User"
AUTHENTICATION_BACKENDS = ["labeling.config.sessions.UserBackend"]
SESSION_ENGINE = "labeling.config.sessions"
# Only the admin has messages; a storage in cookies is made anew for every request of the API.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "labeling.config.headers.ContentPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "labeling.config.urls"
ASGI_APPLICATION = "labeling.config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "labeling" / "config" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": database(PENUMBRA_DATA)}
CHANNEL_LAYERS = {"default": channel_layer()}
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": PENUMBRA_DATA / "media", "base_url": None},
    },
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_URL = "/static/"
FRONTEND_DIST = BASE_DIR / "static" / "dist"
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.exists() else []
# The build names every file by its hash, so it is served where it lies and cached for ever.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Batches of tasks and whole annotations (masks) come as JSON; files are streamed to disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = 32 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = flag("HTTPS", default=False)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "blob:", "data:"],
        "media-src": [SELF, "blob:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "worker-src": [SELF, "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "labeling.api.authentication.PersonalTokenAuthentication",
        "labeling.api.authentication.PasswordTokenAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "labeling.kernel.negotiation.OneRenderer",
    "DEFAULT_RENDERER_CLASSES": ["labeling.kernel.wire.WireRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "labeling.kernel.wire.WireParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "labeling.kernel.http.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Penumbra",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "stream": sys.stderr}
    },
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
