"""Compares a release with the release before it: compatibility.py OLD NEW

OLD and NEW are folders with these files, which `compatibility.py --record PROGRAMS FOLDER` writes:

    version.txt      the version of the programs
    openrpc.json     the methods and notifications on the wire, without descriptions
    steps.json       the phrases of scenarios
    swift-api.txt    the public declarations of the Swift modules

It prints each change that docs/reference/compatibility.md forbids between the two versions, and ends with status 1 if
there is one. Additions are allowed.
"""
import json
import os
import re
import subprocess
import sys

import swift_api

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Words of a schema that describe, and those that only group others.
SILENT = {"description", "summary", "title", "tags", "examples", "default"}
FILES = ("version.txt", "openrpc.json", "steps.json", "swift-api.txt")


class Wire:
    """The breaking changes between two OpenRPC documents.

    The direction of a value decides: the server must go on to accept what clients of OLD send (`sent`), and to send
    what they read.
    """

    def __init__(self, old, new):
        self.old, self.new, self.found, self.pending = old, new, [], set()

    def breaks(self):
        theirs = {method["name"]: method for method in self.new["methods"]}
        for method in self.old["methods"]:
            name = method["name"]
            if name not in theirs:
                self.found.append(f"the method {name} is gone")
            else:
                self.method(name, method, theirs[name])
        kinds = {self.kind(each): each for each in self.new["x-notifications"]}
        for each in self.old["x-notifications"]:
            kind = self.kind(each)
            if kind not in kinds:
                self.found.append(f"the notification {kind} is gone")
                continue
            self.roles(f"the notification {kind}", each, kinds[kind])
            self.schema(kind, each["properties"]["params"], kinds[kind]["properties"]["params"], sent=False)
        for name in self.old["components"].get("errors", {}):
            if name not in self.new["components"].get("errors", {}):
                self.found.append(f"the error {name} is gone")
        return list(dict.fromkeys(self.found))

    @staticmethod
    def kind(notification):
        return f"{notification['properties']['method']['const']} ({notification.get('title', '')})"

    def roles(self, name, old, new):
        for role in old.get("x-roles", []):
            if role not in new.get("x-roles", []):
                self.found.append(f"{name} is closed to the role {role}")

    def method(self, name, old, new):
        self.roles(f"the method {name}", old, new)
        params = {param["name"]: param for param in new["params"]}
        known = {param["name"] for param in old["params"]}
        for param in old["params"]:
            place = f"{name}.{param['name']}"
            if param["name"] not in params:
                self.found.append(f"the param {place} is gone")
                continue
            if params[param["name"]].get("required") and not param.get("required"):
                self.found.append(f"the param {place} is now required")
            self.schema(place, param["schema"], params[param["name"]]["schema"], sent=True)
        for param in new["params"]:
            if param.get("required") and param["name"] not in known:
                self.found.append(f"the param {name}.{param['name']} is new and required")
        self.schema(f"{name} result", old["result"]["schema"], new["result"]["schema"], sent=False)

    def resolved(self, document, schema):
        while "$ref" in schema:
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]], **rest}
        return {key: value for key, value in schema.items() if key not in SILENT}

    def schema(self, place, old, new, sent):
        """Compares two schemas. A pair that is being compared already, in a type that contains itself, is skipped."""
        pair = (json.dumps(old, sort_keys=True), json.dumps(new, sort_keys=True), sent)
        if pair in self.pending:
            return
        self.pending.add(pair)
        old, new = self.resolved(self.old, old), self.resolved(self.new, new)
        if old.get("type") != new.get("type"):
            return self.found.append(f"{place}: the type was {old.get('type')}, and is {new.get('type')}")
        for word in old.get("enum", []):
            if word not in new.get("enum", [word]):
                self.found.append(f"{place}: the word “{word}” is gone")
        if "enum" in new and "enum" not in old and sent:
            self.found.append(f"{place}: only certain words are accepted now")
        for word in ("const", "pattern", "not", "format"):
            if word in (old.keys() | new.keys()) and old.get(word) != new.get(word) and (sent or word == "const"):
                self.found.append(f"{place}: {word} was {old.get(word)}, and is {new.get(word)}")
        if sent:
            self.bounds(place, old, new)
        self.members(place, old, new, sent)
        if "items" in old and "items" in new:
            self.schema(f"{place}[]", old["items"], new["items"], sent)
        for word in ("oneOf", "anyOf", "allOf"):
            self.forms(place, word, old.get(word, []), new.get(word, []), sent)

    def bounds(self, place, old, new):
        for word, sign in (("minimum", 1), ("minLength", 1), ("minItems", 1), ("maximum", -1), ("maxLength", -1), ("maxItems", -1)):
            if word in new and (word not in old or (new[word] - old[word]) * sign > 0):
                self.found.append(f"{place}: {word} was {old.get(word, 'absent')}, and is {new[word]}")

    def members(self, place, old, new, sent):
        required, was_required = set(new.get("required", [])), set(old.get("required", []))
        for name, schema in old.get("properties", {}).items():
            if name not in new.get("properties", {}):
                self.found.append(f"{place}: the member {name} is gone")
                continue
            self.schema(f"{place}.{name}", schema, new["properties"][name], sent)
        if sent:
            for name in sorted(required - was_required):
                self.found.append(f"{place}: the member {name} is now required")
        else:
            for name in sorted(was_required - required):
                if name in new.get("properties", {}) or name not in old.get("properties", {}):
                    self.found.append(f"{place}: the member {name} can be missing now")

    def forms(self, place, word, old, new, sent):
        """Compares alternatives: each old one needs a new one. Of conditions, what is sent must meet no new one."""
        for each in old:
            if not any(self.fits(each, other, sent) for other in new):
                self.found.append(f"{place}: a form in {word} is gone or has changed: {shown(each)}")
        if word == "allOf" and sent:
            for other in new:
                if not any(self.fits(each, other, sent) for each in old):
                    self.found.append(f"{place}: a new condition in allOf: {shown(other)}")

    def fits(self, old, new, sent):
        trial = Wire(self.old, self.new)
        trial.pending = set(self.pending)
        trial.schema("", old, new, sent)
        return not trial.found


