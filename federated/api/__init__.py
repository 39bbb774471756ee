"""The federation over HTTP: `/api/federation/...`."""
