import ChatProtocol
import ChatScreens
import ChatTerminal

/// Starts of collaborations: the staged document, and the starts that wait for their app.
extension ClientModel {
    /// Asks how an existing document with the title can be shared, or a new one.
    ///
    /// - Parameter documents: the documents of the app that this person can read.
    mutating func askOffer(_ wish: ShareWish, among documents: [DocumentView]) {
        for document in documents {
            let folder = document.parent.flatMap { parent in documents.first { $0.id == parent } }
            if let folder { state.folderLinks[document.url] = folder.url }
        }
        let named = naming(wish, among: documents)
        guard named.app != nil else {
            let way = state.keys.hint(Self.restoresCommand, inLines: "")
            if state.view.endAwaiting(wish) { refuse(Self.sentence(state.asksForApp, way)) }
            return
        }
        if named.isCopy, named.document == nil, let row = unopenedShare(of: named), let why = row.obstacleToSending {
            if state.view.endAwaiting(wish) { hint(why) }
            return
        }
        ask(.collaboration(.offer(named)))
    }

    /// Returns the wish with an existing document of its title: the person's oldest that is not shared, or for a copy
    /// any document that they can read. An existing document has its own representations. A copy of a new document is a
    /// file by default.
    private func naming(_ wish: ShareWish, among documents: [DocumentView]) -> ShareWish {
        let namesakes = documents.filter { $0.title == wish.title }.sorted { $0.createdAt < $1.createdAt }
        let own = namesakes.filter { $0.owner == me }
        let unshared = own.first { $0.parent == nil && state.shares[$0.url] == nil }
        let first = unshared ?? own.first ?? namesakes.first
        var wish = wish
        guard let document = wish.isCopy ? first : wish.takesExisting ? unshared : nil else {
            if wish.isCopy, wish.representations.isEmpty { wish.representations = [.file] }
            wish.namesake = first?.url
            return wish
        }
        (wish.document, wish.url, wish.representations) = (document.id, document.url, [])
        wish.app = document.app
        return wish
    }

    /// Returns the share with that title whose invitation this person has not accepted; nil if there is none.
    private func unopenedShare(of wish: ShareWish) -> CollaborationRow? {
        state.shares.values.first {
            $0.title == wish.title && $0.appID == wish.app && $0.own?.acceptance == .pending
        }
    }

    /// Stages a document as its app offers it, with the options that the person named. It is not created yet
    /// (`draft-stage`).
    mutating func stage(_ wish: ShareWish, _ offer: CollaborationOffer) {
        guard state.view.endAwaiting(wish) else { return }
        let conversation = wish.conversation
        guard
            var draft = CollaborationDraft(
                wish.document.map { .document($0) } ?? .new(title: wish.title), offer: offer, for: conversation,
                representations: wish.representations)
        else { return hint("\(CleanText.line(offer.appName)) cannot share this") }
        meet(offer.app)
        sign(&draft)
        draft.url = wish.url
        if wish.isCopy, !draft.choose(.copy) { return ask(.collaboration(.sharingMethods(wish))) }
        for effect in wish.effects where draft.method == .collaborate {
            guard let option = draft.options.options.first(where: { $0.effect == effect }),
                draft.choose(option: option.identifier)
            else { return hint("\(CleanText.line(offer.appName)) does not offer “\(effect.word)”") }
        }
        let before = state.view.replaceItem(in: wish.conversation, with: draft)
        if let before {
            // Undo restores what the composer on the screen had.
            let isOpen = state.view.selected == wish.conversation
            hint(
                Self.sentence(
                    "\(before) was replaced.", isOpen ? state.keys.hint("Ctrl-_ restores it", inLines: "") : ""))
        }
        if let url = wish.namesake {
            let row = state.share(at: url)
            let folder = row.flatMap { $0.url == url ? nil : "is in \($0.quoted), which is shared" }
            let what = folder ?? (row == nil ? "exists already" : "is shared already")
            hint("“\(CleanText.line(wish.title))” \(what): this begins another document of that title")
        }
        if state.view.selected == wish.conversation { state.view.pane = .thread }
        tell(.staged(draft, conversation: title(of: conversation)))
    }

    /// Shows the reason why an item cannot be sent as a copy.
    mutating func refuseCopy(of wish: ShareWish, _ app: App) {
        let name = CleanText.line(app.name)
        if !app.sharingMethods.contains(.copy) {
            let isShared = wish.url.map { state.share(at: $0) != nil } ?? false
            hint("\(name) sends no copies" + (isShared ? "" : ": leave out copy to share the document"))
        } else if wish.document != nil {
            hint("“\(CleanText.line(wish.title))” is empty: there is nothing to copy")
        } else {
            hint("\(name) sends a copy only as a file: leave out as text")
        }
    }

    /// Shows the state of a start, which any device of the person may have begun.
    mutating func showStart(_ start: CollaborationStart) {
        meet(start.app)
        let row = StartRow(start, app: known.apps.name(of: start.app))
        let index = state.starts.firstIndex { $0.id == row.id }
        if let index, state.starts[index] == row { return }
        // A newer start with the same title replaces a failed one.
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
        let way = start.state == .waiting ? "" : endKeepingWords(of: row)
        guard known.toldStarts.insert("\(row.id) \(row.state.rawValue)").inserted else { return }
        // A start without a conversation is in no thread, so that only this hint reports it.
        let sentence = Self.sentence(row.sentence, way)
        guard let conversation = start.conversation else { return hint(sentence) }
        tell(.start(row, conversation: title(of: conversation)))
        if start.state != .waiting { state.view.hint = sentence }
        guard start.state == .sent else { return }
        ask(.collaboration(.shares(nil)))
        ask(.collaboration(.recent(conversation)))
    }

    /// The words to store beyond the end of the client: those that the server has not posted, and that are in no
    /// composer.
    var unpostedWords: [DraftStore.Change] {
        known.unposted.filter { !state.view.hasInComposer($0.words ?? "", $0.parts) }
    }

    /// Stops storing the words of a start, because the person sees its result now. Up restores a document that was not
    /// sent, with its words.
    ///
    /// - Returns: the sentence that names the way back to the words; empty if there is none.
    private mutating func endKeepingWords(of start: StartRow) -> String {
        guard let index = known.unposted.firstIndex(where: { $0.clientID == start.id }) else { return "" }
        let change = known.unposted.remove(at: index)
        guard start.state == .failed, let place = change.place else { return "" }
        let message = SendMessage(conversation: place.id, text: change.words ?? "")
        keepRefused(message, change.parts, clientID: "\(start.id) failed")
        return wayBack(to: message, change.parts, isDocument: true)
    }

    /// Stores the words of a document whose app has to answer. If the app refuses it while no client runs, the next
    /// client reports the refusal, and Up restores the words.
    mutating func keepWords(of draft: CollaborationDraft, _ start: CollaborationStart) {
        guard start.state == .waiting else { return }
        let parts = DraftParts(conversation: draft.conversation, staged: draft)
        forgetUnposted(draft.text, parts)
        var change = DraftStore.Change(
            draft.request, clientID: start.id.rawValue,
            place: state.threads[draft.conversation].map(DraftStore.Place.init), cursor: 0, isAnswered: true)
        change.keep(parts)
        known.unposted.append(change)
    }
}

extension ShareOptions.Effect {
    /// The word of `/share` for the effect.
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
