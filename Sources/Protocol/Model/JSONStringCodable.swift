/// A value that is a string in JSON.
public protocol JSONStringCodable: JSONCodable, LosslessStringConvertible {
    /// What the text must be, for the one who wrote another.
    static var form: String { get }
}

extension JSONStringCodable {
    /// What is expected, where there is no more to say of it.
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
