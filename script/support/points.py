#!/usr/bin/env python3
"""Lists the points that the simulation must visit, and how often a campaign visited each.

    points.py                            the points, with their places
    points.py --check                    fails if a comment names no rule and no sentence, or if the points are too few
    points.py PROGRAM PROFILE [--all]    those that were never visited, and the covered lines; exits 1 if there are any

A point is a place that names a rule of docs/reference/rules.md in a string, such as the reason of a refusal, or a
statement below or before a comment with a sentence of docs/reference/delivery.md:

    // Sometimes(D9): A session resumes after its server was restarted.

PROFILE is the merged profile of PROGRAM, which was built with coverage (script/simulate --points).
"""
from __future__ import annotations

import json
import re
import subprocess
import sys
from bisect import bisect_right
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = ["Sources/ChatServer/Core", "Sources/ChatServer/Engine", "Sources/ChatServer/Log", "Sources/ChatClient/Connection"]
# Of these, 90 % of the lines are covered by the simulation alone. script/cluster covers the log on PostgreSQL.
COVERED = FOLDERS[:3]
FEWEST = 200
ELSEWHERE = ("/Generated/", "/PostgreSQL/")


class Point(NamedTuple):
    file: str
    line: int
    column: int
    name: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.name}: {self.sentence}"


def names() -> set[str]:
    """The rules, and the sentences of the delivery contract."""
    pages = ROOT / "docs/reference"
    rules = re.findall(r"^- `([a-z0-9-]+)`", (pages / "rules.md").read_text(), re.M)
    return set(rules) | set(re.findall(r"^- \*\*(D\d+)\*\*", (pages / "delivery.md").read_text(), re.M))


def sources() -> list[Path]:
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.swift"))]
    return [path for path in found if not any(part in str(path) for part in ELSEWHERE)]


def start(line: str) -> int:
    """The column of the statement that only some states reach: on one line, that of the last block or of a case."""
    code = line.rstrip()
    if code.endswith("}") and (block := code.rfind("{ ")) >= 0:
        return block + 3
    if (case := re.match(r"\s*case [^:]*: ", line)):
        return case.end() + 1
    return len(line) - len(line.lstrip()) + 1


def points() -> list[Point]:
    known = names()
    found = []
    for path in sources():
        file = str(path.relative_to(ROOT))
        waiting = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            code = line.strip()
            if comment := re.search(r"// Sometimes\(([\w-]+)\): (.*)", line):
                if comment[1] not in known:
                    sys.exit(f"{file}:{number}: neither a rule nor a sentence of delivery.md: {comment[1]}")
                waiting = comment[1], comment[2]
                if before := line[: comment.start()].rstrip():
                    found.append(Point(file, number, start(before), *waiting))
                    waiting = None
            elif code.startswith("//"):
                continue
            elif waiting:
                found.append(Point(file, number, start(line), *waiting))
                waiting = None
            else:
                for literal in re.finditer(r'"([a-z0-9-]+)"', line):
                    if literal[1] in known:
                        found.append(Point(file, number, literal.start() + 1, literal[1], code))
    return found


class Coverage:
    """The counts of the regions of each file, from `llvm-cov export`."""

    def __init__(self, program: str, profile: str) -> None:
        command = ["llvm-cov", "export", program, f"-instr-profile={profile}", *map(str, sources())]
        exported = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
        self.files = {}
        for file in exported["data"][0]["files"]:
            # Built elsewhere, a path begins otherwise.
            name = "Sources/" + file["filename"].split("/Sources/", 1)[1]
            if any(part in name for part in ELSEWHERE):
                continue
            self.files[name] = [segment[:4] for segment in file["segments"]], file["summary"]["lines"]

    def count(self, point: Point) -> int:
        """How often the code at a point was executed."""
        segments, _ = self.files.get(point.file, ([], None))
        index = bisect_right(segments, (point.line, point.column), key=lambda segment: tuple(segment[:2])) - 1
        return segments[index][2] if index >= 0 and segments[index][3] else 0

    def lines(self, folder: str) -> tuple[int, int, list[tuple[int, str]]]:
        """The covered lines of a folder, all of its lines, and the files with the most uncovered ones."""
        lines = {file: summary for file, (_, summary) in self.files.items() if file.startswith(folder + "/")}
        missing = sorted(((each["count"] - each["covered"], file) for file, each in lines.items()), reverse=True)
        return sum(each["covered"] for each in lines.values()), sum(each["count"] for each in lines.values()), missing


def main() -> int | str:
    all_points = points()
    if "--check" in sys.argv:
        return f"points.py: {len(all_points)} points, and {FEWEST} are promised" if len(all_points) < FEWEST else 0
    words = [word for word in sys.argv[1:] if word != "--all"]
    if not words:
        print(*all_points, sep="\n")
    for folder, count in Counter(next(each for each in FOLDERS if point.file.startswith(each + "/")) for point in all_points).items():
        print(f"{count} points in {folder}")
    if not words:
        return 0
    coverage = Coverage(*words)
    counts = {point: coverage.count(point) for point in all_points}
    missed = [point for point, count in counts.items() if not count]
    if "--all" in sys.argv:
        for point, count in counts.items():
            print(f"{count:10}  {point}")
    for point in missed:
        print(f"never visited: {point}")
    print(f"{len(all_points) - len(missed)} of {len(all_points)} points were visited")
    covered, total, missing = map(list, zip(*(coverage.lines(folder) for folder in COVERED)))
    for folder, *numbers in zip(COVERED, covered, total):
        print(f"{folder}: {numbers[0]} of {numbers[1]} lines were executed, {numbers[0] / numbers[1]:.1%}")
    print(f"in all: {sum(covered) / sum(total):.1%}; most is missing in")
    for lines, file in sorted(sum(missing, []), reverse=True)[:12]:
        print(f"{lines:6} lines of {file}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
