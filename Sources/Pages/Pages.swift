/// The common parts of the pages of Understudy: the trace, which opens from a file, the inspector, which a server sends,
/// and the page of the player. The parts are files for a browser, which the build puts into the binary once.
/// The module depends on none of them. A page is one text that loads nothing. Its policy names its script and
/// its style by their digests, so that no script in its data runs.
package enum PageParts {
    /// The common scripts, each after the scripts that it uses.
    package static var scripts: [[UInt8]] {
        [
            PackageResources.text_js, PackageResources.elements_js, PackageResources.json_js,
            PackageResources.decisions_js, PackageResources.controls_js, PackageResources.address_js,
        ]
    }

    /// The common style.
    package static var style: [UInt8] { PackageResources.page_css }

    /// A page with the digests of its script and its style.
    package struct Page {
        /// The text of the page. It may still contain `{{data}}`.
        package var text: String
        /// The digest of the script, as `'sha256-…'`.
        package var scriptPolicy: String
        /// The digest of the style, in the same form.
        package var stylePolicy: String

        /// The policy of a page that its own server sends. It loads nothing, runs only its own script, and connects only
        /// to that server.
        package var policy: String {
            "default-src 'none'; script-src \(scriptPolicy); style-src \(stylePolicy); connect-src 'self'; "
                + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        }
    }

    /// Creates a page from its parts.
    ///
    /// - Parameters:
    ///   - html: The page, with the placeholders `{{script-policy}}`, `{{style-policy}}`, `{{style}}` and `{{script}}`.
    ///   - style: The page's own style.
    ///   - scripts: The page's own scripts. They share a scope with ``scripts`` and define no globals.
    ///   - digest: Returns the SHA-256 digest of bytes.
    package static func page(
        _ html: [UInt8], style: [UInt8], scripts: [[UInt8]], digest: ([UInt8]) -> [UInt8]
    ) -> Page {
        let script = Array("\"use strict\";\n{\n".utf8) + (Self.scripts + scripts).flatMap(\.self) + Array("}\n".utf8)
        let style = Array("\n".utf8) + Self.style + style
        var page = Page(
            text: String(decoding: html, as: UTF8.self), scriptPolicy: "'sha256-\(base64(digest(script)))'",
            stylePolicy: "'sha256-\(base64(digest(style)))'")
        replace("{{script-policy}}", in: &page.text, with: page.scriptPolicy)
        replace("{{style-policy}}", in: &page.text, with: page.stylePolicy)
        replace("{{style}}", in: &page.text, with: String(decoding: style, as: UTF8.self))
        replace("{{script}}", in: &page.text, with: String(decoding: script, as: UTF8.self))
        return page
    }

    private static func replace(_ name: String, in text: inout String, with value: String) {
        guard let place = text.utf8.firstRange(of: name) else { return }
        text.replaceSubrange(place, with: value)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).map { start + $0 < bytes.count ? UInt32(bytes[start + $0]) : 0 }
            let bits = group[0] << 16 | group[1] << 8 | group[2]
            for (index, shift) in [18, 12, 6, 0].enumerated() {
                text.append(start + index <= bytes.count ? letters[Int(bits >> UInt32(shift) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String.UTF8View {
    /// Returns the first place of the other text; nil if there is none.
    package func firstRange(of other: String) -> Range<String.Index>? {
        let wanted = Array(other.utf8)
        let bytes = Array(self)
        guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
        var start = 0
        while let found = bytes[start...].firstIndex(of: first), found + wanted.count <= bytes.count {
            if bytes[found..<(found + wanted.count)].elementsEqual(wanted) {
                return index(startIndex, offsetBy: found)..<index(startIndex, offsetBy: found + wanted.count)
            }
            start = found + 1
        }
        return nil
    }
}

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
            scripts: [PackageResources.data_js] + drawing + [PackageResources.control_js], digest: digest
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

    /// The scripts that draw scenarios and steps, from the data of the script before them.
    static var drawing: [[UInt8]] {
        [
            PackageResources.steps_js, PackageResources.terminals_js, PackageResources.trace_wire_js,
            PackageResources.trace_decisions_js, PackageResources.documents_js, PackageResources.failure_js,
            PackageResources.rules_js, PackageResources.trace_list_js, PackageResources.link_js,
            PackageResources.trace_js, PackageResources.keys_js,
        ]
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

/// The page of `chat-client play --ui`. The player sends it, and it loads its content from the player. It consists of the
/// files in `Player/` and of the trace's drawing.
package enum PlayerPage {
    /// Returns the page in UTF-8 and its policy: it loads nothing, runs only its own script, and connects only to its
    /// own player.
    ///
    /// - Parameter digest: Returns the SHA-256 digest of bytes.
    package static func page(digest: ([UInt8]) -> [UInt8]) -> (text: [UInt8], policy: String) {
        let page = PageParts.page(
            PackageResources.player_html, style: PackageResources.trace_css + PackageResources.player_css,
            scripts: [PackageResources.player_data_js] + TracePage.drawing + [
                PackageResources.player_line_js, PackageResources.player_follow_js, PackageResources.player_js,
            ], digest: digest)
        return (Array(page.text.utf8), page.policy)
    }
}

/// The page of the inspector. The server sends it, and it loads its content as an observer. It consists of the files in
/// `Inspector/`, which the build puts into the binary.
package enum InspectorPage {
    /// Returns the page in UTF-8 and its policy: it loads nothing, runs only its own script, and connects only to its
    /// own server.
    ///
    /// - Parameter digest: Returns the SHA-256 digest of bytes.
    package static func page(digest: ([UInt8]) -> [UInt8]) -> (text: [UInt8], policy: String) {
        let page = PageParts.page(
            PackageResources.inspector_html, style: PackageResources.inspector_css,
            scripts: [
                PackageResources.line_js, PackageResources.place_js, PackageResources.world_js,
                PackageResources.worlds_js, PackageResources.inspector_list_js,
                PackageResources.thread_js, PackageResources.person_js, PackageResources.why_js,
                PackageResources.inspector_wire_js, PackageResources.moment_js, PackageResources.faults_js,
                PackageResources.clock_js,
                PackageResources.inspector_js,
            ], digest: digest)
        return (Array(page.text.utf8), page.policy)
    }
}
