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
            way = ["\(reads ? "/to" : "/peek") \(id)"]
        }
        // A file without a text is sent only with the next line.
        if case .attach(_, "", _, nil, _) = self { return way + LinearClient.lines(of: line) + ["/send"] }
        return way + LinearClient.lines(of: line)
    }

    /// False for a text of only white space. No line can express it, so the session performs the action itself.
    var saysSomething: Bool {
        switch self {
        case .send(let text, _, _): text.contains { !$0.isWhitespace }
        case .request(.messageEdit(let it)): it.text.contains { !$0.isWhitespace }
        default: true
        }
    }

    /// Returns the conversation in which the action takes place.
    private func conversation(in state: ChatState) -> ConversationID? {
        func holder(of message: String) -> ConversationID? {
            state.threads.values.first { $0.message(message) != nil }?.conversation
        }
        func holder(ofNotice id: String) -> ConversationID? {
            state.threads.values.first { $0.entries.contains { $0.id == id } }?.conversation
        }
        switch self {
        case .request(let request):
            switch request {
            case .conversationMarkUnread(let it): return it.conversation
            case .conversationMute(let it): return it.conversation
            case .conversationPin(let it): return it.conversation
            case .conversationLeave(let it): return it.conversation
            case .conversationRename(let it): return it.conversation
            case .conversationSetPhoto(let it): return it.conversation
            case .linkPin(let it), .linkUnpin(let it): return it.conversation
            case .settingsSet(let it):
                let switches = it.sharing?.conversations ?? it.receipts?.conversations
                return switches?.first { _ in true }?.id
            case .messageEdit(let it): return holder(of: it.message.rawValue)
            case .messageUnsend(let it): return holder(of: it.message.rawValue)
            case .noticeDismiss(let it): return holder(ofNotice: it.notice.rawValue)
            default: return nil
            }
        case .send(_, let id, _), .attach(_, _, let id, _, _), .markRead(let id, _), .addMember(_, let id),
            .removeMember(_, let id), .loadOlder(let id), .select(let id), .loadCollaborations(let id):
            return id
        case .delete(let what): return what.conversation
        case .react(let message, _), .save(let message, _), .openReplies(let message):
            return holder(of: message)
        case .start(let draft): return draft.conversation
        case .stage(let wish): return wish.conversation
        case .cancelStart(let id): return state.starts.first { $0.id == id }?.conversation
        case .answerNotice(let id, _): return holder(ofNotice: id)
        default: return nil
        }
    }

    private func line(in state: ChatState) -> String? {
        if case .send(let text, _, nil) = self { return text.hasPrefix("/") ? "/" + text : text }
        return CommandTable.line(for: self, in: state)
    }
}
