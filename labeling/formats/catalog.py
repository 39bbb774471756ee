"""The formats there are. To add one: write its file, its sample, and a line here."""

from labeling.formats.base import Exporter, Importer
from labeling.formats.coco.reader import CocoImporter
from labeling.formats.coco.writer import CocoExporter
from labeling.formats.conll.reader import ConllImporter
from labeling.formats.conll.writer import ConllExporter
from labeling.formats.cvat.reader import CvatImporter
from labeling.formats.cvat.writer import CvatExporter
from labeling.formats.delimited.reader import CsvImporter, TsvImporter
from labeling.formats.delimited.writer import CsvExporter, TsvExporter
from labeling.formats.dicom_seg import DicomSegExporter
from labeling.formats.dpo import DpoExporter
from labeling.formats.eaf import EafImporter
from labeling.formats.files import FilesImporter
from labeling.formats.geojson.reader import GeoJsonImporter
from labeling.formats.geojson.writer import GeoJsonExporter
from labeling.formats.json_list import JsonExporter, JsonImporter
from labeling.formats.jsonl import JsonLinesExporter, JsonLinesImporter
from labeling.formats.label_studio.reader import LabelStudioImporter
from labeling.formats.label_studio.writer import LabelStudioExporter
from labeling.formats.mot.reader import MotImporter
from labeling.formats.mot.writer import MotExporter
from labeling.formats.nifti import NiftiExporter
from labeling.formats.plain import HtmlFilesImporter, LinesImporter, TextFilesImporter
from labeling.formats.sft import SftExporter
from labeling.formats.subtitles import SrtExporter, SubtitleImporter, VttExporter
from labeling.formats.textgrid import TextGridExporter, TextGridImporter
from labeling.formats.voc.reader import VocImporter
from labeling.formats.voc.writer import VocExporter
from labeling.formats.yolo.reader import YoloImporter
from labeling.formats.yolo.writer import YoloExporter, YoloObbExporter
from labeling.kernel.registry import Registry

__all__ = ["EXPORTERS", "IMPORTERS"]

IMPORTERS: Registry[Importer] = Registry("import format")
EXPORTERS: Registry[Exporter] = Registry("export format")

for importer in (
    JsonLinesImporter(),
    JsonImporter(),
    CsvImporter(),
    TsvImporter(),
    LinesImporter(),
    TextFilesImporter(),
    HtmlFilesImporter(),
    LabelStudioImporter(),
    FilesImporter(),
    CocoImporter(),
    YoloImporter(),
    VocImporter(),
    CvatImporter(),
    MotImporter(),
    ConllImporter(),
    SubtitleImporter(),
    TextGridImporter(),
    EafImporter(),
    GeoJsonImporter(),
):
    IMPORTERS.add(importer.id, importer)

for exporter in (
    JsonLinesExporter(),
    JsonExporter(),
    CsvExporter(),
    TsvExporter(),
    LabelStudioExporter(),
    CocoExporter(),
    YoloExporter(),
    YoloObbExporter(),
    VocExporter(),
    CvatExporter(),
    MotExporter(),
    ConllExporter(),
    SftExporter(),
    DpoExporter(),
    SrtExporter(),
    VttExporter(),
    TextGridExporter(),
    GeoJsonExporter(),
    NiftiExporter(),
    DicomSegExporter(),
):
    EXPORTERS.add(exporter.id, exporter)
