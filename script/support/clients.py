"""Writes the generated files of the Python and JavaScript clients: clients.py [--check]

The source is docs/reference/openrpc.json, which `chat-server schema openrpc` prints from the contract. The file
`aio.py` comes from `_client.py`: the same methods, awaited. With --check, nothing is written, and the status is 1
if a file is not current.
"""
import json
import keyword
import os
import re
import sys
import textwrap

from client_docstrings import AIO_EXAMPLE, CONTRACT_EXAMPLE, WAITS, without_example

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE = "docs/reference/openrpc.json"
PYTHON, JAVASCRIPT = "clients/python/understudy/", "clients/javascript/src/"
ROLES = {"person": "Person", "app": "App", "observer": "Observer"}
MARK = f"Written by script/docs from {SOURCE}: change the contract instead."
SCALARS = {"python": {"string": "str", "integer": "int", "boolean": "bool", "number": "float"},
           "typescript": {"string": "string", "integer": "number", "boolean": "boolean", "number": "number"}}


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z]+)", lambda match: "_" + match[1].lower(), name)


def capital(name):
    return name[0].upper() + name[1:]


def words(text, indent, first="", last=""):
    """A text in lines of at most 118 characters."""
    return textwrap.wrap(first + text + last, 118 - len(indent), break_long_words=False, break_on_hyphens=False)


class Contract:
    """The OpenRPC document: methods, notifications, and the schemas that they use."""

    def __init__(self, text):
        document = json.loads(text)
        self.methods, self.schemas = document["methods"], document["components"]["schemas"]
        self.kinds = {}
        for each in document["x-notifications"]:
            name, params = each["title"].removesuffix("Notification"), each["properties"]["params"]
            self.schemas[name] = {"description": each["description"], **params}
            self.kinds.setdefault(each["properties"]["method"]["const"], []).append((name, each["x-roles"]))
        self.used = {}
        for method in self.methods:
            self.use([param["schema"] for param in method["params"]] + [method["result"]["schema"]])
        self.use([{"$ref": "/" + name} for forms in self.kinds.values() for name, _ in forms])
        self.use([{"$ref": "/" + name} for name in ("ErrorData", "FaultEffectWord", "NotificationName")])

    def use(self, value):
        """Marks every schema that a value refers to as used."""
        if isinstance(value, dict):
            name = value.get("$ref", "").rsplit("/", 1)[-1]
            if name and name not in self.used:
                self.used[name] = self.schemas[name]
                self.use(self.schemas[name])
        for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            self.use(each)

    def groups(self, role):
        """The methods of a role, by the word in front of the dot."""
        groups = {}
        for method in self.methods:
            if role in method["x-roles"] and method["name"] != "session.hello":
                group, name = method["name"].split(".")
                groups.setdefault(group, []).append((name, method))
        return groups

    def result(self, method, role):
        """The schema of a result. `DocumentResult` and `AppDocumentResult` are the forms of persons and of apps."""
        schema = method["result"]["schema"]
        names = sorted((each["$ref"].rsplit("/", 1)[-1] for each in schema.get("anyOf", [])), key=len)
        if len(names) == 2 and names[1] == "App" + names[0]:
            return {"$ref": "/" + names[role == "app"]}
        return schema

    def notifications(self, role):
        """Each kind of notification that a role receives, with the names of its forms."""
        for kind, forms in self.kinds.items():
            names = [name for name, roles in forms if role in roles]
            if names:
                yield kind, names

    def members(self, schema):
        """The members of an object and the names of those that every form of it has."""
        if "$ref" in schema:
            return self.members(self.schemas[schema["$ref"].rsplit("/", 1)[-1]])
        members, required = dict(schema.get("properties", {})), set(schema.get("required", []))
        for part in schema.get("allOf", []):
            more, needed = self.members(part)
            members, required = {**members, **more}, required | needed
        forms = [self.members(form) for form in schema.get("oneOf", schema.get("anyOf", []))]
        for more, _ in forms:
            for name, value in more.items():
                known = members.get(name)
                members[name] = value if known is None or known == value else {"anyOf": [known, value]}
        if forms:
            required |= set.intersection(*(needed for _, needed in forms))
        return members, required


