"""The public names of the Python and JavaScript clients that are written by hand, with their docs and examples."""
import ast
import re
from dataclasses import dataclass, field

import clients
from client_docstrings import split_docstring
from client_examples import Mistake

TYPES = "clients/javascript/src/"


@dataclass
class Name:
    """A public name: a function, a class, a member of a class, or a fixture."""

    name: str
    #: The declaration without the name of its class and without a body.
    signature: str
    text: str
    example: str
    file: str
    #: For a class: its attributes, each with its type and its text.
    attributes: list = field(default_factory=list)
    #: True for a type of TypeScript, which nothing runs.
    is_type: bool = False


def checked(names):
    """Returns the names; fails if one of them has no example."""
    for name in names:
        if not name.example:
            raise Mistake(f"{name.file}: {name.name} has no example")
        owned = "\n".join(each.example for each in names if each.name.split(".")[0] == name.name)
        for attribute, _, _ in name.attributes:
            if not name.is_type and not re.search(rf"\.{attribute.rstrip('?')}\b", owned):
                raise Mistake(f"{name.file}: no example of {name.name} uses {attribute}")
    return names


# Python


def python_names():
    """The names of `__all__`, the members of its classes, the waits and the fixtures of the plugin."""
    exported, homes = [], {}
    for node in module("__init__.py").body:
        if isinstance(node, ast.ImportFrom):
            homes.update({each.name: (node.module or each.name) + ".py" for each in node.names})
        elif isinstance(node, ast.Assign):
            exported = ast.literal_eval(node.value)
    names = []
    for word in exported:
        tree = module(homes[word])
        if homes[word] == word + ".py":
            names.append(described(word, f"understudy.{word}", tree, homes[word]))
            continue
        node = next(each for each in tree.body if getattr(each, "name", None) == word)
        names += class_names(node, tree, homes[word]) if isinstance(node, ast.ClassDef) else [
            described(word, signature(node), node, homes[word])]
    methods = next(each for each in module("_methods.py").body if getattr(each, "name", None) == "PersonMethods")
    waits = [each for each in methods.body if isinstance(each, ast.FunctionDef) and ast.get_docstring(each)]
    names += [described(each.name, signature(each), each, "script/support/client_docstrings.py", "")
              for each in waits if not each.decorator_list]
    for node in module("pytest_plugin.py").body:
        if isinstance(node, ast.FunctionDef) and any("fixture" in ast.unparse(each) for each in node.decorator_list):
            kind = re.sub(r"^Iterator\[(.*)\]$", r"\1", ast.unparse(node.returns))
            names.append(described(f"fixture {node.name}", f"{node.name}: {kind}", node, "pytest_plugin.py"))
    return checked(names)


def module(file):
    return ast.parse(clients.read(clients.PYTHON + file))


def described(name, declaration, node, file, folder=clients.PYTHON):
    docstring = ast.get_docstring(node, clean=False) or ""
    text, example = split_docstring(docstring)
    parts = [" ".join(part.split()) for part in text.split("\n\n")]
    text = "\n\n".join(part for part in parts if not part.startswith("Written by script/docs"))
    return Name(name, declaration, text.strip(), example, folder + file)


