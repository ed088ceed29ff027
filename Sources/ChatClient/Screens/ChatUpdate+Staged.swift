import AppModel
import ChatProtocol
import ChatTerminal

/// The document that is staged in the composer, and the notices that ask a question. Both wait for a command of the
/// person.
extension ChatUpdate {
    /// Changes an option of the staged document, or shows the options.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no document is staged, or the option does not exist or cannot be chosen.
    mutating func option(_ number: Int?) throws(SlashCommand.Mistake) {
        guard let id = state.view.selected, let draft = state.view.staged[id] else {
            throw SlashCommand.Mistake(text: "No document is staged: /share TITLE stages one")
        }
        guard let number else { return showOptions(.composer(id)) }
        let choices = draft.choices
        guard choices.indices.contains(number - 1) else {
            throw SlashCommand.Mistake(text: "There is no option \(number): /option lists \(choices.count)")
        }
        guard choose(number - 1, of: .composer(id)) else {
            throw SlashCommand.Mistake(
                text: "“\(CleanText.line(choices[number - 1].title))” needs another option that is off")
        }
    }

    /// Opens the options of the document in the composer.
    mutating func showOptions() {
        guard let id = state.view.selected, state.view.staged[id] != nil else {
            state.view.hint = "No document is staged: \(state.keys.hint("F2 or /share TITLE stages one"))"
            return
        }
        showOptions(.composer(id))
    }

    /// Opens the options of a draft. The open sheet comes back afterwards (`perm-summary-button`).
    mutating func showOptions(_ place: DraftPlace) {
        // With typed lines instead of keys, each choice is confirmed at once.
        state.view.optionsBefore[place] = state.keys.areThere ? state.view[draft: place] : nil
        presentForNow(.options(place))
    }

    /// Applies a key to the permission summary above the composer, which has the focus.
    ///
    /// - Returns: False if the key is for the composer.
    mutating func applyToOptionsControl(_ key: Key) -> Bool {
        switch key {
        case .enter, .character(" "): showOptions()
        case .tab, .backTab:
            state.view.isAtOptions = false
            state.view.pane = .list
        case .down, .escape: state.view.isAtOptions = false
        case .up, .left, .right: break
        default:
            state.view.isAtOptions = false
            return false
        }
        return true
    }

    /// Chooses one of the rows in the options of a draft.
    ///
    /// - Returns: True if it can be chosen now.
    package mutating func choose(_ index: Int, of place: DraftPlace) -> Bool {
        guard var draft = state.view[draft: place], draft.choices.indices.contains(index) else { return false }
        let choice = draft.choices[index]
        let isTaken =
            switch choice.kind {
            case .method(let method): draft.choose(method)
            case .picked(let option): draft.choose(option: option)
            case .switched(let option): draft.choose(option: option, !choice.isOn)
            }
        guard isTaken else { return false }
        state.view[draft: place] = draft
        state.view.hint = draft.line
        return true
    }

    /// Cancels a share that waits for the server. Without one, cancels the item for which `/cancel` is shown: the
    /// newest start that waits for its app, or the staged item. If there is none of them, dismisses the failures.
    ///
    /// - Throws: A `SlashCommand.Mistake` if there is nothing to cancel or dismiss.
    mutating func cancelStaged() throws(SlashCommand.Mistake) {
        if cancelAwaited() { return }
        // Plain lines and a low screen show only the staged item.
        let showsStarts = !state.hasStaged || ChatLayout(state, size: size).isComposerFramed
        let waiting = state.starts.last { $0.conversation == state.view.selected && $0.state == .waiting }
        if showsStarts, let waiting { return emit(.cancelStart(id: waiting.id)) }
        if dropStaged() { return }
        let dismissed = dismissFailures()
        guard !dismissed.isEmpty else { throw SlashCommand.Mistake(text: "Nothing is staged or waiting for its app") }
        let titles = SharingConfirmation.list(dismissed.map { "“\(CleanText.line($0.title))”" })
        state.view.hint = "Dismissed: \(titles). Nothing is waiting for its app"
    }

