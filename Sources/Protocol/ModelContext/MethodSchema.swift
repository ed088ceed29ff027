/// The methods of the contract as JSON Schemas, without references: many clients of models do not resolve them.
package enum MethodSchema {
    /// The OpenRPC document. It is read at the first access.
    private static let document = (try? JSONReader.read(ContractText.openRPCLine))?.value ?? .null
    private static let schemas = document["components"]?["schemas"]?.objectValue ?? JSONObject()
    /// The most nested references that are replaced. No schema of the contract has as many.
    private static let depthMax = 16

    private static func entry(_ method: Method) -> JSONValue {
        document["methods"]?.arrayValue?.first { $0["name"]?.stringValue == method.rawValue } ?? .null
    }

    /// Returns the schema of the params of a method, and of further arguments.
    static func params(of method: Method, and more: [MCPArgument] = []) -> JSONValue {
        let params = entry(method)["params"]?.arrayValue ?? []
        let members = params.compactMap { param -> JSONObject.Member? in
            guard let name = param["name"]?.stringValue, let schema = param["schema"] else { return nil }
            let described = [JSONObject.Member(key: "description", value: param["description"] ?? "")]
            let own = resolved(schema).objectValue?.members.filter { $0.key != "description" } ?? []
            return .init(key: name, value: .object(JSONObject(own + described)))
        }
        let required = params.filter { $0["required"] == true }.compactMap { $0["name"]?.stringValue }
        return MCPArgument.schema(of: more, and: members, required: required)
    }

    /// Returns the description of a method: who may call it, and its params.
    ///
    /// - Parameter hasResult: True if it has the schema of the result too, which can be long.
    package static func description(of method: Method, hasResult: Bool) -> JSONValue {
        let entry = entry(method)
        let result = hasResult ? entry["result"]?["schema"].map { resolved($0) } : nil
        return .object(
            JSONObject(
                [
                    .init(key: "method", value: .string(method.rawValue)),
                    .init(key: "summary", value: entry["summary"] ?? ""),
                    .init(key: "roles", value: entry["x-roles"] ?? []),
                    .init(key: "changesTheLog", value: entry["x-changesTheLog"] ?? false),
                    .init(key: "params", value: params(of: method)),
                ] + (result.map { [.init(key: "result", value: $0)] } ?? [])))
    }

    /// Returns a schema in which each reference is replaced by its schema.
    private static func resolved(_ schema: JSONValue, depth: Int = 0) -> JSONValue {
        switch schema {
        case .array(let elements): return .array(elements.map { resolved($0, depth: depth) })
        case .object(let object):
            if let path = object["$ref"]?.stringValue {
                let name = path.split(separator: "/").last.map(String.init) ?? ""
                guard depth < depthMax, let schema = schemas[name] else { return [:] }
                return resolved(schema, depth: depth + 1)
            }
            return .object(
                JSONObject(object.members.map { .init(key: $0.key, value: resolved($0.value, depth: depth)) }))
        case .null, .bool, .integer, .number, .string: return schema
        }
    }
}
