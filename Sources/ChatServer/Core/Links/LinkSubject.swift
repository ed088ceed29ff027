/// The parts of a link in the forms in which patterns compare them: each is made once, however many components ask.
struct LinkSubject {
    /// What a query says: for each name its values, and of equal ones one.
    typealias Items = [[Unicode.Scalar]: Set<[Unicode.Scalar]>]

    let url: CanonicalURL
    private var forms: [LinkPattern.Options: Form] = [:]
    /// How often a query was taken apart.
    private(set) var readings = 0

    init(_ url: CanonicalURL) { self.url = url }

    /// The parts in one form.
    struct Form {
        /// The path without slashes at its end: `/menu/` and `/menu` are one (`ul-slash`).
        let path: [Unicode.Scalar]
        /// The path with one slash at its end: what stands below `/menu/` includes `/menu`.
        let folder: [Unicode.Scalar]
        let query: [Unicode.Scalar]
        let fragment: [Unicode.Scalar]
        let items: Items
    }

    /// The parts as these options compare them.
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
