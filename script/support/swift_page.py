"""Writes docs/reference/swift.md and tests of its examples.

The handwritten names of ChatTestKit come with their examples from the doc comments of the sources (`swift_names.py`). The
examples of the methods and notifications are in clients/swift/examples.txt: `[share]` has the example of the methods
`share.…`, and `[.typing]` has the one of a notification. Each group has one example, which calls a method for each of
its roles. A public name without an example is an error.
"""
import re

import clients
import swift_names
from client_examples import PEOPLE, Mistake

EXAMPLES = "clients/swift/examples.txt"
TESTS = "Tests/ChatTestKitTests/Generated/"
NAMES, METHODS = TESTS + "ReferenceNameTests.swift", TESTS + "ReferenceMethodTests.swift"
#: The names that an example can use without declaring them, in the order of their declarations.
STAGE = {
    "server": "let server = try await EmbeddedServer.start()",
    "world": "let world = try await TestWorld(" + ", ".join(f'"{each}"' for each in PEOPLE) + ", on: server)",
    **{each.lower(): f"let {each.lower()} = try world.{each.lower()}" for each in PEOPLE},
    "observer": "let observer = world.observer",
    "trip": "let trip = try world.conversation",
    "plan": 'let plan = try await anna.share("Trip plan", in: trip)',
    "notes": "let notes = try await anna.app()",
    "board": "try await observer.app.register(\n"
             '    app: AppID("com.example.board"), name: "Board", domains: ["board.example"], backends: [.custom],\n'
             "    asksForProofs: true)\n"
             'let board = try await anna.app(AppID("com.example.board"))',
}
#: The roles of the clients that examples use.
ROLES = {**{each.lower(): "Person" for each in PEOPLE}, "notes": "App", "theirs": "App", "board": "App",
         "observer": "Observer"}
SECTIONS = [
    ("Worlds and servers", ["TestWorld", "EmbeddedServer", "LocalServer", "RemoteServer", "ClientHost"]),
    ("Clients", ["TypedClient", "PersonClient", "AppClient", "ObserverClient", "Referable", "ShareView"]),
    ("Events", ["PostNotice.Event"]),
    ("Received notifications", ["Arrival", "ToldValue", "NotificationKind", "Notifications"]),
    ("Reasons", ["DeliveryExplanation"]),
    ("Errors", ["NothingCame", "SomethingCame", "ClientFailure"]),
    ("Identity proofs", ["IdentityVerifier"]),
]
INTRODUCTION = """\
The product `ChatTestKit` has a client for each person, app and observer of a world. [How to test in Swift](../how-to/test-in-swift.md) begins with a whole test."""
ABSENT = """\
This page has the names that a test writes. It leaves out:

- the classes under Apple's names and `AppTestKit` ([code that imports SharedWithYou](../how-to/test-your-apps-code.md)),
- `Simulation` and its types ([your own client](../internals/simulation.md#your-own-client)),
- the types of the protocol, which the module `ChatProtocol` has under the names in the declarations below,
- the public names that only the kit itself calls."""
STAGE_TEXT = """\
Each example of this page runs as a test with `import ChatTestKit` and `import Testing`. An example can use these names without declaring them, and also `carl` and `dan`, who are people like `bea`:"""
METHODS_TEXT = """\
Each client has the methods of its role, with the names and params of the [protocol](methods.md). All of them are `async throws(ClientFailure)`. A method that changes something also takes `clientID` ([retries](protocol.md#sessions)).

Each group has one example, which calls a method of each role. The other methods of the group are called in the same way. The reference of [Python](python.md#methods) has an example of every method."""
NOTIFICATIONS_TEXT = """\
A person and an app receive the notifications of their role, and an observer receives all of them. Wait for one with `wait(for:)`. The result has the listed members, and its `arrival` has all params."""
RESULTS_TEXT = "Methods with several results return one of these types."
MARK = "<!-- Written by script/docs from the sources of ChatTestKit and clients/swift; a test compares them. -->"


#: A kind of notification: its recipients, its value, and its name.
KIND = re.compile(r"extension NotificationKind where Hearer(?::| ==) (\w+), Value == Told\.(\w+) \{\n(?:    ///.*\n)+"
                  r"    public static var (\w+)")


def read_examples():
    """The examples of the methods and notifications by their headings."""
    found, name = {}, None
    for number, line in enumerate(clients.read(EXAMPLES).split("\n"), 1):
        heading = re.fullmatch(r"\[(\.?\w+)\]", line)
        if heading:
            name = heading[1]
            if name in found:
                raise Mistake(f"{EXAMPLES}:{number}: {name} has an example already")
            found[name] = []
        elif name:
            found[name].append(line)
    return {name: "\n".join(lines).strip("\n") for name, lines in found.items()}


