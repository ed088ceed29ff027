import ChatProtocol

/// The checks of texts that a request brings.
struct TextChecks {
    private let limits: Limits

    init(_ limits: Limits) { self.limits = limits }

    /// Checks a name or a title, which clients show on one line.
    ///
    /// - Parameter isOneLine: False for a sentence, which may have several lines.
    func checkName(_ name: String, _ field: String, isOneLine: Bool = true) throws(RPCError) {
        try checkText(name, field)
        guard !isOneLine || !name.contains(where: \.isNewline) else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not contain line breaks"))
        }
        try check(name, field, max: limits.nameCharacters, limit: "nameCharacters")
    }

    /// Checks that a text has a visible character.
    func checkText(_ text: String, _ field: String = "text") throws(RPCError) {
        guard !text.isBlank else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must not be empty"))
        }
    }

    /// Checks that a text is within its limit.
    ///
    /// - Parameter max: the largest number of characters.
    /// - Throws: `too_large` for more characters, or for more than four bytes for each allowed character.
    func check(_ text: String, _ field: String, max: Int, limit: String) throws(RPCError) {
        let bytes = text.utf8.count
        guard bytes > max else { return }
        guard bytes <= Limits.bytesPerCharacter * max else {
            throw RPCError.tooLarge(
                "\(field) has \(bytes) bytes, but may have at most \(Limits.bytesPerCharacter) for each allowed character",
                limit: limit, max)
        }
        if text.count > max { throw RPCError.tooLarge("\(field) has \(text.count) characters", limit: limit, max) }
    }

    /// The largest number of bytes of one character. The longest emoji has 35, and combining marks have no limit.
    private static let glyphBytes = 64

    /// Checks that a text is one visible character.
    func checkGlyph(_ glyph: String, _ field: String) throws(RPCError) {
        guard glyph.count == 1, !glyph.isBlank, glyph.utf8.count <= Self.glyphBytes else {
            throw RPCError.invalid(InvalidField(field: field, problem: "must be one visible character"))
        }
    }
}

extension String {
    /// True if the text has no visible character: only white space, control characters and ignorable ones, such as a
    /// joiner.
    var isBlank: Bool {
        // Nearly every text has a visible ASCII character.
        if utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return false }
        return unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
                || $0.properties.generalCategory == .control
        }
    }
}

/// The checks of the number and the size of everything that a person adds to the world.
struct RoomChecks {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    /// Checks that a person may add this number of bytes to the memory.
    ///
    /// - Throws: `too_large`, in words that reveal nothing about the person's items.
    func checkRoom(for bytes: Int, of person: Handle) throws(RPCError) {
        guard bytes > 0, storedBytes(of: person) + bytes > draft.limits.storedBytesOfPerson else { return }
        throw RPCError.tooLarge(
            "Too many conversations, links, documents and shares for one person",
            limit: "storedBytesOfPerson", draft.limits.storedBytesOfPerson)
    }

    /// Returns the size in bytes of everything that a person has added to the world and that stays in memory.
    private func storedBytes(of person: Handle) -> Int {
        (draft.state.people[person]?.begun.bytes ?? 0) + draft.state.links.usage(of: person).bytes
            + draft.state.documents.bytes(ownedBy: person) + draft.state.shares.usage(of: person).bytes
    }

    /// Checks that a person may add these members to conversations.
    func checkAdding(_ members: some Collection<Handle>, by me: Handle) throws(RPCError) {
        guard (draft.state.people[me]?.begun.participants ?? 0) + members.count <= draft.limits.participantsAdded else {
            throw RPCError.tooLarge(
                "You have added too many people to conversations", limit: "participantsAdded",
                draft.limits.participantsAdded)
        }
        try checkRoom(for: Usage.bytes(of: members), of: me)
    }

    /// Checks that a person may have these links in one more message.
    func checkSharing(_ urls: [CanonicalURL], by me: Handle) throws(RPCError) {
        guard !urls.isEmpty else { return }
        guard draft.state.links.usage(of: me).count + urls.count <= draft.limits.linksShared else {
            throw RPCError.tooLarge(
                "Your messages have too many links", limit: "linksShared", draft.limits.linksShared)
        }
        try checkRoom(for: urls.reduce(0) { $0 + LinkTable.bytes(of: $1) }, of: me)
    }
}

/// The number and the size of one kind of item that a person has.
struct Usage: Equatable, Sendable {
    /// The approximate memory of one item in bytes, without its text.
    enum Size {
        static let conversation = 512
        static let member = 256
        static let link = 512
        static let document = 512
        static let comment = 128
        static let share = 512
    }

    var count = 0
    var bytes = 0

    /// Returns the size of the members of a conversation, in bytes.
    static func bytes(of members: some Sequence<Handle>) -> Int {
        members.reduce(0) { $0 + Usage.Size.member + $1.rawValue.utf8.count }
    }
}
