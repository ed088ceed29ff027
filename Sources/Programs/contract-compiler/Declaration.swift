/// The parsed content of a contract file.
struct ContractFile {
    /// The imports of the generated file.
    var imports: [String] = []
    /// The access level of the generated declarations: `public` or `package`; nil for internal.
    var access: String? = "public"
    /// The types, in order.
    var declarations: [Declaration] = []
    /// The methods, in order.
    var methods: [MethodDeclaration] = []
    /// The answers of the methods, in order.
    var answers: [Case] = []
    /// The notifications, in order.
    var notifications: [NotificationDeclaration] = []
    /// The events, which have a struct each, and the name of their union.
    var events: (union: String, [EventDeclaration])?
    /// The behavior of the events; nil if they have none.
    var behavior: BehaviorDeclaration?
}

/// An event with a struct of its own.
struct EventDeclaration {
    var doc: [String]
    var name: String
    /// The stored name.
    var word: String
    var fields: [Field]

    /// True if the event has no members and therefore no struct.
    var isBare: Bool { fields.isEmpty }
    var typeName: String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// A Swift protocol that the structs of all events conform to. The union has its members, and forwards each call.
struct BehaviorDeclaration {
    struct Requirement {
        var doc: [String]
        /// The declaration, such as `func fold(into state: inout CoreState)` or `var isHot: Bool`.
        var signature: String
    }

    var name: String
    /// The members, in order; empty until the Swift file is read.
    var requirements: [Requirement] = []

    init(_ name: String) { self.name = name }

    /// Reads the members from the Swift file that declares the protocol.
    ///
    /// - Returns: false if the file has no such protocol.
    mutating func read(_ swift: String) -> Bool {
        let lines = swift.split(separator: "\n", omittingEmptySubsequences: false)
        guard let head = lines.firstIndex(where: { $0.hasPrefix("protocol \(name)") }) else { return false }
        var doc: [String] = []
        var signature = ""
        for line in lines[(head + 1)...].prefix(while: { $0 != "}" }) {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") { doc.append(String(text.dropFirst(3))) }
            guard text.hasPrefix("func ") || text.hasPrefix("var ") || !signature.isEmpty else { continue }
            signature += (signature.isEmpty ? "" : " ") + text
            guard signature.count(where: { $0 == "(" }) == signature.count(where: { $0 == ")" }) else { continue }
            if signature.hasSuffix(" { get }") { signature.removeLast(" { get }".count) }
            requirements.append(Requirement(doc: doc, signature: signature))
            (doc, signature) = ([], "")
        }
        return true
    }
}

/// Returns the Swift case of a name on the wire, such as `messageSend` for `message.send`.
func swiftName(of name: String) -> String {
    let parts = name.split(separator: ".")
    return parts.dropFirst().reduce(String(parts[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
}

/// A method.
struct MethodDeclaration {
    var doc: [String]
    /// The name on the wire, such as `message.send`.
    var name: String
    /// The type of the params; nil if there are none.
    var params: String?
    /// The possible answers: names of answers or types.
    var answers: [String]
    /// The roles that may call it.
    var roles: [String]
    /// True if it changes the log.
    var changes: Bool
    /// True if the server answers it without the core, because it reads or concerns only live state.
    var isLive: Bool

    /// The name in Swift.
    var caseName: String { swiftName(of: name) }
}

/// A notification.
struct NotificationDeclaration {
    var doc: [String]
    /// The name on the wire, such as `message.posted`. Two notifications with different members may share one.
    var name: String
    /// The name in Swift, if it does not follow from the name on the wire.
    var ownCase: String?
    /// The members.
    var fields: [Field]
    /// The roles that receive it.
    var roles: [String]
    /// True if it is never stored and has no cursor.
    var isLive: Bool

    /// The name in Swift.
    var caseName: String { ownCase ?? swiftName(of: name) }
}

/// A declaration of a type, with its doc comment.
struct Declaration {
    /// The lines of the doc comment.
    var doc: [String]
    /// The name; a nested type has a path, such as `Share.Participant`.
    var name: String
    /// The protocols in addition to the ones of every value.
    var conformances: [String]
    /// The kind of the type, with its content.
    var shape: Shape
    /// True if its Swift is written by hand.
    var isDescribedOnly = false

    enum Shape {
        /// An object. Members without a condition are always present.
        case object([Field], Checks)
        /// An enumeration of words.
        case words([Word])
        /// A union of objects. The tag member identifies the variant; without a tag, the variant's first member does.
        case union(tag: String?, [Case], Checks)
        /// A set of configurable numbers.
        case limits([Limit])
        /// An opaque id of an entity.
        case identifier(of: String)
        /// A string or a number with handwritten reading and writing: its JSON Schema type, and for a string its
        /// pattern and the range of its length.
        case scalar(String, pattern: String?, length: String?)
    }

    /// The validation at the end of the reader: none, or the handwritten `check(_:)`.
    enum Checks { case none, own }
}

/// A member of an object.
struct Field {
    var doc: [String]
    /// The name of the property.
    var name: String
    /// The key on the wire.
    var key: String
    /// True if the initializer's parameter has no label.
    var isUnlabelled: Bool
    /// The type, without the mark of an optional.
    var type: String
    /// The conditions under which the member is missing.
    var presence: Presence
    /// The range of an integer or of the length of a string: `1...`, `0...100`, or up to a limit of the server,
    /// `1...Limits.pageEntries`.
    var range: String?

    /// The range that the generated reader checks. The server checks the ranges that end at one of its limits, and
    /// lengths.
    var readRange: String? { type.hasPrefix("Int") && range?.contains("Limits.") != true ? range : nil }

    enum Presence: Equatable {
        /// The member is always present.
        case required
        /// The member is omitted if it is nil.
        case optional
        /// The member is null if it is nil.
        case nullable
        /// A missing member has this value. A member with this value is omitted, unless `isWritten`.
        case usual(String, isWritten: Bool)
        /// The type's members are members of this object.
        case embedded(isOptional: Bool)
        /// The member is computed from others and written for the convenience of readers.
        case derived
    }
}

/// A word of an enumeration.
struct Word {
    var doc: [String]
    var name: String
    /// The word on the wire.
    var word: String
    /// The number of the word, such as the code of an error.
    var number: String?
}

/// A configurable number.
struct Limit {
    /// The description, then on further lines its reason.
    var doc: [String]
    var name: String
    var standard: String
    var range: String
}

/// A case of a union.
struct Case {
    var doc: [String]
    var name: String
    var word: String
    var fields: [Field]
}

/// An error in a contract file, for its author.
struct ContractError: Error {
    var line: Int
    var problem: String
}
