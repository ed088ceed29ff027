"""Writes docs/reference/python.md, javascript.md and swift.md, and tests of their examples: client_pages.py [--check]

The methods and notifications come from the contract, with the examples of clients/examples. The names that are written
by hand come with their examples from the docstrings of the Python package and the comments of the .d.ts files. A public
name without an example is an error. `swift_page.py` has the page of Swift. With --check, nothing is written, and the status is 1 if a file is not current.
"""
import os
import re
import sys

import client_examples
import client_names
import client_tests
import clients
import swift_page
from client_examples import MADE, Mistake

MARK = "<!-- Written by script/docs from the clients and clients/examples; a test compares them. -->"
INTRODUCTION = {
    "python": "The package `understudy` has a client for each person, app and observer of a world. "
              "[How to test in Python](../how-to/test-in-python.md) begins with a whole test.",
    "javascript": "The package `understudy` has a client for each person, app and observer of a world. "
                  "[How to test in JavaScript](../how-to/test-in-javascript.md) begins with a whole test.",
}
METHODS = {
    "python": "Each client has the methods of its role. Their names and params are those of the "
              "[protocol](methods.md) in snake case. A result is a dictionary with the names of the protocol. A method "
              "that changes something also takes `client_id` ([retries](protocol.md#sessions)).",
    "javascript": "Each client has the methods of its role, with the names and params of the [protocol](methods.md). A "
                  "method that changes something also takes `clientID` ([retries](protocol.md#sessions)).",
}
NOTIFICATIONS = "A person and an app receive the notifications of their role, and an observer receives all of them. " \
    "Wait for one with `{}`, which returns its params."
TYPES = {
    "python": "The module `understudy.contract` has these types. `?` marks a member that can be missing.",
    "javascript": "The namespace `contract` has these types. `?` marks a member that can be missing.",
}
#: A sentence for the beginning of a section.
BEGINNINGS = {
    ("python", "Clients"): "`Client` has the members of all clients. A `Reference` is the value itself, such as a message "
                           "or a share, or its id or link.",
    ("javascript", "Clients"): "`Client` has the members of all clients; only its subclasses are exported.",
    ("python", "Fixtures"): "The pytest plugin has these fixtures. The option `--understudy-server PROGRAM`, or "
                            "`understudy_server` in the configuration of pytest, names the server to start.",
    ("javascript", "Tests"): "The module `understudy/test` has tests for node:test.",
    ("javascript", "Types of the package"): "TypeScript imports these types from `understudy`, and `Fixture` from "
                                            "`understudy/test`.",
}
#: The sections of the names that are written by hand, each with its names or a pattern of them.
SECTIONS = [
    ("Worlds", r"(World|Server)(\.|$)"), ("Clients", r"(Client|Person|App|Observer)(\.|$)"),
    ("Waits", r"(wait_for|waitFor|is_not_notified|isNotNotified|received|Arrival)(\.|$)"),
    ("Events", r"(edit|comment|mention|added|removed|renamed)$"), ("Reasons", r"rules$"),
    ("Errors", r"(UnderstudyError|Disconnected|Unreadable|TimedOut|Refused|NothingCame|SomethingCame)$"),
    ("Fixtures", r"fixture "), ("Tests", r"test$"), ("Modules", r"(aio|contract)$"), ("Types of the package", r"type "),
]


