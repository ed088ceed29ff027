import ChatProtocol

/// What it means that a session that resumes is told the same as one that was here (docs/reference/delivery.md).
enum Told {
    /// What is told as it was when it happened. The others are views, which are told as they are now.
    private static let lasting = [
        "message.posted", "message.changed", "notice.posted", "notice.cleared", "consent.requested", "share.changed",
        "receipt", "person.changed",
    ]

    /// Whether two sessions were told the same. Whether it alerts is settled when it is told, and of what was taken
    /// back since nothing but the note is told.
    static func isSame(_ one: EngineClient.Heard, _ other: EngineClient.Heard) -> Bool {
        guard one.method == other.method, one.cursor == other.cursor else { return false }
        guard lasting.contains(one.method) else { return true }
        if isUnsent(one) || isUnsent(other) {
            return one.params["message"]?["id"] == other.params["message"]?["id"]
        }
        // Of a link that was unsent since, a question does not say any more which it was.
        if one.method == "consent.requested", one.params["url"] == "" || other.params["url"] == "" {
            return one.params["consent"] == other.params["consent"]
        }
        return quiet(one.params) == quiet(other.params)
    }

    private static func isUnsent(_ heard: EngineClient.Heard) -> Bool {
        heard.params["message"]?["unsentAt"] != nil
    }

    private static func quiet(_ params: JSONValue) -> JSONValue {
        .object(JSONObject((params.objectValue?.members ?? []).filter { $0.key != "alert" }))
    }

    /// Whether something that was told once is over, so that a session that resumes is not told of it: a question that
    /// was settled, a change of a shelf that is as if it had not been, a conversation that the reader left, a message
    /// that they deleted.
    static func isOver(_ heard: EngineClient.Heard, followedBy all: [EngineClient.Heard]) -> Bool {
        let later = all.filter { $0.cursor > heard.cursor }
        switch heard.method {
        case "consent.requested": return later.contains { $0.method == "settings.changed" }
        case "highlights.changed": return later.contains { $0.method == "highlights.changed" }
        case "conversation.changed", "deletion.changed":
            return leaves(heard.params["conversation"]?["id"], in: later)
        case "message.posted", "message.changed":
            // Who deleted a message is not told of it again.
            let (talk, number) = (heard.params["message"]?["conversation"], heard.params["message"]?["sequence"])
            return later.contains { told in
                guard told.method == "deletion.changed", told.params["conversation"]?["id"] == talk,
                    told.params["change"] == "deleted", let number = number?.integerValue
                else { return false }
                return (told.params["messages"]?.arrayValue ?? []).contains {
                    ($0["first"]?.integerValue ?? .max) <= number && number <= ($0["last"]?.integerValue ?? 0)
                }
            }
        default: return false
        }
    }

    /// Whether a conversation is told of as left.
    private static func leaves(_ id: JSONValue?, in later: [EngineClient.Heard]) -> Bool {
        later.contains {
            $0.method == "conversation.changed" && $0.params["conversation"]?["id"] == id
                && $0.params["conversation"]?["left"] == true
        }
    }
}
