/// What is asked of the document service, by a person or by an app that runs as one.
public enum DocumentRequest: Sendable, Equatable {
    /// `document.create`.
    case create(CreateDocument)
    /// `document.list`: of one app; an app's are its own. `after` is the last of the page before.
    case list(app: AppID?, after: DocumentID?)
    /// `document.get`.
    case get(DocumentReference)
    /// `document.open`.
    case open(DocumentReference)
    /// `document.edit`.
    case edit(DocumentReference, EditDocument)
    /// `document.comment`.
    case comment(DocumentReference, text: String)
    /// `document.rename`.
    case rename(DocumentReference, title: String)
    /// `document.move`.
    case move(DocumentReference, folder: String)
    /// `document.delete`.
    case delete(DocumentReference)
}

/// `document.create`: something to work on that nobody else can see yet.
public struct CreateDocument: Sendable, Equatable {
    /// The app whose document it is; an app's own where it is left out.
    public var app: AppID?
    /// Its title.
    public var title: String
    /// What stands in it: nothing if left out.
    public var text: String
    /// The app's own link for it; made on its first domain if left out.
    public var url: String?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.optionalID("app")
        title = try fields.string("title")
        text = try fields.optionalString("text") ?? ""
        url = try fields.optionalString("url")
    }
}

/// `document.edit`: the text as it shall read, and what that was made of.
public struct EditDocument: Sendable, Equatable {
    /// The whole new text.
    public var text: String
    /// The revision that the text was based on.
    public var revision: Int64

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        text = try fields.string("text")
        revision = try fields.integer("revision", in: 0...Int64.max)
    }
}

/// A document, named by its id or by its link.
public enum DocumentReference: Sendable, Equatable {
    /// By its id.
    case id(DocumentID)
    /// By its link, in any spelling.
    case url(String)

    /// Reads `document` or `url`.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let id: DocumentID = try fields.optionalID("document") {
            self = .id(id)
        } else if let url = try fields.optionalString("url") {
            self = .url(url)
        } else {
            throw fields.invalid("document", "is missing: give document or url")
        }
    }
}
