extension Attachment {
    private static let digestPrefix = "sha256:"

    /// Returns the digest of a content, in the form of ``digest``.
    public static func digest(of content: [UInt8]) -> String {
        digestPrefix + Hexadecimal.text(SHA256.digest(content))
    }

    /// Returns true if the text has the form of a digest.
    public static func isDigest(_ text: String) -> Bool {
        text.hasPrefix(digestPrefix)
            && Hexadecimal.bytes(String(text.dropFirst(digestPrefix.count)))?.count == 32
    }
}
