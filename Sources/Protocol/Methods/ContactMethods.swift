/// `contact.add`, `contact.remove` and `contact.list`: whom a person knows.
public struct ContactChange: Sendable, Equatable {
    /// Who is or was a contact.
    public var handle: Handle
    /// Who else is added with them.
    public var others: [Handle] = []
    /// Whose contact: only an observer may say, and acts as its own handle if it does not.
    public var person: Handle?

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        handle = try fields.handle("handle")
        person = try fields.optionalHandle("person")
    }

    /// Reads the params of `contact.add`, which may name several at once.
    public init(adding fields: inout JSONFields) throws(InvalidField) {
        var handles = try fields.optionalHandles("handles")
        if handles == nil { handles = [try fields.handle("handle")] }
        guard let handles, let first = handles.first else { throw fields.invalid("handles", "must name somebody") }
        (handle, others) = (first, Array(handles.dropFirst()))
        person = try fields.optionalHandle("person")
    }
}
