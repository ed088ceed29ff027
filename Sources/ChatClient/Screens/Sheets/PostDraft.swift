import AppModel
package import ChatProtocol
package import ChatTerminal

/// A text that a person writes for a share extension.
struct PostDraft: Equatable, Sendable {
    /// The activity of the extension.
    var type: ActivityType
    /// The item that is shared.
    var context: ShareContext
    /// The text.
    var text = LineEditor()
}

extension Sheets {
    /// The composition view of a share extension: the item, and a field for a text (`av-ext-ui`).
    static func post(_ state: ChatState) -> SheetContent {
        guard let draft = state.view.post, let plugin = state.extensions.first(where: { $0.entry.type == draft.type })
        else {
            return SheetContent(
                Sheet(title: "Post", leading: "Cancel", body: ["This extension is no longer installed."]))
        }
        let handed = draft.context.handed(to: draft.type)
        let item = handed.map {
            ($0.thumbnail ?? $0.item.glyph) + " " + ($0.subject.isEmpty ? $0.item.title : $0.subject)
        }
        var content = SheetContent(
            Sheet(
                title: plugin.title, leading: "Cancel", trailing: "Post",
                body: [plugin.entry.appName, item, state.loss(of: draft.context)].compactMap {
                    $0.map { CleanText.line($0) }
                }))
        var field = Sheet.Choice("Text:", note: "Add a comment")
        field.field = draft.text
        content.add(field) { $0.post() }
        return content
    }
}

extension ChatUpdate {
    /// Performs the activity that the person chose on the share sheet. A share extension with a text field opens its
    /// composition view. Other activities begin at once, and the sheet closes (`av-ext-long-task`).
    mutating func choose(_ type: ActivityType, _ context: ShareContext) {
        if state.extensions.first(where: { $0.entry.type == type })?.composes == true {
            let draft = state.view.post
            if draft?.type != type || draft?.context.item != context.item {
                state.putPostAway()
                let text = state.takeUnposted(for: type, context.item)
                state.view.post = PostDraft(type: type, context: context, text: text)
            }
            return presentForNow(.post)
        }
        endSheets()
        state.view.chosen = nil
        perform(type, context)
    }

    /// Runs the extension with the text.
    mutating func post() {
        guard let draft = state.view.post else { return closeSheet() }
        guard state.isThere(draft.context) else { return state.view.hint = "\(Self.isGone). Esc keeps your text" }
        if let loss = state.loss(of: draft.context) { return state.view.hint = "\(loss). Esc keeps your text" }
        state.view.post = nil
        endSheets()
        state.view.chosen = nil
        guard let handed = draft.context.handed(to: draft.type) else { return }
        // If the program of the extension fails, Up restores the text.
        if draft.text.saysSomething { state.view.remember(draft.text.text) }
        emit(.runActivity(draft.type, handed, text: draft.text.text.trimmed))
    }

    // MARK: Problems of jobs

    /// Marks the problem of a job as read.
    package mutating func read(_ problem: JobProblem) {
        guard let place = state.problems.firstIndex(of: problem) else { return }
        state.problems.remove(at: place)
        if let job = problem.job { emit(.readFailure(job)) }
    }

    /// Marks the problems of all jobs as read.
    package mutating func readProblems() { for problem in state.problems { read(problem) } }

    /// Shows the newest problem again if there is no other hint.
    mutating func showProblem() {
        if state.view.hint == nil, state.sheet == nil { state.view.hint = state.problemHint }
    }

    /// Esc removes the problem of a job from the last row. In the inbox it stays unread.
    ///
    /// - Parameter said: The text of the last row before the key.
    /// - Returns: True if the key removed a problem.
    mutating func dismissProblem(_ key: Key, said: String?) -> Bool {
        guard key == .escape, state.sheet == nil, let said,
            let place = state.problems.lastIndex(where: { said.hasPrefix($0.text) })
        else { return false }
        state.view.hint = nil
        state.problems[place].isDismissed = true
        return true
    }
}

extension PostDraft {
    /// The text in the form in which the client stores it; nil if there is none.
    fileprivate func unposted(in state: ChatState) -> UnpostedText? {
        guard text.saysSomething else { return nil }
        let plugin = state.extensions.first { $0.entry.type == type }
        return UnpostedText(
            type: type.rawValue, title: plugin?.title ?? type.rawValue, item: context.item.plainText,
            itemTitle: context.item.title, text: text.text)
    }
}

extension ViewState {
    /// The versions of the texts on the sheets of share extensions. A changed text has another version.
    package var postVersions: [LineEditor.Version] { posts.map(\.text.version) }

    /// The number of characters on those sheets.
    package var postCount: Int { posts.reduce(0) { $0 + $1.text.count } }

    /// The drafts on the sheets of share extensions, on the screen and at other conversations of a desktop.
    private var posts: [PostDraft] {
        [post].compactMap(\.self) + parked.sorted { $0.key < $1.key }.compactMap(\.value.post)
    }

    fileprivate func unposted(in state: ChatState) -> [UnpostedText] {
        // A text that the person continues in a composer is stored there.
        let continued = Set(changedLines)
        return unposted.filter { !continued.contains($0.text) } + posts.compactMap { $0.unposted(in: state) }
    }

    /// Removes the texts for share extensions that the person sends as messages.
    mutating func removeUnposted(_ lines: [String]) { unposted.removeAll { lines.contains($0.text) } }
}

extension ChatState {
    /// The texts for share extensions that were not posted, of this client and of earlier ones.
    package var unposted: [UnpostedText] { view.unposted(in: self) }

    /// The sentence about the place of those texts; nil if there are none.
    package var unpostedSentence: String? {
        let texts = unposted
        guard let text = texts.last else { return nil }
        let title = "“\(CleanText.line(text.title))”"
        guard texts.count > 1 else {
            let item = TextLayout.truncate(CleanText.line(text.itemTitle), to: 40)
            return "Your text for \(title) is not posted: ↑ restores it, or choose \(title) again for “\(item)”"
        }
        let titles = Set(texts.map { "“\(CleanText.line($0.title))”" }).sorted()
        return
            "Your texts for \(SharingConfirmation.shortList(titles)) are not posted: ↑ restores them, the newest first"
    }

    /// Stores the texts for share extensions of an earlier client, or of a server before its reset. The arrow up has them.
    package mutating func restore(_ texts: [UnpostedText]) {
        view.unposted = texts
        for text in texts { view.remember(text.text) }
    }

    /// Adds the text on the sheet of a conversation that goes to the history.
    ///
    /// - Returns: false if there is none.
    package mutating func rememberPost(of conversation: ConversationID) -> Bool {
        let open = view.selected == conversation && view.openSheets.contains(.post) ? view.post : nil
        guard let text = (open ?? view.parked[conversation]?.post)?.text, text.saysSomething else { return false }
        view.remember(text.text)
        return true
    }

    /// Takes the text off the sheet of its share extension. The extension has it again for the same item, and the arrow up
    /// has it.
    mutating func putPostAway() {
        if let unposted = view.post?.unposted(in: self) {
            view.unposted.append(unposted)
            view.remember(unposted.text)
        }
        view.post = nil
    }

    /// Returns the text that a share extension has for an item, and removes it from the texts that were put away.
    mutating func takeUnposted(for type: ActivityType, _ item: ActivityItem) -> LineEditor {
        let place = view.unposted.lastIndex { $0.type == type.rawValue && $0.item == item.plainText }
        return LineEditor(place.map { view.unposted.remove(at: $0).text } ?? "")
    }
}
