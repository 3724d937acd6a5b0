# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random records to ask both sides about: sound ones, and ones with up to three
faults, so that the order of the rules matters."""

import math


def faults(rng, candidates):
    """Up to three of the candidates; none for two records in five."""
    return rng.sample(candidates, rng.choice((0, 0, 1, 2, 3)))


#===--- Sequences --------------------------------------------------------===#

VIDEO_SIZES = ("ref_audio_t", "latent_t", "latent_h", "latent_w")
NEEDED = {"image": VIDEO_SIZES[2:], "audio": VIDEO_SIZES[:1], "video": VIDEO_SIZES,
          "video_audio": VIDEO_SIZES}
WRONG_KINDS = ("", "mesh", "text", "Image", "a'b", 'a"b', "a\\b")
KEYFRAMES = ([0], [-1], [0, -1])
WRONG_KEYFRAMES = ([], [1], [-1, 0], [0, 0], [-1, -1], [0, 5, -1], [0, -1, 3], [130], [-2])


def block(rng, largest):
    kind = rng.choice(list(NEEDED))
    sizes = {
        "ref_audio_t": rng.randint(0, largest), "latent_t": rng.randint(1, largest),
        "latent_h": rng.randint(1, largest), "latent_w": rng.randint(2, largest),
    }
    return {"kind": kind, **{name: sizes[name] for name in NEEDED[kind]}}


def break_block(rng, args):
    blocks = args.get("ref_blocks")
    if not blocks:
        args["text_len"] = -1
        return
    broken = rng.choice(blocks)
    name = rng.choice(list(broken))
    if name == "kind":
        broken["kind"] = rng.choice(WRONG_KINDS)
    elif rng.random() < 0.4:
        del broken[name]
    else:
        broken[name] = rng.choice((0, -1, -7, 1))


def break_seq_len(rng, args):
    args["seq_len"] = rng.choice((0, 1, -64, rng.randint(2, 200), 4096, 2**31))


def break_size(rng, args):
    name = rng.choice(("text_len", "latent_t", "latent_h", "latent_w", "audio_t", "audio_channel"))
    args[name] = rng.choice((0, 1, -1, -3, 1000))


def break_keyframes(rng, args):
    args["keyframe_frame_indices"] = list(rng.choice(WRONG_KEYFRAMES + KEYFRAMES))


def drop_keyframes(rng, args):
    args["keyframe_frame_indices"] = None


def break_frame_count(rng, args):
    args["frame_count"] = rng.choice((None, 0, -1, 1, 2))


def has_sound_request(args):
    """Whether all that is wrong, if anything is, are numbers. The verifier sees
    the rest before the check pass looks at numbers behind SSA values."""
    for block in args.get("ref_blocks", ()):
        keep = NEEDED.get(block["kind"])
        if keep is None or any(name not in block for name in keep):
            return False
    keyframes = args.get("keyframe_frame_indices")
    if keyframes is None:
        return not args.get("include_keyframe_cond")
    sound = keyframes in KEYFRAMES and args.get("frame_count") is not None
    return sound and args.get("include_keyframe_cond", True)


SEQUENCE_FAULTS = [break_block, break_seq_len, break_size, break_keyframes, drop_keyframes,
                   break_frame_count]


def sequence(rng, largest=9):
    args = {
        "text_len": rng.randint(0, 40), "latent_t": rng.randint(1, largest),
        "latent_h": rng.randint(1, largest), "latent_w": rng.randint(2, largest),
        "audio_t": rng.randint(0, 2 * largest),
    }
    if rng.random() < 0.3:
        args["audio_channel"] = rng.randint(1, 3)
    function, task = "minimax_h3_packed_sequence", rng.choice(("t2va", "fl2va", "ref2va"))
    if task == "ref2va":
        function += "_ref2va_blocks"
        args["ref_blocks"] = [block(rng, largest) for _ in range(rng.randint(0, 3))]
    else:
        args["include_keyframe_cond"] = task == "fl2va"
    if task == "fl2va" or task == "ref2va" and rng.random() < 0.4:
        args["keyframe_frame_indices"] = list(rng.choice(KEYFRAMES))
        args["frame_count"] = rng.randint(2, 130)
    elif rng.random() < 0.1:
        args["frame_count"] = rng.randint(1, 130)
    if rng.random() < 0.3:
        args["seq_len"] = rng.randint(500, 4000)
    for fault in faults(rng, SEQUENCE_FAULTS):
        fault(rng, args)
    return {"function": function, "args": args}


#===--- Memory RoPE ------------------------------------------------------===#

MODES = ("legacy", "Legacy", "reference", "prefix_continuous", "PREFIX_CONTINUOUS")
WRONG_MODES = ("", "prefix", "continuous", "bad mode", "leg\u00e4cy")


def has_sound_mode(args):
    return args["memory_position_mode"] in MODES and args.get("memory_downscale_factor", 1) >= 1


def memory_rope(rng, largest=7):
    mode = rng.choice(MODES)
    if rng.random() < 0.15:
        mode = rng.choice(WRONG_MODES)
    if rng.random() < 0.25:
        args = {
            "batch_size": rng.randint(0, 2), "memory_audio_len": rng.randint(0, 60),
            "target_audio_len": rng.randint(0, 60), "memory_position_mode": mode,
        }
        for name in faults(rng, list(args)[:3]):
            args[name] = rng.choice((0, -1, -60))
        return {"function": "build_memory_audio_rope_coords", "args": args}
    h, w = rng.randint(1, largest), rng.randint(1, largest)
    args = {
        "batch_size": rng.randint(0, 2), "memory_video_len": rng.randint(0, largest) * h * w,
        "target_num_frames": rng.randint(0, 2 * largest), "latent_height": h,
        "latent_width": w, "memory_position_mode": mode,
        "memory_downscale_factor": rng.choice((0, 1, 1, 2, 3, 4)),
        "sp_target_start_offset": rng.choice((0, 0, rng.randint(0, 40))),
    }
    numbers = [name for name in args if name != "memory_position_mode"]
    for name in faults(rng, numbers):
        args[name] = rng.choice((0, -1, -args[name], args[name] + 1, args[name] - 1))
    return {"function": "build_memory_video_rope_coords", "args": args}


#===--- Decode -----------------------------------------------------------===#


def dense(shape):
    return [math.prod(shape[i + 1 :]) for i in range(len(shape))]


def decode_shapes(is_kda, B, H, HV, K, V, slots):
    gates = HV * K if is_kda else HV
    return {
        "mixed_qkv": [B, 2 * H * K + HV * V], "a": [B, gates], "b": [B, HV], "A_log": [HV],
        "dt_bias": [gates], "initial_state": [slots, HV, V, K], "out": [B, 1, HV, V],
        "ssm_state_indices": [B],
    }


def change_dim(rng, record):
    shape = record["shapes"][rng.choice(list(record["shapes"]))]
    at = rng.randrange(len(shape))
    shape[at] = max(0, rng.choice((shape[at] + 1, shape[at] - 1, 2 * shape[at], 0, 1)))


def change_width(rng, record):
    shape = record["shapes"]["mixed_qkv"]
    shape[-1] = max(0, shape[-1] + rng.choice((-64, -8, -2, -1, 1, 2, 6, 16, 64)))


def change_rank(rng, record):
    shape = record["shapes"][rng.choice(list(record["shapes"]))]
    if len(shape) > 1 and rng.random() < 0.6:
        shape.pop(rng.randrange(len(shape)))
    else:
        shape.insert(rng.randint(0, len(shape)), rng.choice((1, 2)))


def change_pool(rng, record):
    """Another pool, which every other operand is measured by."""
    shape = record["shapes"]["initial_state"]
    shape[1:] = [rng.choice((0, 1, 2, 4, 8)) for _ in shape[1:]]


def change_device(rng, record):
    record["devices"][rng.choice(list(record["devices"]))] = "meta"


def change_strides(rng, record):
    """Called once the shapes are final."""
    for name in rng.sample(list(record["strides"]), rng.randint(1, 2)):
        strides = record["strides"][name]
        at = rng.randrange(len(strides)) if rng.random() < 0.5 else 0
        strides[at] = rng.choice((2 * strides[at], strides[at] + 8, 1, 0))


DECODE_FAULTS = [change_dim, change_width, change_rank, change_pool, change_device]


def decode(rng):
    is_kda = rng.random() < 0.5
    H, K, V = rng.randint(1, 3), rng.choice((1, 4, 16)), rng.choice((1, 4, 8, 16))
    B, slots = rng.randint(0, 4), rng.randint(1, 9)
    shapes = decode_shapes(is_kda, B, H, H * rng.randint(1, 3), K, V, slots)
    name = "kda" if is_kda else "gated_delta_rule"
    record = {
        "function": f"fused_recurrent_{name}_packed_decode", "shapes": shapes,
        "devices": dict.fromkeys(shapes, "cpu"),
    }
    for fault in faults(rng, DECODE_FAULTS):
        fault(rng, record)
    record["strides"] = {name: dense(shape) for name, shape in shapes.items()}
    if rng.random() < 0.3:
        change_strides(rng, record)
    return record


#===--- Recurrence -------------------------------------------------------===#


def recurrence(rng):
    B, T, H, K, V = (rng.randint(1, 4) for _ in range(5))
    # Now and then, heads that do not divide.
    HV, N = H * rng.randint(1, 3) + (rng.random() < 0.1), B
    shapes = {"q": [B, T, H, K], "k": [B, T, H, K], "v": [B, T, HV, V], "g": [B, T, HV],
              "beta": [B, T, HV, V] if rng.random() < 0.5 else [B, T, HV]}
    if rng.random() < 0.5:
        N = rng.randint(0, 3)
        for shape in shapes.values():
            shape[0] = rng.choice((1, 1, 1, 1, B)) if shape is shapes["q"] else shapes["q"][0]
        shapes["cu_seqlens"] = [N + 1]
    shapes["out"] = list(shapes["v"])
    for name in ("initial_state", "final_state"):
        if rng.random() < 0.5:
            shapes[name] = [N, HV, V, K]
    record = {"shapes": shapes}
    for fault in faults(rng, [change_dim, change_dim, change_rank]):
        fault(rng, record)
    args = {"shapes": shapes}
    if rng.random() < 0.3:
        args["scale"] = rng.choice((1.0, 0.5, 0.0, -1.0))
    return {"function": "fused_recurrent_gated_delta_rule", "args": args}
