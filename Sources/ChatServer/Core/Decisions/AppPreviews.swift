import ChatProtocol

/// The previews of one app, with their patterns parsed once: each item of a page asks for a preview.
struct AppPreviews: Sendable {
    /// The largest number of steps that all patterns of an app may take for one link. It allows twenty patterns with a
    /// `*` on both sides, and any number of ordinary ones.
    static let stepsMax = 200_000

    private let contents: [LinkPreview]
    /// The first preview of each literal path.
    private var paths: [[Unicode.Scalar]: Int] = [:]
    /// The patterns that match more than one path, in order.
    private var patterns: [(pattern: LinkPattern, content: Int)] = []

    init(_ app: App) {
        contents = app.previews.map(\.content)
        for (index, preview) in app.previews.enumerated() {
            guard let pattern = try? LinkPattern(previewPath: preview.path) else { continue }
            if let path = pattern.onlyText {
                if paths[path] == nil { paths[path] = index }
            } else {
                patterns.append((pattern, index))
            }
        }
    }

    /// Returns the preview of a link; nil if none matches.
    func preview(for url: CanonicalURL) -> LinkPreview? {
        var steps = 0
        return preview(for: url, steps: &steps)
    }

    /// Returns the preview of a link: the first one that matches, be it a literal path or a pattern.
    ///
    /// - Parameter steps: grows by the steps of the patterns; a literal path costs none.
    func preview(for url: CanonicalURL, steps: inout Int) -> LinkPreview? {
        guard !contents.isEmpty else { return nil }
        let path = LinkPattern.compared(url.path, LinkPattern.Options())
        let exact = paths[path]
        for (pattern, content) in patterns where content < exact ?? contents.count {
            if pattern.matches(path, steps: &steps) { return contents[content] }
        }
        return exact.map { contents[$0] }
    }
}

extension LinkPattern {
    /// Creates a pattern over the path of a link, as in a component without variables of its own.
    init(previewPath path: String) throws(Problem) {
        let isRooted = ["/", "*", "?", "$("].contains { path.hasPrefix($0) }
        try self.init(isRooted ? path : "/" + path, variables: PatternVariables(), options: Options())
    }
}
