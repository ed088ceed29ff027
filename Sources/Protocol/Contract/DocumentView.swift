/// A document in the eyes of one person.
public struct DocumentView: Sendable, Equatable {
    /// The document.
    public var document: Document
    /// Whether the reader may change it (`ucs-can-permission`).
    public var canEdit: Bool
    /// Who has it open now, each once; nil where that is told apart, as `document.presence`.
    public var active: [Handle]?
    /// Whether its text and its comments are in it.
    public var isWhole: Bool

    /// The document as somebody sees it.
    public init(_ document: Document, canEdit: Bool, active: [Handle]? = nil, isWhole: Bool = true) {
        self.document = document
        self.canEdit = canEdit
        self.active = active
        self.isWhole = isWhole
    }
}

extension DocumentView: JSONRecord {
    /// Appends the person's form of `document.get`.
    public func writeMembers(to json: inout JSONWriter) {
        document.writeMembers(to: &json, isWhole: isWhole)
        json.member("canEdit", canEdit)
        json.member("active", active)
    }

    /// Reads what ``writeMembers(to:)`` writes.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        isWhole = !fields.isMissing("text")
        document = try Document(from: &fields)
        canEdit = try fields.read("canEdit")
        active = try fields.readOptional("active")
    }
}
