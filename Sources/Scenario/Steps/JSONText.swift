package import ChatProtocol

/// A reader of JSON written by people, which reports the line and column of an error.
package enum JSONText {
    /// The error and its place.
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
            // In characters, as an editor counts them, not in bytes.
            let column = String(decoding: before[start...], as: UTF8.self).count + 1
            throw Problem(description: "it is not valid JSON at line \(line), column \(column): \(error.problem)")
        }
        if let duplicate { throw Problem(description: "the key “\(duplicate)” appears twice in one object") }
        return value
    }
}
