/// What is told to whoever is there, and kept nowhere: it has no `cursor`, and who was away is not told of it later.
public enum LiveNotification: Sendable, Equatable {
    /// Someone types in a conversation of the reader's, or does so no longer (`typing-1to1`).
    case typing(ConversationID, Handle, Bool)
    /// A message of the reader's in a one-to-one conversation has come to the other person.
    case delivered(ConversationID, person: Handle, MessageID, MessageReceipt)
    /// An app that runs as that person is to show one of its links.
    case userActivity(UserActivity, app: AppID, person: Handle)
    /// A fault that an observer made has come about.
    case faultFired(FiredFault)
    /// Somebody's request was decided: for observers who asked for requests.
    case requestDone(DoneRequest)
    /// Somebody's session ended: for the same.
    case sessionEnded(SessionOwner)
    /// Other people have a document open that the reader can read.
    case documentPresence(DocumentPresence)
    /// The same, for an app.
    case appDocumentPresence(AppDocumentPresence)

    /// Which notification of the contract it is.
    public var name: NotificationName {
        switch self {
        case .typing: .typing
        case .delivered: .receipt
        case .userActivity: .userActivity
        case .faultFired: .faultFired
        case .requestDone: .requestDone
        case .sessionEnded: .sessionEnded
        case .documentPresence, .appDocumentPresence: .documentPresence
        }
    }

    /// The whole message on the wire.
    ///
    /// - Parameter forObserver: whether it is told to an observer, who has to be told whose it is where the reader knows.
    public func encoded(forObserver: Bool = false) -> [UInt8] {
        Envelope.notification(method: name.rawValue) {
            switch self {
            case .typing(let conversation, let person, let isTyping):
                $0.member("conversation", conversation)
                $0.member("person", person)
                $0.member("typing", isTyping)
            case .delivered(let conversation, let person, let message, let receipt):
                $0.member("conversation", conversation)
                $0.member("person", person)
                $0.member("message", message)
                receipt.writeMembers(to: &$0)
            case .userActivity(let activity, let app, let person):
                activity.writeMembers(to: &$0)
                guard forObserver else { return }
                $0.member("app", app)
                $0.member("person", person)
            case .faultFired(let fired): fired.writeMembers(to: &$0)
            case .requestDone(let done): done.writeMembers(to: &$0)
            case .sessionEnded(let owner): owner.writeMembers(to: &$0)
            case .documentPresence(let presence): presence.writeMembers(to: &$0)
            case .appDocumentPresence(let presence): presence.writeMembers(to: &$0)
            }
        }
    }
}