class Page:
    """A page for one language."""

    def __init__(self, language, contract, examples, names):
        self.language, self.contract, self.examples, self.names = language, contract, examples, names
        is_python = language == "python"
        self.title = "Python" if is_python else "JavaScript"
        self.fence, self.folder = ("python", client_tests.PYTHON + "reference/") if is_python else (
            "js", client_tests.JAVASCRIPT)
        self.renderer = client_examples.Python() if is_python else client_examples.JavaScript()
        self.types = PythonTypes(contract) if is_python else JavaScriptTypes(contract)
        self.slugs = set()

    def text(self):
        parts = [f"# {self.title}", MARK, INTRODUCTION[self.language], self.overview(), "## The examples", self.stage()]
        for title, names in self.sections():
            beginning = BEGINNINGS.get((self.language, title))
            parts += [self.heading(2, title), *([beginning] if beginning else [])]
            parts += [part for each in names for part in self.name(each)]
        parts += ["## Methods", METHODS[self.language]]
        for group, methods in self.groups():
            parts += [self.heading(3, f"{group} methods"), *(part for each in methods for part in self.method(each))]
        parts += ["## Notifications", NOTIFICATIONS.format("wait_for" if self.language == "python" else "waitFor")]
        for kind, forms in self.contract.kinds.items():
            parts += self.notification(kind, forms)
        parts += [self.heading(2, "Types of the protocol"), TYPES[self.language], self.types.table()]
        return "\n\n".join(parts) + "\n"

    @staticmethod
    def key(name):
        """The text that the patterns of SECTIONS match."""
        return ("type " if name.is_type else "") + name.name

    def sections(self):
        for title, pattern in SECTIONS:
            names = [each for each in self.names if re.match(pattern, self.key(each))]
            order = re.findall(r"\w+", pattern.split(")")[0])
            names.sort(key=lambda each: order.index(each.name.split(".")[0]) if each.name.split(".")[0] in order else 0)
            if names:
                yield title, names
        left = [each.name for each in self.names
                if not any(re.match(pattern, self.key(each)) for _, pattern in SECTIONS)]
        if left:
            raise Mistake(f"{', '.join(left)}: no section of SECTIONS has it")

    def groups(self):
        groups = {}
        for method in self.contract.methods:
            if method["name"] != "session.hello":
                groups.setdefault(method["name"].split(".")[0], []).append(method)
        return groups.items()

    def overview(self):
        """The links to the sections, the classes and the groups of methods."""
        lines = ["- [The examples](#the-examples)"]
        for title, names in self.sections():
            shown = [each for each in names if "." not in each.name]
            links = ", ".join(f"[`{each.name.removeprefix('fixture ')}`](#{slug(self.shown(each))})" for each in shown)
            lines.append(f"- [{title}](#{slug(title)}): {links}")
        groups = ", ".join(f"[`{name}`](#{slug(name + ' methods')})" for name, _ in self.groups())
        return "\n".join([*lines, f"- [Methods](#methods): {groups}", "- [Notifications](#notifications)", 
                          "- [Types of the protocol](#types-of-the-protocol)"])

    @staticmethod
    def shown(name):
        """The heading of a name."""
        return re.sub("^fixture (.*)", r"\1 fixture", name.name)

    def stage(self):
        """The explanation of the names that examples use without a definition."""
        people = [each.lower() for each in client_examples.PEOPLE]
        listed = ", ".join(f"`{each}`" for each in people[:-1]) + f" and `{people[-1]}`"
        lines = "\n".join(self.renderer.made(MADE, ""))
        return (f"Each example of this page runs as a test, in a `world` of its own on a `server`. {listed} are its "
                "people, who have a `conversation` and allow the app Notes (`com.example.notes`). An `observer` watches "
                f"them. Examples can also use these names:\n\n{self.block(lines, 'methods')}")

    def block(self, code, file):
        kind = "ts" if file == "types" else self.fence
        path = {"python": f"test_{file}.py", "js": f"{file}.test.mjs", "ts": "types.mts"}[kind]
        path = "clients/python/tests/test_fixture_examples.py" if file == "fixtures" else self.folder + path
        return f"```{kind} by {path}\n{code}\n```"

    def heading(self, level, text):
        if slug(text) in self.slugs:
            raise Mistake(f"{self.title}: two headings have the anchor #{slug(text)}")
        self.slugs.add(slug(text))
        return f"{'#' * level} {text}"

    def name(self, name):
        """The parts of a name that is written by hand."""
        is_fixture = name.name.startswith("fixture ")
        yield self.heading(3 if "." not in name.name else 4, self.shown(name))
        yield "\n\n".join(f"`{line}`" for line in name.signature.split("\n"))
        yield name.text
        if name.attributes:
            yield "\n".join(f"- `{each}: {kind}`. {text}" for each, kind, text in name.attributes)
        yield self.block(name.example, "types" if name.is_type else "fixtures" if is_fixture else "names")

    def example(self, name, roles):
        example = self.examples.get(name)
        if example is None:
            raise Mistake(f"{client_examples.FOLDER}: {name} has no example")
        missing = [role for role in roles if (role, name) not in example.calls]
        if missing:
            raise Mistake(f"{client_examples.FOLDER}: {name} has no example of: {', '.join(missing)}")
        return self.block("\n".join(self.renderer.lines(example)), "methods")

    def method(self, method):
        """The parts of a method: its forms for each role, its sentence and its example."""
        group, word = method["name"].split(".")
        forms = {}
        for role in method["x-roles"]:
            forms.setdefault(self.types.method(method, role), []).append(role)
        name = f"{clients.snake(group)}.{clients.snake(word)}" if self.language == "python" else method["name"]
        yield self.heading(4, f"{name} method" if slug(name) in self.slugs else name)
        yield "\n\n".join(f"`{form}` ({', '.join(roles)})" for form, roles in forms.items())
        yield method["summary"]
        yield self.example(method["name"], method["x-roles"])

    def notification(self, kind, forms):
        yield self.heading(3, kind)
        shown = []
        for name, roles in forms:
            roles = [role for role in roles if role != "observer"] or roles
            shown.append(f"`{name}` ({', '.join(roles)}): {self.contract.schemas[name]['description']}")
        yield "\n\n".join(shown)
        example = self.examples.get(kind)
        word = "waitFor"
        roles = {role for _, roles in forms for role in roles if role != "observer"} or {"observer"}
        if example is None or {(role, word) for role in roles} - example.calls:
            raise Mistake(f"{client_examples.FOLDER}: {kind} has no example of a wait by: {', '.join(sorted(roles))}")
        yield self.block("\n".join(self.renderer.lines(example)), "methods")


