package import ChatProtocol
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
        if photo == nil, state.group(conversation)?.photo == nil {
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
    mutating func attach(_ file: TypedPath, in id: ConversationID, by line: String) {
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

/// A conversation that the server was asked to create. Text that the person writes before the answer may be meant for
/// it.
package struct AskedConversation: Equatable, Sendable {
    /// The conversation on the screen at the time of the request; nil for a New Message.
    let from: ConversationID?
    /// The content of its composer at that time.
    let draft: LineEditor
    let attachment: String?
    let staged: CollaborationDraft?
    /// The name of the new conversation once it waits in the list; nil before.
    package var title: String?
    /// The text for which Return was last refused, and which then goes to the new conversation; nil if none was.
    var refused: String?
    /// True once Return for the same text has sent it in the conversation in which it was written.
    var staysHere = false

    /// Creates the record of a conversation that is requested now.
    package init(in view: ViewState) {
        let id: ConversationID = view.selected ?? ""
        (from, draft, attachment, staged) = (view.selected, view.draft, view.attachments[id], view.staged[id])
    }
}

extension ChatState {
    /// True if the person writes in the conversation from which they requested a new one, so that the text may be meant
    /// for either.
    fileprivate var writesForEither: Bool {
        guard let asked = view.asked, asked.from == view.selected, !asked.staysHere, view.replies == nil else {
            return false
        }
        let id = asked.from ?? ""
        return view.draft.saysSomething && view.draft != asked.draft
            || view.attachments[id] != nil && view.attachments[id] != asked.attachment
            || view.staged[id] != nil && view.staged[id] != asked.staged
    }

    /// True if the person has moved to other work since they requested a conversation. The new conversation then waits
    /// in the list.
    package var hasGoneOn: Bool {
        guard let asked = view.asked else { return view.selected != nil && isOccupied }
        if view.selected != asked.from || view.search != nil || !view.listFilter.isEmpty { return true }
        if case .confirm? = sheet { return true }
        if sheetHasKeys, sheet?.isOfConversation == true { return true }
        return view.selected != nil && !wantsWordsMoved && view.isTyping && view.draft != asked.draft
    }

    /// True if the text goes to the conversation that is being created.
    private var wantsWordsMoved: Bool { view.asked?.refused != nil && writesForEither && view.purpose == nil }

    /// The id of the conversation whose text goes to the new conversation: the New Message (empty), or a conversation
    /// in which Return was refused; nil if no text moves.
    package var placeOfWordsForNew: ConversationID? {
        view.selected == nil ? "" : wantsWordsMoved ? view.selected : nil
    }

    /// Forgets a new conversation that waits in the list once no text can be meant for it.
    mutating func forgetAsked() { if view.asked?.title != nil, !writesForEither { view.asked = nil } }

    /// Leaves a new conversation in the list. The first Return after that still asks where the text is meant to go.
    package mutating func leaveInList(_ title: String) {
        if writesForEither { view.asked?.title = title } else { view.asked = nil }
    }

    /// Refuses the first Return for a text in a conversation from which a new one was requested.
    ///
    /// - Returns: The sentence of the refusal; nil if the person means the conversation on the screen.
    fileprivate mutating func askForPlace() -> String? {
        guard var asked = view.asked else { return nil }
        // Return after a change asks again, because the person has typed and not read the sentence.
        let isSecond = asked.refused == view.draft.text && asked.from != nil
        (asked.refused, asked.staysHere) = (view.draft.text, isSecond)
        view.asked = isSecond && asked.title != nil ? nil : asked
        guard !isSecond else { return nil }
        let why =
            asked.title.map { "“\($0)” has begun: \(keys.hint("Alt-K goes there"))" }
            ?? "The new conversation is being created"
        guard let thread = selectedThread else { return why + ": wait for it" }
        return why + ". \(keys.hint("Return again means")) “\(CleanText.line(thread.title))”"
    }
}

extension ChatUpdate {
    /// Returns the reason why the first Return does not send text written since a conversation was requested; nil if it
    /// sends.
    mutating func obstacleWhileBeginning() -> String? {
        let isMessage = state.view.purpose == nil && !state.view.draft.isCommand
        return isMessage && state.writesForEither ? state.askForPlace() : nil
    }

    /// Returns the same reason for a command that changes the conversation on the screen.
    mutating func obstacleWhileBeginning(to command: String) -> SlashCommand.Mistake? {
        guard let asked = state.view.asked, asked.from == state.view.selected, !asked.staysHere,
            CommandTable.command(command)?.scope == .shared
        else { return nil }
        return state.askForPlace().map { SlashCommand.Mistake(text: $0) }
    }

    /// Moves the text and the file of a composer to the composer of the conversation on the screen.
    ///
    /// - Parameter place: The id of the conversation to move from; empty for the New Message.
    package mutating func moveWords(from place: ConversationID) {
        guard let id = state.view.selected, id != place else { return }
        state.view.refusals[place.rawValue] = nil
        state.view.moveDropped(from: place, to: id)
        if let path = state.view.attachments.removeValue(forKey: place) {
            stage(file: path)
            state.view.hint = state.keys.hint("Return sends it")
        }
        guard let draft = state.view.drafts[place], draft.saysSomething else { return }
        if state.view.draft.isEmpty {
            state.view.draft = draft
            state.view.purpose = state.view.purposes.removeValue(forKey: place)
        } else if draft.text != state.view.draft.text {
            guard !draft.isCommand else { return }
            state.view.draft.rewrite(state.view.draft.text + "\n" + draft.text)
        }
        state.view.drafts[place] = nil
        state.view.hint = draft.isCommand ? nil : state.keys.hint("Return sends it")
    }
}
