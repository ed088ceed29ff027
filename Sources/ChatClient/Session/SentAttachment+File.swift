package import ChatProtocol
import ChatTerminal

extension SentAttachment {
    /// Creates an attachment from the content of a file. The ending of its name gives the media type; an unknown ending
    /// gives `application/octet-stream`.
    ///
    /// - Parameter name: the name of the file, without a folder.
    package init(name: String, content: [UInt8]) {
        let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last?.lowercased() ?? "" : ""
        self.init(
            name: CleanText.withoutBreaks(name), type: Self.types[ending] ?? "application/octet-stream",
            content: content)
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
