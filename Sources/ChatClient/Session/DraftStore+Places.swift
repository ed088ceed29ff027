import ChatProtocol
import ChatScreens

extension DraftStore.Place {
    init(of thread: ThreadState) {
        self.init(
            conversation: thread.conversation, title: thread.title, members: thread.members.map(\.handle).sorted())
    }

    /// Returns the id of the conversation now; nil if it is not in the list.
    ///
    /// - Parameter isSameLog: true if the log has not become shorter since the place was stored.
    func conversation(in state: ChatState, isSameLog: Bool) -> String? {
        if hasKeptItsID(in: state, isSameLog: false) { return conversation }
        let moved = state.threads.values.map(DraftStore.Place.init).filter {
            $0.title == title && $0.members == members
        }
        if let id = moved.map(\.conversation).min() { return id }
        return hasKeptItsID(in: state, isSameLog: isSameLog) ? conversation : nil
    }

    /// Returns true if the conversation with the same id is the same one. On the same log its title and its members may
    /// both have changed, if another member has stayed. In another log only one of them may have changed.
    func hasKeptItsID(in state: ChatState, isSameLog: Bool) -> Bool {
        guard let now = state.threads[conversation].map(DraftStore.Place.init) else { return false }
        if now.title == title || now.members == members { return true }
        return isSameLog && now.members.contains { $0 != state.handle && members.contains($0) }
    }
}

extension DraftStore.Draft {
    /// Returns the id of the draft's conversation now; nil if it is not in the list.
    ///
    /// - Parameter position: the position of the log.
    func conversation(in state: ChatState, at position: Int64) -> String? {
        place.conversation(in: state, isSameLog: isOfLog(at: position))
    }

    /// Returns true if the conversation with the draft's id is the one of the draft.
    func hasKeptItsID(in state: ChatState, at position: Int64) -> Bool {
        place.hasKeptItsID(in: state, isSameLog: isOfLog(at: position))
    }

    private func isOfLog(at position: Int64) -> Bool { cursor.map { position >= $0 } ?? false }

    /// Returns true if two drafts differ at most in the position of the log.
    static func haveSameContent(_ draft: DraftStore.Draft?, _ other: DraftStore.Draft?) -> Bool {
        var draft = draft
        draft?.cursor = other?.cursor
        return draft == other
    }
}

extension DraftStore.Change {
    /// True if the loss is only counted. A lost message or edit names its conversation, and an answered request is not
    /// lost.
    var isLostWithItsLog: Bool { !isMessage && !isAnswered && placeOfEdit == nil }

    /// Returns the title of the conversation that the change needs, if the log is the same one and the conversation is
    /// not in the list.
    func titleOfMissingConversation(in state: ChatState, at position: Int64) -> String? {
        guard position >= cursor, let place, !place.hasKeptItsID(in: state, isSameLog: true) else { return nil }
        return place.title
    }

    /// Creates the stored form of an unanswered change; nil for a request of an app, and for one that marks a whole
    /// thread as read.
    init?(_ change: KeptDrafts.Unanswered, in state: ChatState, cursor: Int64) {
        if case .app = change.request { return nil }
        let call = change.request.call(me: nil)
        let written = JSONWriter.object { call.writeMembers(to: &$0) }
        guard let params = (try? JSONReader.read(written))?.value, var fields = try? JSONFields(params),
            let request = try? Request(call.method, from: &fields)
        else { return nil }
        if case .conversationMarkRead(let read) = request, read.through == nil { return nil }
        let message = params["message"]?.stringValue
        let thread =
            params["conversation"]?.stringValue.flatMap { state.threads[$0] }
            ?? message.flatMap { id in state.threads.values.first { $0.message(id) != nil } }
        self.init(request, clientID: change.clientID, place: thread.map(DraftStore.Place.init), cursor: cursor)
        switch change.request {
        case .collaboration(.change(let row, _)): self.row = row
        case .collaboration(.start(let draft)): self.draft = draft
        default: break
        }
    }

    /// Returns the change for the person. A message loses its reply if the log is another one.
    func givenBack(at position: Int64) -> DraftStore.Change {
        guard position < cursor, case .messageSend(var message) = request else { return self }
        var change = self
        message.replyTo = nil
        change.request = .messageSend(message)
        return change
    }

    /// Returns the request for a later run; nil if its subject is gone. At a server that has forgotten everything, only a
    /// message finds its conversation again.
    func again(in state: ChatState, at position: Int64) -> ClientRequest? {
        guard !isAnswered else { return nil }
        let isSameLog = position >= cursor
        if case .messageSend(var message) = request {
            guard let id = place?.conversation(in: state, isSameLog: isSameLog) else { return nil }
            if id != message.conversation.rawValue || !isSameLog { message.replyTo = nil }
            message.conversation = ConversationID(id)
            return .request(.messageSend(message))
        }
        guard isSameLog, place?.hasKeptItsID(in: state, isSameLog: true) != false else { return nil }
        if let draft { return .collaboration(.start(draft)) }
        if let row, let deed = CollaborationDeed(request) { return .collaboration(.change(row, deed)) }
        guard case .noticeAnswer(let answer) = request else { return ClientRequest(again: request) }
        let text = state.noticeText(answer.notice.rawValue)
        return .collaboration(.answer(answer.notice, action: answer.action, text: text))
    }
}
