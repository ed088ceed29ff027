import ChatProtocol

/// The rules of notices: their recipients (`ck-accept`, `ntc-self`), their wording (`ntc-wording`) and the prompts.
enum NoticeRules {
    /// The largest number of notices that wait in one conversation for one person.
    static let waitingMax = 20
    /// The time for which a notice waits in the banner, in milliseconds: seven days.
    static let expiryMilliseconds: Int64 = 7 * 86_400_000

    /// Returns the sentence of a notice about a highlight event.
    ///
    /// - Parameters:
    ///   - people: the people of a membership event, if there are several.
    ///   - reader: the person who reads it, who is "you"; nil for an observer.
    static func sentence(
        _ event: HighlightEvent, about people: [Handle] = [], actor: Handle, title: String, count: Int64,
        for reader: Handle? = nil, name: (Handle) -> String
    ) -> String {
        let who = name(actor)
        let quoted = "“\(title)”"
        switch event {
        case .change(.edit): return count > 1 ? "\(who) made \(count) edits to \(quoted)" : "\(who) edited \(quoted)"
        case .change(.comment):
            return count > 1 ? "\(who) made \(count) comments on \(quoted)" : "\(who) commented on \(quoted)"
        case .mention:
            return count > 1
                ? "\(who) mentioned you \(count) times in \(quoted)" : "\(who) mentioned you in \(quoted)"
        case .membership(.addedCollaborator, let person):
            let whom = list(people.isEmpty ? [person] : people, for: reader, name)
            return person == actor ? "\(who) joined \(quoted)" : "\(who) added \(whom) to \(quoted)"
        case .membership(.removedCollaborator, let person):
            let whom = list(people.isEmpty ? [person] : people, for: reader, name)
            return person == actor ? "\(who) left \(quoted)" : "\(who) removed \(whom) from \(quoted)"
        case .persistence(.created): return "\(who) created \(quoted)"
        case .persistence(.moved): return "\(who) moved \(quoted)"
        case .persistence(.deleted): return "\(who) deleted \(quoted)"
        case .persistence(.renamed(let title)): return "\(who) renamed \(quoted) to “\(title)”"
        }
    }

    /// The largest number of people whom a sentence names. Of more people it names one fewer, and counts the others.
    private static let namedMax = 3

    /// Returns several people as a sentence names them: “Bea, Carl and Dee”, “you, Bea and 3 others”.
    private static func list(_ people: [Handle], for reader: Handle?, _ name: (Handle) -> String) -> String {
        let isCut = people.count > namedMax
        let ordered = people.filter { $0 == reader } + people.filter { $0 != reader }
        var names = ordered.prefix(isCut ? namedMax - 1 : namedMax).map { $0 == reader ? "you" : name($0) }
        if isCut { names.append("\(people.count - names.count) others") }
        let last = names.popLast() ?? ""
        return names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)"
    }

    /// Returns the sentence of a prompt to the owner of documents (`group-sync-wording`): with the title of one
    /// document, or the number of several. A request for access is about one.
    private static func prompt(
        _ change: NoticeEvent.GroupChange, name: String, title: String, count: Int64
    ) -> String {
        let documents = count == 1 ? "“\(title)”" : "your \(count) shared documents"
        return switch change {
        case .added: "Add \(name) to \(documents)"
        case .removed: "Remove \(name) from \(documents)"
        case .requested: "\(name) asks for access to \(documents)"
        }
    }

    /// Returns the sentence of a notice.
    ///
    /// - Parameter reader: the person who reads it, who is "you"; nil for an observer.
    static func sentence(of notice: Notice, for reader: Handle?, name: (Handle) -> String) -> String {
        switch notice.event {
        case .highlight(let event):
            sentence(
                event, about: notice.people, actor: notice.actor, title: notice.title, count: notice.count,
                for: reader, name: name)
        case .group(let change, let person):
            prompt(change, name: name(person), title: notice.title, count: notice.count)
        }
    }

    /// The answers to a request for access (`ck-access-requests`).
    enum AccessAnswer: String, CaseIterable {
        case approve, deny, block

        var action: Notice.Action {
            switch self {
            case .approve: .init(id: rawValue, title: "Approve")
            case .deny: .init(id: rawValue, title: "Deny")
            case .block: .init(id: rawValue, title: "Block")
            }
        }
    }

    /// Returns the buttons of a prompt.
    static func actions(_ change: NoticeEvent.GroupChange) -> [Notice.Action] {
        switch change {
        case .added: [.init(id: "add", title: "Add")]
        case .removed: [.init(id: "remove", title: "Remove")]
        case .requested: AccessAnswer.allCases.map(\.action)
        }
    }

    /// Returns the id of the rule that a prompt follows.
    static func rule(of change: NoticeEvent.GroupChange) -> String {
        switch change {
        case .added: "group-sync-prompt-add"
        case .removed: "group-sync-prompt-remove"
        case .requested: "ck-access-requests"
        }
    }

    /// Returns the reason why a member of the conversation is shown a prompt or not: only the owner of the documents is
    /// asked.
    static func verdict(on change: NoticeEvent.GroupChange, isRecipient: Bool) -> Reason {
        let text =
            if change == .requested {
                isRecipient
                    ? "the owner and the administrators are asked" : "only the owner and the administrators are asked"
            } else if isRecipient {
                "the owners of documents in the group are asked"
            } else {
                "only the owner of the documents is asked"
            }
        return Reason(rule(of: change), text)
    }

    /// Returns true with a reason if a member of a linked conversation gets a notice, and false with a reason if not.
    static func verdict(
        on person: Handle, event: HighlightEvent, actor: Handle, hasAccess: Bool
    ) -> (isRecipient: Bool, reason: Reason) {
        if person == actor {
            return (false, Reason("ntc-self", "the actor gets no notice of their own action"))
        }
        if case .mention(let mentioned) = event, mentioned != person {
            return (false, Reason("ev-mention-private", "a mention is shown only to the mentioned person"))
        }
        guard hasAccess else {
            return (
                false, Reason("ck-accept", "only people who can open the document get notices, and this person cannot")
            )
        }
        switch event {
        case .change: return (true, Reason("ev-change", "people who can open the document get notices of changes"))
        case .membership:
            return (
                true, Reason("ev-membership", "people who can open the document get notices of who joins and leaves")
            )
        case .mention: return (true, Reason("ev-mention-private", "the mentioned person gets a notice"))
        case .persistence:
            return (
                true,
                Reason(
                    "ev-persistence",
                    "people who can open the document get notices when it is renamed, moved or deleted")
            )
        }
    }

    /// Returns the permission that a person needs on the share to post an event.
    static func permission(for event: HighlightEvent) -> Share.Permission {
        switch event {
        case .change(.edit), .persistence: .readWrite
        case .change(.comment), .membership, .mention: .readOnly
        }
    }
}