def slug(text):
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def cell(text):
    return text.replace("|", "\\|")


class PythonTypes(clients.Python):
    """The signatures and the table of types in Python."""

    def __init__(self, contract):
        super().__init__(contract)
        self.rows = {}

    def method(self, method, role):
        group, word = method["name"].split(".")
        params = []
        for each in sorted(method["params"], key=lambda each: not each.get("required")):
            if each["name"] != "clientID":
                kind = self.type(each["schema"]).replace("list[", "Sequence[")
                optional = "" if each.get("required") else " | None = None"
                params.append(f"{clients.snake(each['name'])}: {kind}{optional}")
        result = self.type(self.contract.result(method, role)).replace("EmptyResult", "None")
        listed = ", ".join(["*", *params]) if params else ""
        return f"{clients.snake(group)}.{clients.snake(word)}({listed}) -> {result}"

    def dictionary(self, name, schema):
        members, required = self.contract.members(schema)
        self.rows[name] = "{" + ", ".join(
            f"{key}{'' if key in required else '?'}: {self.type(value, name + clients.capital(key))}"
            for key, value in members.items()) + "}"
        return ""

    def table(self):
        for name, schema in used_types(self.contract):
            if "properties" in schema or "allOf" in schema:
                self.dictionary(name, schema)
            else:
                self.rows[name] = shortened(self.type(schema, name))
        return table(self.rows)


class JavaScriptTypes(clients.TypeScript):
    """The signatures and the table of types in TypeScript."""

    @staticmethod
    def doc(text, indent):
        return []

    def flat(self, schema):
        text = " ".join(self.type(schema).split())
        return text.replace("; }", " }")

    def method(self, method, role):
        params = [f"{each['name']}{'' if each.get('required') else '?'}: {self.flat(each['schema'])}"
                  for each in method["params"] if each["name"] != "clientID"]
        optional = "" if any(each.get("required") for each in method["params"]) else "?"
        listed = f"params{optional}: {{ {'; '.join(params)} }}" if params else ""
        result = re.sub(r"^\((.*)\)$", r"\1", self.flat(self.contract.result(method, role)))
        return f"{method['name']}({listed}): Promise<{result}>"

    def table(self):
        return table({name: shortened(self.flat(schema)) for name, schema in used_types(self.contract)})


def used_types(contract):
    """The types that methods and notifications use, by their names."""
    contract.used = {}
    for method in contract.methods:
        if method["name"] != "session.hello":
            contract.use([each["schema"] for each in method["params"]] + [method["result"]["schema"]])
    contract.use([{"$ref": "/" + name} for forms in contract.kinds.values() for name, _ in forms])
    contract.use([{"$ref": "/ErrorData"}])
    return [each for each in sorted(contract.used.items()) if each[0] != "OpenRPC"]


def shortened(text):
    """A type without most of its words, if it has many."""
    words = re.findall(r"""["'][\w.]+["']""", text)
    is_enumeration = len(words) > 20 and re.fullmatch(r"""(Literal\[)?(["'][\w.]+["'](, | \| |\]?$))+""", text)
    if not is_enumeration:
        return text
    return text.replace(text[text.index(words[3]):text.rindex(words[-1])], "…" + (", " if "[" in text else " | "))


def table(rows):
    lines = [f"| `{name}` | `{cell(value)}` |" for name, value in sorted(rows.items())]
    return "\n".join(["| Type | Value |", "| --- | --- |", *lines])


def generated():
    """The path and the text of each generated file."""
    examples = client_examples.read_examples()
    known = {each["name"] for each in clients.Contract(clients.read(clients.SOURCE)).methods} | set(
        clients.Contract(clients.read(clients.SOURCE)).kinds)
    unknown = sorted(set(examples) - known)
    if unknown:
        raise Mistake(f"{client_examples.FOLDER}: no method or notification is called {', '.join(unknown)}")
    python, javascript = client_names.python_names(), client_names.javascript_names()
    for language, names in (("python", python), ("javascript", javascript)):
        contract = clients.Contract(clients.read(clients.SOURCE))
        yield f"docs/reference/{language}.md", Page(language, contract, examples, names).text()
    yield from client_tests.python_files(examples, python)
    yield from client_tests.javascript_files(examples, javascript)
    yield from swift_page.generated()


if __name__ == "__main__":
    try:
        sys.exit(clients.main(sys.argv[1:], generated, os.path.relpath(__file__, clients.ROOT), __doc__))
    except Mistake as mistake:
        print(f"script/support/client_pages.py: {mistake}", file=sys.stderr)
        sys.exit(1)
