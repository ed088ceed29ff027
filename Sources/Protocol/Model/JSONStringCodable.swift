/// A value that is a string in JSON.
public protocol JSONStringCodable: JSONCodable, LosslessStringConvertible {
    /// The required form of the text, for the error about an invalid one.
    static var form: String { get }
}

extension JSONStringCodable {
    /// The default form: ``JSONCodable/expected``.
    public static var form: String { expected }

    /// Reads the text.
    @inline(__always)
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard let own = Self(try String(json: value, at: place)) else { throw place.invalid("must be \(Self.form)") }
        self = own
    }

    /// Appends the text.
    @inline(__always)
    public func write(to json: inout JSONWriter) { json.string(description) }
}