class Python:
    """The types of contract.py, and the methods of _methods.py and _async_methods.py."""

    def __init__(self, contract):
        self.contract, self.nested = contract, []

    def type(self, schema, place=""):
        if "$ref" in schema:
            return schema["$ref"].rsplit("/", 1)[-1]
        if "const" in schema or "enum" in schema:
            return "Literal[" + ", ".join(f'"{each}"' for each in schema.get("enum", [schema.get("const")])) + "]"
        for word in ("anyOf", "oneOf"):
            if word in schema:
                forms = [self.type(each, f"{place}{self.form(each, n)}") for n, each in enumerate(schema[word], 1)]
                return "Any" if "Any" in forms else " | ".join(dict.fromkeys(forms))
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(SCALARS["python"][each] for each in kind)
        if kind == "array":
            return f"list[{self.type(schema['items'], place + 'Item')}]"
        if kind == "null":
            return "None"
        if "properties" in schema or "allOf" in schema:
            self.nested.append(self.dictionary(place, schema))
            return place
        return SCALARS["python"].get(kind, "dict[str, Any]" if kind == "object" else "Any")

    @staticmethod
    def form(schema, number):
        """The end of the name of one form of a value, such as Message of ThreadEntryMessage."""
        tags = [capital(each["const"]) for each in schema.get("properties", {}).values() if "const" in each]
        return tags[0] if tags else str(number)

    def dictionary(self, name, schema):
        members, required = self.contract.members(schema)
        types = {key: self.type(value, name + capital(key)) for key, value in members.items()}
        types = {key: kind if key in required else f"NotRequired[{kind}]" for key, kind in types.items()}
        if any(keyword.iskeyword(key) for key in types):
            lines = [f'{name} = TypedDict("{name}", {{']
            return "\n".join(lines + [f'    "{key}": {self.quoted(kind)},' for key, kind in types.items()] + ["})"])
        lines = [f"class {name}(TypedDict):", *self.doc(schema.get("description", f"A form of {name}."), "    ")]
        for key, kind in types.items():
            lines.append(f"    {key}: {kind}")
            if "description" in members[key]:
                lines += self.doc(members[key]["description"], "    ")
        return "\n".join(lines)

    @staticmethod
    def quoted(kind):
        kind = kind.replace('"', "'")
        optional = re.fullmatch(r"NotRequired\[(.*)\]", kind)
        return f'NotRequired["{optional[1]}"]' if optional else f'"{kind}"'

    @staticmethod
    def doc(text, indent):
        lines = words(text.replace("\\", "\\\\"), indent, '"""', '"""')
        return [indent + line for line in lines]

    def types(self):
        aliases, classes = [], []
        for name, schema in sorted(self.contract.used.items()):
            if "properties" in schema or "allOf" in schema:
                classes.append(self.dictionary(name, schema))
                continue
            kind = self.type(schema, name)
            quoted = self.quoted(kind) if "|" in kind else kind
            aliases.append("\n".join([f"{name}: TypeAlias = {quoted}", *self.doc(schema.get("description", ""), "")]))
        head = f'"""The values of the protocol: params, results and notifications.\n\n{MARK}\n\n{CONTRACT_EXAMPLE}"""\n'
        head += "from __future__ import annotations\n\n"
        head += "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
        return head + "\n".join(aliases) + "\n\n\n" + "\n\n\n".join(self.nested + classes) + "\n"

    def method(self, role, name, method):
        params = []
        for each in sorted(method["params"], key=lambda each: not each.get("required")):
            kind = self.type(each["schema"]).replace("list[", "Sequence[")
            params.append((each["name"], snake(each["name"]), kind if each.get("required") else f"{kind} | None = None"))
        result = self.type(self.contract.result(method, role))
        result = "None" if result == "EmptyResult" else result
        listed = "".join(f", {python}: {kind}" for _, python, kind in params)
        listed = ", *" + listed if listed else ""
        lines = [f"    def {snake(name)}(self{listed}) -> {result}:", *self.doc(method["summary"], "        ")]
        sent = ", ".join(f'"{wire}": {python}' for wire, python, _ in params)
        nullable = [each["name"] for each in method["params"] if each.get("required") and "null" in json.dumps(each)]
        call = f'self._run(ask(self._session, "{method["name"]}", {{{sent}}}{f", {nullable}" if nullable else ""}))'
        lines.append(f"        {'return ' if result != 'None' else ''}{call}")
        return "\n".join(lines)

    def methods(self):
        parts = []
        for role, title in ROLES.items():
            for group, methods in self.contract.groups(role).items():
                body = "\n\n".join(self.method(role, name, method) for name, method in methods)
                parts.append(f'class {title}{capital(group)}Methods(Group):\n    """The methods `{group}.…` of the {role}."""\n\n{body}')
            lines = [f"class {title}Methods(Group):", f'    """The methods and the notifications of the {role}."""']
            for group in self.contract.groups(role):
                # A hand-written subclass replaces the group.
                lines += ["", "    @cached_property", f"    def {snake(group)}(self) -> {title}{capital(group)}Methods:",
                          *self.doc(f"The methods `{group}.…`.", "        "),
                          f"        return {title}{capital(group)}Methods(self._session)"]
            parts.append("\n".join(lines + self.waits(role)))
        names = sorted(set(re.findall(r"\b[A-Z]\w+", "\n".join(re.sub(r'"""(.|\n)*?"""', "", part) for part in parts)))
                       & (set(self.contract.used)))
        listed = "\n".join("    " + line for line in words(", ".join(names) + ",", "    "))
        head = f'"""The methods of each role.\n\n{MARK}\n"""\nfrom __future__ import annotations\n\n'
        head += "from collections.abc import Callable, Sequence\nfrom functools import cached_property\n"
        head += "from typing import Any, Literal, overload\n\n"
        head += "from ._core import ask, check_none, received, wait_for\nfrom ._line import Group\n"
        head += f"from .contract import (\n{listed}\n)\n\n__tracebackhide__ = True\n\n\n"
        return head + "\n\n\n".join(parts) + "\n"

    def waits(self, role):
        """The overloads of the waits: the kind of a notification decides the type of its params."""
        lines = []
        time = "*, within: float = 0, patience: float = 0"
        for name, more, result, call in (
                ("wait_for", f", {time}", "{}", "wait_for(self._session, kind, where, within, patience)"),
                ("is_not_notified", "", "None", "check_none(self._session, kind, where)"),
                ("received", None, "list[{}]", "received(self._session, kind)")):
            where = "" if more is None else ", where: Callable[[{}], bool] | None = None"
            for kind, forms in self.contract.notifications(role):
                params = " | ".join(forms)
                lines += ["", "    @overload", f'    def {name}(self, kind: Literal["{kind}"]{where.format(params)}'
                          f"{more or ''}) -> {result.format(params)}: ..."]
            lines += ["", f"    def {name}(self, kind: str{where.format('Any')}{more or ''}) -> {result.format('Any')}:",
                      f'        """{WAITS[name]}"""',
                      f"        {'return ' if name != 'is_not_notified' else ''}self._run({call})"]
        return lines