    /// Drops the staged item of the open conversation.
    ///
    /// - Returns: True if there was one.
    mutating func dropStaged() -> Bool {
        let id = state.view.selected ?? ""
        if let draft = state.view.takeStaged(in: id) {
            forgetRefusedMessage()
            state.view.keep(DroppedDraft(conversation: id, staged: draft))
            state.view.hint = "“\(CleanText.line(draft.title))” was dropped. \(backAgain)"
            return true
        }
        guard let path = state.view.attachments.removeValue(forKey: id) else { return false }
        forgetRefusedMessage()
        state.view.keep(DroppedDraft(conversation: id, attachment: path))
        state.view.hint = "\(CleanText.line(path)) was taken out. \(backAgain)"
        return true
    }

    /// Removes the rows of the starts that failed in the open conversation, and returns them.
    mutating func dismissFailures() -> [StartRow] {
        guard let id = state.view.selected else { return [] }
        let failed = state.starts.filter { $0.conversation == id && $0.state == .failed }
        state.starts.removeAll(where: failed.contains)
        return failed
    }

    /// Leaves an edit, a reply or a command. Undo restores the text of an edit or a command.
    mutating func leavePurpose() {
        dropEdit()
        let command = state.view.draft
        guard case .command? = state.view.purpose, command.hasEdits else { return cancelPurpose() }
        cancelPurpose()
        state.view.keep(DroppedDraft(conversation: state.view.selected ?? "", text: command, isCommand: true))
        // The restored draft may show the reason why it was refused.
        if state.view.refusal == nil { state.view.hint = "The command was dropped. \(backAgain)" }
    }

    /// Keeps the text of an edit that the person leaves, so that undo restores it.
    mutating func dropEdit() {
        let text = state.view.recalled?.written(with: state.view.draft) ?? state.view.draft
        guard case .edit(let id, _, _)? = state.view.purpose, let conversation = state.view.selected,
            state.message(id).map({ Self.draft(of: $0.text) }) != text.text
        else { return }
        state.view.keep(DroppedDraft(conversation: conversation, message: id, text: text))
        state.view.hint = "The edit was dropped. \(backAgain)"
    }

    /// Removes the reason why a message was refused.
    private mutating func forgetRefusedMessage() { if !state.view.draft.isCommand { state.view.refusal = nil } }

    /// Removes a refused command from the composer. A refused message stays, without the reason in the last row.
    ///
    /// - Returns: True if there was one.
    mutating func dropRefused() -> Bool {
        guard state.view.refusal != nil, !state.view.draft.isEmpty else { return false }
        guard state.view.draft.isCommand else {
            forgetRefusedMessage()
            return true
        }
        let text = state.view.draft
        state.view.draft = LineEditor()
        state.view.keep(DroppedDraft(conversation: state.view.selected ?? "", text: text))
        state.view.hint = backAgain
        return true
    }

    /// Empties the composer: the text, the file and the staged document. Cancels the shares that wait for the server.
    mutating func clearComposer() {
        var cancelled = ""
        while cancelAwaited() { cancelled = (state.view.hint ?? "") + ". " }
        let id = state.view.selected ?? ""
        var dropped = DroppedDraft(conversation: id, text: state.view.draft)
        dropped.staged = state.view.takeStaged(in: id)
        dropped.attachment = state.view.attachments.removeValue(forKey: id)
        guard !dropped.text.isEmpty || dropped.staged != nil || dropped.attachment != nil else { return }
        write(.alt("c"))
        // The undo history of the text restores only the text.
        if dropped.staged != nil || dropped.attachment != nil { state.view.keep(dropped) }
        state.view.hint = cancelled + backAgain
    }

    private var backAgain: String { state.keys.hint("Ctrl-_ restores it", inLines: "") }

