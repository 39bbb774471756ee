"""Who gets which task: a project's plan, and the facts a route reads."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from labeling.models import Project, Task


class Escalation(models.TextChoices):
    """What becomes of a task on which the most opinions left doubt."""

    REVIEW = "review"
    EXPERT = "expert"


class RoutingPlan(models.Model):
    """How a project decides who gets what, how many opinions, and what is mixed in."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, primary_key=True, related_name="routing"
    )
    policy = models.CharField(max_length=32, default="value")
    """A name in `annotators.assignment.policies`."""
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    """Opinions at most; null: every task gets the project's overlap, neither more nor fewer."""
    target = models.FloatField(default=0.95)
    """Probability of the consensus from which on no further opinion is asked for."""
    escalation = models.CharField(
        max_length=8, choices=Escalation.choices, default=Escalation.REVIEW
    )
    counts_model = models.BooleanField(default=False)
    """Whether the model's answer counts as an opinion, where people do not see it beforehand."""
    worth = models.JSONField(default=dict, blank=True)
    """Class id → how much it matters to be right about it; 1 where it is not named."""
    gold_rate = models.FloatField(default=0.05)
    repeat_rate = models.FloatField(default=0.0)
    daily_most = models.PositiveIntegerField(null=True, blank=True)
    """Answers a person and day at most."""
    uses_skills = models.BooleanField(default=False)
    """Whether tasks go only to those with the `skills` and the `language` that their `meta` names.
    Many imports bring a language along and mean nothing by it, so this must be said."""
    author_key = models.CharField(max_length=64, blank=True)
    """Key of a task's `meta` that names whom it comes from: nobody judges their own."""
    pause_below = models.FloatField(null=True, blank=True)
    """Accuracy under which a person is paused; null: nobody is."""
    required = models.JSONField(default=list, blank=True)
    """Skills without which nobody works here: a copy of what the open exams ask for."""
    crowd = models.JSONField(default=dict, blank=True)
    """Of all together: {right, answered, by_class, shares, temper, seconds, interest}; written by
    `settle_routing`."""
    steepness = models.JSONField(default=dict, blank=True)
    """Label id → how far people bear the model out; written by `settle_routing`."""
    settled_answers = models.PositiveIntegerField(default=0)
    """Answers known when it was last settled."""
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(target__gt=0.5) & Q(target__lt=1), name="routing_target_is_a_share"
            ),
            models.CheckConstraint(
                condition=Q(gold_rate__gte=0, gold_rate__lte=0.5)
                & Q(repeat_rate__gte=0, repeat_rate__lte=0.5),
                name="routing_rates_at_most_half",
            ),
        )

    def __str__(self) -> str:
        return f"routing of {self.project_id}"


class Standing(models.Model):
    """What a route must know about one person in one project, in one row."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="standings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standings"
    )
    right = models.FloatField(default=0.0)
    answered = models.FloatField(default=0.0)
    """Answers whose truth is known more or less, and how many of them were right."""
    by_class = models.JSONField(default=dict, blank=True)
    """Label id → {true class id: [right, answered]}."""
    seconds = models.FloatField(null=True, blank=True)
    interest = models.FloatField(null=True, blank=True)
    """Mean doubt of the model about the tasks this person got: the lot of interesting work."""
    skills = models.JSONField(default=dict, blank=True)
    """Skill → when it expires, or null: a copy of `Qualification`."""
    is_paused = models.BooleanField(default=False)
    attempt = models.PositiveBigIntegerField(null=True, blank=True)
    """The exam this person is sitting."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "user"], name="one_standing_a_person"),
        )

    def __str__(self) -> str:
        return f"standing of {self.user_id} in {self.project_id}"


class BeliefState(models.TextChoices):
    """What follows from a belief."""

    ASKING = "asking"
    SURE = "sure"
    ESCALATED = "escalated"


class TaskBelief(models.Model):
    """What is believed of a task after its last vote: of the label in most doubt."""

    task = models.OneToOneField(
        Task, on_delete=models.CASCADE, primary_key=True, related_name="belief"
    )
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="beliefs")
    label = models.CharField(max_length=100)
    n_votes = models.PositiveIntegerField()
    confidence = models.FloatField()
    posterior = models.JSONField(default=dict)
    """Value → probability, for kinds with values; unlikely ones are left out."""
    state = models.CharField(max_length=10, choices=BeliefState.choices)
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = (models.Index(fields=["project", "state", "confidence"], name="belief_by_state"),)

    def __str__(self) -> str:
        return f"{self.state} at {self.confidence:.2f} of {self.task_id}"
