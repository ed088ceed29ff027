/// The page of a trace: written by hand as the files in `Page/`, which the build puts into the binary.
///
/// The module knows no scenario. It puts data into a page that cannot speak to a network: its policy allows nothing to
/// be loaded, and no script but its own, which it names by its digest.
public enum TracePage {
    /// The page, in parts.
    ///
    /// - Parameters:
    ///   - data: a JSON text, of any content.
    ///   - digest: SHA-256.
    public static func parts(data: [UInt8], digest: ([UInt8]) -> [UInt8]) -> [String] {
        let script = Self.script
        let policy = "'sha256-\(base64(digest(script)))'"
        var head = String(decoding: PackageResources.trace_html, as: UTF8.self)
        replace("{{script-policy}}", in: &head, with: policy)
        replace("{{style}}", in: &head, with: String(decoding: PackageResources.trace_css, as: UTF8.self))
        replace("{{script}}", in: &head, with: String(decoding: script, as: UTF8.self))
        let place = head.utf8.firstRange(of: "{{data}}") ?? head.endIndex..<head.endIndex
        return [String(head[..<place.lowerBound]), harmless(data), String(head[place.upperBound...])]
    }

    /// The parts of the script, those first that others build on. They share one scope and leave nothing behind.
    private static var script: [UInt8] {
        let parts = [
            PackageResources.data_js, PackageResources.elements_js, PackageResources.terminals_js,
            PackageResources.wire_js, PackageResources.decisions_js, PackageResources.documents_js,
            PackageResources.failure_js, PackageResources.list_js, PackageResources.page_js,
            PackageResources.control_js,
        ]
        return Array("\"use strict\";\n{\n".utf8) + parts.flatMap(\.self) + Array("}\n".utf8)
    }

    /// JSON that may stand in a page: without a `<` no text can end the element that it is in or begin another.
    static func harmless(_ data: [UInt8]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count)
        for byte in data {
            if byte == UInt8(ascii: "<") { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
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
    fileprivate func firstRange(of other: String) -> Range<String.Index>? {
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