def plain(text):
    """A declaration without the names of modules."""
    return text.replace("ChatProtocol.", "").replace(", clientID: String? = nil", "").replace(
        "clientID: String? = nil", "").replace(" async throws(ClientFailure)", "")


class Contract:
    """The generated part of the kit: methods, results and notifications."""

    def __init__(self):
        #: Each group: (method, text) with the roles that have it.
        self.groups, self.results, self.values, self.kinds = {}, {}, {}, []
        source = clients.read(swift_names.GENERATED)
        kinds = {value: (kind, hearer) for hearer, value, kind in KIND.findall(source)}
        for types, doc, text in swift_names.declarations(source):
            path = types + [swift_names.MEMBER.match(text)[1] or swift_names.MEMBER.match(text)[2]]
            comment = swift_names.read_comment(doc)[0]
            if path[0].endswith("Client") and len(path) == 3 and "func " in text:
                role = path[0].removesuffix("Client")
                group = path[1].removesuffix("Methods")
                group = group[0].lower() + group[1:]
                key = (plain(swift_names.shown(text)), comment)
                self.groups.setdefault(group, {}).setdefault(key, []).append(role)
            elif path[0] == "Answered" and len(path) == 3:
                self.results.setdefault(path[1], []).append(plain(swift_names.shown(text)).removeprefix("var "))
            elif path[0] == "Told" and len(path) == 2:
                self.values[path[1]] = []
                self.kinds.append((kinds[path[1]][0], path[1], kinds[path[1]][1], comment))
            elif path[0] == "Told" and len(path) == 3 and path[2] not in ("arrival", "name", "init"):
                shown = plain(swift_names.shown(text))
                if path[2] == "subscript":
                    shown = "the members of `" + re.search(r"KeyPath<([\w.]+), Member>", shown)[1] + "`"
                self.values[path[1]].append(shown.removeprefix("var "))


def used(code):
    """The identifiers of a piece of code, without those in texts and after a dot."""
    code = re.sub(r'"(?:\\.|[^"\\])*"', lambda found: " ".join(re.findall(r"\\\((\w+)", found[0])), code)
    return set(re.findall(r"(?<![\w.$])[A-Za-z_]\w*(?!\w*:(?!:))", code))


def stage(code):
    """The lines that declare the names of STAGE that an example uses."""
    parts, wanted = [], code
    for name, text in reversed(STAGE.items()):
        if name == "world" and "server" not in used(code):
            # A world starts a server if the example needs no other name for it.
            text = text.replace(", on: server", "")
        if name in used(wanted) and not re.search(rf"\b(?:let|var) {name}\b", code):
            parts.insert(0, text)
            wanted += "\n" + text
    return "\n".join(parts)


def test(name, code):
    """A function that runs an example."""
    lines = "\n".join(filter(None, [stage(code), code])).split("\n")
    body = "\n".join(f"        {line}" if line else "" for line in lines)
    return f'    @Test("the example of {name} runs") func {identifier(name)}() async throws {{\n{body}\n    }}\n'


def identifier(text):
    words = re.findall(r"\w+", text)
    return words[0][0].lower() + words[0][1:] + "".join(each[0].upper() + each[1:] for each in words[1:]) + "Example"


def tests(suite, source, examples):
    """A file of tests: one for each example."""
    functions = "\n".join(test(name, code) for name, code in examples)
    return (f"// The examples of docs/reference/swift.md. Written by script/docs from {source}: change them there.\n"
            f"import ChatTestKit\nimport Testing\n\n@Suite struct {suite} {{\n{functions}}}\n")


def slug(text):
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def block(code, file):
    return f"```swift by {file}\n{code}\n```"


