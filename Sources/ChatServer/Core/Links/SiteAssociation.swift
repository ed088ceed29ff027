import ChatProtocol

/// What a website says about which apps open its links: an `apple-app-site-association` file, read.
///
/// A link belongs to an app if a component in one of the app's details matches it. Components are tried in the order of
/// the file, and the first that matches decides: if it excludes, the link stays in the browser (`ul-first`).
struct SiteAssociation: Sendable, Equatable {
    /// One element of `applinks.details`: some apps, and the components of their links.
    struct Detail: Sendable, Equatable {
        /// The apps, by bundle id; the prefix of their app id is not compared.
        var apps: [AppID]
        /// The components in the order in which they are tried.
        var components: [Component]
    }

    /// A part of a website: what a link must look like to be in it (`ul-and`: all of path, query and fragment).
    struct Component: Sendable, Equatable {
        /// Where it stands in the file: `applinks.details[0].components[2]`.
        var place: String
        /// The file's own remark on it.
        var comment: String?
        /// Whether links that match it stay in the browser.
        var isExcluded: Bool
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
            /// The name in the form in which it is compared.
            let key: [Unicode.Scalar]
            let value: LinkPattern
        }
    }

    /// What a file says about a link and an app.
    enum Answer: Sendable, Equatable {
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
    let details: [Detail]
    /// Which details name an app, in order.
    let detailsOfApps: [AppID: [Int]]
    /// The most steps that all components take for one link.
    let stepsMax: Int
    /// What was left out of the file: app ids that are none, each with its place.
    let warnings: [String]

    init(details: [Detail], stepsMax: Int, warnings: [String]) {
        self.details = details
        self.warnings = warnings
        self.stepsMax = stepsMax
        var detailsOfApps: [AppID: [Int]] = [:]
        for (index, detail) in details.enumerated() {
            for app in detail.apps where detailsOfApps[app]?.last != index {
                detailsOfApps[app, default: []].append(index)
            }
        }
        self.detailsOfApps = detailsOfApps
    }

    /// What the file says about a link and an app: the first component that matches, in all details of the app.
    func answer(_ url: CanonicalURL, for app: AppID) -> Answer {
        var reading = AssociationReading(self, of: url)
        return reading.answer(for: app)
    }
}

extension SiteAssociation.Component {
    /// Whether a link is in this part of the website.
    func matches(_ url: CanonicalURL) -> Bool {
        var subject = LinkSubject(url)
        var steps = 0
        return firstMiss(of: &subject, steps: &steps) == nil
    }

    /// The first part of a link that is not as the component wants it, as the end of a sentence; nil if all are.
    ///
    /// - Parameter steps: grows by what it cost: by ``stepsMax`` at most.
    func firstMiss(of subject: inout LinkSubject, steps: inout Int) -> Miss? {
        let form = subject.form(options)
        steps += 1
        if !path.matches(path: form, steps: &steps) { return Miss(part: "path", pattern: path) }
        switch query {
        case .whole(let pattern):
            if !pattern.matches(form.query, steps: &steps) { return Miss(part: "query", pattern: pattern) }
        case .items(let items):
            for item in items where !item.matches(form.items, steps: &steps) {
                return Miss(part: "query item “\(item.name)”", pattern: item.value)
            }
        }
        return fragment.matches(form.fragment, steps: &steps) ? nil : Miss(part: "fragment", pattern: fragment)
    }

    /// A part of a link that does not match, and what it should.
    struct Miss: Equatable {
        let part: String
        let pattern: LinkPattern
    }

    /// The most steps that it takes for one link.
    var stepsMax: Int {
        let positions = LinkPattern.positionsMax
        let query =
            switch query {
            case .whole(let pattern): pattern.stepsMax(positions: positions)
            case .items(let items):
                items.reduce(0) { $0 + 1 + max($1.value.stepsMaxOfSeveral(positions: positions), 1) }
            }
        return 1 + path.stepsMax(positions: positions) + query + fragment.stepsMax(positions: positions)
    }
}

extension SiteAssociation.Query.Item {
    /// Whether the items of a query are as this rule wants them. A missing one counts as an empty one, and every one
    /// of repeated ones must match (`ul-query-repeat`).
    fileprivate func matches(_ given: LinkSubject.Items, steps: inout Int) -> Bool {
        steps += 1
        if value.isEverything { return true }
        guard let values = given[key] else { return value.matches([], steps: &steps) }
        for value in values {
            guard self.value.matches(value, steps: &steps) else { return false }
        }
        return true
    }
}
