/// Addresses for the links of a terminal (OSC 8, “Hyperlinks in Terminal Emulators”), which a click opens.
enum LinkTarget {
    /// The longest address, in bytes. The limit is that of VTE, the strictest terminal.
    static let bytesMax = 2_083

    /// Returns the address with each byte outside of printable ASCII percent-encoded (RFC 3986, 2.1); nil if it is too
    /// long or not an `http` or `https` address.
    static func safe(_ url: String) -> String? {
        guard url.utf8.count <= bytesMax else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http", url.dropFirst(scheme.count).hasPrefix("://") else { return nil }
        var spelled: [UInt8] = []
        for byte in url.utf8 {
            if (0x21...0x7E).contains(byte) {
                spelled.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                spelled += Array(("%" + (digits.count == 1 ? "0" : "") + digits).utf8)
            }
        }
        return spelled.count <= bytesMax ? String(decoding: spelled, as: UTF8.self) : nil
    }
}
