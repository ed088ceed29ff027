import AppModel
import ChatProtocol
import ChatScreens

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

    /// Creates a document and opens it. After a failure, shows the reason, and the title stays in the editor.
    func create(_ title: String) {
        service.create(title: title) { [weak self] result in
            guard let self else { return }
            guard case .success(let document) = result else { return finish(result, "") }
            isListStale = true
            closeSent()
            runtime?.list(document)
            runtime?.open(document)
            // Lines have no such key, and an app with its own service has no such screen.
            let how = runtime?.showsAll == true || runtime?.backend == .custom ? "/share in Messages" : "s"
            runtime?.tell("Only you can see it: \(how) shares it")
        }
    }
}
