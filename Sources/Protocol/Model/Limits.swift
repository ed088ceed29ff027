extension Limits {
    /// The largest number of bytes of a text for each allowed character, on average. One character can have any number
    /// of bytes, and the cost of a text depends on its bytes.
    public static let bytesPerCharacter = 4

    /// The first contradiction between two limits that are each in their range; nil if there is none.
    public var contradiction: String? {
        let request = textCharacters * Self.escapedCharacterBytes + Self.envelopeBytes
        if messageBytes < request {
            return "messageBytes is \(messageBytes), and a text of textCharacters (\(textCharacters)) may need "
                + "\(request) bytes on the wire: raise the first or lower the second"
        }
        let document = (attachmentBytes + 2) / 3 * 4 + Self.envelopeBytes
        if messageBytes < document {
            return "messageBytes is \(messageBytes), and a document of attachmentBytes (\(attachmentBytes)) needs "
                + "\(document) bytes in base 64: raise the first or lower the second"
        }
        // A page may use at most half of the unsent bytes, and it always has at least one message.
        let longest = 2 * (edits + 1) * messageBytes
        if unsentBytes < longest {
            return "unsentBytes is \(unsentBytes), and a message with all its earlier texts needs \(longest) bytes "
                + "(2 × (edits + 1) × messageBytes): its reader would be closed as too slow"
        }
        if unsentBytesOfPerson < unsentBytes {
            return "unsentBytesOfPerson is \(unsentBytesOfPerson), and one session of a person may have unsentBytes "
                + "(\(unsentBytes)): raise the first or lower the second"
        }
        if unsentBytesOfServer < unsentBytesOfPerson {
            return "unsentBytesOfServer is \(unsentBytesOfServer), and one person may have unsentBytesOfPerson "
                + "(\(unsentBytesOfPerson)): raise the first or lower the second"
        }
        return nil
    }

    /// Twelve bytes: a character outside the Basic Multilingual Plane, written as two `\u` escapes.
    private static let escapedCharacterBytes = 12
    /// The bytes for the rest of a request: its method and its ids.
    private static let envelopeBytes = 2_048

    /// The number of entries of a page if the request has no `limit`.
    private static let usualPageEntries = 50

    /// Returns the number of entries of a page, from the `limit` of the request.
    ///
    /// - Throws: ``RPCError`` if it is below 1 or above ``pageEntries``.
    public func pageSize(_ asked: Int?) throws(RPCError) -> Int {
        guard let asked else { return min(Self.usualPageEntries, pageEntries) }
        guard (1...pageEntries).contains(asked) else {
            throw .invalid(InvalidField(field: "limit", problem: "must be from 1 to \(pageEntries), and is \(asked)"))
        }
        return asked
    }
}

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
