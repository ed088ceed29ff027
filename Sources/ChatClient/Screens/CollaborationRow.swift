import AppModel
package import ChatProtocol
import ChatTerminal

extension CollaborationRow {
    /// Creates the row of a share, with the names by which this person knows people and the app.
    package init(_ share: Share, role: Share.Role, summary: String, me: Handle, app: String, name: (Handle) -> String) {
        id = share.id.rawValue
        title = share.title
        url = share.url
        appID = share.app
        self.app = app
        backend = share.backend
        access = share.access
        permission = share.permission
        allowsInviting = share.allowsInviting
        self.role = role
        self.summary = summary
        revision = share.revision
        people = share.participants.map { Person($0, isOwn: $0.handle == me, name: name($0.handle)) }
        allowsAccessRequests = share.allowsAccessRequests
        requesters = share.requesters.map { Person(.asking($0, for: share), isOwn: false, name: name($0)) }
        blocked = share.blocked.map { Person(.asking($0, for: share), isOwn: false, name: name($0)) }
        isDocumentDeleted = share.isDocumentDeleted
        openLinks = share.openLinks
    }

    /// Returns the row after this person's own change, as the server's answer shows it.
    package func following(_ view: ShareView) -> CollaborationRow {
        guard let me = own.flatMap({ Handle($0.handle) }) else { return self }
        var row = CollaborationRow(view.share, role: view.role, summary: view.summary, me: me, app: app) { handle in
            everyone.first { $0.handle == handle.rawValue }?.name ?? handle.defaultName
        }
        row.manageTitle = manageTitle
        return row
    }

    /// The people on the share, those who ask for access, and those who are blocked.
    package var everyone: [Person] { people + requesters + blocked }

    /// Names everyone again.
    package mutating func rename(by name: (String) -> String) {
        for list in [\Self.people, \Self.requesters, \Self.blocked] {
            for index in self[keyPath: list].indices {
                self[keyPath: list][index].name = name(self[keyPath: list][index].handle)
            }
        }
    }

    /// True if this person may answer requests for access and make one-time links.
    package var answersRequests: Bool {
        (role == .owner || role == .administrator) && access == .private && backend != .custom && !isDocumentDeleted
    }

    /// This person's own entry; nil for a person who has not joined but could by the public link.
    package var own: Person? { people.first(where: \.isOwn) }

    /// The title in quotation marks, for sentences.
    package var quoted: String { "“\(CleanText.line(title))”" }

    /// The owner, in the form that a sentence uses: `yours` or `Anna's`.
    var ownership: String {
        guard role != .owner else { return "yours" }
        return people.first { $0.role == .owner }.map { "\(CleanText.line($0.name))'s" } ?? "someone's"
    }

    /// The permission of this person as words.
    var right: String { (own?.permission ?? permission).words(isOwn: true) }

    /// The owner, this person's permission, and the number of people: `Anna's · you can make changes · 3 people`.
    var facts: String {
        let count = people.count == 1 ? "1 person" : "\(people.count) people"
        return "\(ownership) · \(right) · \(access == .public ? "anyone with the link" : count)"
    }

    /// The lines of its card below the title (`ntc-system-lines`).
    var card: CardSharing {
        if isDocumentDeleted { return CardSharing(summary: "", status: "The document was deleted") }
        let status =
            own?.acceptance == .pending
            ? "You have not opened it yet"
            : access == .public ? "Anyone with the link" : "Only invited people"
        return CardSharing(summary: summary, status: status)
    }

    /// The permissions of the participants, in a sentence without a period. A person may have a different permission
    /// than the rest.
    private var rightsOfAll: String {
        let isMixed = people.contains { $0.role != .owner && $0.permission != permission }
        return switch (permission, isMixed) {
        case (.readWrite, false): "everyone can make changes"
        case (.readOnly, false): "everyone can view"
        case (.readWrite, true): "some people can only view"
        case (.readOnly, true): "some people can make changes"
        }
    }