def signature(node, name=None):
    """The declaration of a function or property, without `self`."""
    arguments = node.args
    listed = [declared(each, None) for each in arguments.args]
    for place, default in enumerate(arguments.defaults, len(listed) - len(arguments.defaults)):
        listed[place] = declared(arguments.args[place], default)
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        listed.pop(0)
    if arguments.vararg:
        listed.append("*" + declared(arguments.vararg, None))
    elif arguments.kwonlyargs:
        listed.append("*")
    listed += [declared(each, default) for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        listed.append("**" + declared(arguments.kwarg, None))
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{name or node.name}({', '.join(listed)}){result}"


def declared(argument, default):
    kind = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    value = f" = {ast.unparse(default)}" if default else ""
    return (argument.arg + kind + value).replace("'", '"')


def class_names(node, tree, file):
    """A class and its public members."""
    functions = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    start = next((each for each in functions if each.name == "__init__"), None)
    is_error = file == "errors.py"
    declaration = signature(start, node.name).removesuffix(" -> None") if start and not is_error else node.name
    if is_error:
        declaration += f"({', '.join(map(ast.unparse, node.bases))})"
    whole = described(node.name, f"class {declaration}", node, file)
    whole.attributes = attributes(node, file)
    names = [whole]
    for each in functions:
        if each.name.startswith("_"):
            continue
        marks = [ast.unparse(mark) for mark in each.decorator_list]
        text = signature(each)
        if "cached_property" in marks:
            # A group that can be called: `person.share(…)`.
            group = next(one for one in tree.body if getattr(one, "name", None) == ast.unparse(each.returns))
            call = next(one for one in group.body if getattr(one, "name", None) == "__call__")
            text = signature(call, each.name)
        elif "property" in marks:
            text = text.replace("() -> ", ": ")
        names.append(described(f"{node.name}.{each.name}", f"{node.name}.{text}", each, file))
    return names


def attributes(node, file):
    """The public attributes of a class: (name, type, text). The text is the comment `#:` above."""
    lines = clients.read(clients.PYTHON + file).split("\n")
    return [(each.target.id, ast.unparse(each.annotation), lines[each.lineno - 2].partition("#: ")[2])
            for each in node.body if isinstance(each, ast.AnnAssign) and not each.target.id.startswith("_")]


# JavaScript


def javascript_names():
    """The exported names of the .d.ts files, and the members of their classes."""
    names = []
    for file in ("index.d.ts", "errors.d.ts", "server.d.ts", "test.d.ts"):
        owner = None
        for doc, line in declarations(clients.read(TYPES + file)):
            text, example = read_comment(doc)
            top = re.match(r"(?:export |declare )+(class|interface|type|function) (\w+)", line)
            member = re.match(r"  (?:static |readonly )*(\w+\??)", line)
            if line.startswith("}"):
                owner = None
            elif line.startswith("export * as contract"):
                names.append(Name("contract", "contract", text, example, TYPES + file, is_type=True))
            elif top and top[1] == "interface" and re.search(r"extends .*\{\}$", line):
                continue
            elif top:
                declaration = re.sub(r"^(export |declare )+|\s*\{(\})?$|;$", "", line)
                if top[1] == "function":
                    declaration = declaration.removeprefix("function ")
                is_type = top[1] in ("type", "interface")
                named = [each for each in names if each.name == top[2]]
                if named:
                    named[0].signature += "\n" + declaration
                    named[0].text += "\n\n" + text
                else:
                    names.append(Name(top[2], declaration, text, example, TYPES + file, is_type=is_type))
                owner = names[-1] if top[1] != "function" and re.search(r"[^}]$", line) and "{" in line else None
            elif owner and member and not line.startswith("  private"):
                declaration = line.strip().rstrip(";")
                if member[1] == "constructor":
                    owner.signature = declaration.replace("constructor", f"new {owner.name}")
                    owner.text += " " + text
                elif owner.is_type or not example and declaration.startswith("readonly"):
                    kind = declaration.split(": ", 1)[1]
                    owner.attributes.append((member[1], kind, text))
                elif doc or example:
                    share = re.fullmatch(
                        r"readonly (\w+): PersonMethods\['\w+'\]\s*& \((\(.*\)) => (.*)\)", declaration)
                    declaration = f"{share[1]}{share[2]}: {share[3]}" if share else re.sub(
                        r"^(static |readonly )+", "", declaration)
                    shown = "" if owner.name == "Client" and member[1] in WAITS else f"{owner.name}."
                    names.append(Name(shown + member[1], shown + declaration, text, example, TYPES + file))
                else:
                    # Another form of the member before it.
                    names[-1].signature += "\n" + declaration
    for each in names:
        if each.name == "Client" and not each.example:
            each.example = next(one.example for one in names if one.name == "Client.call")
    return checked([each for each in names if not each.is_type]) + [
        each for each in names if each.is_type and checked([Name(each.name, "", "", each.example, each.file)])]


WAITS = ("waitFor", "isNotNotified", "received")


def declarations(source):
    """Yields (doc comment, declaration in one line) of a .d.ts file. The line of a class ends with its `{`."""
    doc, line = "", ""
    for part in source.split("\n"):
        if not line and (doc and not doc.endswith("*/") or part.strip().startswith("/**")):
            doc = doc + "\n" + part if doc and not doc.endswith("*/") else part
            continue
        if not line and (not part.strip() or part.startswith("//")):
            continue
        line = line + " " + part.strip() if line else part.rstrip()
        line = re.sub(r"(?<=[(<]) | (?=[)>])", "", line).replace(",)", ")")
        depth = sum(line.count(each) for each in "([{") - sum(line.count(each) for each in ")]}")
        opens = re.match(r"(export |declare )*(class|interface) ", line) and line.endswith("{")
        if opens or depth <= 0 and (line.endswith((";", "}"))):
            yield doc, line
            doc, line = "", ""


def read_comment(doc):
    """The text of a doc comment and its example."""
    lines = [re.sub(r"^\s*(/\*\*|\*(?!/)) ?", "", line) for line in doc.split("\n")]
    lines = [re.sub(r"\s*\*/$", "", line) for line in lines]
    text, _, example = "\n".join(lines).partition("@example\n")
    return " ".join(text.split()), example.rstrip()
