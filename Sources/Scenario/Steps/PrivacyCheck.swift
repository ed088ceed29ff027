import ChatProtocol

/// What an app was sent that it may not know of people (`privacy-no-threads`, `privacy-render`, `id-no-handles`).
struct PrivacyCheck {
    /// Names, handles, names of conversations and what people said: nothing may have one of them as a whole word.
    var words: Set<String> = []
    /// Ids of conversations and messages: nothing may be one. A random token may well have the letters of one in it.
    var ids: Set<String> = []

    /// The members of all that an app may be sent.
    private static let members: Set<String> = [
        "id", "url", "collaborationIdentifier", "title", "contentType", "createdAt", "highlights", "more", "cursor",
        "added", "removed", "updated", "activityType", "webpageURL",
        "document", "change", "isMine", "text", "revision", "folder", "comments", "at", "canEdit", "deleted",
        "access", "activeParticipantCount", "type", "trigger", "mentions", "attribution", "app",
        "cleared", "notices", "documents", "action", "highlight",
    ]
    /// What the app itself said or was opened with: a title may well have a name in it. Nothing in these may be one of
    /// the words, and all but the whole of it is the app's own.
    private static let contents: Set<String> = ["url", "webpageURL", "title", "text", "comments", "folder", "app"]
    /// Its own registration and what it is asked to do, which may have members of any name.
    private static let registrations: Set<String> = ["app", "action"]

    /// The leaks in what an app was told or answered, each with its place: `.highlights.from: Anna`.
    func leaks(in values: [JSONValue]) -> [String] {
        var leaks: [String] = []
        for value in values { search(value, at: "", in: &leaks) }
        return leaks
    }

    /// What the messages of a stream told and answered: their params and results, and why it refused.
    static func payloads(of messages: [[UInt8]]) -> [JSONValue] {
        messages.compactMap { message in
            guard let message = try? JSONReader.read(message).value else { return nil }
            // How far the world is, is no news of people.
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

    /// Whether one of the words stands in a text, with no letter and no digit before or behind it.
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
