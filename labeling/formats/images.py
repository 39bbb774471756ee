"""Images: a task for each picture among the uploaded files or in a zip."""

from collections.abc import Iterator
from typing import ClassVar

from labeling.formats.base import (
    ImportedTask,
    ImportOptions,
    Layout,
    MediaRef,
    Problem,
    Source,
)
from labeling.formats.classes import image_field
from labeling.formats.members import image_members
from labeling.ontology.parts import Ontology

__all__ = ["ImagesImporter"]


class ImagesImporter:
    """Makes a task of each image; other files in the archive are reported."""

    id: ClassVar[str] = "images"
    name: ClassVar[str] = "Images"
    extensions: ClassVar[tuple[str, ...]] = (
        "zip",
        "jpg",
        "jpeg",
        "png",
        "webp",
        "gif",
        "bmp",
        "tif",
    )

    def sniff(self, source: Source) -> float:
        """Likely when most files are images; formats that find their labels are surer."""
        members = source.members()
        if not members:
            return 0.0
        return 0.8 * len(image_members(source)) / len(members)

    def layout(self, source: Source, options: ImportOptions) -> Layout:
        """Images have no columns."""
        return Layout()

    def read(
        self, source: Source, ontology: Ontology, options: ImportOptions
    ) -> Iterator[ImportedTask | Problem]:
        """Yield a task an image, named by its path."""
        field = image_field(ontology)
        if field is None:
            yield Problem("This project has no image field.")
            return
        images = set(image_members(source))
        for member in source.members():
            if member in images:
                yield ImportedTask(data={field.id: MediaRef(name=member, member=member)})
            else:
                yield Problem("Left out: no image by its name.", file=member, is_warning=True)
