import AppModel
import ChatTerminal

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
