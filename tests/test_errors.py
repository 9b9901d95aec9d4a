"""The tree of errors: one base, and a code for each that does not change."""

from clew import errors

CODES = {
    "AxisError": "wrong_axis",
    "BusyError": "busy",
    "ClewError": "error",
    "ClosedError": "closed",
    "FileReplacedError": "file_replaced",
    "ModelError": "model",
    "NewerFileError": "newer_file",
    "NotAMemoryError": "not_a_memory",
    "NotInstalledError": "not_installed",
    "ReadOnlyError": "read_only",
    "StorageFullError": "storage_full",
    "StoreError": "store",
    "UnknownNameError": "unknown_name",
    "UsageError": "usage",
    "WrongEmbedderError": "wrong_embedder",
}
"""Programs rely on these: add, never change."""
NAMES = [name for name in errors.__all__ if name.endswith("Error")]


def test_codes_are_stable_and_unique():
    found = {name: getattr(errors, name).code for name in NAMES}
    assert found == CODES
    assert len(set(found.values())) == len(found)


def test_every_error_has_the_one_base():
    assert all(issubclass(getattr(errors, name), errors.ClewError) for name in NAMES)


def test_what_may_succeed_later_says_so():
    again = {name for name in NAMES if getattr(errors, name).retry}
    assert again == {"BusyError", "ModelError"}