class Page:
    def __init__(self, types, contract, examples):
        self.types, self.contract, self.examples = {each.name: each for each in types}, contract, examples
        self.slugs = {"the-examples", "methods", "results", "not-on-this-page"}
        listed = [each for _, names in SECTIONS for each in names]
        for name in self.types:
            if name not in listed:
                raise Mistake(f"{name}: no section of the page has it")

    def text(self):
        parts = ["# Swift", MARK, INTRODUCTION, self.overview(), "## The examples", STAGE_TEXT, self.declared_stage()]
        for title, names in SECTIONS:
            parts += [self.heading(2, title), *(part for name in names for part in self.type(self.types[name]))]
        parts += ["## Methods", METHODS_TEXT]
        for group, methods in self.contract.groups.items():
            parts += [self.heading(3, f"{group} methods"), self.methods(methods), block(self.examples[group], METHODS)]
        parts += [self.heading(2, "Kinds of notifications"), NOTIFICATIONS_TEXT]
        for kind, value, hearer, text in self.contract.kinds:
            members = [each if each.startswith("the members") else f"`{each}`" for each in self.contract.values[value]]
            roles = {"HearsPersons": "person, observer", "HearsApps": "app, observer"}.get(hearer, "observer")
            parts += [self.heading(3, f".{kind}"), f"`Told.{value}` ({roles}): {', '.join(members)}", text,
                      block(self.examples["." + kind], METHODS)]
        parts += ["## Results", RESULTS_TEXT, "| Type | Members |\n| --- | --- |\n" + "\n".join(
            f"| `Answered.{name}` | {', '.join(f'`{each}`' for each in members)} |"
            for name, members in self.contract.results.items()), "## Not on this page", ABSENT]
        return "\n\n".join(parts) + "\n"

    def overview(self):
        lines = ["- [The examples](#the-examples)"]
        for title, names in SECTIONS:
            lines.append(f"- [{title}](#{slug(title)}): " + ", ".join(f"[`{each}`](#{slug(each)})" for each in names))
        groups = ", ".join(f"[`{each}`](#{slug(each + ' methods')})" for each in self.contract.groups)
        return "\n".join([*lines, f"- [Methods](#methods): {groups}", "- [Kinds of notifications](#kinds-of-notifications)", "- [Results](#results)",
                          "- [Not on this page](#not-on-this-page)"])

    def heading(self, level, text):
        if slug(text) in self.slugs:
            raise Mistake(f"docs/reference/swift.md: two headings have the anchor #{slug(text)}")
        self.slugs.add(slug(text))
        return f"{'#' * level} {text}"

    @staticmethod
    def declared_stage():
        lines = [text for name, text in STAGE.items() if name not in ("carl", "dan")]
        return block("\n".join(lines), NAMES)

    def type(self, name):
        """The parts of a type: its declaration, its members, and the examples."""
        yield self.heading(3, name.name)
        if not name.signatures[0].startswith("extension"):
            yield f"`{name.signatures[0]}`"
        if name.text:
            yield name.text
        listed = [each for each in name.members if not each.example]
        if listed:
            yield "\n".join(self.member(each) for each in listed)
        if name.example:
            yield block(name.example, NAMES)
        for each in name.members:
            if each.example:
                yield self.heading(4, each.name)
                yield self.signatures(each, "\n\n")
                yield each.text
                yield block(each.example, NAMES)

    def member(self, name):
        """An item of the list of members, with its parameters and errors as items in it."""
        lines = [line for line in name.text.split("\n") if line]
        text = " ".join(line for line in lines if not line.startswith("- "))
        return "\n".join([f"- {self.signatures(name, ', ')}. {text}".rstrip(),
                          *(f"  {line}" for line in lines if line.startswith("- "))])

    @staticmethod
    def signatures(name, separator):
        return separator.join(f"`{each}`" for each in name.signatures)

    @staticmethod
    def methods(methods):
        return "\n".join(f"- `{text}` ({', '.join(role.lower() for role in roles)}): {comment}"
                         for (text, comment), roles in methods.items())


def checked(contract, examples):
    """Fails if a group or a kind has no example, or if an example belongs to none."""
    unknown = set(examples) - set(contract.groups) - {f".{each[0]}" for each in contract.kinds}
    if unknown:
        raise Mistake(f"{EXAMPLES}: no methods or notifications are called {', '.join(sorted(unknown))}")
    for group, methods in contract.groups.items():
        if group not in examples:
            raise Mistake(f"{EXAMPLES}: the methods {group}.… have no example")
        called = {ROLES.get(each) for each in re.findall(rf"\b(\w+)\.{group}\.\w+\(", examples[group])}
        missing = {role for roles in methods.values() for role in roles} - called
        if missing:
            raise Mistake(f"{EXAMPLES}: {group} has no example of: {', '.join(sorted(missing)).lower()}")
    for kind, *_ in contract.kinds:
        if f"wait(for: .{kind})" not in examples.get("." + kind, ""):
            raise Mistake(f"{EXAMPLES}: .{kind} has no example of a wait")


def generated():
    """The path and the text of each generated file."""
    types, contract, examples = swift_names.checked(swift_names.read_names()), Contract(), read_examples()
    checked(contract, examples)
    yield "docs/reference/swift.md", Page(types, contract, examples).text()
    order = [name for _, names in SECTIONS for name in names]
    types.sort(key=lambda each: order.index(each.name))
    shown = [(each.name, each.example) for name in types for each in [name, *name.members] if each.example]
    yield NAMES, tests("ReferenceNameTests", "the doc comments of ChatTestKit", shown)
    yield METHODS, tests("ReferenceMethodTests", EXAMPLES, examples.items())
