"""YOLO (Ultralytics): a text file of normalised boxes or outlines for each image."""
