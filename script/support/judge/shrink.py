"""Shrinks a plan that fails: steps are removed as long as the same verdict still finds something."""

import json
import re
import time

GAP = 0.12


def closed_up(steps):
    """Returns the steps with the times between them shortened. A fault keeps its length."""
    result, now, before = [], 0.0, None
    for step in steps:
        if before is not None:
            now += min(step["at"] - before, GAP)
        before = step["at"]
        result.append({**step, "at": round(now, 3)})
    return result


def related(plan, finding, entries):
    """Returns the steps that have to do with what a finding names: its conversations, messages and shares."""
    origin = next((entry["of"] for entry in entries if entry.get("what") == "origin"), {})
    shown = finding["what"] + json.dumps([entries[index] for index in finding["entries"]])
    wanted = {origin[identifier] for identifier in set(re.findall(r"\w+", shown)) if identifier in origin}
    wanted |= {f"@{int(number)}" for number in re.findall(r"\b[a-z](\d{5})x", shown)}
    for step in plan["steps"]:
        if f"@{step['n']}" in wanted:
            wanted.update(value for value in step.get("using", {}).values() if is_reference(value))
    keep = []
    for step in plan["steps"]:
        used = {value for value in step.get("using", {}).values() if is_reference(value)}
        if f"@{step['n']}" in wanted or used & wanted:
            keep.append(step["n"])
            wanted.update(value for value in used if value.startswith("pair:") or step["n"] in keep)
    made = {f"@{step['n']}": step for step in plan["steps"]}
    keep = set(keep) | {made[reference]["n"] for reference in wanted if reference in made}
    return keep


def is_reference(value):
    return isinstance(value, str) and (value.startswith("@") or value.startswith("pair:"))


def begins(plan, finding, entries):
    """Yields coarse cuts of a plan: what is related to the finding, with all faults, with some, and with none."""
    lines = {"cutAll", "cutSome", "slow", "deaf", "mute", "refuse", "hangUp", "glutton"}
    steps, near = plan["steps"], related(plan, finding, entries)
    for wanted in (lambda step: step["n"] in near, lambda step: "fault" not in step):
        for fault in (lambda step: False, lambda step: step["fault"] in lines, lambda step: True):
            yield closed_up([step for step in steps if ("fault" in step and fault(step)) or "fence" in step
                             or "fault" not in step and wanted(step)])


def shrink(plan, finding, entries, fails, seconds, report):
    """Returns the smallest plan that was found to fail within so many seconds.

    `fails` plays a plan and returns True if the verdict still finds something.
    """
    end = time.monotonic() + seconds
    tried = [0]

    def still(steps):
        if time.monotonic() > end or len(steps) == len(plan["steps"]):
            return False
        tried[0] += 1
        return fails({**plan, "steps": steps})

    for steps in begins(plan, finding, entries):
        if steps and still(steps):
            plan = {**plan, "steps": steps}
            report(f"  {len(steps)} steps are left after {tried[0]} replays")
            break
    size = max(1, len(plan["steps"]) // 2)
    while time.monotonic() < end:
        start, removed = 0, False
        while start < len(plan["steps"]) and time.monotonic() < end:
            steps = plan["steps"][:start] + plan["steps"][start + size:]
            if steps and still(steps):
                plan, removed = {**plan, "steps": steps}, True
                report(f"  {len(steps)} steps are left after {tried[0]} replays")
            else:
                start += size
        if size == 1 and not removed:
            break
        size = max(1, size // 2)
    return plan, tried[0]
