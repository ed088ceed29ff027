/// An error in a file, with its location.
public struct Complaint: Hashable, Sendable, CustomStringConvertible {
    /// The location of the error.
    public let location: Location
    /// The message without the location.
    public let message: String
    /// True if the file does not mean what its author intended, so that playing it would prove nothing.
    public let isFault: Bool
    /// True if an earlier complaint explains this one. After tags that belong to no part, every line is refused.
    public internal(set) var isConsequence = false

    /// Creates a complaint.
    public init(_ location: Location, _ message: String, isFault: Bool = false) {
        self.location = location
        self.message = message
        self.isFault = isFault
    }

    /// The complaint as `(3:5): expected: #EOF, …, got '…'`, in the official parsers' words.
    public var description: String { "(\(location)): \(message)" }
}

/// The errors in a file.
public struct SyntaxErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The complaints in the order in which they were found, at least one.
    public let complaints: [Complaint]

    /// Creates the error of a file.
    public init(_ complaints: [Complaint]) {
        self.complaints = complaints
    }

    /// The complaints, one per line.
    public var description: String {
        complaints.map(\.description).joined(separator: "\n")
    }
}
