"""MOTChallenge: a folder for each video, with a line for each object in each frame.

`<name>/gt/gt.txt` holds `frame, id, left, top, width, height, considered, class, visibility`;
frames and ids are counted from 1, frames as the container shows them. `gt/labels.txt` names the
classes, the first being 1. Boxes between keyframes are written out and found again when read: where
a box moves evenly, only the first and the last of the way become keyframes.
"""
