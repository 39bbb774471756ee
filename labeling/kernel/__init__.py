"""What every floor stands on: errors, events, the jobs port, registries, HTTP. No domain nouns."""
