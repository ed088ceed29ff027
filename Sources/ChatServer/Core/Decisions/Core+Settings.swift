import ChatProtocol

extension Core {
    mutating func setSettings(_ change: SetSettings, by me: Handle, at now: Instant) throws(RPCError) -> Answer {
        for change in change.apps where state.app(change.app) == nil {
            throw RPCError(.notFound, "apps: there is no app \(change.app).", .field("automaticSharing.apps"))
        }
        for change in change.conversations + change.readReceiptConversations {
            _ = try conversation(change.conversation, for: me)
        }
        let person = state.people[me] ?? PersonState(name: me.defaultName)
        var real = SetSettings(
            everywhere: change.everywhere.flatMap { $0 == person.everywhere.isOn ? nil : $0 },
            apps: change.apps.filter { person.appSwitch($0.app)?.isOn != $0.isOn },
            conversations: change.conversations.filter {
                person.conversationSwitch($0.conversation).isOn != $0.isOn
            })
        real.readReceipts = change.readReceipts.flatMap { $0 == person.readReceipts ? nil : $0 }
        real.readReceiptConversations = change.readReceiptConversations.filter { change in
            person.readReceiptSwitches.first { $0.conversation == change.conversation }?.isOn != change.isOn
        }
        real.mentionAlerts = change.mentionAlerts.flatMap { $0 == person.mentionAlerts ? nil : $0 }
        if !real.isEmpty {
            guard real.changesSharing else {
                decide(.sharingSwitched(by: me, real), at: now)
                return .settings(state.settings(of: me))
            }
            // An app whose own switch moves is told even if its list stays the same (`center-delegate-when`).
            let enabled = real.everywhere == nil ? real.apps.map(\.app) : state.apps.map(\.id)
            decide(.sharingSwitched(by: me, real), at: now)
            tellShelves(enablementOf: enabled, of: me, at: now)
        }
        return .settings(state.settings(of: me))
    }
}

extension CoreState {
    func settings(of person: Handle) -> Settings {
        guard let person = people[person] else {
            return Settings(everywhere: true, apps: [], conversations: [], consents: [])
        }
        var settings = Settings(
            everywhere: person.everywhere.isOn,
            apps: person.consents.decided.compactMap { app in
                person.appSwitch(app).map { Settings.AppSwitch(app: app, isOn: $0.isOn) }
            },
            conversations: person.conversationSwitches.map {
                .init(conversation: $0.conversation, isOn: $0.state.isOn)
            },
            consents: person.consents.waiting)
        settings.readReceipts = person.readReceipts
        settings.readReceiptConversations = person.readReceiptSwitches
        settings.mentionAlerts = person.mentionAlerts
        settings.pinnedConversations = person.pinnedConversations
        return settings
    }
}
