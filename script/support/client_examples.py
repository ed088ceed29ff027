"""The examples of the methods and notifications, as Python and as JavaScript.

An example is written once, in clients/examples/*.txt, under the name of its method or notification in brackets:

    [conversation.create]
    group = anna.conversation.create(participants=["bea", "carl"]).conversation
    assert group.participants == ["anna", "bea", "carl"]

The statements have the syntax of Python and the names of the protocol: `.name` is also a member of a result. Every
example has a world of its own with the names of STAGE. An example belongs to each role that calls the method in it.
"""
import ast
import json
import os
import re

import clients

FOLDER = "clients/examples/"
WIDTH = 96
PEOPLE = ["Anna", "Bea", "Carl", "Dan"]
#: The names that an example can use without defining them, and those that are made only if it uses them.
STAGE = {**{name.lower(): "person" for name in PEOPLE}, "observer": "observer", "world": "world", "server": "server",
         "conversation": None, "Person": "class"}
MADE = {
    "trip": "trip = conversation.id",
    "plan": 'plan = anna.share("Trip plan", conversation)',
    "notes": "notes = anna.app()",
    "board": 'observer.app.register(app="com.example.board", name="Board", domains=["board.example"], '
             'backends=["custom"], proofs=True)\nboard = anna.app("com.example.board")',
}
FUNCTIONS = {"mention", "edit", "comment", "added", "removed", "renamed", "rules", "len"}
#: The members of the packages that are not methods of the protocol.
WITHOUT_AWAIT = {"disconnect", "handle", "name", "arrivals", "app"}


class Mistake(Exception):
    """An example that is missing, or that cannot be read."""


def read_examples():
    """The examples by their names, each as its statements, in the order of the files."""
    found = {}
    for file in sorted(os.listdir(os.path.join(clients.ROOT, FOLDER))):
        name = None
        for number, line in enumerate(clients.read(FOLDER + file).split("\n"), 1):
            heading = re.fullmatch(r"\[([\w.]+)\]", line)
            if heading:
                name = heading[1]
                if name in found:
                    raise Mistake(f"{FOLDER}{file}:{number}: {name} has an example already")
                found[name] = ""
            elif name and not line.startswith("#"):
                found[name] += line + "\n"
    return {name: Example(name, text) for name, text in found.items()}


class Example:
    """The statements of one example, and the methods that each role calls in them."""

    def __init__(self, name, text):
        self.name = name
        try:
            self.statements = ast.parse(text).body
        except SyntaxError as error:
            raise Mistake(f"{FOLDER}: {name}: {error.msg}: {error.text}") from None
        self.used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
        self.roles = dict(STAGE)
        self.roles.update({"notes": "app", "board": "app"})
        self.calls = set()
        for statement in self.statements:
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and self.path(node.func):
                    root, *path = self.path(node.func)
                    self.calls.add((self.roles[root], ".".join(path)))
            if isinstance(statement, ast.Assign):
                self.note(statement)

    def note(self, statement):
        """Remembers the role of a name that is a client."""
        value, target = statement.value, statement.targets[0]
        path = self.path(value.func) if isinstance(value, ast.Call) else None
        role = {"app": "app", "device": "person"}.get(path[1]) if path and len(path) == 2 else None
        for name in target.elts if isinstance(target, (ast.List, ast.Tuple)) else [target]:
            if name.id in self.roles or name.id in MADE:
                raise Mistake(f"{self.name}: the name {name.id} is taken")
            self.roles[name.id] = role

    def path(self, node):
        """The names of a member of a client, such as `anna`, `share` and `list`; None for any other expression."""
        names = []
        while isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        is_client = isinstance(node, ast.Name) and self.roles.get(node.id)
        return [node.id, *names] if is_client and names else None


class Group:
    """Items in brackets, which can be in lines of their own."""

    def __init__(self, opening, items, closing, after=","):
        self.opening, self.items, self.closing, self.after = opening, items, closing, after


def flat(pieces):
    return "".join(
        each if isinstance(each, str) else each.opening + ", ".join(map(flat, each.items)) + each.closing
        for each in pieces)


def lines_of(pieces, indent, step, rest=""):
    """The lines of a statement: the longest group is broken until all of them fit."""
    text = indent + flat(pieces) + rest
    groups = [each for each in pieces if isinstance(each, Group) and each.items]
    if len(text) <= WIDTH or not groups:
        return [text]
    longest = max(groups, key=lambda each: len(flat([each])))
    place = pieces.index(longest)
    lines = [(indent + flat(pieces[:place]) + longest.opening).rstrip()]
    if len(longest.items) == 1 and isinstance(longest.items[0][-1], Group) and len(longest.items[0]) == 1:
        # A single object stays with the brackets around it.
        inner = lines_of(longest.items[0], indent, step, longest.closing + flat(pieces[place + 1:]) + rest)
        return [lines[0] + inner[0].lstrip()] + inner[1:]
    together = indent + step + ", ".join(map(flat, longest.items))
    if len(together) <= WIDTH:
        return lines + [together, indent + longest.closing.strip() + flat(pieces[place + 1:]) + rest]
    for item in longest.items:
        lines += lines_of(item, indent + step, step, longest.after)
    return lines + [indent + longest.closing.strip() + flat(pieces[place + 1:]) + rest]


