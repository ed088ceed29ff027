/// A JSON value for writing only, with the types that messages about scenarios need.
package indirect enum JSONLine: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([JSONLine])
    case object([(String, JSONLine)])

    package init(dictionaryLiteral members: (String, JSONLine)...) { self = .object(members) }

    package init(stringLiteral value: String) { self = .string(value) }

    /// The value on one line, with the members of objects in the given order.
    package var text: String {
        var result = ""
        write(to: &result)
        return result
    }

    private func write(to result: inout String) {
        switch self {
        case .string(let value): Self.write(value, to: &result)
        case .integer(let value): result += String(value)
        case .boolean(let value): result += value ? "true" : "false"
        case .array(let values):
            result += "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            result += "{" + members.map { "\(JSONLine.string($0).text):\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func write(_ value: String, to result: inout String) {
        result += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }
}
