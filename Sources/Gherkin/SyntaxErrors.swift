/// One thing that is wrong with a file, and where.
public struct Complaint: Hashable, Sendable, CustomStringConvertible {
    /// Where.
    public let location: Location
    /// What, without the location.
    public let message: String
    /// True if the file does not mean what it says, so that playing it would prove nothing.
    public let isFault: Bool
    /// True if an earlier complaint explains it: behind tags that belong to nothing, no line can stand where it stands.
    public internal(set) var isConsequence = false

    /// Makes a complaint.
    public init(_ location: Location, _ message: String, isFault: Bool = false) {
        self.location = location
        self.message = message
        self.isFault = isFault
    }

    /// `(3:5): expected: #EOF, …, got '…'`, word for word as the official parsers say it.
    public var description: String { "(\(location)): \(message)" }
}

/// All that is wrong with a file.
public struct SyntaxErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the order in which they were found; never empty.
    public let complaints: [Complaint]

    /// Makes the error of a file.
    public init(_ complaints: [Complaint]) {
        self.complaints = complaints
    }

    /// One complaint a line.
    public var description: String {
        complaints.map(\.description).joined(separator: "\n")
    }
}
