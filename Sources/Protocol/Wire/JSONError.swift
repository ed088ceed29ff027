/// The first fault in bytes that are not valid JSON, and its position.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault as a noun phrase: "a string without its closing quote".
    public var problem: String
    /// The offset of the faulty byte, counted from 0.
    public var offset: Int

    /// The fault as a clause for people, with the position counted from 1 as editors do.
    public var description: String { "it is not valid JSON at byte \(offset + 1): \(problem)" }
}
