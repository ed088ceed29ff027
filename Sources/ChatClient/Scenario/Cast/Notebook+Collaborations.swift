import ChatProtocol

extension Notebook {
    /// A share as its reader was told of it.
    struct TakenShare: Sendable {
        var share: Share
        var role: Share.Role
        var summary: String

        /// Reads a share in the eyes of a person.
        init(from fields: inout JSONFields) throws(InvalidField) {
            share = try Share(from: &fields)
            role = try fields.optionalWord("role") ?? .publicUser
            summary = try fields.optionalString("summary") ?? share.summary
        }
    }

    /// Notes `share.changed`, as far as it says that a share is this person's no longer: the others are asked for
    /// before a screen is drawn.
    mutating func takeShareChange(_ params: inout JSONFields) throws(InvalidField) {
        guard let cause = try params.optionalString("gone") else { return }
        var share = try params.fields("share")
        lost[try share.string("url")] = LostCollaboration(title: try share.string("title"), cause: cause)
    }

    /// What the screen knows of collaborations.
    func showCollaborations(on state: inout ChatState, for me: Handle, _ names: Names) {
        state.lostShares = lost
        for taken in shares {
            let row = CollaborationRow(
                taken.share, role: taken.role, summary: taken.summary, me: me,
                app: names.apps[taken.share.app] ?? taken.share.app.rawValue,
                name: { names.people[$0] ?? $0.defaultName })
            state.shares[row.url] = row
            state.lostShares[row.url] = nil
        }
        for key in state.threads.keys {
            guard var thread = state.threads[key] else { continue }
            for index in thread.entries.indices {
                guard case .message(var message) = thread.entries[index] else { continue }
                for card in message.cards.indices {
                    message.cards[card].sharing = state.sharing(of: message.cards[card].url)
                }
                thread.entries[index] = .message(message)
            }
            state.threads[key] = thread
        }
    }
}

extension Troupe {
    /// Asks for the shares that a person is on, as their terminal does.
    func refreshShares(of person: CastPerson) throws(StepFailure) {
        let answer = try look(person, "share.list")
        person.notebook.shares = try read("the shares") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("shares") { fields throws(InvalidField) in
                try Notebook.TakenShare(from: &fields)
            }
        }
    }
}
