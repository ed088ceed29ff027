import AppModel
import ChatProtocol
import ChatTerminal

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
