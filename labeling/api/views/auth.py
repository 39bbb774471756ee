"""Who is signed in; the first set-up, signing in and out."""

import os
from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.users import (
    AuthStateShape,
    KeyAnswer,
    NewUserInput,
    SetupInput,
    SignInInput,
    UserAnswer,
    user_payload,
)
from labeling.kernel.errors import NotAllowed
from labeling.kernel.wire import WireParser
from labeling.models import Project, User
from labeling.services.sign_in import sign_in
from labeling.services.users import create_token, create_user, set_up_first_user

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost", ""})


class OpenView(APIView):
    """Open to everybody. JSON only: a foreign page's form cannot post here."""

    permission_classes = (AllowAny,)
    parser_classes = (WireParser,)


class AuthStateView(OpenView):
    """What a client must know before it shows anything."""

    @extend_schema(responses=AuthStateShape)
    def get(self, request: Request) -> Response:
        """Tell who is signed in and whether this installation is new."""
        user = request.user if isinstance(request.user, User) else None
        first_run = user is None and not User.objects.exists()
        return Response(
            {
                "user": user_payload(user) if user else None,
                "first_run": first_run,
                "csrf_token": get_token(request._request),
                "version": settings.VERSION,
                "signup": settings.SIGNUP_OPEN,
                "demo": Project.objects.filter(is_demo=True).exists(),
                "setup_code_needed": first_run and bool(_setup_code()),
            }
        )


class SetupView(OpenView):
    """The administrator of a fresh installation."""

    @extend_schema(request=SetupInput, responses=UserAnswer)
    def post(self, request: Request) -> Response:
        """Make the first person and sign them in; closed for ever after."""
        given = _read(SetupInput, request)
        code = _setup_code()
        if not code and request.META.get("REMOTE_ADDR", "") not in LOOPBACK:
            raise NotAllowed(
                "Set Penumbra up from the machine it runs on, or start it with "
                "PENUMBRA_SETUP_CODE set and type that code.",
                code="setup_code_needed",
            )
        user = set_up_first_user(**given, wanted_code=code)
        return _signed_in(request, user, 201)


class SignUpView(OpenView):
    """Accounts people make themselves, where the administrator allows it."""

    @extend_schema(request=NewUserInput, responses={201: UserAnswer})
    def post(self, request: Request) -> Response:
        """Make an account and sign in."""
        if not settings.SIGNUP_OPEN:
            raise NotAllowed("Sign-up is closed here. Ask a project manager for an account.")
        user = create_user(**_read(NewUserInput, request))
        return _signed_in(request, user, 201)


class LoginView(OpenView):
    """The browser's session."""

    @extend_schema(request=SignInInput, responses=UserAnswer)
    def post(self, request: Request) -> Response:
        """Sign in by name and password."""
        user = sign_in(request=request._request, **_read(SignInInput, request))
        return _signed_in(request, user, 200)


class LogoutView(APIView):
    """The end of a session."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Sign out."""
        logout(request._request)
        return Response(status=204)


class TokenLoginView(OpenView):
    """A key for a program, by name and password."""

    @extend_schema(request=SignInInput, responses=KeyAnswer)
    def post(self, request: Request) -> Response:
        """Make a new key; it is shown this once."""
        user = sign_in(request=request._request, **_read(SignInInput, request))
        _, key = create_token(user=user, name="made by password", scopes=[])
        return Response({"token": key})


def _read(shape: type[SignInInput], request: Request) -> dict[str, Any]:
    given = shape(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def _signed_in(request: Request, user: User, status: int) -> Response:
    login(request._request, user)
    answer = {"user": user_payload(user), "csrf_token": get_token(request._request)}
    return Response(answer, status=status)


def _setup_code() -> str:
    """Return the code that `serve` printed; set where the server listens beyond this machine."""
    return os.environ.get("PENUMBRA_SETUP_CODE", "")
