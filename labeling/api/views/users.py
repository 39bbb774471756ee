"""People and the keys of their programs."""

from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.db.models import Q
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from labeling.api.serializers.shapes import UserNameShape, user_name
from labeling.api.serializers.users import (
    AccountInput,
    AccountShape,
    ConfirmInput,
    NewUserInput,
    TokenInput,
    TokenShape,
    UserShape,
    account_facts,
    token_payload,
    user_payload,
)
from labeling.kernel.errors import NotAllowed, NotFound
from labeling.kernel.paging import list_payload, page_by_id, read_limit
from labeling.models import User
from labeling.policies import actor_of, manages_any_project
from labeling.services.anonymise_user import anonymise_user
from labeling.services.users import change_own_account, create_token, create_user, revoke_token


class UsersView(APIView):
    """People, for those who add members."""

    @extend_schema(
        parameters=[OpenApiParameter("search"), OpenApiParameter("limit", int)],
        responses=AccountShape(many=True),
    )
    def get(self, request: Request) -> Response:
        """List people by the beginning of their names; staff also see e-mail and who is staff."""
        _require_manager(request)
        people = User.objects.filter(is_active=True)
        if search := request.GET.get("search", "").replace("\x00", ""):
            people = people.filter(
                Q(username__istartswith=search) | Q(first_name__istartswith=search)
            )
        page = page_by_id(people, request.GET.get("cursor"), read_limit(request.GET.get("limit")))
        shown = account_facts if actor_of(request.user).is_staff else user_name
        return Response(list_payload(request._request, page, shown))

    @extend_schema(request=NewUserInput, responses={201: UserNameShape})
    def post(self, request: Request) -> Response:
        """Make an account for somebody."""
        _require_manager(request)
        given = NewUserInput(data=request.data)
        given.is_valid(raise_exception=True)
        user = create_user(**given.validated_data)
        return Response(user_name(user) | {"email": user.email}, status=201)


class MeView(APIView):
    """One's own account."""

    @extend_schema(responses=UserShape)
    def get(self, request: Request) -> Response:
        """Return oneself."""
        return Response(user_payload(actor_of(request.user)))

    @extend_schema(request=AccountInput, responses=UserShape)
    def patch(self, request: Request) -> Response:
        """Change name, e-mail, password or preferences."""
        given = AccountInput(data=request.data)
        given.is_valid(raise_exception=True)
        changes: dict[str, Any] = given.validated_data
        user = change_own_account(user=actor_of(request.user), changes=changes)
        if "password" in changes:
            update_session_auth_hash(request._request, user)
        return Response(user_payload(user))


class AnonymiseView(APIView):
    """A person's identity."""

    @extend_schema(request=ConfirmInput, responses=UserNameShape)
    def post(self, request: Request, user_id: int) -> Response:
        """Take it away for good; labels and figures stay. The user name confirms it."""
        actor = actor_of(request.user)
        user = User.objects.filter(pk=user_id).first()
        if user is None or not (actor.is_staff or actor.pk == user.pk):
            raise NotFound("There is no such person, or you may not anonymise them.")
        given = ConfirmInput(data=request.data)
        given.is_valid(raise_exception=True)
        confirm = given.validated_data["confirm"]
        return Response(user_name(anonymise_user(actor=actor, user=user, confirm=confirm)))


class TokensView(APIView):
    """One's own keys for programs."""

    @extend_schema(operation_id="tokens_list", responses=TokenShape(many=True))
    def get(self, request: Request) -> Response:
        """List one's keys, without the keys."""
        tokens = actor_of(request.user).tokens.order_by("pk")
        results = [token_payload(token) for token in tokens]
        return Response({"results": results, "next": None, "previous": None})

    @extend_schema(request=TokenInput, responses={201: TokenShape})
    def post(self, request: Request) -> Response:
        """Make a key; the answer holds it, this once."""
        given = TokenInput(data=request.data)
        given.is_valid(raise_exception=True)
        token, key = create_token(user=actor_of(request.user), **given.validated_data)
        return Response(token_payload(token) | {"token": key}, status=201)


class TokenView(APIView):
    """One key."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke it."""
        revoke_token(user=actor_of(request.user), token_id=token_id)
        return Response(status=204)


def _require_manager(request: Request) -> None:
    if not manages_any_project(actor_of(request.user)):
        raise NotAllowed("Only staff and managers of a project see and make accounts.")
