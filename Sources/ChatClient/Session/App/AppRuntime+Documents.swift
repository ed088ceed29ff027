import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// Opening documents, and sending them on by the share sheet.
extension AppRuntime {
    /// Opens a document that was just created.
    func open(_ document: SharedDocument) {
        run { $0.open(listed: registration.item(for: document)) }
    }

    /// Opens the item of a link, listed or not. Asks the person first if something unsaved would be lost.
    package func open(link url: String) { run { $0.open(link: url) } }

    /// Shows the item of a link. A link that continues a listed document's link opens the document at that view.
    func show(link url: String) {
        if let item = state.listed(around: url) {
            run { $0.open(listed: item, at: url) }
            return
        }
        center.getHighlightFor(url) { [weak self] highlight, _ in
            guard let self else { return }
            let shown = highlight ?? Highlight(identifier: HighlightID(url), url: url)
            run { $0.open(registration.item(for: shown)) }
        }
    }

    /// Shows on the page of an item why it does not open, if that page is open.
    ///
    /// - Parameter opensAgain: true if Return opens it, because the person has access again.
    func refuse(_ id: String, saying why: String, opensAgain: Bool = false) {
        guard state.view.page.detail == id else { return }
        update { ($0.view.refusal, $0.view.opensAgain) = (why, opensAgain) }
    }

    /// True if the app has content for an open item that is no document: the item is shared with the person, or the app
    /// registered a preview for such links.
    func hasContent(_ id: String) -> Bool {
        state.item(id) != nil || registration.preview(of: state.opened(id).url) != nil
    }

    /// Returns the title that the app registered for all links of this form; nil if there is none.
    func previewTitle(of url: String) -> String? { registration.preview(of: url)?.title }

    /// Returns the sentence about the loss of the document at a link; nil if Messages knows of none.
    func lossOfAccess(to url: String) -> String? {
        renderer.begunMessages.flatMap { $0.lostShares[$0.collaborationURL(of: url)] }.map { $0.sentence + "." }
    }

    /// Shows a conversation over the page. An open editor keeps the screen and the keys.
    func cover(with place: AttributionContent.Place) {
        guard state.view.editor == nil, state.view.unsaved == nil else {
            return tell("“\(CleanText.line(place.name))” is in the list of Messages")
        }
        update { $0.view.reply = place }
        let inner = AppReplyPainter.size(on: size)
        renderer.cover(Size(columns: inner.columns, rows: inner.rows + 1))
    }

    /// True if the person's own session has a share for the link, which they are on or can open.
    func canOpen(_ url: String) -> Bool { renderer.begunMessages?.share(at: url) != nil }

    // MARK: The share sheet

    /// Closes the share sheet, because its item is gone.
    func endShareSheet(saying hint: String) {
        // A text that the person writes on the sheet stays until they close it.
        guard state.view.isSharing, !renderer.messages.writesInSheet else { return }
        renderer.endShareSheet()
        update { $0.view.isSharing = false }
        tell(hint)
    }

    /// Updates the title of a document on its share sheet.
    func retitle(_ document: SharedDocument) {
        if state.view.isSharing { renderer.retitle(document.url, document.title) }
    }

    /// The link of the item on the share sheet; nil if no sheet is open.
    var sharedLink: String? { state.view.isSharing ? renderer.messages.view.sharing?.url : nil }

    /// Opens the conversation with these people over the app. Creates it if there is none.
    func message(_ people: [Handle]) { renderer.message(people) }

    /// Lists a document that the person created, before the list is read again.
    func list(_ document: SharedDocument) {
        changeLists { $0.documents.insert(registration.item(for: document), at: 0) }
    }
}

/// The person's documents in the app: their own, and those shared with them.
extension AppDocuments {
    /// Reads the list if it may differ from the one on the screen.
    func readListIfStale() {
        guard isListStale, !isReadingList, let runtime else { return }
        // An open page hides the list.
        guard runtime.showsAll || runtime.state.view.page.detail == nil else { return }
        isListStale = false
        readList(after: nil)
    }

    /// Reads the next page of the list.
    func readMoreDocuments() {
        guard !isReadingList, runtime?.state.hasMoreDocuments == true, let lastDocument else { return }
        readList(after: lastDocument)
    }

    private func readList(after last: DocumentID?) {
        isReadingList = true
        service.list(after: last) { [weak self] result in
            guard let self else { return }
            isReadingList = false
            // After a failure, the list stays as it was.
            guard case .success((let documents, let hasMore)) = result else { return }
            lastDocument = documents.last?.id ?? lastDocument
            runtime?.show(documents, isFirstPage: last == nil, hasMore: hasMore)
        }
    }

    /// Creates a document and opens it. A title that ends with `/` makes a folder. After a failure, shows the reason, and
    /// the title stays in the editor.
    ///
    /// - Parameter folder: the document that represents the folder of the new one; nil for none.
    func create(_ title: String, in folder: DocumentID?) {
        let name = folder == nil && title.count > 1 && title.hasSuffix("/") ? String(title.dropLast()) : nil
        service.create(title: name ?? title, in: folder, covers: name) { [weak self] result in
            guard let self else { return }
            guard case .success(let document) = result else { return finish(result, "") }
            isListStale = true
            closeSent()
            runtime?.list(document)
            runtime?.open(document)
            // Lines have no such key, and an app with its own service has no such screen.
            guard document.parent == nil else { return runtime?.tell("Everyone in the folder can open it") ?? () }
            let how = runtime?.showsAll == true || runtime?.backend == .custom ? "/share in Messages" : "s"
            runtime?.tell("\(Self.isPrivate): \(how) shares it")
        }
    }
}
