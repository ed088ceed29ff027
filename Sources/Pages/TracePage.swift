/// The page of a trace: the files in `Trace/`, which the build puts into the binary.
/// The module knows no scenario. It puts data into a page that cannot use a network. Its policy allows nothing to be
/// loaded, and no script but its own, which it names by its digest.
public enum TracePage {
    /// JSON texts that the page parses one by one, when it shows their content.
    public struct Lines {
        /// The id of their element, only letters.
        public var name: String
        /// The texts, without line ends in them.
        public var texts: [[UInt8]]

        /// Creates texts with a name.
        public init(name: String, texts: [[UInt8]]) { (self.name, self.texts) = (name, texts) }
    }

    /// Returns the page, in parts.
    ///
    /// - Parameters:
    ///   - data: A JSON text with any content, which the page parses when it opens.
    ///   - lines: The texts that the page parses later, so that a large page opens as quickly as a small one.
    ///   - digest: Returns the SHA-256 digest of bytes.
    public static func parts(data: [UInt8], lines: [Lines], digest: ([UInt8]) -> [UInt8]) -> [String] {
        let page = PageParts.page(
            PackageResources.trace_html, style: PackageResources.trace_css,
            scripts: [
                PackageResources.data_js, PackageResources.terminals_js, PackageResources.trace_wire_js,
                PackageResources.trace_decisions_js, PackageResources.documents_js, PackageResources.failure_js,
                PackageResources.trace_list_js, PackageResources.trace_js, PackageResources.control_js,
            ], digest: digest
        ).text
        // The lines follow the script, so that it runs before they are loaded.
        let (start, rest) = split(page, at: "{{data}}")
        let (middle, end) = split(rest, at: "{{lines}}")
        let blocks = lines.flatMap { lines in
            ["<script type=\"application/x-ndjson\" id=\"\(lines.name)\">"]
                + lines.texts.map { harmless($0) + "\n" } + ["</script>\n"]
        }
        return [start, harmless(data), middle] + blocks + [end]
    }

    private static func split(_ text: String, at name: String) -> (String, String) {
        let place = text.utf8.firstRange(of: name) ?? text.endIndex..<text.endIndex
        return (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
    }

    /// Returns JSON that is safe in a page. Without a `<`, no text can end its element or begin another.
    static func harmless(_ data: [UInt8]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count)
        for byte in data {
            if byte == UInt8(ascii: "<") { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
