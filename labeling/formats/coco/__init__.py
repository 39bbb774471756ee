"""COCO: images, categories and annotations in one JSON document."""
