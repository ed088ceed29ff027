// Written by script/contract: change the contract instead.

/// `document.create`: creates a document that only its owner can see.
public struct CreateDocument: Sendable, Equatable {
    /// The app of the document. If left out, an app creates a document of its own.
    public var app: AppID?
    /// The title.
    public var title: String
    /// The content; empty if left out.
    public var text: String
    /// The app's own link for the document; a new link on the app's first domain if left out.
    public var url: String?
    /// The document that represents the shared folder in which the new one is (`ck-zone-share`). The owner of the folder
    /// owns it.
    public var parent: DocumentID?
    /// The caller's folder that the document represents (`ck-zone-share`); nil for a document with a content.
    public var covers: String?

    /// Creates a value from its members.
    public init(app: AppID? = nil, title: String, text: String = "", url: String? = nil, parent: DocumentID? = nil, covers: String? = nil) {
        self.app = app
        self.title = title
        self.text = text
        self.url = url
        self.parent = parent
        self.covers = covers
    }
}

extension CreateDocument: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("title") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.readOptional("app")
        title = try fields.read("title")
        text = try fields.readOptional("text") ?? ""
        url = try fields.readOptional("url")
        parent = try fields.readOptional("parent")
        covers = try fields.readOptional("covers")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let app { json.member("app", app) }
        json.member("title", title)
        if text != "" { json.member("text", text) }
        if let url { json.member("url", url) }
        if let parent { json.member("parent", parent) }
        if let covers { json.member("covers", covers) }
    }
}

/// `document.edit`: replaces the text of a revision.
public struct EditDocument: Sendable, Equatable {
    /// The document.
    public var document: DocumentReference
    /// The complete new text.
    public var text: String
    /// The revision that the new text is based on.
    public var revision: Int64

    /// Creates a value from its members.
    public init(document: DocumentReference, text: String, revision: Int64) {
        self.document = document
        self.text = text
        self.revision = revision
    }
}

extension EditDocument: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("text") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        document = try DocumentReference(from: &fields)
        text = try fields.read("text")
        revision = try fields.read("revision", in: 0...Int64.max)
    }

    public func writeMembers(to json: inout JSONWriter) {
        document.writeMembers(to: &json)
        json.member("text", text)
        json.member("revision", revision)
    }
}

/// A document, named by its id or by its link.
public enum DocumentReference: Sendable, Equatable {
    /// By its id.
    case id(_ document: DocumentID)
    /// By its link, in any spelling.
    case url(_ url: String)
}

extension DocumentReference: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("document") || fields.has("url") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        if let document: DocumentID = try fields.readOptional("document") {
            guard !fields.has("url") else {
                throw fields.invalid("url", "cannot be given together with document")
            }
            self = .id(document)
        } else if let url: String = try fields.readOptional("url") {
            guard !fields.has("document") else {
                throw fields.invalid("document", "cannot be given together with url")
            }
            self = .url(url)
        } else {
            throw fields.invalid("document", "is missing: give document or url")
        }
    }

    public func writeMembers(to json: inout JSONWriter) {
        switch self {
            case .id(let document):
                json.member("document", document)
            case .url(let url):
                json.member("url", url)
        }
    }
}

/// `document.list`: returns the documents that the caller can read.
public struct ListDocuments: Sendable, Equatable {
    /// Only documents of this app; an app always gets its own.
    public var app: AppID?
    /// The last document of the previous page.
    public var after: DocumentID?
    /// The person; the caller if left out.
    public var person: Handle?

    /// Creates a value from its members.
    public init(app: AppID? = nil, after: DocumentID? = nil, person: Handle? = nil) {
        self.app = app
        self.after = after
        self.person = person
    }
}

extension ListDocuments: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        app = try fields.readOptional("app")
        after = try fields.readOptional("after")
        person = try fields.readOptional("person")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let app { json.member("app", app) }
        if let after { json.member("after", after) }
        if let person { json.member("person", person) }
    }
}

/// `document.comment`: comments on a document.
public struct CommentOnDocument: Sendable, Equatable {
    /// The document.
    public var document: DocumentReference
    /// The text.
    public var text: String

    /// Creates a value from its members.
    public init(document: DocumentReference, text: String) {
        self.document = document
        self.text = text
    }
}

extension CommentOnDocument: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("text") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        document = try DocumentReference(from: &fields)
        text = try fields.read("text")
    }

    public func writeMembers(to json: inout JSONWriter) {
        document.writeMembers(to: &json)
        json.member("text", text)
    }
}

/// `document.rename`: renames a document.
public struct RenameDocument: Sendable, Equatable {
    /// The document.
    public var document: DocumentReference
    /// The new title.
    public var title: String

    /// Creates a value from its members.
    public init(document: DocumentReference, title: String) {
        self.document = document
        self.title = title
    }
}

extension RenameDocument: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("title") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        document = try DocumentReference(from: &fields)
        title = try fields.read("title")
    }

    public func writeMembers(to json: inout JSONWriter) {
        document.writeMembers(to: &json)
        json.member("title", title)
    }
}

/// `document.move`: moves a document to another folder.
public struct MoveDocument: Sendable, Equatable {
    /// The document.
    public var document: DocumentReference
    /// The folder.
    public var folder: String

    /// Creates a value from its members.
    public init(document: DocumentReference, folder: String) {
        self.document = document
        self.folder = folder
    }
}

extension MoveDocument: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("folder") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        document = try DocumentReference(from: &fields)
        folder = try fields.read("folder")
    }

    public func writeMembers(to json: inout JSONWriter) {
        document.writeMembers(to: &json)
        json.member("folder", folder)
    }
}