    /// Returns the changes since an earlier state, in sentences without a period; empty if nothing changed.
    ///
    /// - Parameter namesLost: True if the result names the people who no longer take part.
    package func changes(since old: CollaborationRow, namesLost: Bool = true) -> [String] {
        var changes: [String] = []
        if title != old.title { changes.append("it is called \(quoted)") }
        if isDocumentDeleted, !old.isDocumentDeleted { changes.append("its document was deleted") }
        if access != old.access {
            changes.append(access == .public ? "anyone with the link can open it" : "only invited people can open it")
        }
        if permission != old.permission {
            changes.append(rightsOfAll)
        }
        if allowsInviting != old.allowsInviting {
            changes.append(allowsInviting ? "collaborators can add people" : "collaborators cannot add people")
        }
        if allowsAccessRequests != old.allowsAccessRequests {
            changes.append(allowsAccessRequests ? "people may ask for access" : "people can no longer ask for access")
        }
        // For a person who may not answer requests the lists are empty, which is no answer to them.
        if answersRequests, old.answersRequests { changes += requestChanges(since: old) }
        let new = people.filter { person in !old.people.contains { $0.handle == person.handle } }
        // A person who opens a public link was not added by anyone.
        let (joined, added) = (new.filter { $0.role == .publicUser }, new.filter { $0.role != .publicUser })
        if !joined.isEmpty { changes.append("\(names(joined)) joined") }
        if !added.isEmpty {
            let verb = added.count == 1 && !added[0].isOwn ? "was" : "were"
            changes.append("\(names(added)) \(verb) added")
        }
        for person in people {
            let name = person.isOwn ? "you" : label(person)
            guard let before = old.people.first(where: { $0.handle == person.handle }) else { continue }
            if before.acceptance != person.acceptance {
                changes.append(person.acceptance == .accepted ? "\(name) opened it" : "\(name) must open it again")
            }
            if before.permission != person.permission {
                changes.append("\(name) can \(person.permission == .readWrite ? "make changes" : "view")")
            }
            if before.role != person.role {
                let isDemoted = before.role == .administrator && person.role != .owner
                let verb = person.role == .publicUser && !isDemoted ? "" : person.isOwn ? " are" : " is"
                changes.append("\(name)\(verb) " + (isDemoted ? "no longer administrator" : person.role.noun))
            }
        }
        let gone = old.people.filter { before in !people.contains { $0.handle == before.handle } }
        if namesLost, !gone.isEmpty {
            changes.append("\(names(gone)) no longer \(gone.count == 1 ? "takes" : "take") part")
        }
        return changes
    }

    /// Returns the changes of the requests for access and of the blocked people since an earlier state.
    private func requestChanges(since old: CollaborationRow) -> [String] {
        var changes: [String] = []
        let asking = requesters.filter { person in !old.requesters.contains { $0.handle == person.handle } }
        if !asking.isEmpty { changes.append("\(names(asking)) \(asking.count == 1 ? "asks" : "ask") for access") }
        let isAnswered = { (person: Person) in !self.everyone.contains { $0.handle == person.handle } }
        let denied = old.requesters.filter(isAnswered)
        if !denied.isEmpty { changes.append("\(names(denied)) \(denied.count == 1 ? "was" : "were") denied access") }
        let shut = blocked.filter { person in !old.blocked.contains { $0.handle == person.handle } }
        if !shut.isEmpty { changes.append("\(names(shut)) \(shut.count == 1 ? "is" : "are") blocked") }
        let freed = old.blocked.filter { person in !blocked.contains { $0.handle == person.handle } }
        if !freed.isEmpty { changes.append("\(names(freed)) may ask for access again") }
        return changes
    }

    private func names(_ people: [Person]) -> String {
        SharingConfirmation.shortList(people.map { $0.isOwn ? "you" : label($0, besides: people) })
    }

    /// Returns the name of a person, with the handle if another person on the share, or of the given people, has the
    /// same name.
    func label(_ person: Person, besides others: [Person] = []) -> String {
        let hasNamesake = (people + others).contains { $0.handle != person.handle && $0.name == person.name }
        return CleanText.line(hasNamesake ? "\(person.name) (\(person.handle))" : person.name)
    }
}

extension CollaborationRow.Person {
    /// Creates the row of a participant.
    fileprivate init(_ participant: Share.Participant, isOwn: Bool, name: String) {
        self.init(
            handle: participant.handle.rawValue, name: name, isOwn: isOwn, role: participant.role,
            permission: participant.permission, acceptance: participant.acceptance)
    }
}