    /// Undoes the last change of the composer: removes typed text, or restores a dropped item. The edit of a message
    /// that was unsent becomes the text of a new message.
    mutating func undo() {
        guard let dropped = state.view.takeDropped() else {
            write(.control("_"))
            // The text that a recalled line replaced is back, so its item comes back too.
            if let recalled = state.view.recalled, recalled.parts != nil, recalled.line != recalled.before.text,
                state.view.draft.text == recalled.before.text
            {
                endRecall()
            }
            return
        }
        if dropped.isCommand {
            begin(command: "")
            state.view.draft = dropped.text
            return
        }
        if dropped.message != nil || !dropped.text.isEmpty {
            if let message = dropped.message,
                state.message(message)?.isUnsent != true || state.view.draft.saysSomething
            {
                putAway(forEditOf: message)
            }
            state.view.draft = dropped.text
        }
        let id = dropped.conversation
        // A composer has one item. Undo restores the replaced one last.
        if dropped.staged != nil || dropped.attachment != nil {
            var replaced = DroppedDraft(conversation: id)
            (replaced.staged, replaced.attachment) = (state.view.takeStaged(in: id), state.view.attachments[id])
            if replaced.staged != nil || replaced.attachment != nil { state.view.keepFirst(replaced) }
            (state.view.staged[id], state.view.attachments[id]) = (dropped.staged, dropped.attachment)
            // The refusal is about an earlier item.
            state.view.refusals[id.rawValue] = nil
            askHowToShareStaged(in: id)
        }
    }

    /// Requests the current sharing options of a restored document.
    mutating func askHowToShareStaged(in id: ConversationID) {
        if let url = state.view.staged[id]?.url { emit(.loadOffer(.staged(url: url, conversation: id))) }
    }

    // MARK: Notices

    /// Returns the waiting notice with a number, in the order in which the list shows them.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no notice waits, or none has the number.
    func waiting(_ number: Int) throws(SlashCommand.Mistake) -> (notice: NoticeEntry, conversation: ConversationID) {
        guard let thread = state.selectedThread, !thread.waiting.isEmpty else {
            throw SlashCommand.Mistake(text: "No notice is waiting here")
        }
        let listed = thread.listedNotices
        let list = SheetKind.notices.identity + thread.conversation.rawValue
        guard let index = try place(number, in: list, of: listed.map(\.id)) else {
            throw SlashCommand.Mistake(text: "There is no notice \(number): \(listed.count) wait")
        }
        return (listed[index], thread.conversation)
    }

    /// Dismisses a notice without opening it.
    mutating func dismiss(_ notice: NoticeEntry, in conversation: ConversationID) {
        state.threads[conversation]?.waiting.removeAll { $0.id == notice.id }
        emit(.dismissNotice(id: notice.id))
    }

    /// Answers the newest notice that asks a question.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no notice needs an answer, or the word is not one of its answers.
    mutating func answer(_ word: String) throws(SlashCommand.Mistake) {
        // An unanswered notice that has left the banner can still be answered in the thread.
        guard let thread = state.selectedThread,
            let notice = thread.waiting.first(where: { !$0.actions.isEmpty }) ?? thread.openQuestion
        else { throw SlashCommand.Mistake(text: "No notice here needs an answer", reason: .notFound) }
        let word = word.lowercased()
        if word == "close" { return dismiss(notice, in: thread.conversation) }
        guard let action = notice.actions.first(where: { $0.id == word || $0.title.lowercased() == word }) else {
            let words = notice.actions.map { CleanText.line($0.title.lowercased()) } + ["close"]
            throw SlashCommand.Mistake(
                text: "“\(CleanText.line(notice.text))”: /answer \(words.joined(separator: ", or /answer "))")
        }
        if let question = state.question(answering: notice.id, action.id) { return ask(question) }
        answer(notice, action)
    }

    /// Moves the focus to Close if the question of a notice changed after the person read it.
    mutating func followNotice() {
        guard case .notice(let asked)? = state.view.sheet, let notice = state.waitingNotice(asked.id) else {
            return state.view.readNotice = []
        }
        let before = state.view.readNotice
        state.view.readNotice = [notice.id, notice.text] + state.documents(of: notice)
        guard before.first == notice.id, before != state.view.readNotice else { return }
        state.view.inSheet.block(saying: Self.questionChanged)
        state.view.hint = Self.questionChanged
    }

