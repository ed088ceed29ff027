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
        let url = state.collaborationURL(of: try link(text))
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
    /// - Parameter isOutside: True if people who ask for access or are blocked count too.
    /// - Throws: A `SlashCommand.Mistake` if there is none.
    func person(
        _ word: String, on row: CollaborationRow, isOutside: Bool = false
    ) throws(SlashCommand.Mistake) -> CollaborationRow.Person {
        let people = isOutside ? row.everyone : row.people
        let name = word.lowercased()
        let handle = Handle(typed: word)?.rawValue
        let found =
            people.first { $0.handle == handle } ?? people.first { $0.name.lowercased() == name }
        guard let found else {
            throw SlashCommand.Mistake(text: "“\(CleanText.line(word))” is not on \(row.quoted)", reason: .notFound)
        }
        return found
    }

    /// Returns the id of the app that the words name; without a name, the only known app. Nil if the app of an existing
    /// document is meant.
    ///
    /// - Throws: A `SlashCommand.Mistake` if no such app is known, or if no app is named for a new document.
    private func sharingApp(_ shared: SharedWords) throws(SlashCommand.Mistake) -> AppID? {
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

/// The confirmations before access is given or removed, and the questions of notices, with their current facts.
extension ChatState {
    /// Asks whether this person wants access to a document that they cannot open. The question waits while they write.
    ///
    /// - Parameter reason: The sentence with the reason why it does not open.
    package mutating func askForAccess(to url: String, because reason: String) {
        let question = Confirmation(
            title: "Ask for access?", body: "\(reason) Its owner and administrators see your name.", button: "Ask",
            action: .request(.shareRequestAccess(.init(url: url))))
        view.arrived.append(.confirm(question))
    }

    /// Returns the confirmation before a change of a collaboration; nil if the change needs none.
    func question(before deed: CollaborationDeed, on row: CollaborationRow) -> Confirmation? {
        switch deed {
        case .stop: stopping(row)
        case .leave: leaving(row)
        case .uninvite(let handles): removing(handles, from: row)
        case .access(let access, let handles): setting(access, invitingAgain: handles, of: row)
        case .invite(let handles, let permission, sendsLink: true): inviting(handles, permission, deed, to: row)
        case .answer(.block, let handles): blocking(handles, on: row)
        case .invite, .permission, .administrator, .inviting, .accessRequests, .answer, .makeLink, .takeBackLink: nil
        }
    }

    /// Returns the confirmation before a typed answer. It names the people and the documents, because a newer notice
    /// may have arrived while the command was typed. Nil if the notice no longer asks a question.
    func question(answering notice: String, _ action: String) -> Confirmation? {
        guard let notice = askedNotice(notice),
            let action = notice.actions.first(where: { $0.id == action })
        else { return nil }
        let list = documents(of: notice).joined(separator: "; ")
        return Confirmation(
            title: "\(CleanText.line(notice.text))?", body: notice.adds ? "\(list). \(NoticeEntry.sendsLink)" : list,
            button: CleanText.line(action.title), action: .answerNotice(id: notice.id, action: action.id))
    }

    /// Returns the notice with that id while it waits in the banner.
    func waitingNotice(_ id: String) -> NoticeEntry? {
        for thread in threads.values {
            if let notice = thread.waiting.first(where: { $0.id == id }) { return notice }
        }
        return nil
    }

    /// Returns the collaborations that an answer to a notice changes, in the notice's order, as far as they are known.
    package func shares(of notice: NoticeEntry) -> [CollaborationRow] {
        notice.shares.compactMap { id in shares.values.first { $0.id == id } }
    }

    /// Returns a notice that asks a question, even if it was not answered in time and is only in its thread.
    func askedNotice(_ id: String) -> NoticeEntry? {
        if let notice = waitingNotice(id), !notice.actions.isEmpty { return notice }
        for case .notice(let notice) in threads.values.lazy.flatMap(\.entries)
        where notice.id == id && !notice.actions.isEmpty { return notice }
        return nil
    }

    /// Returns the reason why the change that a confirmation asks about is no longer possible; nil if it is possible.
    func obstacle(to deed: CollaborationDeed, on row: CollaborationRow) -> String? {
        guard let now = shares[row.url] else {
            return lostShares[row.url]?.sentence ?? "\(row.quoted) is no longer shared with you"
        }
        switch deed {
        case .stop, .leave: break
        default: if now.isDocumentDeleted { return "\(row.quoted) was deleted" }
        }
        if case .uninvite(let handles) = deed, !now.people.contains(where: { handles.contains($0.handle) }) {
            return
                "\(names(row.people.filter { handles.contains($0.handle) }, on: row)) can no longer open \(row.quoted)"
        }
        do throws(SlashCommand.Mistake) {
            try ChatUpdate.check(deed, on: now)
            return nil
        } catch {
            return error.text
        }
    }

    private func question(
        _ title: String, _ body: String, button: String, _ deed: CollaborationDeed, _ row: CollaborationRow
    ) -> Confirmation {
        Confirmation(
            title: title, body: body, button: button, action: .manage(row, deed), isDestructive: deed.takesAccess)
    }

    private func stopping(_ row: CollaborationRow) -> Confirmation {
        let others = row.isDocumentDeleted ? "" : names(row.people.filter { !$0.isOwn }, on: row)
        let lost = others.isEmpty ? "Only you will be able to open it." : "\(others) will no longer be able to open it."
        return question(
            "Stop sharing \(row.quoted)?", row.isDocumentDeleted ? "The document was deleted." : lost,
            button: "Stop Sharing", .stop, row)
    }

    private func leaving(_ row: CollaborationRow) -> Confirmation {
        question(
            "Leave \(row.quoted)?",
            row.access == .public
                ? "It leaves your documents. Its link opens it again."
                : "You can no longer open it, unless you are invited again.",
            button: "Leave", .leave, row)
    }

    /// Returns the confirmation before people are sent the link, with its destination; nil if the link is sent to no
    /// one.
    private func inviting(
        _ handles: [String], _ permission: Share.Permission?, _ deed: CollaborationDeed, to row: CollaborationRow
    ) -> Confirmation? {
        guard let invitation = linkInvitation(for: handles, to: row) else { return nil }
        let new = handles.compactMap { Handle($0) }.map { (handle: $0, name: name(of: $0)) }
        let names = SharingConfirmation.list(
            new.map { person in
                let hasNamesake =
                    new.contains { $0.handle != person.handle && $0.name == person.name }
                    || row.people.contains { $0.handle != person.handle.rawValue && $0.name == person.name }
                return hasNamesake ? "\(person.name) (\(person.handle))" : person.name
            })
        // A person cannot give a higher permission than their own.
        let right = row.own?.permission == .readOnly ? .readOnly : permission ?? row.permission
        return question(
            "Add \(names) to \(row.quoted)?",
            "\(names) \(right.words(isOwn: false)). " + invitation.title { name(of: $0) }
                + ". Add nolink after the handles to send no link.",
            button: "Add", deed, row)
    }

    private func removing(_ handles: [String], from row: CollaborationRow) -> Confirmation? {
        let people = handles.compactMap { handle in row.people.first { $0.handle == handle } }
        guard !people.isEmpty else { return nil }
        let who = names(people, on: row)
        return question(
            "Remove \(who)?", "\(who) can no longer open \(row.quoted), and what they have open closes.",
            button: "Remove", .uninvite(people.map(\.handle)), row)
    }

    private func blocking(_ handles: [String], on row: CollaborationRow) -> Confirmation? {
        let people = handles.compactMap { handle in row.everyone.first { $0.handle == handle } }
        guard !people.isEmpty else { return nil }
        let who = names(people, on: row)
        let isOn = people.contains { person in row.people.contains { $0.handle == person.handle } }
        let lost = isOn ? "\(who) can no longer open \(row.quoted), and cannot" : "\(who) cannot"
        return question(
            "Block \(who)?", "\(lost) ask for access until you unblock them.", button: "Block",
            .answer(.block, people.map(\.handle)), row)
    }

    private func setting(
        _ access: Share.Access, invitingAgain handles: [String], of row: CollaborationRow
    ) -> Confirmation {
        let others = row.people.filter { !$0.isOwn }
        let again = others.filter { handles.contains($0.handle) }
        let lost: [CollaborationRow.Person]
        let title: String
        let rest: String
        switch access {
        case .public:
            lost = others.filter { $0.acceptance == .pending }
            title = "Let anyone with the link open \(row.quoted)?"
            let administrators = others.filter { $0.role == .administrator && $0.acceptance != .pending }
            let demoted = SharingConfirmation.demoted(administrators.map { row.label($0) })
            let admitted = SharingConfirmation.admitted(row.blocked.map { row.label($0) })
            rest = [demoted, admitted, Self.keepsAccess].filter { !$0.isEmpty }.joined(separator: " ")
        case .private:
            lost = others.filter { !handles.contains($0.handle) }
            title = "Let only invited people open \(row.quoted)?"
            // The save invites them by name. They have no access until they open it (`ck-public-lower`).
            let new = handles.filter { handle in !again.contains { $0.handle == handle } }
            rest =
                handles.isEmpty
                ? "Its link will no longer give access."
                : [
                    again.isEmpty ? "" : "\(names(again, on: row)) must open it again from the invitation.",
                    new.isEmpty
                        ? ""
                        : "\(SharingConfirmation.list(new.compactMap { Handle($0) }.map { name(of: $0) })): invited.",
                ].filter { !$0.isEmpty }.joined(separator: " ")
        }
        let who =
            switch (lost.isEmpty, access) {
            // A public share does not list the people who have the link and have not opened it.
            case (true, .private): handles.isEmpty ? "Only you will be able to open it." : ""
            case (true, .public): "No one loses access."
            case (false, .public): SharingConfirmation.withdrawn(lost.map { row.label($0) })
            case (false, .private): "\(names(lost, on: row)) will no longer be able to open it."
            }
        return question(
            title, who.isEmpty ? rest : "\(who) \(rest)",
            button: access == .public ? "Make Public" : "Make Private", .access(access, again: handles), row)
    }

    private static let keepsAccess = "Anyone who already opened it keeps access."

    private func names(_ people: [CollaborationRow.Person], on row: CollaborationRow) -> String {
        SharingConfirmation.list(people.map { row.label($0, besides: people) })
    }
}
