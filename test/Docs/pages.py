# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a Markdown page holds: code blocks, links, commands within sentences."""

import dataclasses
import re

FENCE = re.compile(r"^(\s*)```(\w*)\s*$")
MARK = re.compile(r"^<!-- docs: (\w[\w-]*)(?:=(.*?))? -->$")
LINK = re.compile(r"\]\(([^)\s]+)\)")
INLINE = re.compile(r"`((?:ctest|make) [^`]+)`")
HEADING = re.compile(r"^#+ (.*)$")


@dataclasses.dataclass
class Block:
    """A fenced block, and the comment before it: `<!-- docs: key=value -->`."""
    line: int
    language: str
    text: str
    mark: str = ""
    value: str = ""


@dataclasses.dataclass
class Page:
    blocks: list
    links: list     # (line, target)
    commands: list  # (line, command)
    anchors: set


def anchor(heading):
    """As the usual hosts make it of a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def read_page(text):
    page = Page([], [], [], set())
    block, lines, mark = None, [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if block:
            if fence and not fence.group(2):
                block.text = "".join(f"{line}\n" for line in lines)
                page.blocks.append(block)
                block, lines = None, []
            else:
                lines.append(line)
            continue
        if fence:
            block = Block(number, fence.group(2), "", *(mark or ("", "")))
            mark = None
            continue
        marked = MARK.match(line)
        mark = (marked.group(1), marked.group(2) or "") if marked else None
        if heading := HEADING.match(line):
            page.anchors.add(anchor(heading.group(1)))
        page.links += [(number, target) for target in LINK.findall(line)]
        # In a table a pipe is written with a backslash.
        page.commands += [(number, command.replace("\\|", "|"))
                          for command in INLINE.findall(line)]
    return page
