"""The filter language over tasks: text → tokens → tree → conditions on whitelisted fields."""
