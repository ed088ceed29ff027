import AppFrameworks
import ChatProtocol
import ChatScreens

/// Opening documents by themselves and by their links.
extension AppRuntime {
    /// Opens a document that was made just now.
    func open(_ document: SharedDocument) {
        run { $0.open(listed: registration.item(for: document)) }
    }

    /// Opens what a link leads to, listed or not. The person is asked first if something unsaved would be lost.
    package func open(link url: String) { run { $0.open(link: url) } }

    /// Shows what a link leads to. A link deeper than a listed document's opens the document at that view.
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
}
