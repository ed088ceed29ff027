/// JSON that is only ever written, as much of it as messages about scenarios need.
package indirect enum JSONLine {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([JSONLine])
    case object([(String, JSONLine)])

    /// On one line, members in the order given.
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
            result += "["
            for (index, value) in values.enumerated() {
                if index > 0 { result += "," }
                value.write(to: &result)
            }
            result += "]"
        case .object(let members):
            result += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { result += "," }
                Self.write(member.0, to: &result)
                result += ":"
                member.1.write(to: &result)
            }
            result += "}"
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
