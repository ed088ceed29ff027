public import ChatProtocol

extension SiteAssociation {
    /// Why a file is no association: the place of the fault, and what is wrong there.
    public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The place, as `applinks.details[0].components[2]["/"]`.
        public var place: String
        /// What is wrong: "expected a string, found a number".
        public var problem: String

        /// The place and what is wrong there.
        public var description: String { "\(place): \(problem)" }
    }

    /// Reads a file. Unknown keys are ignored (`ul-component-keys`), and a file without `applinks` names no app; what
    /// is known and malformed is refused, because a rule that is silently dropped opens links that it was to keep.
    public init(_ json: JSONValue) throws(Fault) {
        let root = try AssociationNode(place: "the file", value: json).members()
        guard let links = try root["applinks", at: "applinks"]?.members() else {
            details = []
            return
        }
        var lists: [String: [String]] = [:]
        for (name, list) in try links["substitutionVariables"]?.members().all ?? [] {
            var words: [String] = []
            for word in try list.elements() { words.append(try word.string()) }
            lists[name] = words
        }
        let reader = AssociationReader(
            variables: PatternVariables(lists), options: try LinkPattern.Options(links["defaults"], over: .init()))
        var details: [Detail] = []
        for detail in try links["details"]?.elements() ?? [] { details.append(try reader.detail(detail)) }
        self.details = details
    }
}

/// Reads the details of a file, with what the file defines for all of them.
private struct AssociationReader {
    let variables: PatternVariables
    let options: LinkPattern.Options

    func detail(_ node: AssociationNode) throws(SiteAssociation.Fault) -> SiteAssociation.Detail {
        let members = try node.members()
        var apps: [AppID] = []
        for id in try members["appIDs"]?.elements() ?? [] { apps.append(try app(id)) }
        if let id = members["appID"] { apps.append(try app(id)) }
        guard !apps.isEmpty else { throw node.fault("names no app: appIDs or appID is missing or empty") }
        let options = try LinkPattern.Options(members["defaults"], over: options)
        var components: [SiteAssociation.Component] = []
        if let list = members["components"] {
            for node in try list.elements() { components.append(try component(node, options)) }
        } else if let list = members["paths"] {
            for node in try list.elements() { components.append(try legacyPath(node, options)) }
        } else {
            throw node.fault("has neither components nor paths")
        }
        return SiteAssociation.Detail(apps: apps, components: components)
    }

    /// An app id is a prefix of letters and digits, a dot, and the bundle id (`ul-details`).
    private func app(_ node: AssociationNode) throws(SiteAssociation.Fault) -> AppID {
        let halves = try node.string().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isRight =
            halves.count == 2 && !halves[0].isEmpty && halves[0].utf8.allSatisfy(ASCII.isAlphanumeric)
            && halves[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
        guard isRight else { throw node.fault("expected an app id such as “ABCDE12345.com.example.notes”") }
        return AppID(String(halves[1]))
    }

    private func component(
        _ node: AssociationNode, _ inherited: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> SiteAssociation.Component {
        let members = try node.members()
        let options = try LinkPattern.Options(node, over: inherited)
        return SiteAssociation.Component(
            place: node.place, comment: try members["comment"]?.string(),
            isExcluded: try members["exclude"]?.bool() ?? false, path: try path(members["/"], options),
            query: try query(members["?"], options), fragment: try pattern(members["#"], options), options: options)
    }

    /// An element of the older `paths`: a path, or `NOT ` and a path (`ul-legacy-paths`).
    private func legacyPath(
        _ node: AssociationNode, _ options: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> SiteAssociation.Component {
        let text = try node.string()
        let isExcluded = text.hasPrefix("NOT ")
        let path = AssociationNode(place: node.place, value: .string(isExcluded ? String(text.dropFirst(4)) : text))
        return SiteAssociation.Component(
            place: node.place, comment: nil, isExcluded: isExcluded, path: try self.path(path, options),
            query: .whole(.everything), fragment: .everything, options: options)
    }

    /// A path that begins with plain text is meant from the root: `abc` is `/abc`.
    private func path(
        _ node: AssociationNode?, _ options: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> LinkPattern {
        guard let node else { return .everything }
        let text = try node.string()
        let isRooted = ["/", "*", "?", "$("].contains { text.hasPrefix($0) }
        return try pattern(AssociationNode(place: node.place, value: .string(isRooted ? text : "/" + text)), options)
    }

    private func query(
        _ node: AssociationNode?, _ options: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> SiteAssociation.Query {
        guard let node else { return .whole(.everything) }
        switch node.value {
        case .string: return .whole(try pattern(node, options))
        case .object:
            var items: [SiteAssociation.Query.Item] = []
            for (name, value) in try node.members().all {
                items.append(.init(name: name, value: try pattern(value, options)))
            }
            return .items(items)
        default: throw node.fault("expected a string or an object, found \(node.value.kind)")
        }
    }

    private func pattern(
        _ node: AssociationNode?, _ options: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> LinkPattern {
        guard let node else { return .everything }
        let text = try node.string()
        do throws(LinkPattern.Problem) {
            return try LinkPattern(text, variables: variables, options: options)
        } catch {
            throw node.fault(error.text)
        }
    }
}

extension LinkPattern.Options {
    /// The settings of one level over those of the level above (`ul-default-levels`).
    fileprivate init(_ node: AssociationNode?, over inherited: Self) throws(SiteAssociation.Fault) {
        self = inherited
        guard let members = try node?.members() else { return }
        if let value = try members["caseSensitive"]?.bool() { isCaseSensitive = value }
        if let value = try members["percentEncoded"]?.bool() { isPercentEncoded = value }
    }
}
