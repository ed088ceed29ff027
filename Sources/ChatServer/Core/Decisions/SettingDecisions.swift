import ChatProtocol

/// The switches of a person: automatic sharing, read receipts and alerts.
struct SettingDecisions {
    private let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    func set(_ change: SetSettings, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        let (sharing, receipts) = (change.sharing ?? .init(), change.receipts ?? .init())
        for app in sharing.apps.ids where draft.state.app(app) == nil {
            throw RPCError(.notFound, "apps: there is no app \(app).", .field("automaticSharing.apps"))
        }
        for id in sharing.conversations.ids + receipts.conversations.ids {
            _ = try ConversationDecisions(draft).conversation(id, for: me)
        }
        let person = draft.state.people[me] ?? PersonState(name: me.defaultName)
        let realSharing = SetSettings.Sharing(
            everywhere: sharing.everywhere.flatMap { $0 == person.everywhere.isOn ? nil : $0 },
            apps: sharing.apps.filter { person.appSwitch($0.id)?.isOn != $0.isOn },
            conversations: sharing.conversations.filter { person.conversationSwitch($0.id).isOn != $0.isOn })
        let realReceipts = SetSettings.Receipts(
            everywhere: receipts.everywhere.flatMap { $0 == person.readReceipts ? nil : $0 },
            conversations: receipts.conversations.filter { person.readReceiptSwitches[$0.id] != $0.isOn })
        var real = SetSettings(
            sharing: realSharing == .init() ? nil : realSharing, receipts: realReceipts == .init() ? nil : realReceipts)
        real.mentionAlerts = change.mentionAlerts.flatMap { $0 == person.mentionAlerts ? nil : $0 }
        if !real.isEmpty {
            guard real.sharing != nil else {
                draft.decide(.sharingSwitched(by: me, real), at: now)
                return .settings(Settings(of: me, in: draft.state))
            }
            // An app whose permission changes is notified even if its list stays the same (`center-delegate-when`).
            let before = enabledApps(of: me)
            draft.decide(.sharingSwitched(by: me, real), at: now)
            let moved = before.symmetricDifference(enabledApps(of: me))
            ShelfDecisions(draft).decideChanges(
                enablementOf: draft.state.directory.apps.map(\.id).filter(moved.contains), of: me, at: now)
        }
        return .settings(Settings(of: me, in: draft.state))
    }

    /// Returns the apps whose links surface automatically: their own switch and the master switch are on.
    private func enabledApps(of person: Handle) -> Set<AppID> {
        guard let person = draft.state.people[person], person.everywhere.isOn else { return [] }
        return Set(person.consents.decided.filter { person.appSwitch($0)?.isOn == true })
    }
}

extension Settings {
    /// Creates the settings of a person.
    init(of person: Handle, in state: borrowing CoreState) {
        let (person, links) = (state.people[person] ?? PersonState(name: ""), state.links)
        let apps = person.consents.decided.compactMap { app in person.appSwitch(app).map { (app, $0.isOn) } }
        self.init(
            sharing: .init(
                everywhere: person.everywhere.isOn, apps: .init(apps),
                conversations: .init(person.conversationSwitches.map { ($0.conversation, $0.state.isOn) })),
            consents: person.consents.waiting.map(links.withoutRemovedLink),
            receipts: .init(everywhere: person.readReceipts, conversations: person.readReceiptSwitches),
            mentionAlerts: person.mentionAlerts, pinnedConversations: person.pinnedConversations)
    }
}
