import ChatProtocol

/// Messages and changes of conversations.
extension Recording {
    // MARK: Conversations

    mutating func recordCreation(_ it: CreateConversation, _ done: DoneRequest) {
        guard let me = done.person else { return }
        let people = it.participants.reduce(into: [me]) { if !$0.contains($1) { $0.append($1) } }
        guard people.count > 1 else { return leaveOut(done, RecordedStep.unsaid.why) }
        let given = it.name.flatMap { cast.isTaken($0) ? nil : $0 }
        guard let conversation: Conversation = done.answered("conversation") else {
            act(say(.beginsConversation, .text(given), .people(people)), done)
            return
        }
        // Two people may already have a conversation, which keeps its identity under another name.
        let isKnown = cast.conversation(conversation.id) != nil
        if isKnown, given == nil { return }
        // The server created it when a link was sent. Steps can refer to it only after this one.
        let early = isKnown ? [] : seen.filter { isMessage($0, in: conversation.id) }
        seen.removeAll(where: early.contains)
        let name = isKnown ? given : cast.name(conversation.id, it.name, of: people)
        act(say(.beginsConversation, .text(name), .people(people)), done, kind: .setUp)
        seen += early
        if isKnown, let name { cast.rename(conversation.id, name) }
    }

    private func isMessage(_ observation: Observation, in conversation: ConversationID) -> Bool {
        if case .message(let id) = observation { cast.said[id]?.conversation == conversation } else { false }
    }

    /// Adds an observation of the current members of the conversation.
    mutating func seeMembers(_ done: DoneRequest) {
        if let conversation: Conversation = done.answered("conversation") { see(.members(conversation.id)) }
    }

    mutating func recordRenaming(_ it: RenameConversation, _ done: DoneRequest) {
        let isFree = !cast.isTaken(it.name) || cast.conversation(it.conversation) == it.name
        let place = RecordedSlot.conversation(it.conversation)
        let line = act(say(.renames, .person(done.person), place, .text(isFree ? it.name : nil)), done)
        if line != nil, done.isDone, !it.name.isEmpty { cast.rename(it.conversation, it.name) }
    }

    mutating func recordReading(_ it: MarkRead, _ done: DoneRequest) {
        // A conversation that is shown over an app is read there automatically.
        guard options.hasEverything && !done.isOverApp || !done.isDone else {
            isUnsaid = options.hasEverything
            return
        }
        guard let person = done.person,
            let line = act(say(done), done), done.isDone
        else { return }
        lastRead[person] = (line, it.conversation)
    }

    /// Drops the step about reading a conversation if the person then acts in it, because acting there implies reading.
    mutating func forgetReading(before done: DoneRequest) {
        guard let person = done.person, let read = lastRead[person], done.changesSomething else { return }
        let place = place(of: done)
        if place == read.conversation, done.method != .conversationMarkRead {
            script.remove(read.line)
            seen.removeAll { observation in
                guard case .own(_, .seesThatRead, let slots) = observation else { return false }
                return slots.contains(.conversation(place))
            }
        }
        lastRead[person] = nil
    }

    // MARK: Messages

    /// - Parameter document: The name of a document sent with the text; nil for none.
    mutating func recordSending(
        _ text: String, to conversation: ConversationID, with document: String? = nil, answering origin: MessageID?,
        _ done: DoneRequest
    ) {
        let (me, place) = (RecordedSlot.person(done.person), RecordedSlot.conversation(conversation))
        let message: Message? = done.answered("message")
        let told = message.map { said(text, in: $0) } ?? text
        let words = RecordedSlot.text(told)
        cast.retell(text, as: told)
        let retry = done.params?.text("clientID").map { "\(done.person.map(\.rawValue) ?? "") \($0)" }
        if let retry, let first = clientIDs[retry] { return script.change(first.line, to: first.resent) }
        var (step, resent) = (RecordedStep.unsaid, RecordedStep.unsaid)
        switch (document, origin) {
        case (nil, nil): (step, resent) = (say(.sends, me, words, place), say(.sendsAgain, me, words, place))
        case (nil, let origin?): step = reply(words, to: origin, in: conversation, done)
        case (let document?, nil) where text.isEmpty: step = say(.attaches, me, .text(document), place)
        case (.some, _): step.why = "with a document"
        }
        let line = act(step, done, burst: "messages in \(conversation)")
        if let retry, let line, done.isDone { clientIDs[retry] = (line, resent) }
        guard let message else { return }
        if line == nil { cast.unsayable.insert(message.id) }
        see(.message(message.id))
    }

    private mutating func reply(
        _ words: RecordedSlot, to origin: MessageID, in conversation: ConversationID, _ done: DoneRequest
    ) -> RecordedStep {
        let (me, place) = (RecordedSlot.person(done.person), RecordedSlot.conversation(conversation))
        let replies = say(.replies, me, words, .message(origin), place)
        guard done.isOverApp, let link = cast.said[origin]?.links.first else { return replies }
        let target = cast.conversations(with: link.url).count > 1 ? place : nil
        let fromApp = say(.repliesFromApp, me, words, .text(link.url), .app(link.app), target)
        return fromApp.text == nil ? replies : fromApp
    }

    /// Returns the text of a message, with the people in mentions called by their names in the steps.
    private mutating func said(_ text: String, in message: Message) -> String {
        var units = Array(text.utf16)
        for mention in message.mentions.sorted(by: { $0.range.location > $1.range.location }) {
            let place = mention.range.location..<(mention.range.location + mention.range.length)
            let name = cast.name(mention.handle)
            // A mention by the handle that belongs to the name in the steps stays as it is.
            guard place.upperBound <= units.count, CastPerson.handle(of: name) != mention.handle else { continue }
            units.replaceSubrange(place, with: Array("@\(name)".utf16))
        }
        return String(decoding: units, as: UTF16.self)
    }
}
