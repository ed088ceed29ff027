import AppModel
import ChatProtocol
package import ChatScreens
import ChatTerminal

/// A person's client for lines (`--plain`). A line is a text to send or a command, and facts report the events.
/// Standard input and the steps of a scenario use the same client.
package final class LinearClient {
    /// The result of a line.
    package struct Outcome {
        /// True if the person leaves.
        package var isLast = false
        /// The reason why nothing was done; nil if the line was accepted.
        package var mistake: SlashCommand.Mistake?
        /// True if a question of the line before was not answered.
        package var leavesQuestion = false
    }

    let session: PersonSession
    private var begun: [String] = []
    /// True until a line has chosen a conversation: at the start of a script, and after a line that named a missing
    /// conversation.
    private var mustChoose: Bool
    /// The conversation that the last line left selected.
    private var place: ConversationID?
    /// True if the last line that chose a conversation began a new one, which the server may refuse.
    private var isBeginning = false
    /// True if a sheet began a conversation whose selection is not reported yet.
    var isBegunOnSheet = false
    /// True while a text has no conversation to go to. Nothing is sent then.
    package var isAstray: Bool { mustChoose && !(isBeginning && session.model.state.view.handedTo != nil) }
    /// The command that a choice began, such as `/rename `, and its conversation: the next line completes it.
    private var command: (conversation: ConversationID?, text: String)?
    /// True while the hits of a search are listed.
    var listsHits = false
    /// The message that `/choose` goes to, until it is loaded.
    private var hit: String?
    /// The sheet to print once the server has answered the requests of the last line.
    private var chosen: SheetKind?
    /// True while a command waits for the contents of Recently Deleted.
    private var awaitsDeletion = false
    /// The page that `/older` requested: its conversation, and the id of the oldest entry before it.
    private var older: (conversation: ConversationID, oldest: String)?
    private var told = ToldPages()
    /// The conversation in which a file was attached, until it is known whether an app opens it.
    private var offered: ConversationID?
    /// The time of the day that `/date` named, in milliseconds since 1970, until its messages are loaded.
    private var day: Int64?

    /// - Parameter mustChoose: true if nothing is sent before a line has chosen a conversation. A script must not
    ///   depend on which conversation is the newest.
    package init(_ session: PersonSession, mustChoose: Bool = false) {
        (self.session, self.mustChoose) = (session, mustChoose)
        session.updateState { $0.keys.areThere = false }
    }

    /// Returns the facts since the last call.
    package func takeFacts() -> [PlainFact] {
        // A printed line stays on the screen, so that a problem of a job on it counts as read.
        if !session.model.state.problems.isEmpty { session.readProblems() }
        tellOlder()
        tellDay()
        tellHit()
        tellOffered()
        tellBegun()
        askArrived()
        if let kind = chosen, session.isSettled {
            // The new state is known when the server has answered the choice.
            chosen = nil
            if kind == .settings { list(.settings) } else { tellSheet() }
        }
        if awaitsDeletion, session.isSettled {
            awaitsDeletion = false
            tellSheet()
        }
        let facts = session.takeNamedFacts()
        session.updateState { $0.view.notePrinted(facts) }
        if facts.contains(where: \.hasHits) { listsHits = true }
        if case .settings? = session.model.state.view.sheet, facts.contains(where: \.isSettings) {
            // The person requested the settings: the list of choices replaces them.
            list(.settings)
            return facts.filter { !$0.isSettings } + session.takeNamedFacts()
        }
        if let kind = session.model.state.view.sheet, kind.isOfRecentlyDeleted,
            facts.contains(where: \.isRecentlyDeleted)
        {
            list(kind)
            return facts.filter { !$0.isRecentlyDeleted } + session.takeNamedFacts()
        }
        return facts
    }

    /// Prints the page that `/older` loaded.
    private func tellOlder() {
        guard session.isSettled, let (conversation, oldest) = older else { return }
        older = nil
        guard let thread = session.model.state.threads[conversation] else { return }
        tell(thread.entries.prefix { $0.id != oldest }, of: thread)
        if !thread.hasOlder { session.tell(.hint("No older messages")) }
    }

    /// Prints a page of the messages since the day that `/date` named.
    private func tellDay() {
        let state = session.model.state
        guard session.isSettled, let since = day, state.view.target == nil else { return }
        day = nil
        guard let thread = state.selectedThread, let first = thread.first(since: since) else {
            if let hint = state.view.hint { session.tell(.hint(hint)) }
            return
        }
        tell(thread.entries.drop { $0.id != first }.prefix(ToldPages.length), of: thread)
        told.note(first, in: thread)
    }

    /// Prints the message of the chosen hit, and the messages after it: one page.
    private func tellHit() {
        guard session.isSettled, let hit, session.model.state.view.target == nil else { return }
        self.hit = nil
        session.updateState { $0.view.chosen = nil }
        guard let thread = session.model.state.selectedThread, thread.message(hit) != nil else {
            return session.tell(.hint(session.model.state.view.hint ?? "That message no longer exists"))
        }
        tell(thread.entries.drop { $0.id != hit }.prefix(ToldPages.length), of: thread)
        told.note(hit, in: thread)
    }

    /// Prints a page of the loaded entries before the oldest printed one.
    ///
    /// - Returns: false if there are none.
    private func tellLoadedBefore() -> Bool {
        guard let thread = session.model.state.selectedThread, let page = told.page(before: thread) else {
            return false
        }
        tell(page, of: thread)
        if !thread.hasOlder, page.startIndex == 0 { session.tell(.hint("No older messages")) }
        return true
    }

    /// Performs a line. A line that ends in a backslash continues in the next one; two backslashes at the end mean one.
    package func enter(_ line: String) -> Outcome {
        let slashes = line.reversed().prefix { $0 == "\\" }.count
        begun.append(String(line.dropLast((slashes + 1) / 2)))
        guard slashes.isMultiple(of: 2) else { return Outcome() }
        defer { begun = [] }
        return perform(begun.joined(separator: "\n"))
    }

    /// True if a line waits for its continuation.
    package var hasBegun: Bool { !begun.isEmpty }

    private func perform(_ line: String) -> Outcome {
        guard line.contains(where: { !$0.isWhitespace }) else { return Outcome() }
        guard let (conversation, text) = command else { return performWhole(line) }
        command = nil
        guard !line.hasPrefix("/") || line.hasPrefix("//") || ["/send", "/cancel"].contains(line.trimmingEnd) else {
            return performWhole(line)
        }
        if line.trimmingEnd == "/cancel" {
            session.tell(.hint("Dropped"))
            return Outcome()
        }
        guard session.model.state.view.selected == conversation else {
            let mistake = SlashCommand.Mistake(
                text: "Not done: the conversation of \(text.trimmingEnd) no longer exists", reason: .notFound)
            session.tell(.hint(mistake.text))
            return Outcome(mistake: mistake)
        }
        return performWhole(text + (line.trimmingEnd == "/send" ? "" : ChatUpdate.said(line)))
    }

    private func performWhole(_ line: String) -> Outcome {
        var outcome = Outcome()
        outcome.leavesQuestion = leaveQuestion(for: line)
        // A text for a conversation that is gone must not go to another one.
        if hasLost(self.place) { (mustChoose, isBeginning) = (true, false) }
        defer { self.place = session.model.state.view.selected }
        let isAstray = isAstray
        let place = CommandPlace(line)
        if place == .named { (mustChoose, isBeginning) = (true, false) }
        if line.trimmingEnd == "/older", tellLoadedBefore() { return outcome }
        var word: String?
        var changed: CollaborationDraft?
        outcome.mistake = refusalInList(of: line)
        if let refusal = outcome.mistake { session.tell(.hint(refusal.text)) }
        if outcome.mistake != nil || cancelsNewMessage(by: line) { return outcome }
        leaveNewMessage(for: line)
        let actions = session.updateState { state -> [ChatAction] in
            // The next line ends a list, unless it chooses from it.
            if line.hasPrefix("/choose") {
                if state.view.sheet == nil, listsHits { state.view.search = SearchPanel() }
            } else if line.trimmingEnd == "/send", state.hasOnlyNewMessage {
                state.view.sheet = .compose
            } else {
                state.forgetSheets()
                listsHits = false
            }
            state.view.hint = nil
            do throws(SlashCommand.Mistake) {
                guard line.hasPrefix("/"), !line.hasPrefix("//") else { return [try say(line, in: &state, isAstray)] }
                let attached = state.view.attachments[state.view.selected ?? ""]
                if !state.view.draft.isEmpty || attached != nil, line.trimmingEnd == "/cancel" {
                    state.view.draft = LineEditor()
                    state.view.attachments[state.view.selected ?? ""] = nil
                    word = "Dropped"
                    return []
                }
                if !state.view.draft.isEmpty, line.trimmingEnd == "/send", state.view.sheet != .compose {
                    return [try say("", in: &state, isAstray)]
                }
                let isInConversation = line.hasPrefix("/choose") && state.view.sheet?.isOfConversation == true
                if isAstray, state.view.sheet != .compose,
                    isInConversation || CommandTable.actsOnOpenConversation(line)
                {
                    throw SlashCommand.Mistake(text: "Not done: no conversation is chosen. Choose one with /to NAME")
                }
                if line.trimmingEnd == "/search" { throw SlashCommand.Mistake(text: "/search WORDS") }
                let (staged, purposes, selected) = (state.view.staged, state.view.purposes, state.view.selected)
                let sheet = state.view.sheet
                var isReported = false
                let actions = try ChatUpdate.run(on: &state) { update throws(SlashCommand.Mistake) in
                    if sheet == .compose, !line.hasPrefix("/choose") { return update.continueCompose() }
                    isReported = try update.perform(line).isReported
                }
                let begins = actions.contains { if case .createConversation = $0 { true } else { false } }
                if begins {
                    // The server may refuse it: then the next lines must not go to another conversation.
                    (mustChoose, isBeginning, state.view.handedTo) = (true, true, nil)
                    isBegunOnSheet = place != .named
                } else if place == .named || state.view.selected != selected
                    || place == .listed && state.goesSomewhere(from: sheet)
                {
                    (mustChoose, isBeginning) = (false, false)
                }
                if case .message(let id)? = state.view.target, place == .listed { hit = id }
                if let text = state.takeCommand(since: purposes) { command = (state.view.selected, text) }
                if let id = state.view.selected, state.view.attachments[id] != attached { offered = id }
                let (before, file) = (selected.flatMap { staged[$0] }, selected.flatMap { state.view.attachments[$0] })
                let replaces = file != nil && file != attached && (attached != nil || before != nil)
                if isReported || replaces { word = state.view.hint }
                if let id = state.view.selected, state.view.staged != staged || id != selected {
                    changed = state.view.staged[id]
                }
                return actions
            } catch {
                outcome.mistake = error
                return []
            }
        }
        if let mistake = outcome.mistake {
            session.tell(.hint(mistake.text))
        } else if let place, !isBeginning, hit == nil {
            tellSelected(place, insteadOf: self.place)
        }
        if ["/to", "/switch"].contains(line.trimmingEnd) {
            let state = session.model.state
            session.tell(.conversations(state.conversations, selected: state.view.selected))
        }
        for case .loadOlder(let conversation) in actions {
            older = (conversation, session.model.state.threads[conversation]?.entries.first?.id ?? "")
        }
        if case .firstSince(let since)? = session.model.state.view.target { day = since }
        awaitsDeletion = session.model.state.view.awaitedDeletion != nil
        let requests = session.perform(actions)
        if let why = unreadFile(of: actions) {
            outcome.mistake = SlashCommand.Mistake(text: why)
            // The item that the file replaced has returned.
            word = nil
        }
        // There is no clipboard to copy to.
        for case .copy(let text) in requests { session.tell(.hint("The link: \(CleanText.line(text))")) }
        let copies = requests.contains { if case .copy = $0 { true } else { false } }
        if let changed {
            session.tell(.staged(changed, conversation: session.model.state.selectedThread?.title ?? ""))
        } else if let word, !copies {
            session.tell(.hint(word))
        }
        chosen = line.hasPrefix("/choose") ? session.model.state.view.sheet : nil
        if chosen == nil { tellSheet() }
        tellComposer()
        session.pump()
        outcome.isLast = requests.contains(.quit)
        return outcome
    }

    /// Sends a text to the open conversation, with the document that is staged there.
    private func say(
        _ line: String, in state: inout ChatState, _ isAstray: Bool
    ) throws(SlashCommand.Mistake) -> ChatAction {
        guard !isAstray else {
            throw SlashCommand.Mistake(
                text: "Not sent: choose a conversation first, with /to NAME or --to NAME")
        }
        guard let selected = state.view.selected else {
            throw SlashCommand.Mistake(
                text: state.conversations.isEmpty
                    ? "No conversation yet: /new HANDLE begins one"
                    : "Not sent: choose a conversation first, with /to NAME")
        }
        _ = ChatUpdate.run(on: &state) { $0.open() }
        // The words that were shared into the composer come first, as on the screen.
        let before = state.view.draft.text
        let isParted = before.isEmpty || line.isEmpty || before.last?.isWhitespace == true
        let text = ChatUpdate.said(before + (isParted ? "" : "\n") + line)
        state.view.draft = LineEditor()
        if let draft = state.takeStaged(saying: text) { return .start(draft) }
        if let path = state.view.attachments.removeValue(forKey: selected) {
            return .attach(path: path, text: text, conversation: selected, replyTo: nil)
        }
        return .send(text: text, conversation: selected)
    }

    /// Prints the contents of the composer, which has no row here.
    func tellComposer() {
        let state = session.model.state
        // In New Message, /send continues, and its end selects another conversation.
        guard let thread = state.selectedThread, state.view.sheet != .compose, !isBegunOnSheet else { return }
        if let command {
            let text = "For \(CleanText.line(thread.title)): the next line completes \(command.text.trimmingEnd)"
            return session.tell(.hint(text + ", /cancel discards it"))
        }
        let file = state.view.attachments[thread.conversation].map { "📎 " + $0 }
        let parts = [file, state.view.draft.saysSomething ? state.view.draft.beginning : nil].compactMap(\.self)
        guard !parts.isEmpty else { return }
        session.tell(
            .hint(
                "For \(CleanText.line(thread.title)): \(CleanText.line(parts.joined(separator: " "))) — /send or a text "
                    + "sends it, /cancel discards it"))
    }

    /// Prints what is not sent when the lines end.
    ///
    /// - Returns: true if there is something.
    package func tellUnsent() -> Bool {
        let state = session.model.state
        let waiting = state.waitingItems
        for item in waiting { session.tell(.hint("Not sent: \(item)")) }
        let leavesQuestion = leaveQuestion(for: "")
        if let command { session.tell(.hint("Not done: nothing completed \(command.text.trimmingEnd)")) }
        let people = CleanText.line(state.view.compose.people.text)
        if !people.isEmpty { session.tell(.hint("Not begun: the conversation with \(people)")) }
        return !waiting.isEmpty || leavesQuestion || command != nil || !people.isEmpty
    }

    /// Prints the document that an attached file became, because an app opens such files.
    private func tellOffered() {
        guard session.isSettled, let id = offered else { return }
        offered = nil
        let state = session.model.state
        guard let draft = state.view.staged[id] else { return }
        session.tell(.staged(draft, conversation: state.threads[id]?.title ?? ""))
    }

    /// Prints the open sheet as text. It stays open as long as there is something to choose.
    private func tellSheet() {
        let shown = session.model.state
        for id in shown.view.expanded {
            if let message = shown.message(id) {
                session.tell(.versions(message, conversation: shown.selectedThread?.title ?? ""))
            }
        }
        let sheet = session.updateState { state -> SheetKind? in
            defer {
                if state.view.sheet.map({ !$0.isListed }) == true { state.view.sheet = nil }
                state.view.isShelfShown = false
                state.view.search = nil
                state.view.replies = nil
                state.view.expanded = []
            }
            return state.view.sheet
        }
        switch sheet {
        case .help?: session.tell(.text(title: "Lines and commands", body: HelpText.plainLines))
        case .details(let id)?:
            let state = session.model.state
            guard let thread = state.threads[id], let row = state.conversations.first(where: { $0.id == id }) else {
                return
            }
            session.tell(.details(thread, row, state.settings))
            session.tell(.collaborations(state.collaborations(in: id), conversation: thread.title))
            list(.details(id))
        case .people(let url)?: listPeople(url)
        // The rows are complete when the server has answered how the item can be shared.
        case .share? where session.model.state.view.sharing?.isAsking == true: chosen = .share
        case .options(.composer(let id))?:
            let state = session.model.state
            guard let draft = state.view.staged[id] else { return }
            session.tell(.staged(draft, conversation: state.threads[id]?.title ?? ""))
        case .confirm(let question)?:
            session.updateState { $0.view.question = question }
            session.tell(.question(question))
        case .text(let title, let body)?: session.tell(.text(title: title, body: body))
        case .notices?: listNotices()
        // Settings and Recently Deleted are printed when they arrive. /switch lists the conversations as /to does.
        case .consent?, .settings?, .recentlyDeleted?, .deletedMessages?, .switcher?, nil: break
        case let kind?: list(kind)
        }
    }
}
