from typing import Tuple

def check(ir: bytes, name: str, explain_unknown: bool,
          solver_time_limit: int) -> Tuple[int, str, str]: ...
def compile(ir: bytes, name: str, chip: str, features: str,
            multiprocessors: int,
            pdl: bool) -> Tuple[int, str, str, str, str]: ...
