import PageParts

/// The inspector: a page that a server answers, and that asks it as an observer for all that it shows. It is written by
/// hand as the files in `Page/`, which the build puts into the binary.
package enum InspectorPage {
    /// The page, in UTF-8, and the policy that it is to be served with: nothing is loaded, nothing runs but its own script,
    /// and it speaks to the server that it came from alone.
    ///
    /// - Parameter digest: SHA-256.
    package static func page(digest: ([UInt8]) -> [UInt8]) -> (text: [UInt8], policy: String) {
        let page = PageParts.page(
            PackageResources.inspector_html, style: PackageResources.inspector_css,
            scripts: [
                PackageResources.line_js, PackageResources.world_js, PackageResources.list_js,
                PackageResources.thread_js, PackageResources.person_js, PackageResources.why_js,
                PackageResources.wire_js, PackageResources.faults_js, PackageResources.clock_js,
                PackageResources.page_js,
            ], digest: digest)
        let policy =
            "default-src 'none'; script-src \(page.scriptPolicy); style-src \(page.stylePolicy); connect-src 'self'; "
            + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return (Array(page.text.utf8), policy)
    }
}
