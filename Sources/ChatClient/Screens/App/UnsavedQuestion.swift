import AppModel
import ChatTerminal

/// The question before something unsaved is lost: discard it, or keep it and stay (`sheet-unsaved`). All screens of an
/// app use it.
package struct UnsavedQuestion: Equatable, Sendable {
    /// The kinds of loss.
    enum Loss: Equatable, Sendable {
        /// The text in the editor.
        case writing(AppEditor.Kind)
        /// The changes on the sharing screens.
        case sharing
        /// The jobs of extensions and the unanswered changes that end with the client, a sentence each.
        case work([String])
        /// The document that the person wants to delete.
        case deleted(SharedDocument)
        /// The stored texts of a document that does not open.
        case stored(url: String)
    }

    /// The loss that the question warns of.
    var loss: Loss
    /// The opened link that waits for the answer; nil if there is none.
    var link: String?
    /// The quoted title of the document at the link, or a short form of the link.
    var destination = ""
    /// True if the program waits for the answer before it quits.
    var isQuitting = false
    /// The index of the focused button: 0 keeps everything, 1 discards.
    var focus = 0

    init(_ loss: Loss, link: String? = nil, isQuitting: Bool = false) {
        (self.loss, self.link, self.isQuitting) = (loss, link, isQuitting)
    }

    /// Returns the question as a sheet.
    ///
    /// - Parameter isSending: True if the server is saving the text and may already have it.
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
            body: [(isSending ? "Saving has begun and may still succeed." : isUnsaved) + waits],
            choices: [Sheet.Choice("Keep"), discard],
            focus: focus)
    }

    private var isUnsaved: String {
        switch loss {
        case .sharing, .writing(.person): "They are not saved yet."
        case .writing, .stored, .work, .deleted: "It is not saved yet."
        }
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
    /// Returns true if the title, text and comments of two documents are equal.
    func reads(as other: SharedDocument) -> Bool {
        (title, text, comments) == (other.title, other.text, other.comments)
    }
}

extension AppState {
    /// The loss if the topmost editor or sharing screen were closed; nil if nothing would be lost.
    var unsaved: UnsavedQuestion.Loss? {
        if let editor = view.editor { return editor.hasChanges ? .writing(editor.kind) : nil }
        return view.sheet == .sharing && sharing?.hasChanges == true ? .sharing : nil
    }

    /// Returns the present loss of an open question; nil if there is nothing left to ask.
    func loss(now question: UnsavedQuestion) -> UnsavedQuestion.Loss? {
        if case .deleted(let asked) = question.loss {
            return document.flatMap { $0.canDelete && $0.document.id == asked.id ? .deleted($0.document) : nil }
        }
        if case .stored = question.loss { return unsavedTextsOfRefused.isEmpty ? nil : question.loss }
        return question.isQuitting ? lossAtQuit : unsaved
    }

    /// The loss if the client ended; nil if nothing would be lost.
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
    /// Closes the topmost editor or sheet. If that would lose something, the question opens instead.
    mutating func close() {
        if let loss = state.unsaved {
            state.view.unsaved = UnsavedQuestion(loss)
            return
        }
        discard()
    }

    /// Quits. If that would lose something, the question opens first; a second request quits.
    package mutating func quit() {
        guard let loss = state.lossAtQuit, state.view.unsaved?.isQuitting != true else { return emit(.quit) }
        state.view.unsaved = UnsavedQuestion(loss, isQuitting: true)
    }

    /// Opens a link. If that would lose something, the question opens first.
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

    /// Applies a key to the question.
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
            // Below the editor, the sharing screens may have unsaved changes too.
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

extension UnsavedText {
    /// Returns true if both texts have the same kind and document, so that the newer one replaces the older.
    package func replaces(_ other: UnsavedText) -> Bool { kind == other.kind && url == other.url }
}

extension AppEditor {
    /// The text as the client stores it; nil if closing the editor would lose nothing that is stored.
    package var unsavedText: UnsavedText? {
        guard hasChanges, kind != .person else { return nil }
        return UnsavedText(
            kind: kind.rawValue, url: base?.url ?? "", title: base?.title, text: line.text,
            base: kind == .title ? base?.title : base?.text, revision: base?.revision, current: current)
    }

    /// Fills in a text that an earlier client stored. If the document has changed since, saving is a conflict that
    /// shows both texts.
    fileprivate mutating func restore(_ unsaved: UnsavedText) {
        line.rewrite(unsaved.text)
        // The document may have changed again since the conflict.
        let now = kind == .title ? base?.title : base?.text
        current = base?.isDeleted == true ? unsaved.current : unsaved.current.map { now ?? $0 }
        guard kind == .text, let text = unsaved.base, let revision = unsaved.revision else { return }
        base?.text = text
        base?.revision = revision
    }
}

extension AppState {
    /// Opens an editor, with a stored text of an earlier client if there is one.
    mutating func open(_ editor: AppEditor) {
        var editor = editor
        let obstacle = editor.kind == .new ? nil : document?.obstacle(to: editor.kind)
        if let unsaved = unsavedText(editor.kind, of: editor.base?.url ?? "") {
            editor.restore(unsaved)
            view.hint = obstacle ?? "Your unsaved text is back"
        }
        view.editor = editor
    }

    /// Returns the stored text of a kind for a document; nil if there is none.
    func unsavedText(_ kind: AppEditor.Kind, of url: String) -> UnsavedText? {
        unsavedTexts.last { $0.kind == kind.rawValue && $0.url == url }
    }

    /// Appends a page of the documents, or replaces them by the first page. After the last page come the unlisted
    /// documents of which the client has unsaved texts.
    package mutating func list(_ page: [AppItem], isFirstPage: Bool, hasMore: Bool) {
        documents = (isFirstPage ? [] : documents) + page
        hasMoreDocuments = hasMore
        var listed = Set((items + documents).map(\.url) + [""])
        for text in unsavedTexts where !hasMore && listed.insert(text.url).inserted {
            let title = text.title.flatMap { $0.isEmpty ? nil : $0 } ?? LinkText.short(text.url)
            var item = AppItem(
                id: text.url, url: text.url, title: title, subtitle: "Unsaved text", preview: nil, isCollaboration: true
            )
            item.isUnsavedText = true
            documents.append(item)
        }
        documents = documents.toldApart
    }

    /// The unsaved texts of the open item if it does not open; empty if it opens.
    var unsavedTextsOfRefused: [UnsavedText] {
        guard let id = view.page.detail, view.refusal != nil, document?.item != id else { return [] }
        let url = opened(id).url
        return unsavedTexts.filter { $0.url == url }
    }

    /// Shows a hint with the key that restores the newest stored text of the open document.
    package mutating func hintUnsavedTexts(of url: String) {
        let kinds = unsavedTexts.filter { $0.url == url }.compactMap { AppEditor.Kind(rawValue: $0.kind) }
        guard view.editor == nil, let kind = kinds.last else { return }
        view.hint = "You have unsaved text here: \(kind.key) shows it"
    }
}

extension AppEditor.Kind {
    /// The key that opens the editor.
    fileprivate var key: String {
        switch self {
        case .text: "e"
        case .comment: "c"
        case .title, .new: "n"
        case .person: "s"
        }
    }
}
