import PageParts

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
        let page = PageParts.page(
            PackageResources.trace_html, style: PackageResources.trace_css,
            scripts: [
                PackageResources.data_js, PackageResources.terminals_js, PackageResources.wire_js,
                PackageResources.decisions_js, PackageResources.documents_js, PackageResources.failure_js,
                PackageResources.list_js, PackageResources.page_js, PackageResources.control_js,
            ], digest: digest
        ).text
        let place = page.utf8.firstRange(of: "{{data}}") ?? page.endIndex..<page.endIndex
        return [String(page[..<place.lowerBound]), harmless(data), String(page[place.upperBound...])]
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
}
