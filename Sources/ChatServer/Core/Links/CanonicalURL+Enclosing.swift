extension CanonicalURL {
    /// The largest number of path segments that are removed from a link.
    private static let segmentsMax = 32

    /// The links that enclose this link, the nearest first: without its fragment, then without its query, then with one
    /// path segment less each. No path is shortened to the root of the site.
    var enclosing: [CanonicalURL] {
        var links: [CanonicalURL] = []
        func add(_ path: Substring, query: String? = nil) {
            let port = port.map { ":\($0)" } ?? ""
            let text = "\(scheme.rawValue)://\(host)\(port)\(path)" + (query.map { "?" + $0 } ?? "")
            if let url = try? CanonicalURL(text) { links.append(url) }
        }
        if fragment != nil { add(path[...], query: query) }
        if query != nil { add(path[...]) }
        var rest = path[...]
        for _ in 0..<Self.segmentsMax {
            // "/d/1" encloses "/d/1/", and both are links of their own.
            rest = rest.last == "/" ? rest.dropLast() : rest.lastIndex(of: "/").map { rest[...$0] } ?? ""
            guard rest.utf8.count > 1 else { break }
            add(rest)
        }
        return links
    }
}
