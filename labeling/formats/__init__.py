"""File formats, one folder or file each: how tasks and annotations come in and go out."""
