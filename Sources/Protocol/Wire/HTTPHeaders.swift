/// The header lines of an HTTP message, in their order. Names are compared without regard to case.
public struct HTTPHeaders: Sendable, Equatable {
    /// One line.
    public struct Field: Sendable, Equatable {
        /// The name, as it was written.
        public var name: String
        /// The value, without the white space around it.
        public var value: String
    }

    /// All lines.
    public private(set) var fields: [Field] = []

    /// No lines.
    public init() {}

    /// Adds a line after the others, even if there is one of that name.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The values of all lines of that name.
    public func values(_ name: String) -> [String] {
        fields.filter { ASCII.equalIgnoringCase($0.name, name) }.map(\.value)
    }

    /// The value of the first line of that name. Where a second one would be a lie (`Origin`, `Host`), ask ``values(_:)``.
    public subscript(name: String) -> String? {
        fields.first { ASCII.equalIgnoringCase($0.name, name) }?.value
    }

    /// The elements of a comma-separated list, which may go over several lines (RFC 9110, section 5.6.1). Empty elements
    /// are left out. Not for values with quoted strings.
    public func list(_ name: String) -> [String] {
        values(name).flatMap { value in
            Array(value.utf8).split(separator: ASCII.comma).map(ASCII.trimmed).filter { !$0.isEmpty }
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Whether a list has `token` in it, in any case: `Connection: keep-alive, Upgrade` has `upgrade`.
    public func hasToken(_ token: String, in name: String) -> Bool {
        list(name).contains { ASCII.equalIgnoringCase($0, token) }
    }
}
