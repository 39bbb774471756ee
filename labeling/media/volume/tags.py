"""Which DICOM attributes are kept: what geometry, values and exports need, and nothing else.

A list of what is kept is safe where a list of what is removed is not: private tags, free text,
dates, people, places and devices need not be known to be gone. UIDs of study, series, images and
frame of reference stay (the option "retain UIDs" of PS3.15 E.3.9): a DICOM SEG has to name the
images that it segments. What is burned into the pixels stays as well; DICOM's own flag for it is
told as a warning.
"""

from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.sequence import Sequence
from pydicom.uid import ExplicitVRLittleEndian

__all__ = ["METHOD", "cleaned"]

METHOD = "Penumbra: kept geometry and values only"

_UIDS = (
    "SOPClassUID SOPInstanceUID StudyInstanceUID SeriesInstanceUID FrameOfReferenceUID "
    "ReferencedSOPClassUID ReferencedSOPInstanceUID"
)
_PIXELS = (
    "SamplesPerPixel PhotometricInterpretation PlanarConfiguration Rows Columns NumberOfFrames "
    "BitsAllocated BitsStored HighBit PixelRepresentation PixelData FloatPixelData "
    "DoubleFloatPixelData ExtendedOffsetTable ExtendedOffsetTableLengths PixelPaddingValue "
    "PixelPaddingRangeLimit SmallestImagePixelValue LargestImagePixelValue LossyImageCompression "
    "LossyImageCompressionRatio LossyImageCompressionMethod "
    "RedPaletteColorLookupTableDescriptor GreenPaletteColorLookupTableDescriptor "
    "BluePaletteColorLookupTableDescriptor RedPaletteColorLookupTableData "
    "GreenPaletteColorLookupTableData BluePaletteColorLookupTableData "
    "SegmentedRedPaletteColorLookupTableData SegmentedGreenPaletteColorLookupTableData "
    "SegmentedBluePaletteColorLookupTableData BurnedInAnnotation"
)
_VALUES = (
    "RescaleSlope RescaleIntercept RescaleType ModalityLUTSequence LUTDescriptor LUTData "
    "ModalityLUTType WindowCenter WindowWidth VOILUTFunction DoseGridScaling DoseUnits Units"
)
_GEOMETRY = (
    "ImagePositionPatient ImageOrientationPatient PixelSpacing ImagerPixelSpacing SliceThickness "
    "SpacingBetweenSlices GridFrameOffsetVector NominalScannedPixelSpacing PatientPosition "
    "PositionReferenceIndicator PixelMeasuresSequence PlanePositionSequence "
    "PlaneOrientationSequence PixelValueTransformationSequence FrameVOILUTSequence "
    "SharedFunctionalGroupsSequence PerFrameFunctionalGroupsSequence FrameContentSequence "
    "InStackPositionNumber StackID TemporalPositionIndex DimensionIndexValues "
    "DimensionOrganizationType"
)
_ORDER = (
    "Modality ImageType SeriesNumber AcquisitionNumber InstanceNumber TemporalPositionIdentifier"
)
_ORDER_MORE = "EchoTime DiffusionBValue TriggerTime VolumetricProperties ComplexImageComponent"

KEPT = frozenset(" ".join((_UIDS, _PIXELS, _VALUES, _GEOMETRY, _ORDER, _ORDER_MORE)).split())

# What the standard wants in every file, empty where it may be.
_EMPTY = (
    *("PatientName", "PatientID", "PatientBirthDate", "PatientSex", "StudyDate", "StudyTime"),
    *("StudyID", "AccessionNumber", "ReferringPhysicianName", "Manufacturer"),
)


def cleaned(source: Dataset) -> FileDataset:
    """Return a data set that holds what is kept, and says that it was cleaned."""
    syntax = source.file_meta.TransferSyntaxUID
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = source.SOPClassUID
    meta.MediaStorageSOPInstanceUID = source.SOPInstanceUID
    # Implicit and big-endian files are written anew as explicit little-endian ones.
    meta.TransferSyntaxUID = syntax if syntax.is_compressed else ExplicitVRLittleEndian
    found = FileDataset("", _kept(source), file_meta=meta, preamble=b"\0" * 128)
    for name in _EMPTY:
        setattr(found, name, "")
    found.PatientIdentityRemoved = "YES"
    found.DeidentificationMethod = METHOD
    return found


def _kept(source: Dataset) -> Dataset:
    found = Dataset()
    for element in source:
        if element.keyword not in KEPT or element.tag.is_private:
            continue
        if element.VR == "SQ":
            found.add_new(element.tag, "SQ", Sequence([_kept(item) for item in element.value]))
        else:
            found.add(element)
    return found
