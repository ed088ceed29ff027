import ChatProtocol
import ChatTerminal

/// The commands on the open conversation.
extension ChatUpdate {
    /// Performs a command about the open conversation.
    ///
    /// - Returns: False if the word is none of these commands.
    /// - Throws: A `SlashCommand.Mistake` with the sentence to show.
    mutating func performOnConversation(_ word: String, _ text: String) throws(SlashCommand.Mistake) -> Bool {
        switch word {
        case "mute": emit(.mute(conversation: try openThread.conversation, isMuted: true))
        case "unmute": emit(.mute(conversation: try openThread.conversation, isMuted: false))
        case "read":
            guard text.isEmpty || text == "all" else { throw SlashCommand.Mistake(text: "/read, or /read all") }
            let id = text.isEmpty ? try openThread.conversation : nil
            markRead(state.conversations.filter { id == nil || $0.id == id })
        case "unread":
            let id = try openThread.conversation
            // It stays unread until the person opens it again.
            state.view.opened = nil
            emit(.markUnread(conversation: id))
        case "top":
            let place = Int(text)
            guard text.isEmpty || (1...1_000).contains(place ?? 0) else {
                throw SlashCommand.Mistake(text: "/top, or /top PLACE: 1 for the first")
            }
            let id = try openThread.conversation
            if let obstacle = Self.obstacleToPinning(id, state) { throw obstacle }
            emit(.pinConversation(id: id, isPinned: true, place: place))
        case "untop": emit(.pinConversation(id: try openThread.conversation, isPinned: false, place: nil))
        case "add":
            let usage = "/add HANDLE, or several of them"
            var handles: [String] = []
            for word in try SlashCommand.needed(text, usage).split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
                let handle = try SlashCommand.handle(String(word), usage)
                if !handles.contains(handle) { handles.append(handle) }
            }
            let thread = try openThread
            for handle in handles {
                if let obstacle = Self.obstacle(toAdding: handle, thread) { throw obstacle }
            }
            if thread.members.count == 2, handles.count > 1 {
                // Adding people to a conversation of two creates one new conversation of all of them.
                let others = thread.members.filter { !$0.isOwn }.map(\.handle)
                emit(.createConversation(handles: others + handles, name: nil))
            } else {
                for handle in handles { emit(.addMember(handle: handle, conversation: thread.conversation)) }
            }
        case "remove":
            let who = try SlashCommand.needed(text, "/remove NAME, or /remove HANDLE")
            let thread = try openThread
            ask(Self.removing(try member(who, of: thread), from: thread))
        case "rename":
            let name = try SlashCommand.needed(text, "/rename NAME")
            emit(.rename(conversation: try openThread.conversation, name: EmojiNames.replaced(in: name)))
        case "photo":
            let text = EmojiNames.emoji(of: text) ?? text
            guard text.count <= 1 else { throw SlashCommand.Mistake(text: "/photo EMOJI, or /photo for none") }
            let conversation = try openThread.conversation
            if text.isEmpty, state.group(ConversationID(conversation))?.photo == nil {
                throw SlashCommand.Mistake(text: "No photo to remove. /photo EMOJI sets one")
            }
            emit(.setPhoto(conversation: conversation, photo: text.isEmpty ? nil : text))
        case "leave":
            let thread = try openThread
            if let obstacle = Self.obstacleToLeaving(thread) { throw obstacle }
            ask(Self.leaving(thread))
        case "details":
            let id = try openThread.conversation
            present(.details(id))
            emit(.loadCollaborations(conversation: id))
        case "attach" where text.isEmpty:
            _ = try openThread
            browse("./")
        case "attach":
            let file = try TypedPath(text)
            try attach(file, in: openThread.conversation, by: "/attach " + text)
        case "receipts":
            let words = text.split(separator: " ").map(String.init)
            guard let isOn = words.first?.isOn, words.count == 1 || words.dropFirst() == ["here"] else {
                throw SlashCommand.Mistake(text: "/receipts on|off [here]")
            }
            let thread = words.count == 1 ? nil : try openThread
            emit(.setReadReceipts(isOn: isOn, conversation: thread?.conversation))
            let place = thread.map { " in “\(CleanText.line($0.title))”" } ?? ""
            state.view.hint =
                thread.map { $0.members.count > 2 } == true
                ? "A group has no read receipts: this changes nothing\(place)"
                : "Read receipts are \(isOn ? "sent" : "not sent")\(place)"
        case "mentions", "links":
            guard let isOn = text.isOn else {
                throw SlashCommand.Mistake(text: "/\(word) on, or /\(word) off")
            }
            guard word == "links" else {
                emit(.setMentionAlerts(isOn))
                state.view.hint = "Mentions \(isOn ? "alert" : "do not alert") where alerts are hidden"
                break
            }
            let thread = try openThread
            emit(.setConversation(id: thread.conversation, isOn: isOn))
            state.view.hint =
                "Links from “\(CleanText.line(thread.title))” \(isOn ? "show" : "do not show") in Shared with You"
        default: return false
        }
        return true
    }

    /// Sends a file with the text after its path. Without a text, attaches the file to the composer.
    private mutating func attach(_ file: TypedPath, in id: String, by line: String) {
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
    private func member(_ text: String, of thread: ThreadState) throws(SlashCommand.Mistake) -> Member {
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
