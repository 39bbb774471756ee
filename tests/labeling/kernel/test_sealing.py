"""What is sealed opens with the installation's key alone, and for its purpose alone."""

import pytest

from labeling.kernel.sealing import SealBroken, seal, unseal


def test_a_sealed_text_opens_and_shows_nothing_of_itself() -> None:
    sealed = seal("Bearer käse", "servers")
    assert unseal(sealed, "servers") == "Bearer käse"
    assert "Bearer" not in sealed
    assert seal("Bearer käse", "servers") != sealed


def test_nothing_stays_nothing() -> None:
    assert seal("", "servers") == ""
    assert unseal("", "servers") == ""


def test_other_purposes_keys_and_altered_texts_are_refused(settings) -> None:
    sealed = seal("x", "servers")
    for wrong in (sealed[:-5] + "AAAA=", "x", "sealed.1.", sealed.removeprefix("sealed.1.")):
        with pytest.raises(SealBroken):
            unseal(wrong, "servers")
    with pytest.raises(SealBroken):
        unseal(sealed, "storages")
    former = settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    with pytest.raises(SealBroken):
        unseal(sealed, "servers")
    settings.SECRET_KEY_FALLBACKS = [former]
    assert unseal(sealed, "servers") == "x"
