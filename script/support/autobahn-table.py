"""Counts the outcomes in a report of Autobahn|Testsuite, names what is not as it should be, and ends with 1 then."""
import collections
import json
import sys

# The suite records what happens in these, and judges it of nobody: RFC 6455 leaves it open.
OPEN = {"7.1.6", "7.13.1", "7.13.2"}

role, path = sys.argv[1:]
with open(path) as file:
    cases = json.load(file)["understudy"]

chapters = collections.defaultdict(collections.Counter)
wrong = []
for name, case in sorted(cases.items(), key=lambda item: [int(part) for part in item[0].split(".")]):
    outcome, close = case["behavior"], case["behaviorClose"]
    chapters[int(name.split(".")[0])][outcome] += 1
    is_fine = outcome == "OK" or (outcome == "INFORMATIONAL" and name in OPEN)
    if not is_fine or close not in ("OK", "INFORMATIONAL"):
        wrong.append(f"  {name}: {outcome}, its close {close}")

print(f"As a {role}:")
outcomes = sorted({outcome for chapter in chapters.values() for outcome in chapter}, key=lambda word: (word != "OK", word))
print(f"  {'chapter':<8}" + "".join(f"{outcome:>15}" for outcome in outcomes))
for chapter, counts in sorted(chapters.items()):
    print(f"  {chapter:<8}" + "".join(f"{counts[outcome]:>15}" for outcome in outcomes))
total = sum(chapters.values(), collections.Counter())
print(f"  {'all':<8}" + "".join(f"{total[outcome]:>15}" for outcome in outcomes) + f"   of {len(cases)} cases")
print("\n".join(wrong) if wrong else "  strict without exception")
sys.exit(1 if wrong else 0)
