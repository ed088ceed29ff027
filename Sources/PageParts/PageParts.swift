/// What the pages of Understudy are made of: the trace's, which opens from a file, and the inspector's, which a server
/// answers. Both are written by hand as files that a browser knows, which the build puts into the binary once.
///
/// The module knows neither. A page is one text that loads nothing: its policy names its script and its style by their
/// digests, so that nothing else runs, whatever stands in its data.
package enum PageParts {
    /// The scripts that others build on, those first that others of them build on.
    package static var scripts: [[UInt8]] {
        [
            PackageResources.text_js, PackageResources.elements_js, PackageResources.json_js,
            PackageResources.decisions_js, PackageResources.controls_js,
        ]
    }

    /// The look.
    package static var style: [UInt8] { PackageResources.page_css }

    /// A page, and what its policy calls its script and its style.
    package struct Page {
        /// The page, with `{{data}}` where a page has that.
        package var text: String
        /// `'sha256-…'`.
        package var scriptPolicy: String
        /// The same of the style.
        package var stylePolicy: String
    }

    /// Puts a page together.
    ///
    /// - Parameters:
    ///   - html: the page with `{{script-policy}}`, `{{style-policy}}`, `{{style}}` and `{{script}}` where they belong.
    ///   - style: what its look adds.
    ///   - scripts: its own, which share one scope with ``scripts`` and leave nothing behind.
    ///   - digest: SHA-256.
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
    /// Where those bytes stand first.
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
