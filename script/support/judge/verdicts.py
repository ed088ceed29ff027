"""The verdicts: each has a name, the sentence of the page from which it comes, and a function over the facts.

A function yields findings as pairs: what is wrong, and the entries of the history that show it.
"""

import mix
from facts import Facts

VERDICTS = []


def verdict(name, page, sentence):
    """Registers a function as a verdict."""
    def register(function):
        VERDICTS.append((name, page, sentence, function))
        return function
    return register


def judge(plan, entries, most=5):
    """Returns the findings of a history, at most so many of each verdict."""
    import alerts, delivered, notices, process, rules, secrecy, state, streams, views  # noqa: E401, F401 (they register their verdicts)
    facts = Facts(plan, entries, mix.NAMES)
    findings = []
    for name, page, sentence, function in VERDICTS:
        found = []
        for what, shown in function(facts):
            found.append({"verdict": name, "page": page, "sentence": sentence, "what": what,
                          "entries": [entry["i"] for entry in shown if entry]})
        for finding in found[:most]:
            finding["count"] = len(found)
            findings.append(finding)
    return findings
