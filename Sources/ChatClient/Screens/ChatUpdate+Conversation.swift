import ChatTerminal

/// What is done with the conversation that is open.
extension ChatUpdate {
    mutating func perform(_ command: ConversationCommand) throws(SlashCommand.Mistake) {
        if case .mentions(let isOn) = command { return emit(.setMentionAlerts(isOn)) }
        if case .receipts(let isOn, true) = command { return emit(.setReadReceipts(isOn: isOn, conversation: nil)) }
        let thread = try openThread
        let id = thread.conversation
        switch command {
        case .mentions: break
        case .receipts(let isOn, _): emit(.setReadReceipts(isOn: isOn, conversation: id))
        case .links(let isOn): emit(.setConversation(id: id, isOn: isOn))
        case .mute(let isMuted): emit(.mute(conversation: id, isMuted: isMuted))
        case .unread:
            // Until the person turns to it again.
            state.view.opened = nil
            emit(.markUnread(conversation: id))
        case .top(let place):
            if let obstacle = Self.obstacleToPinning(id, state) { throw obstacle }
            emit(.pinConversation(id: id, isPinned: true, place: place))
        case .untop: emit(.pinConversation(id: id, isPinned: false, place: nil))
        case .photo(let photo): emit(.setPhoto(conversation: id, photo: photo))
        case .rename(let name): emit(.rename(conversation: id, name: name))
        case .add(let handle):
            if let obstacle = Self.obstacle(toAdding: handle, thread) { throw obstacle }
            emit(.addMember(handle: handle, conversation: id))
        case .remove(let text):
            let member = try member(text, of: thread)
            ask(removing(member, from: thread))
        case .leave:
            if let obstacle = Self.obstacleToLeaving(thread) { throw obstacle }
            ask(leaving(thread))
        case .details:
            state.view.sheet = .details(id)
            emit(.loadCollaborations(conversation: id))
        case .browse: browse("./")
        case .attach(let path, ""):
            stage(file: path)
            state.view.hint = "\(CleanText.line(path)) goes with what you write: ↵ sends it, Esc takes it out"
        case .attach(let path, let text):
            var replyTo = state.view.replies
            if case .reply(let message)? = state.view.purpose { replyTo = message }
            if replyTo != nil { state.view.purpose = nil }
            toBottom()
            emit(.attach(path: path, text: text, conversation: id, replyTo: replyTo))
        }
    }

    mutating func ask(_ question: Confirmation) {
        state.view.sheet = .confirm(question)
    }

    /// Who is meant by a handle or a name.
    private func member(_ text: String, of thread: ThreadState) throws(SlashCommand.Mistake) -> Member {
        let word = text.lowercased()
        let found = thread.members.first { $0.handle == word } ?? thread.members.first { $0.name.lowercased() == word }
        if let obstacle = Self.obstacle(toRemoving: found?.handle ?? text, thread) { throw obstacle }
        if let found { return found }
        throw SlashCommand.Mistake(text: "“\(CleanText.line(text))” is not in this conversation")
    }

    func removing(_ member: Member, from thread: ThreadState) -> Confirmation {
        Confirmation(
            title: "Remove \(CleanText.line(member.name))?",
            body: "\(CleanText.line(member.name)) sees nothing more of “\(CleanText.line(thread.title))”.",
            button: "Remove", action: .removeMember(handle: member.handle, conversation: thread.conversation))
    }

    func leaving(_ thread: ThreadState) -> Confirmation {
        Confirmation(
            title: "Leave “\(CleanText.line(thread.title))”?",
            body: "You see nothing more of it, and it leaves your list. Somebody who is in it can add you again.",
            button: "Leave", action: .leave(conversation: thread.conversation))
    }

    // MARK: The sheet with its details

    /// One row of the details that can be chosen.
    enum Detail: Equatable {
        case alerts, receipts, shelf, top
        case pin(LinkCard)
        case collaboration(CollaborationRow)
        case rename, add
        case remove(Member)
        case leave
    }

    /// The rows, in order: only what is possible.
    static func details(of thread: ThreadState, in state: ChatState) -> [Detail] {
        var details: [Detail] = [.alerts]
        if thread.members.count == 2 { details.append(.receipts) }
        details += [.shelf, .top]
        details += thread.pins.map(Detail.pin)
        details += state.collaborations(in: thread.conversation).map(Detail.collaboration)
        details += [.rename, .add]
        if thread.canBeLeft { details += thread.members.filter { !$0.isOwn }.map(Detail.remove) + [.leave] }
        return details
    }

    mutating func pick(detail index: Int, of id: String) {
        guard let thread = state.threads[id] else { return }
        let details = Self.details(of: thread, in: state)
        guard details.indices.contains(index) else { return }
        let row = state.conversations.first { $0.id == id }
        switch details[index] {
        case .alerts: emit(.mute(conversation: id, isMuted: row?.isMuted != true))
        case .receipts: emit(.setReadReceipts(isOn: !state.settings.sendsReceipts(in: id), conversation: id))
        case .shelf: emit(.setConversation(id: id, isOn: !state.settings.shows(id)))
        case .top:
            let isPinned = row?.isPinned == true
            if !isPinned, let obstacle = Self.obstacleToPinning(id, state) {
                state.view.hint = obstacle.text
                return
            }
            emit(.pinConversation(id: id, isPinned: !isPinned, place: nil))
        case .pin(let card):
            state.view.sheet = nil
            emit(.openLink(url: card.url, notice: nil))
        case .collaboration(let row):
            do throws(SlashCommand.Mistake) {
                try showPeople(of: row)
            } catch {
                state.view.hint = error.text
            }
        case .rename, .add:
            state.view.sheet = nil
            begin(command: details[index] == .add ? "/add " : "/rename ")
        case .remove(let member): ask(removing(member, from: thread))
        case .leave: ask(leaving(thread))
        }
    }
}
