import ChatProtocol
import ChatScreens
import ChatTerminal

/// Collaborations that begin: the document that is staged, and what waits for its app.
extension ClientModel {
    /// Returns the wish with this person's own document of its title: the oldest that is not shared, or for a copy a
    /// shared one too. A copy of a new one is a file.
    func naming(_ wish: ShareWish, among documents: [DocumentView]) -> ShareWish {
        let own = documents.filter { $0.title == wish.title && $0.owner == me }
            .sorted { $0.createdAt < $1.createdAt }
        let found = own.first { state.shares[$0.url] == nil } ?? (wish.isCopy ? own.first : nil)
        var wish = wish
        guard let oldest = found else {
            if wish.isCopy { wish.representations = [.file] }
            wish.hasNamesake = !own.isEmpty
            return wish
        }
        (wish.document, wish.url) = (oldest.id, oldest.url)
        return wish
    }

    /// Stages a document as its app offers it, with what was said already: nothing of it is created (`draft-stage`).
    mutating func stage(_ wish: ShareWish, _ offer: CollaborationOffer) {
        let conversation = ConversationID(wish.conversation)
        state.view.staging[wish.conversation] = nil
        guard
            var draft = CollaborationDraft(
                wish.document.map { .document($0) } ?? .new(title: wish.title), offer: offer, for: conversation,
                representations: wish.representations)
        else { return hint("\(CleanText.line(offer.appName)) cannot share this") }
        meet(offer.app)
        sign(&draft)
        draft.url = wish.url
        if wish.isCopy, !draft.choose(.copy) {
            return hint(
                "\(CleanText.line(offer.appName)) sends no copies of this: leave out copy to share the document"
            )
        }
        for effect in wish.effects where draft.method == .collaborate {
            guard let option = draft.options.options.first(where: { $0.effect == effect }),
                draft.choose(option: option.identifier)
            else { return hint("\(CleanText.line(offer.appName)) does not offer “\(effect.word)”") }
        }
        let before = state.view.replaceItem(in: wish.conversation, with: draft)
        if let before { hint("\(before) was replaced. " + state.keys.hint("Ctrl-_ restores it", inLines: "")) }
        if wish.hasNamesake {
            hint("“\(CleanText.line(wish.title))” is shared already: this begins another document of that title")
        }
        if state.view.selected == wish.conversation { state.view.pane = .thread }
        tell(.staged(draft, conversation: title(of: conversation)))
    }

    /// Shows how far a start got, from whichever device it was begun.
    mutating func showStart(_ start: CollaborationStart) {
        meet(start.app)
        let row = StartRow(start, app: known.apps.name(of: start.app))
        let index = state.starts.firstIndex { $0.id == row.id }
        if let index, state.starts[index] == row { return }
        // A failure is done with when the same is tried again.
        state.starts.removeAll {
            $0.id != row.id && $0.state == .failed && ($0.title, $0.conversation) == (row.title, row.conversation)
        }
        switch start.state {
        case .waiting, .failed:
            if let index = state.starts.firstIndex(where: { $0.id == row.id }) {
                state.starts[index] = row
            } else {
                state.starts.append(row)
            }
        case .sent, .done, .cancelled: state.starts.removeAll { $0.id == row.id }
        }
        let hasText = start.state != .waiting && endKeepingWords(of: row)
        guard known.toldStarts.insert("\(row.id) \(row.state.rawValue)").inserted else { return }
        // What stands in no thread of theirs is said nowhere else.
        let sentence = row.sentence + (hasText ? (row.sentence.hasSuffix(".") ? "" : ".") + " ↑ restores its text" : "")
        guard let conversation = start.conversation else { return hint(sentence) }
        tell(.start(row, conversation: title(of: conversation)))
        if start.state != .waiting { state.view.hint = sentence }
        guard start.state == .sent else { return }
        ask(.collaboration(.shares(nil)))
        ask(.collaboration(.recent(conversation)))
    }

    /// The words that outlive the client: those that the server has not posted, and that are in no composer.
    var unpostedWords: [DraftStore.Change] {
        let written = state.view.drafts.values.map(\.text)
        return known.unposted.filter { $0.words.map(written.contains) != true }
    }

    /// Notes that the person sees what came of a document whose app was asked. Words that were not sent stay theirs, and
    /// Up finds them first.
    ///
    /// - Returns: true if there are such words.
    private mutating func endKeepingWords(of start: StartRow) -> Bool {
        guard let index = known.unposted.firstIndex(where: { $0.clientID == start.id }) else { return false }
        let change = known.unposted.remove(at: index)
        guard start.state == .failed, let words = change.words, let place = change.place else { return false }
        state.view.remember(words)
        keepUnposted(words, in: ConversationID(place.conversation), clientID: "\(start.id) failed")
        return true
    }

    /// Notes a document whose app is asked: if the app refuses it while no client runs, the next client says so, and Up
    /// brings back its words.
    mutating func keepWords(of draft: CollaborationDraft, _ start: CollaborationStart) {
        guard start.state == .waiting else { return }
        known.unposted.removeAll { !draft.text.isEmpty && $0.words == draft.text }
        known.unposted.append(
            DraftStore.Change(
                draft.request, clientID: start.id.rawValue,
                place: state.threads[draft.conversation.rawValue].map(DraftStore.Place.init), cursor: 0,
                isAnswered: true))
    }
}

extension ShareOptions.Effect {
    /// The word of `/share` for it.
    fileprivate var word: String {
        switch self {
        case .readOnly: "read"
        case .readWrite: "write"
        case .private: "private"
        case .public: "public"
        case .inviting: "inviting"
        }
    }
}
