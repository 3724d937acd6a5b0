"""Prints the mlir block of a page that has the given number, from 0."""

import re
import sys

page, number = sys.argv[1], int(sys.argv[2])
print(re.findall(r"^```mlir\n(.*?)^```", open(page).read(), re.M | re.S)[number])
