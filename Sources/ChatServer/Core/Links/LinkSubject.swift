/// The parts of a link in the forms that patterns compare. Each form is computed once for all components.
struct LinkSubject {
    /// The values of each query name, without duplicates.
    typealias Items = [[Unicode.Scalar]: Set<[Unicode.Scalar]>]

    let url: CanonicalURL
    private var forms: [LinkPattern.Options: Form] = [:]
    /// The number of forms that were computed, each with one parsing of the query.
    private(set) var readings = 0

    init(_ url: CanonicalURL) { self.url = url }

    /// The parts of a link in one form.
    struct Form {
        /// The path without slashes at its end: `/menu/` and `/menu` are equal (`ul-slash`).
        let path: [Unicode.Scalar]
        /// The path with one slash at its end, so that a pattern of everything below `/menu/` matches `/menu`, too.
        let folder: [Unicode.Scalar]
        let query: [Unicode.Scalar]
        let fragment: [Unicode.Scalar]
        let items: Items
    }

    /// Returns the parts in the form that the options define.
    mutating func form(_ options: LinkPattern.Options) -> Form {
        if let form = forms[options] { return form }
        readings += 1
        let path = LinkPattern.compared(LinkPattern.withoutSlashesAtEnd(url.path), options)
        let form = Form(
            path: path, folder: path + ["/"],
            query: LinkPattern.compared(url.query ?? "", options),
            fragment: LinkPattern.compared(url.fragment ?? "", options),
            items: Self.items(of: url.query ?? "", options))
        forms[options] = form
        return form
    }

    private static func items(of query: String, _ options: LinkPattern.Options) -> Items {
        var items: Items = [:]
        for item in query.split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = LinkPattern.folded(LinkPattern.decoded(String(halves[0])), options)
            let value = halves.count > 1 ? LinkPattern.compared(String(halves[1]), options) : []
            items[name, default: []].insert(value)
        }
        return items
    }
}