class Python:
    """The example in Python."""

    step, comparisons = "    ", {"Eq": "==", "NotEq": "!=", "In": "in", "NotIn": "not in", "Gt": ">", "Lt": "<",
                                 "GtE": ">=", "LtE": "<="}

    def lines(self, example, indent=""):
        self.example = example
        return [line for each in example.statements for line in lines_of(self.statement(each), indent, self.step)]

    def made(self, names, indent):
        """The lines that make these names of MADE."""
        self.example = Example("", "")
        statements = [each for name in names for each in ast.parse(MADE[name]).body]
        return [line for each in statements for line in lines_of(self.statement(each), indent, self.step)]

    def statement(self, node):
        if isinstance(node, ast.Assert):
            return ["assert ", *self.expression(node.test)]
        if isinstance(node, ast.Assign):
            return [*self.expression(node.targets[0]), " = ", *self.expression(node.value)]
        if isinstance(node, ast.Expr):
            return self.expression(node.value)
        raise Mistake(f"{self.example.name}: unknown statement: {ast.unparse(node)}")

    def expression(self, node):
        method = getattr(self, "of_" + type(node).__name__, None)
        if method is None:
            raise Mistake(f"{self.example.name}: unknown expression: {ast.unparse(node)}")
        return method(node)

    def of_Constant(self, node):
        return [json.dumps(node.value, ensure_ascii=False) if isinstance(node.value, str) else repr(node.value)]

    def of_Name(self, node):
        return [node.id]

    def of_List(self, node):
        return [Group("[", [self.expression(each) for each in node.elts], "]")]

    def of_Dict(self, node):
        return [Group("{", [[*self.expression(key), ": ", *self.expression(value)]
                            for key, value in zip(node.keys, node.values)], "}")]

    def of_Attribute(self, node):
        path = self.example.path(node)
        if path:
            return [".".join(map(clients.snake, path))]
        return [*self.expression(node.value), f'["{node.attr}"]']

    def of_Subscript(self, node):
        return [*self.expression(node.value), f"[{ast.unparse(node.slice)}]"]

    def of_Call(self, node):
        named = [[f"{clients.snake(each.arg)}=", *self.expression(each.value)] for each in node.keywords]
        return [*self.expression(node.func), Group("(", [*map(self.expression, node.args), *named], ")")]

    def of_Compare(self, node):
        word = self.comparisons[type(node.ops[0]).__name__]
        return [*self.expression(node.left), f" {word} ", *self.expression(node.comparators[0])]

    def of_UnaryOp(self, node):
        if isinstance(node.operand, ast.Constant):
            return [ast.unparse(node)]
        return ["not ", *self.expression(node.operand)]

    def of_ListComp(self, node):
        loop = node.generators[0]
        return [Group("[", [[*self.expression(node.elt), f" for {loop.target.id} in ", *self.expression(loop.iter)]],
                      "]", "")]

    def of_Lambda(self, node):
        return [f"lambda {node.args.args[0].arg}: ", *self.expression(node.body)]


class JavaScript(Python):
    """The example in JavaScript."""

    step, comparisons = "  ", {"Eq": "===", "NotEq": "!==", "Gt": ">", "Lt": "<", "GtE": ">=", "LtE": "<="}

    def statement(self, node):
        if isinstance(node, ast.Assert):
            return [*self.check(node.test), ";"]
        if isinstance(node, ast.Assign):
            target, value = self.expression(node.targets[0]), node.value
            if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Call):
                member = flat(target) if flat(target) == value.attr else f"{value.attr}: {flat(target)}"
                target, value = [f"{{ {member} }}"], value.value
            return ["const ", *target, " = ", *self.expression(value), ";"]
        return [*super().statement(node), ";"]

    def check(self, node):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            left, right = node.left, node.comparators[0]
            word = "deepEqual" if isinstance(right, (ast.List, ast.Dict, ast.ListComp)) else "equal"
            return [f"assert.{word}", Group("(", [self.expression(left), self.expression(right)], ")")]
        return ["assert.ok", Group("(", [self.expression(node)], ")")]

    def of_Constant(self, node):
        if isinstance(node.value, str):
            return ["'" + node.value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"]
        return [{"None": "null", "True": "true", "False": "false"}.get(repr(node.value), repr(node.value))]

    def of_Dict(self, node):
        names = [key.value if key.value.isidentifier() else f"'{key.value}'" for key in node.keys]
        items = [[f"{name}: ", *self.expression(value)] for name, value in zip(names, node.values)]
        return [Group("{ ", items, " }") if items else "{}"]

    def of_Attribute(self, node):
        path = self.example.path(node)
        if path:
            return [".".join(path)]
        return [*self.whole(node.value), f".{node.attr}"]

    def of_Subscript(self, node):
        place = ast.literal_eval(node.slice)
        return [*self.whole(node.value), f"[{place}]" if place >= 0 else f".at({place})"]

    def whole(self, node):
        """An expression that a member can follow."""
        pieces = self.expression(node)
        return ["(", *pieces, ")"] if pieces and pieces[0] == "await " else pieces

    def of_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "len":
            return [*self.whole(node.args[0]), ".length"]
        items = [self.expression(each) for each in node.args]
        if node.keywords:
            named = [[f"{each.arg}: ", *self.expression(each.value)] for each in node.keywords]
            items.append([Group("{ ", named, " }")])
        path = self.example.path(node.func)
        call = [*self.expression(node.func), Group("(", items, ")")]
        return ["await ", *call] if path and path[-1] != "disconnect" else call

    def of_Compare(self, node):
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            found = [*self.whole(node.comparators[0]), ".includes(", *self.expression(node.left), ")"]
            return found if isinstance(node.ops[0], ast.In) else ["!", *found]
        return super().of_Compare(node)

    def of_UnaryOp(self, node):
        if isinstance(node.operand, ast.Constant):
            return [ast.unparse(node)]
        return ["!", *self.whole(node.operand)]

    def of_ListComp(self, node):
        loop = node.generators[0]
        return [*self.whole(loop.iter), f".map(({loop.target.id}) => ", *self.expression(node.elt), ")"]

    def of_Lambda(self, node):
        return [f"({node.args.args[0].arg}) => ", *self.expression(node.body)]
