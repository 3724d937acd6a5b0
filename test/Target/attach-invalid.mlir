// RUN: not packed-opt %s --packed-attach-nvvm-target=chip=sm_9000 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not packed-opt %s --packed-attach-nvvm-target=chip=hopper 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not packed-opt %s --packed-attach-nvvm-target=chip=sm_75 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not packed-opt %s --packed-attach-nvvm-target='chip=sm_90 features=+ptx70' 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: not packed-opt %s --packed-attach-nvvm-target=features=+ptx999 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not packed-opt %s --packed-attach-nvvm-target=features=fast 2>&1 | FileCheck %s --check-prefix=FEATURES
// RUN: not packed-opt %s --packed-attach-nvvm-target=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not packed-opt %s --packed-attach-nvvm-target='format=bin toolkit=/nowhere' 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: packed-opt %s --packed-attach-nvvm-target | FileCheck %s

// CHIP: attach-invalid.mlir:[[#]]:{{.*}}error: unknown chip 'sm_9000'
// NAME: error: unknown chip 'hopper'
// OLD: error: chip 'sm_75' is older than sm_80
// PTX: error: chip 'sm_90' needs +ptx80 or newer (got '+ptx70')
// UNKNOWN: error: unknown PTX version '+ptx999'
// FEATURES: error: features must be one PTX version, as +ptx80 (got 'fast')
// FORMAT: error: format is isa, bin or fatbin (got 'elf')
// PTXAS: error: format 'bin' needs ptxas of the CUDA toolkit, which was not found; format 'isa' needs no toolkit

// CHECK: gpu.module @kernels [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">]
gpu.module @kernels {
}
