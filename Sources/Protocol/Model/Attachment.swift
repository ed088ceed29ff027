extension Attachment {
    private static let digestPrefix = "sha256:"

    /// The digest of a content, as ``digest`` is written.
    public static func digest(of content: [UInt8]) -> String {
        digestPrefix + Hexadecimal.text(SHA256.digest(content))
    }

    /// Whether a text is written as digests are.
    public static func isDigest(_ text: String) -> Bool {
        text.hasPrefix(digestPrefix)
            && Hexadecimal.bytes(String(text.dropFirst(digestPrefix.count)))?.count == 32
    }
}
