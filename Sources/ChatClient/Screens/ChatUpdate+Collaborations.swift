import AppModel
import ChatProtocol
import ChatTerminal

extension ChatState {
    /// The request to name an app in `/share`, with the names of the known apps.
    package var asksForApp: String {
        let known = settings.apps.map { CleanText.line($0.title) }.joined(separator: ", ")
        return "Give an app: /share TITLE with APP" + (known.isEmpty ? ", by its id" : "; there are \(known)")
    }
}

/// The commands about collaborations. They refuse clearly before the server is asked, and ask the person before an
/// irreversible change.
extension ChatUpdate {
    /// Asks for the sharing options of a document with this title, to stage it.
    mutating func stage(_ shared: SharedWords) throws(SlashCommand.Mistake) {
        guard let id = state.view.selected else { throw SlashCommand.Mistake(text: "No conversation is open") }
        emit(
            .stage(
                ShareWish(
                    title: shared.title, app: try sharingApp(shared), conversation: id, effects: shared.effects,
                    isCopy: shared.isCopy, representations: shared.forms)))
    }

    /// Sends the document or the file of the composer.
    mutating func sendStaged(saying text: String) throws(SlashCommand.Mistake) {
        if let draft = state.takeStaged(saying: text) {
            emit(.start(draft))
        } else if let id = state.view.selected, let path = state.view.attachments.removeValue(forKey: id) {
            emit(.attach(path: path, text: EmojiNames.replaced(in: text), conversation: id, replyTo: nil))
        } else if state.hasStaged {
            throw SlashCommand.Mistake(text: "No conversation yet: /new HANDLE begins one")
        } else {
            throw SlashCommand.Mistake(text: "Nothing is staged: /share TITLE stages a document, /attach FILE a file")
        }
    }

    /// Copies the link of a collaboration that anyone with the link can open, or that the person owns.
    mutating func copyLink(of row: CollaborationRow) throws(SlashCommand.Mistake) {
        guard !row.isDocumentDeleted else {
            throw SlashCommand.Mistake(text: "\(row.quoted) was deleted: its link opens nothing", reason: .conflict)
        }
        guard row.role == .owner || row.access == .public else {
            throw SlashCommand.Mistake(
                text: "Only a link that anyone can open can be copied: \(row.quoted) is for invited people")
        }
        state.view.hint = "Copied \(CleanText.line(row.url))"
        emit(.copy(text: row.url))
    }

    // MARK: Collaborations and people by name

    /// Returns the collaboration of a number or an address.
    ///
    /// - Throws: A `SlashCommand.Mistake` if this person has not joined it, can no longer use it, or knows of none.
    func collaboration(_ text: String) throws(SlashCommand.Mistake) -> CollaborationRow {
        let url = try link(text)
        if let row = state.shares[url] {
            guard row.own != nil else {
                throw SlashCommand.Mistake(
                    text: "You have not opened \(row.quoted) yet: /open \(text) joins it")
            }
            return row
        }
        if let lost = state.lostShares[url] { throw SlashCommand.Mistake(text: lost.sentence) }
        throw SlashCommand.Mistake(
            text: "\(CleanText.line(LinkText.short(url))) is not a document that is shared with you")
    }

    /// Returns the person on a collaboration with a handle or a name.
    ///
    /// - Throws: A `SlashCommand.Mistake` if there is none.
    func person(_ word: String, on row: CollaborationRow) throws(SlashCommand.Mistake)
        -> CollaborationRow.Person
    {
        let name = word.lowercased()
        let handle = Handle(typed: word)?.rawValue
        let found =
            row.people.first { $0.handle == handle } ?? row.people.first { $0.name.lowercased() == name }
        guard let found else {
            throw SlashCommand.Mistake(text: "“\(CleanText.line(word))” is not on \(row.quoted)", reason: .notFound)
        }
        return found
    }

    /// Returns the id of the app that the words name; without a name, the only known app. Nil if the app of an existing
    /// document is meant.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no such app is known, or if no app is named for a new document.
    private func sharingApp(_ shared: SharedWords) throws(SlashCommand.Mistake) -> String? {
        if let name = shared.app { return try app(name) }
        let apps = state.settings.apps
        if apps.count == 1 { return apps[0].id }
        guard shared.isCopy || shared.forms.isEmpty else { throw SlashCommand.Mistake(text: state.asksForApp) }
        return nil
    }

    /// Performs a change of a collaboration, after a confirmation if one is required.
    mutating func manage(_ deed: CollaborationDeed, _ row: CollaborationRow) throws(SlashCommand.Mistake) {
        try Self.check(deed, on: row)
        if let question = state.question(before: deed, on: row) { ask(question) } else { emit(.manage(row, deed)) }
    }

    /// Shows the participants of a collaboration. If the app stores the collaboration itself, the sheet leads to the
    /// app's own management (`manage-view`).
    ///
    /// - Throws: A `SlashCommand.Mistake` if such an app has no management screen.
    mutating func showPeople(of row: CollaborationRow) throws(SlashCommand.Mistake) {
        guard row.backend != .custom || row.manageTitle != nil else {
            throw SlashCommand.Mistake(
                text: "\(CleanText.line(row.app)) stores \(row.quoted) itself, "
                    + "and has no screen for its participants")
        }
        presentForNow(.people(row.url))
    }
}
