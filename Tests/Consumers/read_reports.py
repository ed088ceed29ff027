"""Reads reports with the programs of others, and holds what they find to what was played.

read_reports.py FEATURE FOLDER CLIENT: FOLDER has whole.{xml,tap,ndjson} of a run of FEATURE, and merged.{xml,ndjson} of
its parts; CLIENT is chat-client, whose tag expressions are compared.
"""

import json
import subprocess
import sys
from collections import Counter

import cucumber_messages
import junitparser
from cucumber_tag_expressions import parse
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler
from tap.parser import Parser as TapParser

feature, folder, client = sys.argv[1:]
failed = 0


def check(what, value, wanted):
    global failed
    if value != wanted:
        failed += 1
        print(f"✗ {what}: {value!r}, not {wanted!r}")


def pickles():
    """The scenarios by Cucumber's own parser."""
    with open(feature, encoding="utf-8") as file:
        document = Parser().parse(file.read())
    document["uri"] = feature
    return document, Compiler().compile(document)


document, compiled = pickles()
names = [pickle["name"] for pickle in compiled]

for name in ("whole", "merged"):
    suites = list(junitparser.JUnitXml.fromfile(f"{folder}/{name}.xml"))
    (suite,) = suites
    cases = list(suite)
    check(f"junitparser, {name}: cases", len(cases), len(compiled))
    check(f"junitparser, {name}: failures", (suite.tests, suite.failures, suite.errors, suite.skipped), (6, 2, 0, 1))
    broken = [case.name for case in cases if any(type(one) is junitparser.Failure for one in case.result)]
    check(f"junitparser, {name}: what failed", broken, ["It fails", "It is not known"])
    skipped = [case.name for case in cases if case.is_skipped]
    check(f"junitparser, {name}: skipped", skipped, ["Time passes › It has no steps of its own"])
    flaky = [case.name for case in cases if case._elem.find("flakyFailure") is not None]
    check(f"junitparser, {name}: flaky", [name.startswith("Time passes › It passes at the second try") for name in flaky], [True, True])
    check(f"junitparser, {name}: times", [case.time for case in cases], [0, 0, 0, 5400, 172800, 0])
    check(f"junitparser, {name}: the time of all", suite.time, 178200)
    check(f"junitparser, {name}: files", {case._elem.get("file") for case in cases}, {feature})
    lines = [int(case._elem.get("line")) for case in cases]
    check(f"junitparser, {name}: lines", lines, sorted(lines))

lines = list(TapParser().parse_file(f"{folder}/whole.tap"))
tests = [line for line in lines if line.category == "test"]
check("tap.py: the version", [line.version for line in lines if line.category == "version"], [14])
check("tap.py: the plan", [line.expected_tests for line in lines if line.category == "plan"], [6])
check("tap.py: tests", [test.ok for test in tests], [True, False, False, True, True, True])
check("tap.py: skipped", [test.skip for test in tests], [False] * 5 + [True])
check("tap.py: nothing else", [line.category for line in lines if line.category == "unknown"], [])

for name in ("whole", "merged"):
    with open(f"{folder}/{name}.ndjson", encoding="utf-8") as file:
        envelopes = [json.loads(line) for line in file]
    for envelope in envelopes:
        # Refuses what the schema does not have: a member by another name, a value of another kind.
        cucumber_messages.message_converter.from_dict(envelope, cucumber_messages.Envelope)
    kinds = Counter(next(iter(envelope)) for envelope in envelopes)
    found = [one["pickle"]["name"] for one in envelopes if "pickle" in one]
    check(f"cucumber-messages, {name}: pickles", sorted(found), sorted(names))
    check(f"cucumber-messages, {name}: one document", (kinds["source"], kinds["gherkinDocument"], kinds["meta"]), (1, 1, 1))
    check(f"cucumber-messages, {name}: tries", kinds["testCaseStarted"], 9)
    ends = Counter(one["testCaseFinished"]["willBeRetried"] for one in envelopes if "testCaseFinished" in one)
    check(f"cucumber-messages, {name}: tried again", ends[True], 3)
    check(f"cucumber-messages, {name}: the end", envelopes[-1]["testRunFinished"]["success"], False)

# The same tags are chosen as by Cucumber's own reader of expressions.
for expression in ("@passes", "not @fails", "@fails or @undefined", "@consumers and not (@fails or @flaky)", "@nothing"):
    chosen = parse(expression)
    wanted = [pickle["name"] for pickle in compiled if chosen.evaluate([tag["name"] for tag in pickle["tags"]])]
    words = [client, "play", feature, "--steps", "", "--dry-run", "--report", "messages", "--tags", expression]
    played = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    found = [one["pickle"]["name"] for one in map(json.loads, played) if "pickle" in one]
    check(f"cucumber-tag-expressions: {expression}", found, wanted)

# And the tree is the one that the official parser finds.
printed = subprocess.run([client, "gherkin", "--ast", feature], capture_output=True, text=True, check=True).stdout
tree = json.loads(printed.splitlines()[0])


def plain(value):
    """Without numbers, of which each parser has its own, and without what one writes empty and the other not at all."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key not in ("id", "uri") and item not in (None, [], "")}
    return [plain(item) for item in value] if isinstance(value, list) else value


check("gherkin-official: the tree", plain(tree["gherkinDocument"]), plain(document))
verdict = f"{failed} FAILED" if failed else "ok"
print(f"reports read by junitparser, tap.py, cucumber-messages, cucumber-tag-expressions, gherkin-official: {verdict}")
sys.exit(1 if failed else 0)
