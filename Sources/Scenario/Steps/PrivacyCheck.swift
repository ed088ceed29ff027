import ChatProtocol

/// The check that an app received nothing about people that it must not know (`privacy-no-threads`, `privacy-render`,
/// `id-no-handles`).
struct PrivacyCheck {
    /// The names, handles, names of conversations and texts of messages, none of which may occur as a whole word.
    var words: Set<String> = []
    /// The ids of conversations and messages, none of which may be a value. They may occur within a value, because a
    /// random token can contain the same letters.
    var ids: Set<String> = []

    /// The members of all the data that an app may receive.
    private static let members: Set<String> = [
        "id", "url", "collaborationIdentifier", "title", "contentType", "createdAt", "highlights", "more", "cursor",
        "added", "removed", "updated", "activityType", "webpageURL",
        "document", "change", "isMine", "text", "revision", "folder", "comments", "at", "canEdit", "deleted",
        "access", "activeParticipantCount", "type", "trigger", "mentions", "attribution", "app",
        "cleared", "notices", "documents", "action", "highlight", "proof", "publicKey", "publicKeyIndex",
        "inclusionHashes", "signatureData", "challenge", "expiresAt", "identities", "rootHash",
    ]
    /// The members with the app's own texts and links. A value in these must not equal one of the words, but can
    /// contain one, because a title may contain a name.
    private static let contents: Set<String> = ["url", "webpageURL", "title", "text", "comments", "folder", "app"]
    /// The members with the app's own registration and requested actions, which can have members of any name.
    private static let registrations: Set<String> = ["app", "action"]

    /// Returns the leaks in notifications and responses to an app, each with its place: `.highlights.from: Anna`.
    func leaks(in values: [JSONValue]) -> [String] {
        var leaks: [String] = []
        for value in values { search(value, at: "", in: &leaks) }
        return leaks
    }

    /// Returns the params and results in the messages of a stream, and the messages of errors.
    static func payloads(of messages: [[UInt8]]) -> [JSONValue] {
        messages.compactMap { message in
            guard let message = try? JSONReader.read(message).value else { return nil }
            // The response to a fence is not about people.
            if message["result"]?["pending"] != nil { return nil }
            return message["params"] ?? message["result"] ?? message["error"]?["message"]
        }
    }

    private func search(
        _ value: JSONValue, at place: String, isContent: Bool = false, isRegistration: Bool = false,
        in leaks: inout [String]
    ) {
        switch value {
        case .string(let text):
            let isLeak = words.contains(text) || ids.contains(text) || !isContent && hasWord(text)
            if isLeak { leaks.append("\(place): \(text)") }
        case .array(let values):
            for value in values {
                search(value, at: place, isContent: isContent, isRegistration: isRegistration, in: &leaks)
            }
        case .object(let object):
            for member in object.members {
                let place = "\(place).\(member.key)"
                if !isRegistration, !Self.members.contains(member.key) { leaks.append(place) }
                search(
                    member.value, at: place, isContent: isContent || Self.contents.contains(member.key),
                    isRegistration: isRegistration || Self.registrations.contains(member.key), in: &leaks)
            }
        case .null, .bool, .integer, .number: break
        }
    }

    /// Returns true if a text contains one of the words without a letter or digit before or after it.
    private func hasWord(_ text: String) -> Bool {
        let text = Array(text)
        return words.contains { word in
            let word = Array(word)
            guard !word.isEmpty, word.count <= text.count else { return false }
            return (0...(text.count - word.count)).contains { start in
                let end = start + word.count
                return text[start..<end].elementsEqual(word) && (start == 0 || !Self.isPartOfWord(text[start - 1]))
                    && (end == text.count || !Self.isPartOfWord(text[end]))
            }
        }
    }

    private static func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
