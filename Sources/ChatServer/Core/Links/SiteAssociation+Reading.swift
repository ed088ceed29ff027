import ChatProtocol

extension SiteAssociation {
    /// The reason why a file is not an association, with the place of the fault.
    struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The place: `applinks.details[0].components[2]["/"]`.
        var place: String
        /// The problem: "expected a string, found a number".
        var problem: String

        /// The place and the problem.
        var description: String { "\(place): \(problem)" }
    }

    /// The largest size of a file in bytes. Apple's servers accept 128 kB uncompressed.
    static let bytesMax = 131_072

    /// The largest number of steps that all components of a file may take together for one link. A file of a thousand
    /// ordinary patterns stays below it. The limit keeps any link from blocking a world.
    static let stepsMax = 2_000_000

    /// The largest number of warnings about one file.
    static let warningsMax = 20

    /// The stored length of a comment, in Unicode scalars. Explanations repeat comments.
    static let commentMax = 200

    /// Reads a file. Unknown keys are ignored (`ul-component-keys`), and a file without `applinks` names no app.
    /// Malformed values of known keys are refused, because a dropped rule could open links that the site keeps in the
    /// browser.
    init(_ json: JSONValue) throws(Fault) {
        let root = try AssociationNode(at: .root("the file"), value: json).members()
        guard JSONWriter.bytes(of: json).count <= Self.bytesMax else {
            throw Fault(place: "the file", problem: "is longer than \(Self.bytesMax) bytes, the limit of devices")
        }
        guard let links = try root["applinks", at: .root("applinks")]?.members() else {
            self.init(details: [], stepsMax: 0, warnings: [])
            return
        }
        var reader = AssociationReader(
            variables: PatternVariables(try Self.variables(links["substitutionVariables"])),
            settings: try ComponentSettings(links["defaults"], over: ComponentSettings()))
        var details: [Detail] = []
        for (node, id) in try Self.details(links["details"]) { details.append(try reader.detail(node, of: id)) }
        self.init(details: details, stepsMax: reader.steps, warnings: reader.warnings)
    }

    /// Returns the elements of `details`. In the older form it is an object with app ids as its keys
    /// (`ul-legacy-paths`).
    private static func details(
        _ node: AssociationNode?
    ) throws(Fault) -> [(node: AssociationNode, id: AssociationNode?)] {
        guard let node else { return [] }
        guard case .object = node.value else { return try node.elements().map { ($0, nil) } }
        return try node.members().all.map { name, node in
            (node, AssociationNode(at: node.at, value: .string(name)))
        }
    }

    /// Returns the lists of a file (`ul-vars`). A name contains no `$` and no bracket, and a word contains no other
    /// variable.
    private static func variables(_ node: AssociationNode?) throws(Fault) -> [String: [String]] {
        var lists: [String: [String]] = [:]
        for (name, list) in try node?.members().all ?? [] {
            guard !name.isEmpty, !name.utf8.contains(where: { "$()".utf8.contains($0) }) else {
                throw list.fault("is not a valid name of a variable: it may not contain $ or brackets")
            }
            var words: [String] = []
            for node in try list.elements() {
                let word = try node.string()
                guard
                    !zip(word.utf8, word.utf8.dropFirst()).contains(where: {
                        $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "(")
                    })
                else {
                    throw node.fault("uses a variable in a word of a variable")
                }
                words.append(word)
            }
            lists[name] = words
        }
        return lists
    }
}

/// A reader for the details of a file, with the settings that the file defines for all details.
private struct AssociationReader {
    var variables: PatternVariables
    let settings: ComponentSettings
    /// An upper bound for the steps of one link in the details that were read so far.
    private(set) var steps = 0
    /// The places of invalid app ids, each with its problem.
    private(set) var warnings: [String] = []

