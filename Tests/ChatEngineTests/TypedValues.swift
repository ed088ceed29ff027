package import ChatProtocol

// Tests write handles as literals.

extension Handle: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        guard let handle = Handle(text) else { preconditionFailure("“\(text)” is no handle") }
        self = handle
    }
}

extension JSONValue {
    /// The JSON of an id, to compare it with a received message.
    init<Subject>(_ id: Identifier<Subject>) { self = .string(id.rawValue) }
}
