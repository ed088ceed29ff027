/// The header lines of an HTTP message, in their order. Names are case-insensitive.
public struct HTTPHeaders: Sendable, Equatable {
    /// One header line.
    public struct Field: Sendable, Equatable {
        /// The name, in the case in which it was received.
        public var name: String
        /// The value, without the white space around it.
        public var value: String
    }

    /// All header lines.
    public private(set) var fields: [Field] = []

    /// Creates headers without lines.
    public init() {}

    /// Appends a line, even if a line with that name exists.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Returns the values of all lines with that name.
    public func values(_ name: String) -> [String] {
        fields.filter { ASCII.equalIgnoringCase($0.name, name) }.map(\.value)
    }

    /// The value of the first line with that name. Use ``values(_:)`` for headers that must not repeat (`Origin`,
    /// `Host`).
    public subscript(name: String) -> String? {
        fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value
    }

    /// Returns the elements of a comma-separated list, which may span several lines (RFC 9110, section 5.6.1).
    ///
    /// Empty elements are omitted. Do not use it for values with quoted strings.
    public func list(_ name: String) -> [String] {
        values(name).flatMap { value in
            Array(value.utf8).split(separator: ASCII.comma).map(ASCII.trimmed).filter { !$0.isEmpty }
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Returns true if a list contains `token` in any case: `Connection: keep-alive, Upgrade` contains `upgrade`.
    public func hasToken(_ token: String, in name: String) -> Bool {
        list(name).contains { ASCII.equalIgnoringCase($0, token) }
    }
}
