import ChatProtocol

/// Addresses of files as editors and file managers write them: `file:///home/anna/Trip%20plan.feature` (RFC 8089).
package enum FileAddress {
    /// Returns the path of an address; nil if the text is no address of a file on this machine in UTF-8.
    package static func path(of address: String) -> String? {
        let scheme = "file://"
        guard address.utf8.starts(with: scheme.utf8) else { return nil }
        // The name of a machine can precede the path. Editors leave it out, or name this machine.
        let rest = address.utf8.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") }
        return rest.isEmpty ? nil : percentDecoded(rest)
    }

    /// Returns the address of a file.
    ///
    /// - Parameter path: The path, which begins with a slash.
    package static func address(of path: String) -> String {
        path.utf8.reduce(into: "file://") { text, byte in
            if ASCII.isAlphanumeric(byte) || "/-._~".utf8.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func percentDecoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
