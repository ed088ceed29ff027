// Written by script/contract: change the contract instead.

/// `contact.remove`, `contact.block` and `contact.unblock`: changes a contact or a block.
public struct ContactChange: Sendable, Equatable {
    /// The other person.
    public var handle: Handle
    /// The person with these contacts; the caller if left out.
    public var person: Handle?

    /// Creates a value from its members.
    public init(handle: Handle, person: Handle? = nil) {
        self.handle = handle
        self.person = person
    }
}

extension ContactChange: JSONRecord {
    /// Returns true if an object has its members.
    public static func isIn(_ fields: JSONFields) -> Bool { fields.has("handle") }

    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.read("handle")
        person = try fields.readOptional("person")
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("handle", handle)
        if let person { json.member("person", person) }
    }
}

/// `contact.add`: adds one contact, or several.
public struct AddContacts: Sendable, Equatable {
    /// The contact, for a single one.
    public var handle: Handle?
    /// The contacts, for several.
    public var handles: [Handle]
    /// The person with these contacts; the caller if left out.
    public var person: Handle?

    /// Creates a value from its members.
    public init(handle: Handle? = nil, handles: [Handle] = [], person: Handle? = nil) {
        self.handle = handle
        self.handles = handles
        self.person = person
    }
}

extension AddContacts: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.readOptional("handle")
        handles = try fields.readOptional("handles") ?? []
        person = try fields.readOptional("person")
        try check(fields)
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let handle { json.member("handle", handle) }
        if !handles.isEmpty { json.member("handles", handles) }
        if let person { json.member("person", person) }
    }
}

/// `contact.list`: the contacts of a person.
public struct ListContacts: Sendable, Equatable {
    /// The person; the caller if left out.
    public var person: Handle?

    /// Creates a value from its members.
    public init(person: Handle? = nil) {
        self.person = person
    }
}

extension ListContacts: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        person = try fields.readOptional("person")
    }

    public func writeMembers(to json: inout JSONWriter) {
        if let person { json.member("person", person) }
    }
}
