package import ChatProtocol

/// JSON that people write: read, or refused with the line and column of the fault.
package enum JSONText {
    /// What is wrong, and where.
    package struct Problem: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    package static func read(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        let duplicate: String?
        let value: JSONValue
        do throws(JSONError) {
            (value, duplicate) = try JSONReader.read(bytes)
        } catch {
            let before = bytes.prefix(error.offset)
            let line = before.count { $0 == 0x0A } + 1
            let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            // Counted in characters as an editor does, not in bytes.
            let column = String(decoding: before[start...], as: UTF8.self).count + 1
            throw Problem(description: "it is not valid JSON at line \(line), column \(column): \(error.problem)")
        }
        if let duplicate { throw Problem(description: "the key “\(duplicate)” appears twice in one object") }
        return value
    }
}
