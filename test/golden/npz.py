# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads .npz archives without NumPy, which the tests should not need."""

import ast
import struct
import zipfile


class Array:
    """An array in C order: NumPy's type string, shape and raw bytes."""

    def __init__(self, descr, shape, data):
        self.descr, self.shape, self.data = descr, shape, data


def parse_npy(raw):
    if raw[:6] != b"\x93NUMPY":
        raise ValueError("not an .npy file")
    wide = raw[6] > 1
    (length,) = struct.unpack_from("<I" if wide else "<H", raw, 8)
    start = 12 if wide else 10
    header = ast.literal_eval(raw[start : start + length].decode("latin1"))
    if header["fortran_order"]:
        raise ValueError("Fortran order")
    return Array(header["descr"], header["shape"], raw[start + length :])


def load(path):
    with zipfile.ZipFile(path) as archive:
        return {
            name.removesuffix(".npy"): parse_npy(archive.read(name))
            for name in archive.namelist()
        }
