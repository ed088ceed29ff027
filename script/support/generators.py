"""Tries generators of others on the contract: generators.py OPENRPC FOLDER

- datamodel-codegen reads the schemas. It knows JSON Schema, so they come as `$defs` of one schema.
- openrpcclientgenerator reads the document. It knows no `$ref` in `errors`, although OpenRPC has it, so each error is
  written out. It writes every member as a name of Python, so `from` comes as `sender`,
  and optional params come last.

The models of datamodel-codegen must import. The client of openrpcclientgenerator 0.51 does not: it refers to named
strings such as `Handle` without defining them. This is reported, and no failure.
"""
import json
import os
import subprocess
import sys
from pathlib import Path


def models(document: dict, folder: Path) -> None:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Contract",
              "$defs": document["components"]["schemas"]}
    text = json.dumps(schema).replace("#/components/schemas/", "#/$defs/")
    (folder / "schema.json").write_text(text, encoding="utf-8")
    program = os.path.join(os.path.dirname(sys.executable), "datamodel-codegen")
    subprocess.run(
        [program, "--input", str(folder / "schema.json"), "--input-file-type", "jsonschema", "--disable-warnings",
         "--output-model-type", "pydantic_v2.BaseModel", "--output", str(folder / "models.py")], check=True)
    count = imported(folder, "models")
    print(f"datamodel-codegen: imports, {count} names")


def client(document: dict, folder: Path) -> None:
    from openrpc import OpenRPC
    from openrpcclientgenerator import generate
    from openrpcclientgenerator._common import Language

    errors = document["components"]["errors"]
    for method in document["methods"]:
        method["errors"] = [errors[each["$ref"].rsplit("/", 1)[-1]] if "$ref" in each else each
                            for each in method.get("errors", [])]
        method["params"].sort(key=lambda each: not each.get("required"))
    document = json.loads(json.dumps(document).replace('"from":', '"sender":'))
    out = folder / "client"
    out.mkdir()
    generate(OpenRPC(**document), Language.PYTHON, "http://127.0.0.1:7400/rpc", out)
    package = next(out.rglob("models.py")).parent
    imported(package.parent, f"{package.name}.client")
    print(f"openrpcclientgenerator: imports, {imported(package.parent, package.name + '.models')} names")


def imported(folder: Path, name: str) -> int:
    """Imports a module in a process of its own, and returns the number of its names."""
    code = f"import {name} as module; print(len([each for each in dir(module) if each[0] != '_']))"
    ended = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise RuntimeError(f"{name} does not import: {ended.stderr.strip()[-300:]}")
    return int(ended.stdout)


def main(path: str, folder: str) -> int:
    status = 0
    for attempt, must_import in ((models, True), (client, False)):
        try:
            attempt(json.loads(Path(path).read_text(encoding="utf-8")), Path(folder))
        except Exception as error:  # Whatever a generator raises is the result of the attempt.
            known = "" if must_import else " (known)"
            print(f"{attempt.__name__}{known}: {type(error).__name__}: {str(error)[:1000]}", file=sys.stderr)
            status = max(status, int(must_import))
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
