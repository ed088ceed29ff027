import AppModel
import ChatConnection
import ChatProtocol
import ChatScreens
import ChatTerminal

/// Refused messages and documents: the Up key restores each with its file, its document and its reply.
extension ClientModel {
    /// Shows why a message was refused.
    mutating func fail(_ clientID: String, _ message: SendMessage, why: String) {
        let (conversation, id) = (message.conversation, Self.pendingID(clientID))
        let parts = known.parts.removeValue(forKey: clientID)
        let index = state.threads[conversation]?.entries.lastIndex { $0.id == id }
        guard let index, case .message(var entry)? = state.threads[conversation]?.entries[index] else {
            keepRefused(message, parts, clientID: clientID)
            return refuseSending(message, parts, why: why)
        }
        (entry.delivery, entry.parts) = (.failed(why), parts)
        keepRefused(message, parts, clientID: clientID, inHistory: parts != nil)
        state.threads[conversation]?.entries[index] = .message(entry)
        tell(.message(entry, conversation: title(of: conversation)))
    }

    /// Makes Up restore a refused document, because its conversation is gone.
    mutating func giveBack(_ draft: CollaborationDraft, _ clientID: String, why: String) {
        let message = SendMessage(conversation: draft.conversation, text: draft.text)
        let parts = DraftParts(conversation: draft.conversation, staged: draft)
        keepRefused(message, parts, clientID: clientID)
        refuseSending(message, parts, why: why)
    }

    private mutating func refuseSending(_ message: SendMessage, _ parts: DraftParts?, why: String) {
        let lost = parts?.hasItem == true ? nil : message.attachment?.name
        refuse(
            Self.sentence(
                "Not sent to “\(title(of: message.conversation))”: \(why)",
                wayBack(to: message, parts, lost: lost)))
    }

    /// Stores a refused message beyond the end of the client.
    ///
    /// - Parameter inHistory: true to add it to the history, in which Up finds it first.
    mutating func keepRefused(
        _ message: SendMessage, _ parts: DraftParts?, clientID: String, inHistory: Bool = true
    ) {
        guard !message.text.isEmpty || parts?.hasItem == true else { return }
        if inHistory { state.view.remember(ChatUpdate.draft(of: message.text), parts: parts) }
        let (conversation, title) = (message.conversation, title(of: message.conversation))
        let place =
            state.threads[conversation].map(DraftStore.Place.init)
            ?? DraftStore.Place(conversation: conversation.rawValue, title: title, members: [])
        var request = Request.messageSend(Self.withoutContent(message, parts))
        if var draft = parts?.staged {
            draft.text = message.text
            request = draft.request
        }
        var change = DraftStore.Change(request, clientID: clientID, place: place, cursor: 0, isAnswered: true)
        change.isRefused = true
        if let parts { change.keep(parts) }
        known.unposted.append(change)
    }

    /// Returns a message without the content of its file, which is read again from its path. Without a path, the message
    /// loses the file.
    private static func withoutContent(_ message: SendMessage, _ parts: DraftParts?) -> SendMessage {
        var message = message
        guard parts?.attachment != nil, var file = message.attachment else {
            message.attachment = nil
            return message
        }
        if let content = file.content {
            (file.size, file.digest, file.content) = (Int64(content.count), Attachment.digest(of: content), nil)
        }
        message.attachment = file
        return message
    }

    /// Forgets a refused message that the person sends again. Without a text, its file or document identifies it.
    mutating func forgetUnposted(_ text: String, _ parts: DraftParts?) {
        known.unposted.removeAll {
            ($0.words ?? "") == text && (!text.isEmpty || $0.parts?.hasSameItem(as: parts) == true)
        }
    }

