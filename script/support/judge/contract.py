"""A small validator for the schemas of docs/reference/openrpc.json."""

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


class Contract:
    """Holds answers and notifications against the document."""

    def __init__(self, document):
        self.schemas = document["components"]["schemas"]
        self.results = {method["name"]: method["result"]["schema"] for method in document["methods"]}
        self.notices = {}
        for notification in document["x-notifications"]:
            for role in notification["x-roles"]:
                self.notices.setdefault((notification["properties"]["method"]["const"], role), []).append(
                    notification["properties"].get("params", {}))

    def fault(self, value, schema, place="", depth=0, strict=True):
        """Returns what is wrong with a value, or None. With `strict` a member without a schema is wrong."""
        if depth > 40 or schema is True:
            return None
        if "$ref" in schema:
            return self.fault(value, self.schemas[schema["$ref"].rsplit("/", 1)[1]], place, depth + 1, strict)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                faults = [self.fault(value, option, place, depth + 1, strict) for option in schema[key]]
                if all(faults):
                    return min(faults, key=len)
                return None
        for option in schema.get("allOf", ()):
            found = self.fault(value, option, place, depth + 1, False)
            if found:
                return found
        kinds = schema.get("type")
        if kinds:
            kinds = kinds if isinstance(kinds, list) else [kinds]
            if not any(self.is_of(value, kind) for kind in kinds):
                return f"{place or 'the value'} is no {' or '.join(kinds)}"
        if "const" in schema and value != schema["const"]:
            return f"{place} is not {schema['const']!r}"
        if "enum" in schema and value not in schema["enum"]:
            return f"{place} is none of the values of its enumeration: {value!r}"
        if isinstance(value, dict):
            for name in schema.get("required", ()):
                if name not in value:
                    return f"{place}.{name} is missing"
            properties = schema.get("properties", {})
            for name, item in value.items():
                if name in properties:
                    found = self.fault(item, properties[name], f"{place}.{name}", depth + 1)
                    if found:
                        return found
                elif strict and properties and not {"allOf", "oneOf", "anyOf"} & set(schema):
                    return f"{place}.{name} is not in the schema"
        if isinstance(value, list) and "items" in schema:
            for item in value:
                found = self.fault(item, schema["items"], place + "[]", depth + 1)
                if found:
                    return found
        if isinstance(value, int) and "minimum" in schema and value < schema["minimum"]:
            return f"{place} is less than {schema['minimum']}"
        return None

    @staticmethod
    def is_of(value, kind):
        if kind in ("integer", "number"):
            return isinstance(value, (int, float) if kind == "number" else int) and not isinstance(value, bool)
        return isinstance(value, TYPES[kind])

    def of_answer(self, method, result):
        return self.fault(result, self.results[method], "result") if method in self.results else None

    def of_notification(self, method, role, params):
        schemas = self.notices.get((method, role))
        if not schemas:
            return f"{method} is no notification for this role: {role}"
        faults = [self.fault(params, schema, "params") for schema in schemas]
        return None if not all(faults) else faults[0]
