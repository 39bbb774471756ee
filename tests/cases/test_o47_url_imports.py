"""O47: an import by URL reaches nothing of our own network, whatever the spelling."""

import pytest

from labeling.kernel import net
from labeling.models import Job, Role, Upload
from tests.factories.facts import make_project
from tests.labeling.kernel.test_net import Listener
from tests.shared_data import shared


@pytest.fixture
def listener():
    listener = Listener()
    yield listener
    listener.server.shutdown()
    listener.server.server_close()


@pytest.mark.django_db
@pytest.mark.parametrize("allowed", [False, True])
def test_every_spelling_is_refused_with_a_4xx_and_no_hit(api, settings, listener, allowed) -> None:
    settings.URL_INPUTS = allowed
    project = make_project()
    owner = api.as_(project.memberships.get(role=Role.OWNER).user)
    for line in shared("cases/files/O47/urls.txt").read_text().splitlines():
        url = line.strip().replace(":8000", f":{listener.port}")
        if not url:
            continue
        answer = owner.post(f"/api/projects/{project.pk}/imports/", {"url": url})
        assert 400 <= answer.status_code < 500, url
        with pytest.raises(net.RefusedUrl):
            net.check_url(url)
    assert listener.hits == []
    assert not Upload.objects.exists()
    assert not Job.objects.exists()