extension Share.Participant {
    /// Returns the participant that a person who asks for access would become.
    fileprivate static func asking(_ handle: Handle, for share: Share) -> Share.Participant {
        .init(handle: handle, role: .privateUser, permission: share.permission, acceptance: .pending)
    }
}

/// The lines below the title on the card of a collaboration.
package struct CardSharing: Hashable, Sendable {
    /// The permissions; empty if the collaboration is no longer available.
    var summary: String
    /// The people who can open it, or the state that prevents it.
    var status: String

    /// Returns the card of a collaboration that this person can no longer use.
    static func lost(_ lost: LostCollaboration) -> CardSharing {
        if lost.isOwn { return CardSharing(summary: "", status: "You stopped sharing it") }
        return switch LostShare.Cause(rawValue: lost.cause) {
        case .left?: CardSharing(summary: "", status: "You left it")
        // The owner may share it again with others.
        case .stopped?, .removed?: CardSharing(summary: "", status: "No longer shared with you")
        case nil: CardSharing(summary: "", status: "Not shared with you")
        }
    }
}

/// A collaboration that this person can no longer use.
package struct LostCollaboration: Hashable, Sendable {
    /// Its last title.
    package var title: String
    /// The cause of the loss, in the wire protocol's word. Empty if it is not known that it was ever shared with this
    /// person.
    package var cause: String
    /// True if this person owned it. The document stays theirs.
    package var isOwn = false
    /// True if anyone with the link could open it when this person lost it.
    package var isOpen = false

    /// The sentence that explains why it does not open.
    package var sentence: String {
        let title = "“\(CleanText.line(title))”"
        if isOwn { return "\(title) is no longer shared: you stopped sharing it" }
        switch LostShare.Cause(rawValue: cause) {
        case .left?: return "You left \(title): " + (isOpen ? "its link opens it again" : "you can no longer open it")
        case .stopped?: return "\(title) is no longer shared with you: its owner stopped sharing"
        case .removed?: return "\(title) is no longer shared with you"
        case nil: return "\(title) is not shared with you"
        }
    }
}

extension LostCollaboration {
    /// Creates the record of a document that was shared with the person.
    package init(title: String, cause: LostShare.Cause, isOpen: Bool) {
        self.init(title: title, cause: cause.rawValue, isOpen: isOpen)
    }
}

/// The start or change of a collaboration that waits for its app, or that the app refused.
package struct StartRow: Hashable, Sendable {
    /// The server's id of the start.
    package var id: String
    /// The state of the start.
    package var state: CollaborationStart.State
    /// The app's id.
    package var appID = AppID("")
    /// The app's name.
    package var app: String
    /// The title of the document.
    package var title: String
    /// The conversation that receives it; nil if there is none.
    package var conversation: ConversationID?
    /// The reason of the failure; empty if it has not failed.
    package var failure: String
    /// The id of the rule in the feature table that caused the failure.
    package var failureRule: String?
    /// True if it changes a collaboration that is already shared.
    package var isChange = false

    /// The state of the start, in a sentence.
    package var sentence: String {
        let (title, app) = (CleanText.line(title), CleanText.line(app))
        switch state {
        case .waiting: return "“\(title)”: Asking \(app)…"
        case .sent: return "“\(title)” was sent"
        case .done: return "“\(title)”: \(app) made the change"
        case .cancelled: return "“\(title)” was cancelled: nothing was \(isChange ? "changed" : "shared")"
        case .failed:
            let what = isChange ? "changed" : "sent"
            let failure = CleanText.line(failure)
            if failure.contains("“\(title)”") { return failure }
            return "“\(title)” was not \(what)" + (failure.isEmpty ? "" : ": " + failure)
        }
    }
}

extension Share.Permission {
    func words(isOwn: Bool) -> String {
        (isOwn ? "you " : "") + (self == .readWrite ? "can make changes" : "can view")
    }
}

extension Share.Role {
    /// The name of the role.
    var noun: String {
        switch self {
        case .owner: "owner"
        case .administrator: "administrator"
        case .privateUser: "invited"
        case .publicUser: "joined with the link"
        }
    }
}

extension StartRow {
    /// Creates the row of a start, with the name by which this person knows the app.
    package init(_ start: CollaborationStart, app: String) {
        self.init(
            id: start.id.rawValue, state: start.state, appID: start.app, app: app, title: start.title,
            conversation: start.conversation, failure: start.failure?.text ?? "",
            failureRule: start.failure?.rule, isChange: start.share != nil && start.state != .sent)
    }
}

