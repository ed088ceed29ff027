import AppModel
import ChatProtocol
import ChatScreens
import ChatSession

/// The lines by which the line-by-line client performs the actions of a scenario.
extension ChatAction {
    /// Returns the lines, the last of which performs the action; nil if no line does.
    ///
    /// - Parameters:
    ///   - reads: True if the person opens and so reads the conversation of the action.
    ///   - mustChoose: True if a text is sent only after a line has chosen its conversation.
    func lines(in state: ChatState, reads: Bool, mustChoose: Bool) -> [String]? {
        switch self {
        case .markRead(let id, nil), .select(let id): return ["/to \(id)"]
        case .recover(let what), .erase(let what):
            var lines = ["/deleted"]
            if case .messages = what { lines.append("/deleted \(what.conversation)") }
            return lines + [line(in: state)].compactMap(\.self)
        case .loadDeletedMessages(let id): return ["/deleted", "/deleted \(id)"]
        default: break
        }
        guard let line = line(in: state) else { return nil }
        var way: [String] = []
        if let id = conversation(in: state), mustChoose || state.view.selected != id || reads && state.view.opened != id
        {
            way = [(reads ? "/to " : "/peek ") + id]
        }
        // A file without a text is sent only with the next line.
        if case .attach(_, "", _, nil, _) = self { return way + LinearClient.lines(of: line) + ["/send"] }
        return way + LinearClient.lines(of: line)
    }

    /// False for a text of only white space. No line can express it, so the session performs the action itself.
    var saysSomething: Bool {
        switch self {
        case .send(let text, _, _), .edit(_, let text): text.contains { !$0.isWhitespace }
        default: true
        }
    }

    /// Returns the conversation in which the action takes place.
    private func conversation(in state: ChatState) -> String? {
        func holder(of message: String) -> String? {
            state.threads.values.first { $0.message(message) != nil }?.conversation
        }
        switch self {
        case .send(_, let id, _), .attach(_, _, let id, _, _), .markRead(let id, _), .markUnread(let id),
            .mute(let id, _),
            .pinConversation(let id, _, _), .leave(let id), .addMember(_, let id), .removeMember(_, let id),
            .rename(let id, _), .setPhoto(let id, _), .loadOlder(let id), .pin(_, let id), .unpin(_, let id),
            .setConversation(let id, _), .select(let id), .loadCollaborations(let id),
            .setReadReceipts(_, let id?):
            return id
        case .delete(let what): return what.conversation
        case .edit(let message, _), .unsend(let message), .react(let message, _), .save(let message, _),
            .openReplies(let message):
            return holder(of: message)
        case .start(let draft): return draft.conversation.rawValue
        case .stage(let wish): return wish.conversation
        case .cancelStart(let id): return state.starts.first { $0.id == id }?.conversation
        case .answerNotice(let id, _), .dismissNotice(let id):
            return state.threads.values.first { $0.entries.contains { $0.id == id } }?.conversation
        default: return nil
        }
    }

    private func line(in state: ChatState) -> String? {
        if case .send(let text, _, nil) = self { return text.hasPrefix("/") ? "/" + text : text }
        return CommandTable.line(for: self, in: state)
    }
}