    /// Returns the sentence that names the way back to a refused message.
    ///
    /// - Parameters:
    ///   - lost: the name of a file that has to be attached again.
    ///   - isDocument: true if a document was refused, which an older client may not have stored.
    func wayBack(
        to message: SendMessage, _ parts: DraftParts?, lost: String? = nil, isDocument: Bool = false
    ) -> String {
        let again = lost.map { "Attach \(CleanText.line($0)) again" }
        guard !message.text.isEmpty || parts?.hasItem == true else { return again ?? "" }
        let isWhole = again == nil && (!isDocument || parts?.hasItem == true)
        let restores = state.keys.hint(isWhole ? "↑ restores it" : "↑ restores its text", inLines: "")
        return [restores, again ?? ""].filter { !$0.isEmpty }.joined(separator: ". ")
    }

    /// Returns two sentences as one text; the second may be empty.
    static func sentence(_ text: String, _ second: String) -> String {
        second.isEmpty ? text : text + (text.hasSuffix(".") ? " " : ". ") + second
    }

    // MARK: Earlier runs

    /// Gives the person back a message of an earlier run that was refused, a message or an edit whose conversation is
    /// gone, or a document whose app was asked.
    private mutating func giveBack(_ change: DraftStore.Change) {
        let isWaiting = state.starts.contains { $0.id == change.clientID && $0.state == .waiting }
        let message = SendMessage(
            conversation: change.place?.id ?? "", text: change.words ?? "")
        // A document that waits for its app is not offered again.
        let parts = isWaiting ? nil : change.parts
        let hasSomething = !message.text.isEmpty || parts?.hasItem == true
        if hasSomething { state.view.remember(ChatUpdate.draft(of: message.text), parts: parts) }
        if change.isAnswered, isWaiting || hasSomething {
            var stored = change
            stored.isReported = !isWaiting
            known.unposted.append(stored)
        }
        guard !change.isReported else { return }
        let isDocument = !change.isMessage && !change.isRefused
        let way = wayBack(to: message, parts, lost: change.lostFile, isDocument: isDocument)
        if let place = change.placeOfEdit {
            let title = "“\(CleanText.line(place.title))”"
            return hint("An edit was not made: its message in \(title) is gone. ↑ restores its text")
        }
        guard !isDocument else {
            guard change.isAnswered, !isWaiting else { return }
            let title = change.documentTitle.map { "“\(CleanText.line($0))”" } ?? "a document"
            return hint(
                Self.sentence(
                    "\(title) was decided while no client ran. If the thread does not show it, it was not sent",
                    way))
        }
        guard let title = change.place?.title else {
            return hint("Your editor saved a text after the client ended. ↑ in a composer restores it")
        }
        let place = "“\(CleanText.line(title))”"
        let text = change.isAnswered ? "A message to \(place) was refused" : "A message was not sent: \(place) is gone"
        hint(Self.sentence(text, way))
    }

    /// Restores the words of an earlier run, reports the changes that cannot be made, and asks about its staged
    /// documents.
    ///
    /// - Parameters:
    ///   - count: the number of changes whose log is gone.
    ///   - titles: the conversation of each change that cannot be made because its conversation is not in the list.
    mutating func giveBack(_ changes: [DraftStore.Change], lost count: Int, gone titles: [String] = []) {
        for change in changes { giveBack(change) }
        let refused = changes.count { $0.isAnswered && !$0.isReported && ($0.isMessage || $0.isRefused) }
        if refused > 1 { hint("\(refused) messages were refused. ↑ restores them, the newest first") }
        askOffersOfStaged()
        if !titles.isEmpty {
            let places = Set(titles.map { "“\(CleanText.line($0))”" }).sorted()
            let verb = places.count == 1 ? "is" : "are"
            hint(
                "\(Self.lost(titles.count)): \(SharingConfirmation.shortList(places)) \(verb) not in your list any more"
            )
        }
        if count > 0 { hint("\(Self.lost(count)): the server was reset") }
    }

    private static func lost(_ count: Int) -> String {
        "\(count == 1 ? "An earlier change" : "\(count) earlier changes") cannot be made"
    }
}

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
