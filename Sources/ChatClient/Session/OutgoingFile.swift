import ChatProtocol

/// A file that is sent with a message.
package struct OutgoingFile: Hashable, Sendable {
    /// Its name, without a folder.
    var name: String
    /// What it holds.
    var content: [UInt8]

    /// A file.
    package init(name: String, content: [UInt8]) {
        self.name = name
        self.content = content
    }

    /// The type that its name tells, as the web calls it; of an unknown one no more than that it is bytes.
    var type: String {
        let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last?.lowercased() ?? "" : ""
        return Self.types[ending] ?? "application/octet-stream"
    }

    private static let types = [
        "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "json": "application/json",
        "pdf": "application/pdf", "zip": "application/zip", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "heic": "image/heic", "svg": "image/svg+xml", "mp3": "audio/mpeg",
        "m4a": "audio/mp4", "mp4": "video/mp4", "mov": "video/quicktime", "swift": "text/x-swift",
        "key": "application/vnd.apple.keynote", "pages": "application/vnd.apple.pages",
        "numbers": "application/vnd.apple.numbers", "ics": "text/calendar", "vcf": "text/vcard",
    ]
}

extension SentAttachment {
    /// The file as it is sent.
    package init(_ file: OutgoingFile) { self.init(name: file.name, type: file.type, content: file.content) }
}