extension ChatState {
    /// Returns the collaboration shown on a link's card; nil if this person knows of none.
    package func sharing(of link: String) -> CardSharing? {
        let url = collaborationURL(of: link)
        if let row = shares[url] { return row.card }
        // A one-time link admits a person who lost the document.
        return link.contains("#once=") ? nil : lostShares[url].map(CardSharing.lost)
    }

    /// Returns the link of the collaboration that a link leads to: directly, by a view inside it, by a document in a shared
    /// folder or by a notice. Returns the link itself if there is none.
    package func collaborationURL(of link: String) -> String {
        let links = ([link] + LinkText.enclosing(link)).flatMap { [$0] + (folderLinks[$0].map { [$0] } ?? []) }
        // A document that is no longer shared alone can be in a folder that is.
        if let known = links.first(where: { shares[$0] != nil }) ?? links.first(where: { lostShares[$0] != nil }) {
            return known
        }
        for thread in threads.values {
            if let notice = thread.waiting.first(where: { $0.url == link }) { return notice.collaborationURL }
            for case .notice(let notice) in thread.entries where notice.url == link { return notice.collaborationURL }
        }
        return link
    }

    /// Returns the collaboration that a link leads to; nil if this person can use none there.
    package func share(at link: String) -> CollaborationRow? { shares[collaborationURL(of: link)] }

    /// Returns true if a link leads to the share at another link: itself, by a view inside it, or by a document in the
    /// shared folder.
    package func leads(_ link: String, to share: String) -> Bool {
        LinkText.leads(link, to: share) || ([link] + LinkText.enclosing(link)).contains { folderLinks[$0] == share }
    }

    /// Returns the live collaborations whose links were sent in a conversation, in the order of their titles
    /// (`ntc-details-list`).
    package func collaborations(in conversation: ConversationID) -> [CollaborationRow] {
        guard let thread = threads[conversation] else { return [] }
        var links = Set(thread.collaborations)
        for case .message(let message) in thread.entries { links.formUnion(message.cards.map(\.url)) }
        return links.compactMap { shares[$0] }.filter { !$0.isDocumentDeleted }
            .sorted { ($0.title, $0.url) < ($1.title, $1.url) }
    }

    /// Moves a collaboration to the lost ones, and closes the sheet with its people.
    ///
    /// - Parameter cause: The cause of the loss, in the wire protocol's word.
    package mutating func lose(_ url: String, title: String, cause: String) {
        let row = shares.removeValue(forKey: url)
        let isOwn = row?.role == .owner || lostShares[url]?.isOwn == true
        let isOpen = row?.access == .public || row == nil && lostShares[url]?.isOpen == true
        lostShares[url] = LostCollaboration(title: title, cause: cause, isOwn: isOwn, isOpen: isOpen)
        if case .people(url)? = view.sheet { view.sheet = nil }
    }
}

/// Draws a collaboration view in cells: the button next to the Share button, and the panel that it opens. A pure
/// function of its arguments.
enum CollaborationPainter {
    /// Returns the button: the group's photo or initials, and the number of active people if it is more than one
    /// (`cv-button`, `collab-button-meaning`).
    ///
    /// - Parameters:
    ///   - group: The name of the linked conversation, or of the people.
    ///   - photo: The conversation's photo, if it has one.
    ///   - active: The number of people who have the document open, the person included.
    static func button(group: String, photo: String? = nil, active: Int) -> String {
        let sign = photo.map { CleanText.line($0) } ?? initials(group)
        let count = active > 1 ? " \(active)" : ""
        return "(\(sign.isEmpty ? "…" : sign))\(count)"
    }

    /// Returns the first letters of up to two words.
    static func initials(_ name: String) -> String {
        CleanText.line(name).split(separator: " ").compactMap { word in word.first(where: \.isLetter) }.prefix(2)
            .map { $0.uppercased() }.joined()
    }

    /// Draws the panel over a page.
    static func draw(_ panel: CollaborationPanel, focus: Int = 0, over grid: inout Grid) {
        SheetPainter.draw(panel.sheet(focus: focus), over: &grid)
    }
}
