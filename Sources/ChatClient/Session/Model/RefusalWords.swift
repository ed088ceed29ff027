import ChatConnection
import ChatProtocol

/// What the server refuses, in people's words: the wire names members of requests, which nobody has typed.
enum RefusalWords {
    /// The sentence for a refusal of that request.
    static func sentence(_ error: RPCError, of request: ClientRequest) -> String {
        if let words = words(error, of: request) { return words }
        switch error.reason {
        case .unknownMethod: return "This server cannot do that"
        case .unavailable: return "The server cannot do anything now: nothing was done"
        default: return plain(error)
        }
    }

    private static func words(_ error: RPCError, of request: ClientRequest) -> String? {
        switch (request.method, error.reason) {
        case (.messageSearch, .unknownMethod): return "This server cannot search"
        case (.messageEdit, .expired): return "Too late: this message can be edited no longer"
        case (.messageUnsend, .expired): return "Too late: this message can be unsent no longer"
        case (.messageEdit, .invalidParams): return "An edit cannot leave nothing: Undo Send takes a message back"
        case (.conversationPin, .tooLarge):
            return limit(error).map { "\($0) conversations stand at the top, and that is the most" }
        case (.messageSend, .tooLarge), (.messageEdit, .tooLarge):
            guard case .limit(let name, let value, _)? = error.detail else { return nil }
            switch name {
            case "attachmentBytes": return "The file is too large: \(value) bytes are the most"
            case "textCharacters": return "The text is too long: \(value) characters are the most"
            case "messageBytes": return "This is too much for one message: \(value) bytes are the most"
            default: return nil
            }
        case (.conversationCreate, .tooLarge), (.conversationAddParticipant, .tooLarge):
            guard case .limit("participants", let value, _)? = error.detail else { return nil }
            return "\(value) people are the most in a conversation"
        case (.consentAnswer, .notFound):
            return "This question waits no longer: it was answered, or a switch settled it"
        case (.messageAttachment, .notFound): return "The content of this document is not here any more"
        default: return nil
        }
    }

    private static func limit(_ error: RPCError) -> Int? {
        if case .limit(_, let value, _)? = error.detail { value } else { nil }
    }

    /// The server's own sentence without the name of the member in front of it and of the limit behind it.
    private static func plain(_ error: RPCError) -> String {
        var text = error.message
        switch error.detail {
        case .field(let field)?, .highlightCenter(_, let field)?, .rule(_, let field?)?:
            let last = field.split(separator: ".").last.map(String.init) ?? field
            for lead in [field + ": ", last + ": "] where text.hasPrefix(lead) { text.removeFirst(lead.count) }
            if text.hasPrefix(field + " ") { text = noun(of: last) + text.dropFirst(field.count) }
        case .limit(let name, _, _)?:
            if text.hasSuffix(" (\(name)).") { text = String(text.dropLast(name.count + 4)) + "." }
        case .retryAfter?, .outcome?, .rule(_, nil)?, .document?, nil: break
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// What people call the member of a request.
    private static func noun(of field: String) -> String {
        let name = field.prefix { $0 != "[" }
        switch name {
        case "participants", "handle", "person": return "The handle"
        case "text": return "The text"
        case "name": return "The name"
        case "url": return "The address"
        case "reaction": return "The tapback"
        default: return "That"
        }
    }
}
