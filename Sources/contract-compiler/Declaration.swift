/// What a contract file says, as it was read.
struct ContractFile {
    /// What the generated file imports.
    var imports: [String] = []
    /// Who may use what it declares: `public` or `package`; nil for the module alone.
    var access: String? = "public"
    /// What it declares, in order.
    var declarations: [Declaration] = []
    /// The methods that can be called, in order.
    var methods: [MethodDeclaration] = []
    /// What they are answered with, in order.
    var answers: [Case] = []
    /// What is told, in order.
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
    var fields: [Field]

    /// Whether it says nothing but that it happened, and has no struct.
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

/// The case of a name on the wire, such as `messageSend` of `message.send`.
func swiftName(of name: String) -> String {
    let parts = name.split(separator: ".")
    return parts.dropFirst().reduce(String(parts[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
}

/// A method that can be called.
struct MethodDeclaration {
    var doc: [String]
    /// Its name on the wire, such as `message.send`.
    var name: String
    /// The type of its params; nil where it takes none.
    var params: String?
    /// What it is answered with: one of the answers, or of the types, and what else it may be.
    var answers: [String]
    /// Who may call it.
    var roles: [String]
    /// Whether it changes what is stored.
    var changes: Bool
    /// Whether it is about what is never kept, or only read: it is answered without a decision.
    var isLive: Bool

    /// Its name in Swift.
    var caseName: String { swiftName(of: name) }
}

/// Something that is told.
struct NotificationDeclaration {
    var doc: [String]
    /// Its name on the wire, such as `message.posted`; two may share one, and are told apart by what they say.
    var name: String
    /// Its name in Swift, where that is another.
    var ownCase: String?
    /// What it says.
    var fields: [Field]
    /// Who is told.
    var roles: [String]
    /// Whether it is never kept, and has no cursor.
    var isLive: Bool

    /// Its name in Swift.
    var caseName: String { ownCase ?? swiftName(of: name) }
}

/// One declaration, with its doc comment.
struct Declaration {
    /// The lines of the doc comment.
    var doc: [String]
    /// The type's name; one that is nested has a path, such as `Share.Participant`.
    var name: String
    /// Protocols beside those that every value has.
    var conformances: [String]
    /// What is declared.
    var shape: Shape
    /// Whether its Swift is written by hand.
    var isDescribedOnly = false

    enum Shape {
        /// An object: what has no condition is there always.
        case object([Field], Checks)
        /// One of several words.
        case words([Word])
        /// One of several objects: told apart by the word in a member, or, where there is none, by the member that is
        /// there.
        case union(tag: String?, [Case], Checks)
        /// Numbers that are configured.
        case limits([Limit])
        /// An opaque text that names one of those.
        case identifier(of: String)
        /// A text or a number that is read and written by hand: its type, and of a text its pattern and the range of its
        /// length, as JSON Schema has them.
        case scalar(String, pattern: String?, length: String?)
    }

    /// Whether the reader ends with a look of our own at the whole: `check(_:)`.
    enum Checks { case none, own }
}

/// A member of an object.
struct Field {
    var doc: [String]
    /// The property's name.
    var name: String
    /// The member's name.
    var key: String
    /// Whether its label is left out where a value is made.
    var isUnlabelled: Bool
    /// Its type, without the mark of an optional.
    var type: String
    /// How it may be missing.
    var presence: Presence
    /// The range of an integer, or of the length of a text: `1...`, `0...100`, or up to a limit of the server,
    /// `1...Limits.pageEntries`.
    var range: String?

    /// The range that the reader of a value checks. The server itself checks what is up to its limits, and lengths.
    var readRange: String? { type.hasPrefix("Int") && range?.contains("Limits.") != true ? range : nil }

    enum Presence: Equatable {
        /// It is always there.
        case required
        /// It is left out where it is nil.
        case optional
        /// It is null where it is nil.
        case nullable
        /// Where it is missing it has this value, and with this value it is left out; or is written nonetheless.
        case usual(String, isWritten: Bool)
        /// Its own members stand in this object.
        case embedded(isOptional: Bool)
        /// It is written for the reader's comfort, from a property that is made of others.
        case derived
    }
}

/// One word of an enumeration.
struct Word {
    var doc: [String]
    var name: String
    /// How it is written.
    var word: String
    /// The number that stands for it elsewhere, such as the code of an error.
    var number: String?
}

/// A number that is configured.
struct Limit {
    /// What it holds, and on further lines why it is so.
    var doc: [String]
    var name: String
    var standard: String
    var range: String
}

/// One case of a union.
struct Case {
    var doc: [String]
    var name: String
    var word: String
    var fields: [Field]
}

/// A fault of a contract file, for the one who writes it.
struct ContractError: Error {
    var line: Int
    var problem: String
}