    /// Reads an element of `details`.
    ///
    /// - Parameter id: the app id that is its key, in the older form.
    mutating func detail(
        _ node: AssociationNode, of id: AssociationNode?
    ) throws(SiteAssociation.Fault) -> SiteAssociation.Detail {
        let members = try node.members()
        let ids = try (members["appIDs"]?.elements() ?? []) + [members["appID"], id].compactMap(\.self)
        guard !ids.isEmpty else { throw node.fault("names no app: appIDs or appID is missing or empty") }
        let apps = ids.compactMap { app($0) }
        // Each app of a file costs one lookup for each link.
        steps += apps.count
        let settings = try ComponentSettings(members["defaults"], over: settings)
        var components: [SiteAssociation.Component] = []
        if let list = members["components"] {
            for node in try list.elements() {
                let settings = try ComponentSettings(node, over: settings)
                components.append(try component(node, settings, comment: node.members()["comment"]?.string()))
            }
        } else if let list = members["paths"] {
            for node in try list.elements() { components.append(try legacyPath(node, settings)) }
        } else {
            // A detail without components takes all links.
            components.append(try component(node, settings, comment: nil))
        }
        return SiteAssociation.Detail(apps: apps, components: components)
    }

    /// Reads an app id: a prefix of letters and digits, a dot, and the bundle id (`ul-details`). An invalid id is left
    /// out with a warning, so that the other apps of the file still work.
    private mutating func app(_ node: AssociationNode) -> AppID? {
        let text = node.value.stringValue ?? ""
        let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isRight =
            halves.count == 2 && !halves[0].isEmpty && halves[0].utf8.allSatisfy(ASCII.isAlphanumeric)
            && halves[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
        guard isRight else {
            let problem = "\(node.place): expected an app id such as “ABCDE12345.com.example.notes”"
            if warnings.count < SiteAssociation.warningsMax { warnings.append(problem) }
            return nil
        }
        return AppID(String(halves[1]))
    }

    private mutating func component(
        _ node: AssociationNode, _ settings: ComponentSettings, comment: String?
    ) throws(SiteAssociation.Fault) -> SiteAssociation.Component {
        let component = SiteAssociation.Component(
            place: node.place, comment: comment.map(Self.remark), isExcluded: settings.isExcluded,
            path: try path(settings.path, settings.options), query: try query(settings.query, settings.options),
            fragment: try pattern(settings.fragment, settings.options), options: settings.options)
        // The limit is checked after each component, so that a refused file never fills the memory.
        steps += component.stepsMax + Self.stepsOfOne
        guard steps <= SiteAssociation.stepsMax else {
            throw node.fault(
                """
                needs too many steps: with it the file takes more than \(SiteAssociation.stepsMax) steps for a link; \
                use fewer components, wildcards or words
                """)
        }
        return component
    }

    /// The steps that every component counts in addition, for its memory.
    private static let stepsOfOne = 16

    private static func remark(_ comment: String) -> String {
        guard comment.utf8.count > SiteAssociation.commentMax else { return comment }
        let scalars = comment.unicodeScalars
        return scalars.count > SiteAssociation.commentMax
            ? String(scalars.prefix(SiteAssociation.commentMax)) + "…" : comment
    }

    /// Reads an element of the older `paths`: a path, or `NOT ` and a path (`ul-legacy-paths`).
    private mutating func legacyPath(
        _ node: AssociationNode, _ inherited: ComponentSettings
    ) throws(SiteAssociation.Fault) -> SiteAssociation.Component {
        let text = try node.string()
        var settings = inherited
        settings.isExcluded = text.hasPrefix("NOT ")
        settings.path = AssociationNode(
            at: node.at, value: .string(settings.isExcluded ? String(text.dropFirst(4)) : text))
        return try component(node, settings, comment: nil)
    }

    private mutating func path(
        _ node: AssociationNode?, _ options: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> LinkPattern {
        guard let node else { return .everything }
        let text = try node.string()
        do throws(LinkPattern.Problem) {
            return try .path(text, variables: &variables, options: options)
        } catch {
            throw node.fault(error.text)
        }
    }

    private mutating func query(
        _ node: AssociationNode?, _ options: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> SiteAssociation.Query {
        guard let node else { return .whole(.everything) }
        switch node.value {
        case .string: return .whole(try pattern(node, options))
        case .object:
            var items: [SiteAssociation.Query.Item] = []
            for (name, value) in try node.members().all {
                let key = LinkPattern.folded(name, options)
                items.append(.init(name: name, key: key, value: try pattern(value, options)))
            }
            return .items(items)
        default: throw node.fault("expected a string or an object, found \(node.value.kind)")
        }
    }

    private mutating func pattern(
        _ node: AssociationNode?, _ options: LinkPattern.Options
    ) throws(SiteAssociation.Fault) -> LinkPattern {
        guard let node else { return .everything }
        let text = try node.string()
        do throws(LinkPattern.Problem) {
            return try LinkPattern(text, variables: &variables, options: options)
        } catch {
            throw node.fault(error.text)
        }
    }
}

/// A value of an association file with its place, so that every fault can name the place.
struct AssociationNode {
    let at: Place
    let value: JSONValue

    /// A place in the file. Its text is built only for a fault or a component.
    indirect enum Place {
        case root(String)
        case member(String, of: Place)
        case element(Int, of: Place)

        /// The text of the place. A key is written plainly if it is alphanumeric, and in brackets and quotes if not.
        var text: String {
            switch self {
            case .root(let name): return name
            case .element(let index, let list): return "\(list.text)[\(index)]"
            case .member(let key, let object):
                let isWord = !key.isEmpty && key.utf8.allSatisfy(ASCII.isAlphanumeric)
                return isWord ? "\(object.text).\(key)" : "\(object.text)[\"\(key)\"]"
            }
        }
    }

    /// The place as text: `applinks.details[0].components[2]["/"]`.
    var place: String { at.text }

    /// The members of an object, with their places.
    struct Members {
        let at: Place
        let object: JSONObject

        subscript(key: String) -> AssociationNode? { self[key, at: .member(key, of: at)] }

        subscript(key: String, at place: Place) -> AssociationNode? {
            object[key].map { AssociationNode(at: place, value: $0) }
        }

        /// All members, in the order of the file.
        var all: [(name: String, node: AssociationNode)] {
            object.members.map { ($0.key, AssociationNode(at: .member($0.key, of: at), value: $0.value)) }
        }
    }

    func fault(_ problem: String) -> SiteAssociation.Fault {
        SiteAssociation.Fault(place: place, problem: problem)
    }

    func members() throws(SiteAssociation.Fault) -> Members {
        guard case .object(let object) = value else { throw fault("expected an object, found \(value.kind)") }
        return Members(at: at, object: object)
    }

    func elements() throws(SiteAssociation.Fault) -> [AssociationNode] {
        guard case .array(let values) = value else { throw fault("expected an array, found \(value.kind)") }
        return values.enumerated().map { AssociationNode(at: .element($0.offset, of: at), value: $0.element) }
    }

    func string() throws(SiteAssociation.Fault) -> String {
        guard case .string(let text) = value else { throw fault("expected a string, found \(value.kind)") }
        return text
    }

    func bool() throws(SiteAssociation.Fault) -> Bool {
        guard case .bool(let flag) = value else { throw fault("expected true or false, found \(value.kind)") }
        return flag
    }
}

/// The settings of a component of an association. They are inherited from the domain's `defaults`, then the app's, then
/// the component itself; the more specific level wins (`ul-default-levels`). `defaults` may contain every key of a
/// component.
struct ComponentSettings {
    private(set) var options = LinkPattern.Options()
    var path: AssociationNode?
    private(set) var query: AssociationNode?
    private(set) var fragment: AssociationNode?
    var isExcluded = false

    /// Creates the settings of a component without keys or defaults (`ul-component-defaults`).
    init() {}

    /// Reads one level, with the level above it as the default.
    init(_ node: AssociationNode?, over inherited: Self) throws(SiteAssociation.Fault) {
        self = inherited
        guard let members = try node?.members() else { return }
        if let value = try members["caseSensitive"]?.bool() { options.isCaseSensitive = value }
        if let value = try members["percentEncoded"]?.bool() { options.isPercentEncoded = value }
        if let value = try members["exclude"]?.bool() { isExcluded = value }
        _ = try members["comment"]?.string()
        path = try text(members["/"]) ?? path
        query = members["?"] ?? query
        fragment = try text(members["#"]) ?? fragment
    }

    private func text(_ node: AssociationNode?) throws(SiteAssociation.Fault) -> AssociationNode? {
        _ = try node?.string()
        return node
    }
}
