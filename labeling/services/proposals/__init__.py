"""What in the other fields may belong to a marked region: sources propose, people decide."""
