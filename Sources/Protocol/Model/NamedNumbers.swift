/// A set of numbers that a configuration can set by name.
public protocol NamedNumbers {
    /// The names of the numbers.
    associatedtype Name: NumberName
    /// The number with that name.
    subscript(name: Name) -> Int { get set }
}

/// The name of a number, with its description and its range.
public protocol NumberName: RawRepresentable<String>, CaseIterable, Sendable {
    /// The description for people, for the configuration reference.
    var meaning: String { get }
    /// The values that a configuration may set.
    var range: ClosedRange<Int> { get }
}
