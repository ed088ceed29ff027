"""The public names of ChatTestKit with their docs and examples, from the text of the sources."""
import os
import re
from dataclasses import dataclass, field

import clients
from client_examples import Mistake
from swift_api import ATTRIBUTE, NOISE, TYPE

KIT, GENERATED = "Sources/ChatTestKit/", "Sources/ChatTestKit/Generated/Clients.swift"
#: The folders without names for the page: generated names have sections of their own.
LEFT_OUT = ("Conformance", "Generated", "Simulation")
#: The types of other modules on the page, which the kit exports.
EXPORTED = {"Sources/ChatClient/Connection/ScriptedClient.swift": "ClientFailure",
            "Sources/Protocol/Identity/IdentityVerifier.swift": "IdentityVerifier"}
#: The public names that only the kit itself calls, or that replace a part of it.
INTERNAL = {
    "ClientHost.harnesses", "ClientHost.settle", "Harnesses", "Harnesses.init", "ClientSession", "HearsPersons",
    "HearsApps", "TypedClient.connection", "PersonClient.connection", "AppClient.connection",
    "ObserverClient.connection", "ToldValue.init", "ToldValue.name", "RemoteServer.harnesses", "RemoteServer.openLine",
    "RemoteServer.settle", "RemoteServer.credentials", "EmbeddedServer.harnesses", "EmbeddedServer.openLine",
    "EmbeddedServer.settle", "EmbeddedServer.connect", "EmbeddedServer.init", "EmbeddedServer.world",
    "EmbeddedServer.canStepClock", "EmbeddedServer.passTime", "LocalServer.connect", "LocalServer.world",
    "LocalServer.close", "Notifications.AsyncIterator", "Notifications.AsyncIterator.next",
    "Notifications.makeAsyncIterator", "Referable.reference", "Referable.Entity", "Identifier.reference",
    "Conversation.reference", "Message.reference",
}
WORDS = r"(?:(?:public|open|final|static|mutating|indirect|convenience|override|nonisolated(?:\(nonsending\))?|private\(set\)) )*"
MEMBER = re.compile(
    rf"{WORDS}(?:(?:func|var|let|case|typealias|associatedtype|struct|class|enum|protocol|actor) `?(\w+)|(init|subscript)\b)")


@dataclass
class Name:
    """A public name: a type or a member of one. Forms of one name share a Name."""

    name: str
    signatures: list
    text: str
    example: str
    file: str
    members: list = field(default_factory=list)

    @property
    def owner(self):
        return self.name.rpartition(".")[0]

    @property
    def word(self):
        return self.name.rpartition(".")[2]


def without_noise(found):
    """Keeps a doc comment and a text without brackets."""
    is_kept = found[0].startswith("///") or found[0][0] == '"' and not re.search(r"[(){}\[\]\n]", found[0])
    return found[0] if is_kept else "" if found[0][0] == "/" else '""'


def declarations(source):
    """Yields (types, doc comment, declaration) of each public declaration. The types are the open ones around it."""
    open_braces, doc, piece, depth = [], [], "", 0
    for line in NOISE.sub(without_noise, source).split("\n"):
        bare = line.strip()
        if bare.startswith("///"):
            doc.append(bare[3:].removeprefix(" "))
            continue
        if not bare or bare.startswith("#"):
            doc = doc if piece else []
            continue
        piece = f"{piece} {bare}".strip()
        depth += sum(bare.count(each) for each in "([") - sum(bare.count(each) for each in ")]")
        if depth > 0 or bare.endswith((",", "->", "=")) or re.fullmatch(r"@[\w()]+", bare):
            continue
        plain = ATTRIBUTE.sub("", piece)
        found = TYPE.match(plain)
        is_hidden = any(each is None or each[2] for each in open_braces)
        is_implied = bool(open_braces) and open_braces[-1] and (
            open_braces[-1][1] == "protocol" or open_braces[-1][1] == "enum" and "case " in plain)
        if not is_hidden and (re.match(rf"{WORDS}", plain)[0].find("public") >= 0 or is_implied) and MEMBER.match(plain):
            yield [each[0] for each in open_braces], doc, plain
        doc = []
        for sign in plain:
            if sign == "{":
                is_open = found and (found[1] == "extension" or "public" in plain[:found.start(1)])
                open_braces.append((found[2], found[1], not is_open) if found else None)
                found = None
            elif sign == "}" and open_braces:
                open_braces.pop()
        piece, depth = "", 0


