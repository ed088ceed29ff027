import ChatConnection
import ChatProtocol

/// The sentences for refusals. The server's own sentences name members of requests, which no person has typed.
enum RefusalWords {
    /// Returns the sentence for the refusal of a request.
    static func sentence(_ error: RPCError, of request: ClientRequest) -> String {
        if let words = words(error, of: request) { return words }
        if case .limit("messageBytes", let value, _)? = error.detail {
            return "The text is too long: the limit is \(value) bytes"
        }
        switch error.reason {
        case .unknownMethod: return "This server cannot do that"
        case .unavailable: return "The server cannot do this now; nothing changed"
        default: return error.sentence
        }
    }

    private static func words(_ error: RPCError, of request: ClientRequest) -> String? {
        switch (request.method, error.reason) {
        case (.messageSearch, .unknownMethod): return "This server cannot search"
        case (.messageEdit, .expired): return "This message can no longer be edited"
        case (.messageUnsend, .expired): return "This message can no longer be unsent"
        case (.messageEdit, .invalidParams): return "A message needs a text: Undo Send removes it"
        case (.conversationPin, .tooLarge):
            return limit(error).map { "\($0) conversations are at the top, the most possible" }
        case (.messageSend, .tooLarge), (.messageEdit, .tooLarge):
            guard case .limit(let name, let value, _)? = error.detail else { return nil }
            switch name {
            case "attachmentBytes": return "The file is too large: the limit is \(value) bytes"
            case "textCharacters":
                guard characters(of: request) > value else {
                    return "The text is too long: the limit is \(value * Limits.bytesPerCharacter) bytes"
                }
                return "The text is too long: the limit is \(value) characters"
            case "messageBytes": return "The message is too large: the limit is \(value) bytes"
            default: return nil
            }
        case (.conversationCreate, .tooLarge), (.conversationAddParticipant, .tooLarge):
            guard case .limit("participants", let value, _)? = error.detail else { return nil }
            return "A conversation can have at most \(value) people"
        case (.consentAnswer, .notFound):
            return "This question no longer applies: it was answered, or a switch decided it"
        case (.messageRestore, .notFound), (.conversationRestore, .notFound), (.messageErase, .notFound),
            (.conversationErase, .notFound):
            return "This can no longer be recovered: it is not in Recently Deleted"
        case (.messageAttachment, .notFound): return "The content of this document no longer exists"
        default: return nil
        }
    }

    private static func characters(of request: ClientRequest) -> Int {
        switch request {
        case .request(.messageSend(let message)): message.text.count
        case .request(.messageEdit(let edit)): edit.text.count
        default: 0
        }
    }

    private static func limit(_ error: RPCError) -> Int? {
        if case .limit(_, let value, _)? = error.detail { value } else { nil }
    }
}
