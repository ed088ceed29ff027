public import ChatProtocol

/// What a website says about which apps open its links: an `apple-app-site-association` file, read.
///
/// A link belongs to an app if a component in one of the app's details matches it. Components are tried in the order of
/// the file, and the first that matches decides: if it excludes, the link stays in the browser (`ul-first`).
public struct SiteAssociation: Sendable, Equatable {
    /// One element of `applinks.details`: some apps, and the components of their links.
    public struct Detail: Sendable, Equatable {
        /// The apps, by bundle id; the prefix of their app id is not compared.
        public var apps: [AppID]
        /// The components in the order in which they are tried.
        public var components: [Component]
    }

    /// A part of a website: what a link must look like to be in it (`ul-and`: all of path, query and fragment).
    public struct Component: Sendable, Equatable {
        /// Where it stands in the file: `applinks.details[0].components[2]`.
        public var place: String
        /// The file's own remark on it.
        public var comment: String?
        /// Whether links that match it stay in the browser.
        public var isExcluded: Bool
        /// What the path must be.
        var path: LinkPattern
        /// What the query must be.
        var query: Query
        /// What the fragment must be; no fragment counts as an empty one.
        var fragment: LinkPattern
        /// How names in the query are compared.
        var options: LinkPattern.Options
    }

    /// The two forms of a rule for the query (`ul-query-dict`).
    enum Query: Sendable, Equatable {
        case whole(LinkPattern)
        case items([Item])

        /// The rule for the values of one name.
        struct Item: Sendable, Equatable {
            let name: String
            let value: LinkPattern
        }
    }

    /// What a file says about a link and an app.
    public enum Answer: Sendable, Equatable {
        /// The app opens it, because of this component.
        case opens(Component)
        /// The app does not open it, because of this component.
        case excludes(Component)
        /// The app is in the file, and no component of it matches.
        case noComponent
        /// The file does not name the app.
        case unknownApp
    }

    /// The details in the order of the file.
    public var details: [Detail]

    /// What the file says about a link and an app: the first component that matches, in all details of the app.
    public func answer(_ url: CanonicalURL, for app: AppID) -> Answer {
        var isNamed = false
        for detail in details where detail.apps.contains(app) {
            isNamed = true
            guard let component = detail.components.first(where: { $0.matches(url) }) else { continue }
            return component.isExcluded ? .excludes(component) : .opens(component)
        }
        return isNamed ? .noComponent : .unknownApp
    }
}

extension SiteAssociation.Component {
    /// Whether a link is in this part of the website.
    public func matches(_ url: CanonicalURL) -> Bool {
        firstMiss(of: url) == nil
    }

    /// The first part of a link that is not as the component wants it, as the end of a sentence; nil if all are.
    func firstMiss(of url: CanonicalURL) -> Miss? {
        if !path.matches(url.path) { return Miss(part: "path", pattern: path) }
        switch query {
        case .whole(let pattern):
            if !pattern.matches(url.query ?? "") { return Miss(part: "query", pattern: pattern) }
        case .items(let items):
            let given = Self.items(of: url.query ?? "", options)
            if let item = items.first(where: { !$0.matches(given, options) }) {
                return Miss(part: "query item “\(item.name)”", pattern: item.value)
            }
        }
        return fragment.matches(url.fragment ?? "") ? nil : Miss(part: "fragment", pattern: fragment)
    }

    /// A part of a link that does not match, and what it should.
    struct Miss: Equatable {
        let part: String
        let pattern: LinkPattern
    }

    /// The most steps that its patterns take for each character of a link.
    var weight: Int {
        let query =
            switch query {
            case .whole(let pattern): pattern.weight
            case .items(let items): items.reduce(0) { $0 + $1.value.weight }
            }
        return path.weight + query + fragment.weight
    }

    private static func items(
        of query: String, _ options: LinkPattern.Options
    ) -> [(name: [Unicode.Scalar], value: String)] {
        query.split(separator: "&").map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = LinkPattern.folded(LinkPattern.decoded(String(halves[0])), options)
            return (name, halves.count > 1 ? String(halves[1]) : "")
        }
    }
}

extension SiteAssociation.Query.Item {
    /// Whether the items of a query are as this rule wants them. A missing one counts as an empty one, and every one
    /// of repeated ones must match (`ul-query-repeat`).
    fileprivate func matches(
        _ given: [(name: [Unicode.Scalar], value: String)], _ options: LinkPattern.Options
    ) -> Bool {
        let name = LinkPattern.folded(name, options)
        let values = given.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? value.matches("") : values.allSatisfy(value.matches)
    }
}
