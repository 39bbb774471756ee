"""Click to segment: from clicks or a box to the outline that a person most likely means."""
