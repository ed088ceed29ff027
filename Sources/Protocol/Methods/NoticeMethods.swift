/// `notice.answer`: the owner's answer to the prompt that a change of the group brings (`group-sync-prompt-add`).
public struct AnswerNotice: Sendable, Equatable {
    /// Which notice.
    public var notice: NoticeID
    /// The id of one of its actions.
    public var action: String

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        notice = try fields.id("notice")
        action = try fields.string("action")
    }
}

/// `highlightCenter.postNotice`: an app tells what its person did.
public struct PostNotice: Sendable, Equatable {
    /// Somebody on a collaboration, as its app names them (`ev-mention`).
    public enum Subject: Sendable, Equatable {
        /// By their handle.
        case handle(Handle)
        /// By their identity in it.
        case identity(PersonIdentity)
    }

    /// What happened, with people as the app names them.
    public enum Event: Sendable, Equatable {
        /// The content was worked on.
        case change(HighlightEvent.ChangeTrigger)
        /// Someone joined or left.
        case membership(HighlightEvent.MembershipTrigger, Subject)
        /// Someone was mentioned.
        case mention(Subject)
        /// The content itself came, went, moved, or has a new name.
        case persistence(HighlightEvent.Persistence)

        /// The event with people as the server knows them.
        public func resolved<Failure: Error>(
            _ handle: (Subject) throws(Failure) -> Handle
        ) throws(Failure) -> HighlightEvent {
            switch self {
            case .change(let trigger): .change(trigger)
            case .membership(let trigger, let subject): .membership(trigger, person: try handle(subject))
            case .mention(let subject): .mention(try handle(subject))
            case .persistence(let persistence): .persistence(persistence)
            }
        }
    }

    /// The collaboration's link.
    public var url: String
    /// What happened.
    public var event: Event

    /// Reads the params.
    ///
    /// - Parameter caller: the app's person, whom a membership event is about if it does not say.
    public init(from fields: inout JSONFields, caller: Handle) throws(InvalidField) {
        url = try fields.string("url")
        var event = try fields.fields("event")
        let identity = try event.optionalString("identity").map { PersonIdentity(rootHash: $0) }
        if let identity {
            for member in ["mentioned", "person"] where event.value(member) != nil {
                throw event.invalid(member, "stands beside identity: give one of them")
            }
            guard let type = try event.optionalString("type"), type == "mention" || type == "membership" else {
                throw event.invalid("identity", "belongs to a mention or a membership event")
            }
            if type == "mention" {
                self.event = .mention(.identity(identity))
                _ = try event.optionalString("trigger")
            } else {
                self.event = .membership(try event.word("trigger"), .identity(identity))
            }
        } else {
            switch try HighlightEvent(from: &event, caller: caller) {
            case .change(let trigger): self.event = .change(trigger)
            case .membership(let trigger, let person): self.event = .membership(trigger, .handle(person))
            case .mention(let mentioned): self.event = .mention(.handle(mentioned))
            case .persistence(let persistence): self.event = .persistence(persistence)
            }
        }
        try event.finish()
    }
}