def shown(plain):
    """A declaration without its body, its value and its visibility."""
    text = re.sub(r"\s*\{.*$", "", plain) if not re.search(r"= \{ _ in true \}", plain) else re.sub(
        r"\s*\{(?! _ in true).*$", "", plain)
    kept = re.search(r"\{ get (?:set )?\}", plain)
    text = re.sub(r"^((?:\w+(?:\(\w+\))? )*(?:let|var) \w+(?:: [^=]+?)?) = .*$", r"\1", text)
    text = re.sub(r"\b(?:public|final|nonisolated\(nonsending\)|convenience) ", "", text)
    text = re.sub(r", file: String = #fileID, line: Int = #line", "", text)
    text = re.sub(r"\(\s+", "(", re.sub(r"\s+\)", ")", text))
    return f"{text} {kept[0]}" if kept else text


def read_comment(lines):
    """The paragraphs of a doc comment in Markdown, and its example."""
    text, example, inside = [], [], False
    for line in lines:
        if line.startswith("```"):
            inside = not inside
            if inside and example:
                example.append("")
        elif inside:
            example.append(line)
        else:
            text.append(line)
    parts = []
    for part in re.split(r"\n\s*\n", "\n".join(text).strip()):
        # The parameters become a list of their own; each other item of DocC becomes a sentence.
        items = re.split(r"\n *(?=- )", "\n" + part) if part.startswith("- ") else [part]
        rows = [" ".join(each.split()) for each in items if each.strip()]
        rows = [row for row in rows if row != "- Parameters:"]
        rows = [re.sub(r"^- (?:Parameter )?(\w+): ", lambda found: f"- {found[1]}: " if found[1] in (
            "Throws", "Returns") else f"- `{found[1]}`: ", row) for row in rows]
        parts.append("\n".join(rows))
    return re.sub(r"``([^`(]+)(?:\([^`]*\))?``", lambda found: f"`{found[1].replace('/', '.')}`",
                  "\n\n".join(parts)), "\n".join(example)


def read_file(path, only=None):
    """The names of one file in order; `only` limits them to one type."""
    names = {}
    for types, doc, plain in declarations(clients.read(path)):
        found = MEMBER.match(plain)
        words = [plain.split("case ", 1)[1]] if re.match(rf"{WORDS}case ", plain) else [found[1] or found[2]]
        if words[0] not in (found[1], found[2]):
            words = [re.match(r"`?(\w+)", each)[1] for each in re.split(r",\s*(?![^(]*\))", words[0])]
        for word in words:
            name = ".".join([*types, word])
            if only and name.split(".")[0] != only:
                continue
            text, example = read_comment(doc)
            signature = shown(plain)
            if name in names:
                # Another form of the same name.
                names[name].signatures.append(signature)
                names[name].example = "\n\n".join(filter(None, [names[name].example, example]))
            else:
                names[name] = Name(name, [signature], text, example, path)
    return names


def is_shown(name, code):
    """True if a piece of code uses a member."""
    word = re.escape(name.word)
    if name.word == "init":
        return re.search(rf"\b{re.escape(name.owner)}\(", code) is not None
    is_call = all(re.match(r"(?:static |mutating )*func ", each) for each in name.signatures)
    return re.search(rf"\.{word}\b" + (r"\s*[({]" if is_call else ""), code) is not None


def read_names():
    """The names that a test can write, in the order of the sources."""
    names = {}
    for folder, folders, files in os.walk(os.path.join(clients.ROOT, KIT)):
        folders[:] = sorted(each for each in folders if each not in LEFT_OUT)
        for file in sorted(each for each in files if each.endswith(".swift")):
            for key, name in read_file(os.path.relpath(os.path.join(folder, file), clients.ROOT)).items():
                if key in names:
                    names[key].signatures += name.signatures
                else:
                    names[key] = name
    for path, only in EXPORTED.items():
        names.update(read_file(path, only))
    unknown = sorted(INTERNAL - set(names))
    if unknown:
        raise Mistake(f"script/support/swift_names.py: no public name is called {', '.join(unknown)}")
    return {key: name for key, name in names.items() if key not in INTERNAL}


def checked(names):
    """Returns the types with their members; fails if an example of a name is missing."""
    owners = {each.owner for each in names.values() if each.owner}
    for owner in sorted(owners - set(names)):
        # An extension of a type of another module.
        names[owner] = Name(owner, [f"extension {owner}"], "", "", next(
            each.file for each in names.values() if each.owner == owner))
    result = []
    for name in list(names.values()):
        if name.owner in names:
            continue
        inner = [each for each in names.values() if each.name.startswith(name.name + ".")]
        code = "\n".join([name.example, *(each.example for each in inner)])
        if not code.strip():
            raise Mistake(f"{name.file}: {name.name} has no example")
        for each in inner:
            is_type = any(one.owner == each.name for one in inner)
            # The page lists the cases of an error; no test can cause all of them.
            is_case = each.signatures[0].startswith("case ")
            if not each.example and not is_type and not is_case and not is_shown(each, code):
                raise Mistake(f"{each.file}: {each.name} has no example, and no example of {name.name} uses it")
        name.members = inner
        result.append(name)
    return result
