/// Addresses that a terminal may be told (OSC 8, “Hyperlinks in Terminal Emulators”): a person opens them with a click.
enum LinkTarget {
    /// The longest that VTE takes, which takes the least.
    static let bytesMax = 2_083

    /// The address with all but printable ASCII spelled by percent signs (RFC 3986, 2.1); nil where it is not one of the
    /// web, or too long.
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
