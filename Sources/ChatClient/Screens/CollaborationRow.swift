public import ChatProtocol

/// A collaboration that this person takes part in, or could: what cards, details and commands show of it.
public struct CollaborationRow: Hashable, Sendable {
    /// Somebody on it.
    public struct Person: Hashable, Sendable {
        /// The handle.
        public var handle: String
        /// The display name.
        public var name: String
        /// Whether it is this person.
        public var isOwn: Bool
        /// What they are to it.
        public var role: Share.Role
        /// What they may do.
        public var permission: Share.Permission
        /// How far the invitation got.
        public var acceptance: Share.Acceptance
    }

    /// The share's id.
    public var id: String
    /// The document's title.
    public var title: String
    /// Its link.
    public var url: String
    /// The app's name.
    public var app: String
    /// Which back end holds it.
    public var backend: Share.Backend
    /// What its app calls its own way to manage who takes part; nil where it has none.
    public var manageTitle: String?
    /// Who can open it at all.
    public var access: Share.Access
    /// What people may do unless said otherwise.
    public var permission: Share.Permission
    /// Whether participants may add people.
    public var allowsInviting: Bool
    /// What this person is to it.
    public var role: Share.Role
    /// The line that sums up what people may do (`perm-summary-text`).
    public var summary: String
    /// How often it was saved.
    public var revision: Int64
    /// Everyone on it whom this person may see, the owner first.
    public var people: [Person]
    /// Whether its document was deleted.
    public var isDocumentDeleted = false

    /// A collaboration as its share says, with the names by which this person knows people and the app.
    init(_ share: Share, role: Share.Role, summary: String, me: Handle, app: String, name: (Handle) -> String) {
        id = share.id.rawValue
        title = share.title
        url = share.url
        self.app = app
        backend = share.backend
        access = share.access
        permission = share.permission
        allowsInviting = share.allowsInviting
        self.role = role
        self.summary = summary
        revision = share.revision
        people = share.participants.map { participant in
            Person(
                handle: participant.handle.rawValue, name: name(participant.handle),
                isOwn: participant.handle == me, role: participant.role, permission: participant.permission,
                acceptance: participant.acceptance)
        }
        isDocumentDeleted = share.isDocumentDeleted
    }

    /// This person's own place on it; nil for somebody who could come by its public link.
    public var own: Person? { people.first(where: \.isOwn) }

    /// The title between quotes, as sentences have it.
    var quoted: String { "“\(CleanText.line(title))”" }

    /// Who owns it, as a sentence says it.
    var ownership: String {
        guard role != .owner else { return "yours" }
        return people.first { $0.role == .owner }.map { "\(CleanText.line($0.name))'s" } ?? "somebody's"
    }

    /// What this person may do.
    var right: String { (own?.permission ?? permission).words(isOwn: true) }

    /// Who has it, whose it is, and how many they are: `Anna's · you can make changes · 3 people`.
    var facts: String {
        let count = people.count == 1 ? "1 person" : "\(people.count) people"
        return "\(ownership) · \(right) · \(access == .public ? "anyone with the link" : count)"
    }

    /// What its card says beside its title (`ntc-system-lines`).
    var card: CardSharing {
        if isDocumentDeleted { return CardSharing(summary: "", status: "The document was deleted") }
        let status =
            own?.acceptance == .pending
            ? "You have not opened it yet"
            : access == .public ? "Anyone with the link" : "Only invited people"
        return CardSharing(summary: summary, status: status)
    }

    /// What became of it since it was looked at, in sentences without a period; empty where nothing did.
    func changes(since old: CollaborationRow) -> [String] {
        var changes: [String] = []
        if title != old.title { changes.append("it is called \(quoted)") }
        if isDocumentDeleted, !old.isDocumentDeleted { changes.append("its document was deleted") }
        if access != old.access {
            changes.append(access == .public ? "anyone with the link can open it" : "only invited people can open it")
        }
        if permission != old.permission {
            changes.append(permission == .readWrite ? "everyone can make changes" : "everyone can view")
        }
        if allowsInviting != old.allowsInviting {
            changes.append(allowsInviting ? "collaborators can add people" : "collaborators cannot add people")
        }
        for person in people {
            let name = person.isOwn ? "you" : CleanText.line(person.name)
            guard let before = old.people.first(where: { $0.handle == person.handle }) else {
                changes.append("\(name) \(person.isOwn ? "were" : "was") added")
                continue
            }
            if before.acceptance != person.acceptance { changes.append("\(name) opened it") }
            if before.permission != person.permission {
                changes.append("\(name) can \(person.permission == .readWrite ? "make changes" : "view")")
            }
            if before.role != person.role {
                let verb = person.role == .publicUser ? "" : person.isOwn ? " are" : " is"
                changes.append("\(name)\(verb) \(person.role.noun)")
            }
        }
        let gone = old.people.filter { before in !people.contains { $0.handle == before.handle } }
        changes += gone.map { "\(CleanText.line($0.name)) is off it" }
        return changes
    }
}

/// What the card of a collaboration says below its title.
public struct CardSharing: Hashable, Sendable {
    /// What people may do; empty where nobody can do anything any more.
    public var summary: String
    /// Who can open it.
    public var status: String

    /// The card of something that is this person's no longer.
    static let lost = CardSharing(summary: "", status: "Not shared any more")
}

/// A collaboration that is this person's no longer.
public struct LostCollaboration: Hashable, Sendable {
    /// Its last title.
    public var title: String
    /// How it was lost: the wire's word.
    public var cause: String

    /// Why it does not open, in a sentence.
    var sentence: String {
        let title = "“\(CleanText.line(title))”"
        switch LostShare.Cause(rawValue: cause) {
        case .left?: return "You left \(title): it does not open any more"
        case .stopped?: return "\(title) is not shared any more: its owner stopped sharing"
        case .removed?, nil: return "\(title) is not shared with you any more"
        }
    }
}

/// A collaboration on its way: its app was asked, or said no.
public struct StartRow: Hashable, Sendable {
    /// The server's id for it.
    public var id: String
    /// How far it got.
    public var state: CollaborationStart.State
    /// The app's name.
    public var app: String
    /// The title.
    public var title: String
    /// Where it goes.
    public var conversation: String
    /// Why it failed.
    public var failure: String
    /// The rule of the feature table by which it failed.
    public var failureRule: String?
    /// Whether it is a change of what is shared already.
    var isChange = false

    /// How far it got, in a sentence.
    var sentence: String {
        let (title, app) = (CleanText.line(title), CleanText.line(app))
        switch state {
        case .waiting: return "“\(title)”: Asking \(app)…"
        case .sent: return "“\(title)” was sent"
        case .done: return "“\(title)”: \(app) has done it"
        case .cancelled: return "“\(title)” was cancelled: nothing was \(isChange ? "changed" : "shared")"
        case .failed:
            let what = isChange ? "changed" : "sent"
            return failure.isEmpty ? "“\(title)” was not \(what)" : CleanText.line(failure)
        }
    }
}

extension Share.Permission {
    func words(isOwn: Bool) -> String {
        (isOwn ? "you " : "") + (self == .readWrite ? "can make changes" : "can view")
    }
}

extension Share.Role {
    /// What somebody with that role is called.
    var noun: String {
        switch self {
        case .owner: "owner"
        case .administrator: "administrator"
        case .privateUser: "invited by name"
        case .publicUser: "came with the link"
        }
    }
}
