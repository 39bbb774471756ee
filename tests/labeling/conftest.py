"""Settings of hypothesis for these tests."""

from hypothesis import settings

# Shared machines are slow at times, and a suite that fails must fail again: no deadline, no luck.
settings.register_profile("penumbra", deadline=None, derandomize=True, max_examples=40)
settings.load_profile("penumbra")
