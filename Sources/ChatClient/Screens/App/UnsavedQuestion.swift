import AppModel
import ChatTerminal

/// Asked before what is not saved is lost: discard it, or keep it and stay (`sheet-unsaved`). One for every screen of an
/// app on which something can be lost.
package struct UnsavedQuestion: Equatable, Sendable {
    /// What would be lost.
    enum Loss: Equatable, Sendable {
        /// What the person is writing.
        case writing(AppEditor.Kind)
        /// What was chosen on the sharing screens.
        case sharing
        /// Jobs of extensions and changes that the server has not answered, which end with the client, a sentence each.
        case work([String])
        /// A document that the person deletes.
        case deleted(SharedDocument)
        /// The stored texts of a document that does not open.
        case stored(url: String)
    }

    /// What would be lost.
    var loss: Loss
    /// The link that was opened meanwhile, and waits for the answer; nil where Esc was pressed.
    var link: String?
    /// The quoted title of the document at the link, or a short form of the link.
    var destination = ""
    /// Whether the end of the client waits for the answer.
    var isQuitting = false
    /// The button that has the focus; the first keeps everything.
    var focus = 0

    init(_ loss: Loss, link: String? = nil, isQuitting: Bool = false) {
        (self.loss, self.link, self.isQuitting) = (loss, link, isQuitting)
    }

    /// Returns the question as it is drawn.
    ///
    /// - Parameter isSending: True if what would be lost is on its way to the server, which may have it already.
    func sheet(isSending: Bool) -> Sheet {
        if case .work(let sentences) = loss {
            return Sheet(
                title: title, body: [sentences.joined(separator: " ")],
                choices: [Sheet.Choice("Stay"), Sheet.Choice("Quit")], focus: focus)
        }
        if case .deleted = loss {
            var delete = Sheet.Choice("Delete")
            delete.isDestructive = true
            return Sheet(
                title: title, body: ["No one can open it anymore, and it cannot be recovered."],
                choices: [Sheet.Choice("Cancel"), delete], focus: focus)
        }
        let waits = link.map { _ in " Discarding opens \(destination)." } ?? (isQuitting ? " Discarding quits." : "")
        var discard = Sheet.Choice("Discard")
        discard.isDestructive = true
        return Sheet(
            title: title,
            body: [(isSending ? "Saving has begun and may still succeed." : "It is not saved yet.") + waits],
            choices: [Sheet.Choice("Keep"), discard],
            focus: focus)
    }

    private var title: String {
        switch loss {
        case .writing(.text), .stored: "Discard your text?"
        case .writing(.comment): "Discard your comment?"
        case .writing(.title): "Discard the new name?"
        case .writing(.person): "Discard the people you entered?"
        case .writing(.new): "Discard the new document?"
        case .sharing: "Discard your changes?"
        case .work: "Quit?"
        case .deleted(let document): "Delete “\(CleanText.line(document.title))”?"
        }
    }
}

extension SharedDocument {
    /// Returns true if somebody who reads it finds the same as before.
    func reads(as other: SharedDocument) -> Bool {
        (title, text, comments) == (other.title, other.text, other.comments)
    }
}

extension AppState {
    /// What would be lost if the topmost of what lies over the page were closed; nil where nothing would.
    var unsaved: UnsavedQuestion.Loss? {
        if let editor = view.editor { return editor.hasChanges ? .writing(editor.kind) : nil }
        return view.sheet == .sharing && sharing?.hasChanges == true ? .sharing : nil
    }

    /// What a question is about now; nil if it is answered by what happened meanwhile.
    func loss(now question: UnsavedQuestion) -> UnsavedQuestion.Loss? {
        if case .deleted(let asked) = question.loss {
            return document.flatMap { $0.canDelete && $0.document.id == asked.id ? .deleted($0.document) : nil }
        }
        if case .stored = question.loss { return unsavedTextsOfRefused.isEmpty ? nil : question.loss }
        return question.isQuitting ? lossAtQuit : unsaved
    }

    /// What would be lost if the client ended; nil if nothing would.
    var lossAtQuit: UnsavedQuestion.Loss? { unsaved ?? (endingWork.isEmpty ? nil : .work(endingWork)) }

    /// The jobs and changes that end with the client, a sentence each.
    private var endingWork: [String] {
        var sentences = unanswered
        if !unanswered.isEmpty {
            sentences.append("Quitting may lose \(unanswered.count == 1 ? "this change" : "these changes").")
        }
        guard !work.isEmpty else { return sentences }
        let jobs = work.map { CleanText.line($0) }.joined(separator: ", ")
        return sentences + [jobs + (work.count == 1 ? " is" : " are") + " still running, and will stop."]
    }
}

extension AppUpdate {
    /// Closes the topmost of what lies over the page, unless something would be lost: then that is asked.
    mutating func close() {
        if let loss = state.unsaved {
            state.view.unsaved = UnsavedQuestion(loss)
            return
        }
        discard()
    }

    /// Ends, unless something would be lost by that: then that is asked; asked twice, it ends.
    mutating func quit() {
        guard let loss = state.lossAtQuit, state.view.unsaved?.isQuitting != true else { return emit(.quit) }
        state.view.unsaved = UnsavedQuestion(loss, isQuitting: true)
    }

    /// Opens a link, unless something would be lost by that: then that is asked.
    package mutating func open(link url: String) {
        if let loss = state.unsaved {
            let isOpen = state.document?.document.url == url
            if !isOpen {
                var question = UnsavedQuestion(loss, link: url)
                let listed = (state.items + state.documents).first { $0.url == url }
                question.destination = listed.map { "“\(CleanText.line($0.title))”" } ?? LinkText.short(url)
                state.view.unsaved = question
            }
            return
        }
        emit(.openLink(url))
    }

    /// Keys of the question.
    mutating func apply(_ key: Key, to question: UnsavedQuestion) {
        switch key {
        case .left, .up, .backTab: state.view.unsaved?.focus = 0
        case .right, .down, .tab: state.view.unsaved?.focus = 1
        case .escape: state.view.unsaved = nil
        // A link can open this question while the person types: the next letters keep the text (`sheet-modal-default`).
        case .character, .paste:
            guard question.link != nil, state.view.editor != nil else { return }
            state.view.unsaved = nil
            applyToEditor(key)
            state.view.hint = "\(question.destination) was not opened"
        case .enter:
            state.view.unsaved = nil
            guard question.focus == 1 else { break }
            if case .work = question.loss { return emit(.quit) }
            if case .deleted(let document) = question.loss { return emit(.delete(document)) }
            if case .stored(let url) = question.loss {
                emit(.discardTexts(url: url))
                if let id = state.view.page.detail { leave(id) }
                return
            }
            discard()
            if question.isQuitting { return quit() }
            // Below what was written the sharing screens may have something unsaved too.
            if let link = question.link { open(link: link) }
        default: break
        }
    }

    private mutating func discard() {
        if state.view.editor != nil {
            state.view.editor = nil
            return
        }
        let isSharing = state.view.sheet == .sharing
        state.view.sheet = nil
        if isSharing { emit(.closeSharing) }
    }
}