def awaited(source):
    """Returns the same Python source for asyncio: a method that performs steps is a coroutine. The examples are left out."""
    source = re.sub(r'(?s)""".*?"""', without_example, source)
    source = source.replace("self._run(", "await self._run(").replace("from ._line ", "from ._async_line ")
    source = source.replace("from ._methods ", "from ._async_methods ")
    for name in ("enter", "exit"):
        source = source.replace(f"    def __{name}__(", f"    async def __a{name}__(")
    blocks = re.split(r"(?m)^(?=    (?:async )?def |class )", source)
    for number, block in enumerate(blocks):
        if "await self._run(" in block or blocks[number - 1].endswith("@overload\n"):
            blocks[number] = re.sub(r"^    def ", "    async def ", block)
    return "".join(blocks)


class TypeScript:
    """The types of generated.d.ts, and the table of methods in generated.js."""

    def __init__(self, contract):
        self.contract = contract

    def type(self, schema, indent="  "):
        if "$ref" in schema:
            return schema["$ref"].rsplit("/", 1)[-1]
        if "const" in schema or "enum" in schema:
            return " | ".join(f"'{each}'" for each in schema.get("enum", [schema.get("const")]))
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(SCALARS["typescript"][each] for each in kind)
        parts = []
        if schema.get("properties"):
            parts.append(self.members(schema["properties"], schema.get("required", []), indent))
        parts += [self.type(each, indent) for each in schema.get("allOf", []) if "not" not in json.dumps(each)]
        for word in ("anyOf", "oneOf"):
            if word in schema:
                parts.append("(" + " | ".join(self.type(each, indent) for each in schema[word]) + ")")
        if parts:
            return " & ".join(parts)
        if kind == "array":
            item = self.type(schema["items"], indent)
            return f"({item})[]" if re.search(r"[|&]", item) else f"{item}[]"
        if kind == "null":
            return "null"
        return SCALARS["typescript"].get(kind, "Record<string, any>" if kind == "object" else "any")

    def members(self, members, required, indent):
        lines = ["{"]
        for name, schema in members.items():
            lines += self.doc(schema.get("description"), indent)
            lines.append(f"{indent}{name}{'' if name in required else '?'}: {self.type(schema, indent + '  ')};")
        return "\n".join(lines + [indent[2:] + "}"])

    @staticmethod
    def doc(text, indent):
        if not text:
            return []
        lines = words(text.replace("*/", "*\\/"), indent, "/** ", " */")
        return [indent + (line if number == 0 else " * " + line) for number, line in enumerate(lines)]

    def types(self):
        lines = [f"// {MARK}", ""]
        for name, schema in sorted(self.contract.used.items()):
            lines += self.doc(schema.get("description"), "")
            lines += [f"export type {name} = {self.type(schema)};", ""]
        for role, title in ROLES.items():
            lines += [f"/** The methods of the {role}, by their group. */", f"export interface {title}Methods {{"]
            for group, methods in self.contract.groups(role).items():
                lines.append(f"  {group}: {title}{capital(group)}Methods;")
            lines += ["}", ""]
            for group, methods in self.contract.groups(role).items():
                lines += [f"/** The methods `{group}.…` of the {role}. */", f"export interface {title}{capital(group)}Methods {{"]
                for name, method in methods:
                    params = {each["name"]: {"description": each.get("description"), **each["schema"]}
                              if "$ref" not in each["schema"] else each["schema"] for each in method["params"]}
                    required = [each["name"] for each in method["params"] if each.get("required")]
                    listed = f"params{'' if required else '?'}: {self.members(params, required, '    ')}" if params else ""
                    lines += self.doc(method["summary"], "  ")
                    result = self.type(self.contract.result(method, role))
                    lines.append(f"  {name}({listed}): Promise<{result.replace('EmptyResult', 'Record<string, never>')}>;")
                lines += ["}", ""]
            lines += [f"/** The params of each kind of notification that the {role} receives. */",
                      f"export interface {title}Notifications {{"]
            lines += [f"  '{kind}': {' | '.join(names)};" for kind, names in self.contract.notifications(role)] + ["}", ""]
        return "\n".join(lines)

    def table(self):
        lines = [f"// {MARK}", "", "/** The methods of each role, by their group. */", "export const methods = {"]
        for role in ROLES:
            lines.append(f"  {role}: {{")
            for group, methods in self.contract.groups(role).items():
                names = ", ".join(f"'{name}'" for name, _ in methods)
                lines += textwrap.wrap(f"{group}: [{names}],", 118, initial_indent="    ", subsequent_indent="      ")
            lines.append("  },")
        return "\n".join(lines + ["};", ""])


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def generated():
    """The path and the text of each generated file."""
    contract = Contract(read(SOURCE))
    python, typescript = Python(contract), TypeScript(contract)
    methods = python.methods()
    yield PYTHON + "contract.py", python.types()
    yield PYTHON + "_methods.py", methods
    yield PYTHON + "_async_methods.py", awaited(methods)
    yield PYTHON + "aio.py", awaited(read(PYTHON + "_client.py")).replace(
        '."""\n',
        f', for asyncio.\n\nWritten by script/docs from _client.py: change that file instead.\n\n{AIO_EXAMPLE}"""\n', 1)
    yield JAVASCRIPT + "generated.d.ts", typescript.types()
    yield JAVASCRIPT + "generated.js", typescript.table()


def main(arguments, generated=generated, program="script/support/clients.py", help=__doc__):
    if arguments not in ([], ["--check"]):
        print(help.strip())
        return 0 if arguments == ["--help"] else 64
    status = 0
    for path, text in generated():
        whole = os.path.join(ROOT, path)
        if os.path.exists(whole) and read(path) == text:
            continue
        if arguments:
            print(f"{path} is not current: run {program}", file=sys.stderr)
            status = 1
        else:
            with open(whole, "w", encoding="utf-8") as file:
                file.write(text)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
