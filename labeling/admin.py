"""The administrator's view of people and projects; work itself is done in the product."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from labeling.models import Membership, Project, User

admin.site.register(User, UserAdmin)


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # not generic at run time
    """Who is in the project."""

    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Project)
class ProjectAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """A project's name and members; its settings are checked by the product alone."""

    list_display = ("name", "created_by", "created_at")
    search_fields = ("name",)
    fields = ("name", "description")
    inlines = (MembershipInline,)
