/// `contact.add`, `contact.remove` and `contact.list`: whom a person knows.
public struct ContactChange: Sendable, Equatable {
    /// Who is or was a contact.
    public var handle: Handle
    /// Whose contact: only an observer may say, and acts as its own handle if it does not.
    public var person: Handle?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        person = try fields.optionalHandle("person")
    }
}
