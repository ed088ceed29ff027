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
                PackageResources.line_js, PackageResources.world_js, PackageResources.inspector_list_js,
                PackageResources.thread_js, PackageResources.person_js, PackageResources.why_js,
                PackageResources.inspector_wire_js, PackageResources.faults_js, PackageResources.clock_js,
                PackageResources.inspector_js,
            ], digest: digest)
        let policy =
            "default-src 'none'; script-src \(page.scriptPolicy); style-src \(page.stylePolicy); connect-src 'self'; "
            + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return (Array(page.text.utf8), policy)
    }
}
