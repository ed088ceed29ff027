/// Numbers that a configuration can set, each by its name.
public protocol NamedNumbers {
    /// Their names.
    associatedtype Name: NumberName
    /// A number by its name.
    subscript(name: Name) -> Int { get set }
}

/// The name of one of them, and what is said of it.
public protocol NumberName: RawRepresentable<String>, CaseIterable, Sendable {
    /// What it holds, for people: the line of the configuration's reference.
    var meaning: String { get }
    /// What a configuration may set it to.
    var range: ClosedRange<Int> { get }
}
