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
            // An app whose permission moves is told even if its list stays the same (`center-delegate-when`).
            let before = state.enabledApps(of: me)
            decide(.sharingSwitched(by: me, real), at: now)
            let moved = before.symmetricDifference(state.enabledApps(of: me))
            tellShelves(enablementOf: state.apps.map(\.id).filter(moved.contains), of: me, at: now)
        }
        return .settings(state.settings(of: me))
    }
}

extension CoreState {
    /// The apps whose links may surface by themselves: their own switch is on, and the one above all others.
    fileprivate func enabledApps(of person: Handle) -> Set<AppID> {
        guard let person = people[person], person.everywhere.isOn else { return [] }
        return Set(person.consents.decided.filter { person.appSwitch($0)?.isOn == true })
    }

    /// A question as it is told: without the link that led to it, once that was unsent everywhere.
    func told(_ request: ConsentRequest) -> ConsentRequest {
        let link = (try? CanonicalURL(request.url)).flatMap(links.number)
        guard link.map({ links[$0].conversations.isEmpty }) ?? true else { return request }
        var request = request
        request.url = ""
        return request
    }

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
            consents: person.consents.waiting.map(told))
        settings.readReceipts = person.readReceipts
        settings.readReceiptConversations = person.readReceiptSwitches
        settings.mentionAlerts = person.mentionAlerts
        settings.pinnedConversations = person.pinnedConversations
        return settings
    }
}
