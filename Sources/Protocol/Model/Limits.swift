extension Limits {
    /// What makes limits useless beside each other, though each is in its range; nil where they fit.
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
        // A page ends at half of what may wait, and has one message at least.
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

    /// Twelve bytes: a character outside the basic plane, written as two `\u` escapes.
    private static let escapedCharacterBytes = 12
    /// Room for the rest of a request: its method, its ids.
    private static let envelopeBytes = 2_048

    /// How many entries a page has where nobody asks for a number.
    private static let usualPageEntries = 50

    /// How many entries a page has, where somebody asked for that many.
    ///
    /// - Throws: ``RPCError`` where it is more than one page may have, or nothing.
    public func pageSize(_ asked: Int?) throws(RPCError) -> Int {
        guard let asked else { return min(Self.usualPageEntries, pageEntries) }
        guard (1...pageEntries).contains(asked) else {
            throw .invalid(InvalidField(field: "limit", problem: "must be from 1 to \(pageEntries), and is \(asked)"))
        }
        return asked
    }
}
