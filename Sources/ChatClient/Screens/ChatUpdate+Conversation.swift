import ChatProtocol
import ChatTerminal

/// The commands on the open conversation.
extension ChatUpdate {
    /// Adds people to the open conversation. Adding several to a conversation of two creates one new conversation.
    mutating func add(_ handles: [String]) throws(SlashCommand.Mistake) {
        let thread = try openThread
        for handle in handles {
            if let obstacle = Self.obstacle(toAdding: handle, thread) { throw obstacle }
        }
        if thread.members.count == 2, handles.count > 1 {
            let others = thread.members.filter { !$0.isOwn }.map(\.handle)
            emit(.createConversation(handles: others + handles, name: nil))
        } else {
            for handle in handles { emit(.addMember(handle: handle, conversation: thread.conversation)) }
        }
    }

    /// Sets the photo of the open conversation: an emoji or its name; with nil, removes it.
    mutating func setPhoto(_ text: String?) throws(SlashCommand.Mistake) {
        let photo = text.map { EmojiNames.emoji(of: $0) ?? $0 }
        guard photo?.count ?? 1 == 1 else {
            throw SlashCommand.Mistake(text: "/photo EMOJI, or /photo for none")
        }
        let conversation = try openThread.conversation
        if photo == nil, state.group(ConversationID(conversation))?.photo == nil {
            throw SlashCommand.Mistake(text: "No photo to remove. /photo EMOJI sets one")
        }
        emit(.setPhoto(conversation: conversation, photo: photo))
    }

    /// Turns read receipts on or off in a conversation, or in all without a setting of their own.
    mutating func setReceipts(_ isOn: Bool, in thread: ThreadState?) throws(SlashCommand.Mistake) {
        emit(.setReadReceipts(isOn: isOn, conversation: thread?.conversation))
        let place = thread.map { " in “\(CleanText.line($0.title))”" } ?? ""
        state.view.hint =
            thread.map { $0.members.count > 2 } == true
            ? "A group has no read receipts: this changes nothing\(place)"
            : "Read receipts are \(isOn ? "sent" : "not sent")\(place)"
    }

    /// Sends a file with the text after its path. Without a text, attaches the file to the composer.
    mutating func attach(_ file: TypedPath, in id: String, by line: String) {
        if file.rest.isEmpty {
            return attach(file.path)
        }
        var replyTo = state.view.replies
        if case .reply(let message)? = state.view.purpose { replyTo = message }
        if replyTo != nil { state.view.purpose = nil }
        toBottom()
        emit(
            .attach(
                path: file.path, text: EmojiNames.replaced(in: file.rest), conversation: id, replyTo: replyTo,
                line: line))
    }

    mutating func ask(_ question: Confirmation) {
        presentForNow(.confirm(question))
    }

    /// Returns the member with a handle or a name.
    ///
    /// - Throws: A `SlashCommand.Mistake` if several members have the name, the member cannot be removed, or no member
    ///   fits.
    func member(_ text: String, of thread: ThreadState) throws(SlashCommand.Mistake) -> Member {
        let word = Handle(typed: text)?.rawValue ?? text.lowercased()
        let name = SearchWords.folded(text)
        let named = thread.members.filter { SearchWords.folded($0.name) == name }
        let found = thread.members.first { $0.handle == word } ?? named.first
        if found?.handle != word, named.count > 1 {
            let handles = named.map(\.handle).joined(separator: ", ")
            throw SlashCommand.Mistake(
                text: "\(named.count) people are called “\(CleanText.line(text))”: give a handle, \(handles)",
                reason: .conflict)
        }
        if let obstacle = Self.obstacle(toRemoving: found?.handle ?? text, thread) { throw obstacle }
        if let found { return found }
        throw SlashCommand.Mistake(text: "“\(CleanText.line(text))” is not in this conversation")
    }

    static func removing(_ member: Member, from thread: ThreadState) -> Confirmation {
        let (name, place) = (CleanText.line(thread.label(of: member)), CleanText.line(thread.title))
        return Confirmation(
            title: "Remove \(name)?", body: "\(name) will no longer see “\(place)” and its messages.",
            button: "Remove", action: .removeMember(handle: member.handle, conversation: thread.conversation),
            isDestructive: true)
    }

    static func leaving(_ thread: ThreadState) -> Confirmation {
        Confirmation(
            title: "Leave “\(CleanText.line(thread.title))”?",
            body: "You will no longer see its messages. A member can add you again.",
            button: "Leave", action: .leave(conversation: thread.conversation), isDestructive: true)
    }
}
