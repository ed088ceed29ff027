import ChatProtocol

/// Compares the notifications of a resuming session with those of a live one (docs/reference/delivery.md).
enum NotificationMatch {
    /// The notifications that arrive as they were (D10). All others are views of the current state.
    private static let lasting = [
        "message.posted", "message.changed", "notice.posted", "notice.cleared", "consent.requested", "share.changed",
        "receipt", "person.changed",
    ]

    /// True if two sessions received the same notification. Alerts may differ, and only the note of an unsent message
    /// arrives later.
    static func isSame(_ one: EngineClient.Received, _ other: EngineClient.Received) -> Bool {
        guard one.method == other.method, one.cursor == other.cursor else { return false }
        guard lasting.contains(one.method) else { return true }
        if isUnsent(one) || isUnsent(other) {
            return one.params["message"]?["id"] == other.params["message"]?["id"]
        }
        // A consent request loses the URL of a link that was unsent.
        if one.method == "consent.requested", one.params["url"] == "" || other.params["url"] == "" {
            return one.params["consent"] == other.params["consent"]
        }
        return quiet(one.params) == quiet(other.params)
    }

    private static func isUnsent(_ received: EngineClient.Received) -> Bool {
        received.params["message"]?["unsentAt"] != nil
    }

    private static func quiet(_ params: JSONValue) -> JSONValue {
        .object(JSONObject((params.objectValue?.members ?? []).filter { $0.key != "alert" }))
    }

    /// True if later notifications settle a notification, so that a resuming session does not receive it (D11).
    ///
    /// This applies to answered consent requests, undone changes of a shelf, conversations that the reader left and
    /// messages that the reader deleted.
    static func isOver(_ received: EngineClient.Received, followedBy all: [EngineClient.Received]) -> Bool {
        let later = all.filter { $0.cursor > received.cursor }
        switch received.method {
        case "consent.requested": return later.contains { $0.method == "settings.changed" }
        case "highlights.changed": return later.contains { $0.method == "highlights.changed" }
        case "conversation.changed", "deletion.changed":
            return leaves(received.params["conversation"]?["id"], in: later)
        case "message.posted", "message.changed":
            // A resuming session does not receive a message that its person deleted.
            let (talk, number) = (received.params["message"]?["conversation"], received.params["message"]?["sequence"])
            return later.contains { delivered in
                guard delivered.method == "deletion.changed", delivered.params["conversation"]?["id"] == talk,
                    delivered.params["change"] == "deleted", let number = number?.integerValue
                else { return false }
                return (delivered.params["messages"]?.arrayValue ?? []).contains {
                    ($0["first"]?.integerValue ?? .max) <= number && number <= ($0["last"]?.integerValue ?? 0)
                }
            }
        default: return false
        }
    }

    /// True if a later notification reports that the reader left the conversation.
    private static func leaves(_ id: JSONValue?, in later: [EngineClient.Received]) -> Bool {
        later.contains {
            $0.method == "conversation.changed" && $0.params["conversation"]?["id"] == id
                && $0.params["conversation"]?["left"] == true
        }
    }
}
