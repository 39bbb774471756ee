"""Small DICOM and NIfTI files with known voxels, full of names that must not survive."""

import zipfile
from pathlib import Path

import nibabel as nib
import numpy as np
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, generate_uid

CT_STORAGE = "1.2.840.10008.5.1.4.1.1.2"
SECRETS = (b"Mustermann", b"DOE123", b"19700101", b"Charity Hospital", b"Dr. Grey", b"secret note")


def uid(*parts):
    """The same UID for the same words, so that equal scans are equal files."""
    return generate_uid(entropy_srcs=[str(part) for part in parts])


def ct_slice(pixels, position, number, *, series="one", **more):
    """Return one CT image; `pixels` are stored values, HU are 1024 less."""
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = CT_STORAGE
    meta.MediaStorageSOPInstanceUID = uid(series, number, position)
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    found = FileDataset("", Dataset(), file_meta=meta, preamble=b"Mustermann".ljust(128, b"\0"))
    found.SOPClassUID, found.SOPInstanceUID = CT_STORAGE, meta.MediaStorageSOPInstanceUID
    found.StudyInstanceUID, found.SeriesInstanceUID = uid("study"), uid(series)
    found.FrameOfReferenceUID = uid("frame")
    found.PatientName, found.PatientID = "Mustermann^Erika", "DOE123"
    found.PatientBirthDate, found.StudyDate = "19700101", "19700101"
    found.InstitutionName, found.ReferringPhysicianName = "Charity Hospital", "Dr. Grey"
    found.ImageComments = "secret note"
    block = found.private_block(0x0099, "Mustermann Devices", create=True)
    block.add_new(1, "LO", "secret note")
    found.Modality, found.InstanceNumber, found.SeriesNumber = "CT", number, 7
    found.Rows, found.Columns = pixels.shape
    found.SamplesPerPixel, found.PhotometricInterpretation = 1, "MONOCHROME2"
    found.BitsAllocated = found.BitsStored = 16
    found.HighBit, found.PixelRepresentation = 15, 0
    found.PixelSpacing, found.SliceThickness = [0.5, 0.75], 2.0
    found.ImagePositionPatient = [float(part) for part in position]
    found.ImageOrientationPatient = [1, 0, 0, 0, 1, 0]
    found.RescaleIntercept, found.RescaleSlope = -1024, 1
    found.PixelData = pixels.astype("<u2").tobytes()
    for name, value in more.items():
        setattr(found, name, value)
    return found


def voxels_of(shape=(5, 6, 8)):
    """Different values everywhere, as [slice from the feet up, row, column]."""
    return np.arange(np.prod(shape), dtype=np.uint16).reshape(shape) + 1000


def zip_of(path, slices):
    """Store images as an import does: a plain zip of a folder."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as bundle:
        for number, found in enumerate(slices):
            found.save_as(path.with_suffix(".part"), enforce_file_format=True)
            bundle.write(path.with_suffix(".part"), f"Mustermann/IM{number}")
    return path


def series(path, voxels=None, *, leave_out=(), **more):
    """A series whose files lie in a confused order; slices 2 mm apart, feet first."""
    voxels = voxels_of() if voxels is None else voxels
    order = [k for k in np.random.default_rng(4).permutation(len(voxels)) if k not in leave_out]
    place = [ct_slice(voxels[k], (-10, -20, 30 + 2 * k), int(k) + 1, **more) for k in order]
    return zip_of(path, place)


def nifti(path: Path, voxels, affine=None, **header):
    """Write [i, j, k(, t)] voxels, with names in every free text."""
    affine = np.diag([-2.0, 2.0, 3.0, 1.0]) if affine is None else affine
    image = nib.Nifti1Image(voxels, affine)
    image.header["descrip"], image.header["db_name"] = b"Mustermann Erika", b"DOE123"
    image.header["aux_file"] = b"secret note"
    image.header.extensions.append(nib.nifti1.Nifti1Extension("comment", b"Dr. Grey"))
    for name, value in header.items():
        image.header[name] = value
    image.to_filename(path)
    return path
