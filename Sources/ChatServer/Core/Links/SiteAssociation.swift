import ChatProtocol

/// An `apple-app-site-association` file, in which a website declares the apps that open its links.
///
/// A link belongs to an app if a component in one of the app's details matches it. Components are tried in the order of
/// the file, and the first match decides. If that component excludes, the link stays in the browser (`ul-first`).
struct SiteAssociation: Sendable, Equatable {
    /// An element of `applinks.details`: some apps, and the components of their links.
    struct Detail: Sendable, Equatable {
        /// The apps, by bundle id. The prefix of the app id is ignored.
        var apps: [AppID]
        /// The components, in the order in which they are tried.
        var components: [Component]
    }

    /// A part of a website. A link is in it if path, query and fragment all match (`ul-and`).
    struct Component: Sendable, Equatable {
        /// The place in the file: `applinks.details[0].components[2]`.
        var place: String
        /// The comment in the file.
        var comment: String?
        /// True if matching links stay in the browser.
        var isExcluded: Bool
        /// The pattern of the path.
        var path: LinkPattern
        /// The rule for the query.
        var query: Query
        /// The pattern of the fragment. A missing fragment counts as an empty one.
        var fragment: LinkPattern
        /// The comparison options for the query names.
        var options: LinkPattern.Options
    }

    /// The rule for the query, in one of two forms (`ul-query-dict`).
    enum Query: Sendable, Equatable {
        case whole(LinkPattern)
        case items([Item])

        /// The rule for the values of one name.
        struct Item: Sendable, Equatable {
            let name: String
            /// The name in the form for comparison.
            let key: [Unicode.Scalar]
            let value: LinkPattern
        }
    }

    /// The result of a file for a link and an app.
    enum Answer: Sendable, Equatable {
        /// The app opens the link because of this component.
        case opens(Component)
        /// The link stays in the browser because of this component.
        case excludes(Component)
        /// The file names the app, but no component matches.
        case noComponent
        /// The file does not name the app.
        case unknownApp
    }

    /// The details in the order of the file.
    let details: [Detail]
    /// The indices of the details that name an app, in ascending order.
    let detailsOfApps: [AppID: [Int]]
    /// An upper bound for the steps of all components for one link.
    let stepsMax: Int
    /// The warnings about invalid app ids, which are left out, each with its place.
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

    /// Returns the result of the file for a link and an app: the first matching component in all details of the app.
    func answer(_ url: CanonicalURL, for app: AppID) -> Answer {
        var reading = AssociationReading(self, of: url)
        return reading.answer(for: app)
    }
}

extension SiteAssociation.Component {
    /// Returns true if a link is in this part of the website.
    func matches(_ url: CanonicalURL) -> Bool {
        var subject = LinkSubject(url)
        var steps = 0
        return firstMiss(of: &subject, steps: &steps) == nil
    }

    /// Returns the first part of a link that does not match; nil if all parts match.
    ///
    /// - Parameter steps: the cost is added to it, at most ``stepsMax``.
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

    /// A part of a link that does not match, with the expected pattern.
    struct Miss: Equatable {
        let part: String
        let pattern: LinkPattern
    }

    /// An upper bound for the steps of one link.
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
    /// Returns true if the query has matching values for this name. A missing value counts as an empty one, and each of
    /// several values must match (`ul-query-repeat`).
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

/// The evaluation of an association file for one link. Each detail is evaluated once, no matter how many apps it names.
struct AssociationReading {
    private let file: SiteAssociation
    private var subject: LinkSubject
    /// The components before the first match, by detail; all components if none matches.
    private var asked: [Int: Range<Int>] = [:]
    /// The number of matching steps so far.
    private(set) var steps = 0

    init(_ file: SiteAssociation, of url: CanonicalURL) {
        self.file = file
        subject = LinkSubject(url)
    }

    /// Returns the result of the file for an app: the first matching component in all details of the app.
    mutating func answer(for app: AppID) -> SiteAssociation.Answer {
        guard let details = file.detailsOfApps[app] else { return .unknownApp }
        for index in details {
            guard let match = firstMatch(in: index) else { continue }
            let component = file.details[index].components[match]
            return component.isExcluded ? .excludes(component) : .opens(component)
        }
        return .noComponent
    }

    private mutating func firstMatch(in index: Int) -> Int? {
        let components = file.details[index].components
        var count = 0
        if let known = asked[index] {
            count = known.count
        } else {
            while count < components.count, components[count].firstMiss(of: &subject, steps: &steps) != nil {
                count += 1
            }
            asked[index] = 0..<count
        }
        return count < components.count ? count : nil
    }

    /// Returns the components of an app that were tried before the deciding one. Above `max`, it returns the last ones
    /// and the number of the others.
    mutating func misses(for app: AppID, max: Int) -> [LinkDecision.Reason] {
        var count = 0
        var tried: [(detail: Int, components: Range<Int>)] = []
        for index in file.detailsOfApps[app] ?? [] {
            let match = firstMatch(in: index)
            let components = 0..<(match ?? file.details[index].components.count)
            count += components.count
            tried.append((index, components))
            if match != nil { break }
        }
        var misses: [LinkDecision.Reason] = []
        for (index, components) in tried.reversed() {
            for component in file.details[index].components[components].reversed() where misses.count < max {
                misses.append(miss(component, of: app))
            }
            if misses.count == max { break }
        }
        let before = count - misses.count
        return (before > 0 ? [.missedMore(app: app, count: before)] : []) + misses.reversed()
    }

    private mutating func miss(_ component: SiteAssociation.Component, of app: AppID) -> LinkDecision.Reason {
        let miss = component.firstMiss(of: &subject, steps: &steps)
        return .missed(
            app: app, place: component.place, comment: component.comment,
            problem: miss.map { "the \($0.part) is not “\($0.pattern.text)”" } ?? "")
    }
}

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
