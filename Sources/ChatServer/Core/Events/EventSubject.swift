package import ChatProtocol

/// What a fact is about, for whoever looks for it in the journal.
package struct EventSubject {
    /// The id of a message, a notice, a share …
    package var about: String?
    /// The conversation in which it stands.
    package var conversation: ConversationID?
    /// The app that it belongs to.
    package var app: AppID?
    /// The links that it is about, as they are written.
    package var urls: [String] = []
    /// What it says.
    package var text: String?
}

extension MessageEvent {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(
            about: message.id.rawValue, conversation: message.conversation, urls: message.links.map(\.url),
            text: message.isUnsent ? nil : message.text)
    }
}

extension SystemLineEvent {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(conversation: conversation, text: lineText(in: state))
    }
}

extension Event.NoticePosted {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(
            about: notice.id.rawValue, conversation: notice.conversation, app: notice.app, urls: [notice.url],
            text: notice.text)
    }
}

extension Event.ShelvesChanged {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        let own = changes.filter { $0.person == person }
        let (added, removed) = (own.flatMap(\.added), own.flatMap(\.removed))
        let ids = added + removed + own.flatMap(\.updated)
        return EventSubject(
            about: ids.first?.rawValue, app: own.first?.app, urls: ids.compactMap { state.link($0.rawValue)?.text },
            text: "\(added.count) added, \(removed.count) removed, \(ids.count - added.count - removed.count) changed")
    }
}

extension Event.ShareSaved {
    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(share) }
}

extension Event.ShareStopped {
    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(share) }
}

extension EventSubject {
    fileprivate init(_ share: Share) {
        self.init(about: share.id.rawValue, app: share.app, urls: [share.url], text: share.title)
    }
}

extension Event.DocumentSaved {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: document.id.rawValue, app: document.app, urls: [document.url], text: document.title)
    }
}

extension Event.ConsentOffered {
    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(request) }
}

extension Event.ConsentAnswered {
    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject(request) }
}

extension EventSubject {
    fileprivate init(_ request: ConsentRequest) {
        self.init(
            about: request.id.rawValue, conversation: request.conversation, app: request.app, urls: [request.url])
    }
}

extension Event.ConversationCreated {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation, text: name)
    }
}

extension Event.ConversationMuted {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event.ConversationMarkedUnread {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: conversation.rawValue, conversation: conversation)
    }
}

extension Event.MessagesRead {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: receipt?.rawValue, conversation: conversation)
    }
}

extension Event.ConversationsPinned {
    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject() }
}

extension Event.SharingSwitched {
    func subject(for person: Handle, in state: CoreState) -> EventSubject { EventSubject() }
}

extension Event.NoticesCleared {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: notices.first?.rawValue)
    }
}

extension Event.ActionRequested {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.id.rawValue, app: action.app)
    }
}

extension Event.ActionEnded {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: action.rawValue, app: app)
    }
}

extension Event.CollaborationChanged {
    func subject(for person: Handle, in state: CoreState) -> EventSubject {
        EventSubject(about: start.id.rawValue, conversation: start.conversation, app: start.app, text: start.title)
    }
}