def shown(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 100 else text[:99] + "…"


def forms_of(phrase):
    """All sentences of a phrase: alternatives are in parentheses or between single words, and brackets can be left out."""
    found = re.search(r"\(([^()]*\|[^()]*)\)", phrase)
    optional = None if found else re.search(r"\[([^\[\]]*)\]", phrase)
    found = found or optional or re.search(r'((?:"[^"]*"|[^\s"|]+)(?:\|(?:"[^"]*"|[^\s"|]+))+)', phrase)
    if not found:
        return [" ".join(phrase.split())]
    words = found[1].split("|") + ([""] if optional else [])
    return [form for word in words for form in forms_of(phrase[:found.start()] + word + phrase[found.end():])]


def phrase_breaks(old, new):
    """The breaking changes between two lists of phrases."""
    theirs = {form: step for step in new["steps"] for form in forms_of(step["phrase"])}
    found = []
    for step in old["steps"]:
        for form in forms_of(step["phrase"]):
            other = theirs.get(form)
            if other is None:
                found.append(f"the phrase “{form}” is gone")
                continue
            for word, meaning in (("argument", "the argument after the line"), ("check", "the answer to “is it a check?”")):
                if step[word] != other[word]:
                    found.append(f"the phrase “{form}”: {meaning} was {step[word]}, and is {other[word]}")
    return found


def call_of(line):
    """The declaration of a function without its parameters, and these; (line, None) for anything else."""
    depth, end = 0, None
    for index, letter in enumerate(line):
        depth += (letter in "([<") - (letter in ")]" or letter == ">" and line[index - 1] != "-")
        if depth == 0 and letter == ")":
            end = index
            break
    start = line.find("(")
    if end is None or not re.search(r": (?:[a-z@]\w* )*(?:init|func \S+)[^(]*$", line[:start]):
        return line, None
    parameters, depth = [""], 0
    for index, letter in enumerate(line[start + 1:end], start + 1):
        depth += (letter in "([<") - (letter in ")]" or letter == ">" and line[index - 1] != "-")
        if letter == "," and depth == 0:
            parameters.append("")
        else:
            parameters[-1] += letter
    return line[:start] + "()" + line[end + 1:], [each.strip() for each in parameters if each.strip()]


def takes_calls(old, new):
    """Returns true if each call with the old parameters is one with the new ones: the others have defaults."""
    rest = list(old)
    return not any(not (rest and rest[0] == each and rest.pop(0)) and not each.endswith("= …") for each in new) and not rest


def declaration_breaks(old, new):
    """The declarations that are gone. A changed one is gone too, unless it only has more parameters, with defaults."""
    calls = {}
    for name, parameters in map(call_of, new):
        calls.setdefault(name, []).append(parameters)

    def is_kept(line):
        name, parameters = call_of(line)
        return any(parameters == each or None not in (parameters, each) and takes_calls(parameters, each) for each in calls.get(name, []))

    return [f"the declaration is gone: {line}" for line in old if not is_kept(line)]


def is_allowed(kind, old, new):
    """Returns true if a release may break what an earlier one promised: docs/reference/compatibility.md."""
    (major, minor), (new_major, new_minor) = (tuple(int(part) for part in version.split(".")[:2]) for version in (old, new))
    return new_major > major or kind == "Swift API" and major == new_major == 0 and new_minor > minor


def bare(value):
    """A schema without the words that only describe."""
    if isinstance(value, dict):
        return {key: {name: bare(each) for name, each in inner.items()} if key in ("properties", "schemas", "errors") and isinstance(inner, dict)
                else bare(inner) for key, inner in value.items() if key not in SILENT - {"title"} or not isinstance(inner, (str, list))}
    return [bare(each) for each in value] if isinstance(value, list) else value


def record(programs, folder):
    """Writes what a release promises: from its programs, and from the sources of this project."""
    def run(*words):
        return subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout

    client, server = (os.path.join(programs, name) for name in ("chat-client", "chat-server"))
    steps = json.loads(run(client, "steps", "--json"))["steps"]
    kept = [{key: step[key] for key in ("phrase", "parameters", "argument", "check")} for step in steps]
    contents = {
        "version.txt": run(server, "--version").split()[1] + "\n",
        "openrpc.json": json.dumps(bare(json.loads(run(server, "schema", "openrpc"))), ensure_ascii=False, indent=1) + "\n",
        "steps.json": '{"steps": [\n' + ",\n".join(json.dumps(step, ensure_ascii=False) for step in kept) + "\n]}\n",
        "swift-api.txt": "\n".join(swift_api.listing(ROOT)) + "\n",
    }
    os.makedirs(folder, exist_ok=True)
    for name, text in contents.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def compare(old, new):
    """All breaking changes: (kind, change)."""
    def content(folder, name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        return json.loads(text) if name.endswith(".json") else text.split("\n")

    pairs = {name: (content(old, name), content(new, name)) for name in FILES}
    versions = [each[0] for each in pairs["version.txt"]]
    changes = {"wire": Wire(*pairs["openrpc.json"]).breaks(), "phrases": phrase_breaks(*pairs["steps.json"]),
               "Swift API": declaration_breaks(*pairs["swift-api.txt"])}
    return [(kind, change) for kind, found in changes.items() if not is_allowed(kind, *versions) for change in found]


def main():
    words = sys.argv[1:]
    if len(words) == 3 and words[0] == "--record":
        return record(*words[1:])
    if len(words) != 2:
        sys.exit("usage: compatibility.py OLD NEW\n       compatibility.py --record PROGRAMS FOLDER")
    found = compare(*words)
    for kind, change in found:
        print(f"{kind}: {change}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