    /// Answers a notice and removes it from the banner at once.
    mutating func answer(_ notice: NoticeEntry, _ action: Notice.Action) {
        for id in state.threads.keys { state.threads[id]?.waiting.removeAll { $0.id == notice.id } }
        emit(.answerNotice(id: notice.id, action: action.id))
    }
}

extension ChatState {
    /// True if a document or a file waits in the composer of the open conversation.
    package var hasStaged: Bool {
        let id = view.selected ?? ""
        return view.staged[id] != nil || view.attachments[id] != nil
    }

    /// The names of the files and documents that wait in the composers of all conversations, sorted.
    package var waitingItems: [String] {
        let files = view.attachments.values.map { CleanText.line($0) }
        return (files + view.staged.values.map { "“\(CleanText.line($0.title))”" }).sorted()
    }

    /// Removes the staged document from the composer of the open conversation and returns it with a text; nil if there
    /// is none.
    package mutating func takeStaged(saying text: String) -> CollaborationDraft? {
        guard let id = view.selected, var draft = view.takeStaged(in: id) else { return nil }
        draft.text = EmojiNames.replaced(in: text)
        return draft
    }
}

extension ThreadState {
    /// The newest question in the thread that was not answered.
    fileprivate var openQuestion: NoticeEntry? {
        for case .notice(let notice) in entries.reversed() where !notice.actions.isEmpty { return notice }
        return nil
    }

    /// The waiting notices in the order of the list: those of one document together, the newest document first
    /// (`ntc-collapse`). A notice that asks a question is a group of its own.
    package var listedNotices: [NoticeEntry] {
        var links: [String] = []
        for notice in waiting where !links.contains(notice.group) { links.append(notice.group) }
        return links.flatMap { link in waiting.filter { $0.group == link } }
    }
}

extension NoticeEntry {
    /// The key by which the list groups the notice: its document's link, or its own id if it asks a question.
    var group: String { actions.isEmpty ? url : "? " + id }
}

/// The choices for a staged document, in rows.
extension CollaborationDraft {
    /// A row of the choices.
    package struct Choice: Equatable {
        enum Kind: Equatable {
            case method(SharingMethod)
            case picked(String)
            case switched(String)
        }

        var kind: Kind
        package var title: String
        package var isOn: Bool
        /// True if it can be chosen with the current options (`opt-required`).
        var isUsable = true
        /// The heading of the group; nil unless this is the group's first row.
        var heading: String?
        /// The line below its title (`opt-option`).
        var subtitle: String?
        /// The line below the group; nil unless this is the group's last row (`opts-group-text`).
        var footer: String?
        /// The lines below the row.
        var note: String? {
            let lines = [subtitle, footer].compactMap { $0 }
            return lines.isEmpty ? nil : lines.joined(separator: " · ")
        }
    }

    /// The rows: Collaborate or Send Copy if both are offered (`sheet-method-choice`), and the options.
    package var choices: [Choice] {
        var choices: [Choice] = []
        if methods.count > 1 {
            choices = methods.map {
                Choice(kind: .method($0), title: $0.title, isOn: $0 == method, heading: $0 == methods[0] ? "How" : nil)
            }
        }
        guard method == .collaborate, !isShared else { return choices }
        for group in options.groups {
            for (index, option) in group.options.enumerated() {
                choices.append(
                    Choice(
                        kind: group.kind == .picker ? .picked(option.identifier) : .switched(option.identifier),
                        title: option.title, isOn: option.isSelected, isUsable: options.isUsable(option),
                        heading: index == 0 ? group.title ?? "More" : nil, subtitle: option.subtitle,
                        footer: index == group.options.count - 1 ? group.footer : nil))
            }
        }
        return choices
    }

    /// The method and the summary in one line: `Collaborate · Everyone can make changes.`
    var line: String { method.title + (summary.map { " · " + CleanText.line($0) } ?? "") }
}

extension SharingMethod {
    /// The name of the method on the screen.
    package var title: String { self == .collaborate ? "Collaborate" : "Send Copy" }
}
