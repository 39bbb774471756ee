"""Pascal VOC: an XML file for each image.

Convention, both ways: `xmin, ymin, xmax, ymax` are pixel edges counted from 0, so that width is
`xmax - xmin`. This is what labelling tools write. Numbers stay as they are in a round trip, also
those of the original kit, which counts pixels from 1: its boxes lie at most a pixel off.
"""
