/// Why bytes are not the JSON that we read, and where.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong there, as a clause: "a string without its closing quote".
    public var problem: String
    /// The offset of the offending byte, counted from 0.
    public var offset: Int

    /// A clause for people, with the place as editors count it.
    public var description: String { "it is not valid JSON at byte \(offset + 1): \(problem)" }
}
