"""Writes the examples of the clients as tests: for pytest, for node:test, and for tsc."""
import ast
import re

import client_examples
import client_names
import clients
from client_examples import MADE, PEOPLE, STAGE

PYTHON, JAVASCRIPT = "clients/python/tests/", "clients/javascript/test/reference/"
KINDS = {**{name.lower(): "Person" for name in PEOPLE}, "observer": "Observer", "world": "World", "server": "Server",
         "conversation": "Conversation"}
METHODS_MARK = "Written by script/docs from clients/examples: change the examples instead."
NAMES_MARK = "Written by script/docs from the docstrings of the package: change them instead."
COMMENTS_MARK = "Written by script/docs from the comments of the .d.ts files: change them instead."


def identifier(name):
    return re.sub(r"\W+", "_", clients.snake(name)).lower()


# Python


def python_test(name, body, made):
    """A test function with the fixtures that its lines use."""
    lines = client_examples.Python().made(made, "    ") + body
    used = {node.id for node in ast.walk(ast.parse("if True:\n" + "\n".join(lines))) if isinstance(node, ast.Name)}
    fixtures = ", ".join(f"{each}: {kind}" for each, kind in KINDS.items() if each in used)
    head = f"def test_{identifier(name)}({fixtures}) -> None:"
    if len(head) > 118:
        head = f"def test_{identifier(name)}(\n    {fixtures}\n) -> None:"
    return "\n".join([head, *lines])


def python_file(title, mark, tests, extra=""):
    """A file of tests with its imports."""
    body = "\n\n\n".join(tests) + "\n"
    tree = ast.parse(body)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    exported = ast.literal_eval(client_names.module("__init__.py").body[-1].value)
    modules = "".join(f"import {each}\n" for each in ("asyncio", "socket", "threading") if each in used)
    own = clients.words(", ".join(each for each in exported if each in used) + ",", "    ")
    head = f'"""{title}\n\n{mark}\n"""\n{extra}from __future__ import annotations\n\n'
    head += modules + "\n" if modules else ""
    head += "import pytest\n\n" if "pytest" in used else ""
    head += "from understudy import (\n" + "".join(f"    {line}\n" for line in own) + ")\n"
    head += "from understudy.contract import Conversation\n" if "Conversation" in used else ""
    return head + "\n\n" + body


def python_made(code):
    """The names of MADE that a piece of code uses and does not define."""
    names = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return [each for each in MADE if each in {node.id for node in names} - stored]


def python_files(examples, names):
    python = client_examples.Python()
    tests = [python_test(each.name, python.lines(each, "    "), [one for one in MADE if one in each.used])
             for each in examples.values()]
    yield PYTHON + "reference/test_methods.py", python_file(
        "The examples of the methods and notifications in docs/reference/python.md.", METHODS_MARK, tests)
    tests = []
    for each in names:
        if not each.name.startswith("fixture "):
            body = ["    " + line if line else "" for line in each.example.split("\n")]
            tests.append(python_test(each.name, body, python_made(each.example)))
    yield PYTHON + "reference/test_names.py", python_file(
        "The examples of the classes and functions in docs/reference/python.md.", NAMES_MARK, tests)
    tests = [each.example for each in names if each.name.startswith("fixture ")]
    yield PYTHON + "test_fixture_examples.py", python_file(
        "The examples of the fixtures in docs/reference/python.md.", NAMES_MARK, tests,
        "# mypy: allow-untyped-defs, allow-untyped-calls\n")


# JavaScript


def javascript_test(name, body, made):
    """A call of `example` with the parts of the stage that its lines use."""
    lines = client_examples.JavaScript().made(made, "  ") + body
    used = words_of("\n".join(lines))
    stage = ", ".join(each for each in STAGE if each in used and each in KINDS)
    return "\n".join([f"example('{name}', async ({'{ ' + stage + ' }' if stage else ''}) => {{", *lines, "});"])


def words_of(code):
    """The identifiers of a piece of code, without those in texts and after a dot."""
    code = re.sub(r"`[^`]*`", lambda match: " ".join(re.findall(r"\$\{([^}]*)\}", match[0])), code)
    return set(re.findall(r"(?<![\w.$])[A-Za-z_]\w*", re.sub(r"'(?:[^'\\\n]|\\.)*'", "''", code)))


def javascript_made(code):
    words = words_of(code)
    declared = set(re.findall(r"\b(?:const|let) (\w+)", code))
    return [each for each in MADE if each in words - declared]


def javascript_file(title, mark, tests, names, helper="./example.mjs"):
    body = "\n\n".join(tests) + "\n"
    used = words_of(body)
    lines = [f"// {title}", f"// {mark}"]
    lines += ["import assert from 'node:assert/strict';"] if "assert" in used else []
    lines += ["import { createServer } from 'node:net';"] if "createServer" in used else []
    exported = {each.name for each in names if "." not in each.name}
    own = sorted(exported & used - {"test", "Client", "Fixture", *client_names.WAITS})
    shown = [("type " if any(one.name == each and one.is_type for one in names) else "") + each for each in own]
    lines += [f"import {{ {', '.join(shown)} }} from 'understudy';"] if own else []
    lines += ["import { test } from 'understudy/test';"] if "test" in used else []
    lines += ["import type { Fixture } from 'understudy/test';"] if "Fixture" in used else []
    lines += [f"import {{ example }} from '{helper}';"]
    return "\n".join(lines) + "\n\n" + body


def javascript_files(examples, names):
    javascript = client_examples.JavaScript()
    tests = [javascript_test(each.name, javascript.lines(each, "  "), [one for one in MADE if one in each.used])
             for each in examples.values()]
    yield JAVASCRIPT + "methods.test.mjs", javascript_file(
        "The examples of the methods and notifications in docs/reference/javascript.md.", METHODS_MARK, tests, names)
    tests = {False: [], True: []}
    for each in names:
        body = ["  " + line if line else "" for line in each.example.split("\n")]
        is_whole = each.example.startswith("test(")
        tests[each.is_type].append(
            each.example if is_whole else javascript_test(each.name, body, javascript_made(each.example)))
    yield JAVASCRIPT + "names.test.mjs", javascript_file(
        "The examples of the classes and functions in docs/reference/javascript.md.", COMMENTS_MARK, tests[False], names)
    yield JAVASCRIPT + "types.mts", javascript_file(
        "The examples of the types in docs/reference/javascript.md, which tsc checks.", COMMENTS_MARK, tests[True], names)
