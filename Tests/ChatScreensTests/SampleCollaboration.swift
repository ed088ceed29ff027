import ChatProtocol

@testable import ChatScreens

extension SampleChat {
    /// Returns the weekend with the plan as a collaboration, by default owned by Carl. Bea has opened it, Dora has not.
    static func collaborating(role: Share.Role = .owner, access: Share.Access = .private) -> ChatState {
        var state = SampleChat.state
        let owner = role == .owner ? "carl" : "anna"
        func participant(_ name: String, _ role: Share.Role, _ acceptance: Share.Acceptance) -> Share.Participant? {
            Handle(name).map { .init(handle: $0, role: role, permission: .readWrite, acceptance: acceptance) }
        }
        guard let me = Handle("carl"), let handle = Handle(owner) else { return state }
        let others = role == .owner ? [] : [participant("carl", role, .accepted)]
        let share = Share(
            id: ShareID("s1"), app: AppID("com.example.notes"), title: "Trip plan", url: plan.url,
            backend: .cloudRecord, owner: handle, access: access, permission: .readWrite, allowsInviting: false,
            participants: [participant(owner, .owner, .accepted)].compactMap { $0 } + others.compactMap { $0 }
                + [participant("bea", .privateUser, .accepted), participant("dora", .privateUser, .pending)]
                .compactMap { $0 }, createdAt: Instant(milliseconds: 0), document: DocumentID("d1"))
        let row = CollaborationRow(
            share, role: role, summary: share.summary, me: me, app: "Notes", name: { $0.defaultName })
        state.shares[plan.url] = row
        for index in entries.indices {
            guard case .message(var message) = entries[index] else { continue }
            for card in message.cards.indices { message.cards[card].sharing = row.card }
            state.threads["c1"]?.entries[index] = .message(message)
        }
        return state
    }

    /// A new document staged in the composer.
    static var staged: CollaborationDraft? {
        CollaborationDraft(
            .new(title: "Songs"),
            offer: CollaborationOffer(
                app: AppID("com.example.notes"), appName: "Notes", title: nil, backend: .file,
                methods: [.collaborate, .copy], options: .standard), for: ConversationID("c1"))
    }
}
