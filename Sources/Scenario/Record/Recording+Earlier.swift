import ChatConnection
import ChatProtocol

/// The state before the recording. The background sets it up as far as the scenario needs it.
extension Recording {
    /// Returns the unknown apps in a notification.
    func unknownApps(in notified: ScriptedClient.Notified) -> [AppID] {
        let (told, params, result) = (notified.params, notified.params["params"], notified.params["result"])
        if told.text("method") == Method.appRegister.rawValue { return [] }
        let switches = params?["automaticSharing"]?["apps"]?.objectValue?.members.map(\.key) ?? []
        let ids =
            [told.text("app"), params?.text("app")] + switches
            + [result?["share"]?.text("app"), result?["document"]?.text("app")]
        return ids.reduce(into: []) { unknown, id in
            if let id = id.map({ AppID($0) }), cast.apps[id] == nil, !unknown.contains(id) { unknown.append(id) }
        }
    }

    /// Adds an app that was registered earlier.
    mutating func know(_ app: App) {
        guard cast.apps[app.id] == nil else { return }
        let registration = RegisterApp(
            app: app.id, name: app.name, domains: app.domains, association: app.association, backends: app.backends,
            capabilities: app.capabilities, previews: app.previews,
            menuTitleForHideAction: app.menuTitleForHideAction, sharingMethods: app.sharingMethods,
            manageTitle: app.manageTitle, documentTypes: app.documentTypes)
        for step in steps(registering: registration) ?? [] { script.addBefore(step) }
        cast.apps[app.id] = app.name
    }

    /// Returns the people in a notification.
    static func people(in notified: ScriptedClient.Notified) -> Set<Handle> {
        let params = notified.params
        var people: Set<Handle> = []
        for told in [params, params["params"] ?? .null] {
            people.formUnion([told.handle("person"), told.handle("handle")].compactMap { $0 })
            people.formUnion(told.handles("participants") + told.handles("handles"))
        }
        for told in [params["conversation"], params["result"]?["conversation"]] {
            people.formUnion(told?.handles("participants") ?? [])
        }
        return people
    }

    /// Adds the contact cards and blocks from before the recording.
    mutating func know(_ cards: RecordedCards) {
        for (person, name) in cards.names { cast.show(person, as: name) }
        for step in saying(cards.contacts) { script.addBefore(step) }
        for card in cards.blocked { script.addBefore(say(.blocks, .person(card.owner), "blocks", .person(card.other))) }
    }

    /// Adds a conversation that began earlier.
    mutating func know(_ conversation: Conversation) {
        learn(conversation)
        let people = conversation.participants
        guard people.count > 1 else { return }
        _ = cast.name(conversation.id, conversation.name, of: people)
        script.addBefore(say(.beginsConversation, .conversation(conversation.id), .people(people)))
    }

    /// Adds a message that was sent earlier.
    mutating func know(_ message: Message) {
        cast.learn(message)
        earlier[message.id] = message.sentAt
    }

    /// Adds the earlier messages to which a step refers to the background.
    mutating func remember(_ slot: RecordedSlot) {
        switch slot {
        case .message(let id?): remember(message: id)
        case .sentLink(let url):
            for id in earlier.keys.sorted() where cast.said[id]?.text.utf8.contains(sequence: url) == true {
                remember(message: id)
            }
        case .message(nil), .person, .people, .app, .conversation, .text, .count, .milliseconds: return
        }
    }

    private mutating func remember(message id: MessageID) {
        guard let at = earlier.removeValue(forKey: id), let one = cast.said[id] else { return }
        script.addBefore(say(.sends, .person(one.sender), .text(one.text), .conversation(one.conversation)), at: at)
    }

    /// Adds the steps that place an earlier link on a person's shelf to the background: the message with the link, and
    /// a pin, which suffices.
    mutating func remember(shelfOf person: Handle, link url: String) {
        let before = earlier.keys.sorted().first { cast.said[$0]?.links.contains { $0.url == url } == true }
        guard let before, let at = earlier[before], let one = cast.said[before] else { return }
        let pin = say(.pins, .person(person), "pins", .text(url), .conversation(one.conversation))
        guard pin.text != nil else { return }
        remember(message: before)
        script.addBefore(pin, at: at)
        // The first pin of an app's link causes a consent request. It was answered before the recording, so the
        // background answers it too.
        let app = one.links.first { $0.url == url }?.app.rawValue ?? ""
        guard consents[person, default: []].isEmpty, pinnedBefore.insert("\(person) \(app)").inserted else { return }
        script.addBefore(say(.answersConsent, .person(person), "Not Now"), at: at, isRepeated: true)
    }

    /// Lets the same time pass between the events of the background, so that notices collect events as they did. A
    /// pause is limited to the time for which a notice collects events, because a longer one would only slow down a run
    /// on a real clock.
    mutating func tellTimeBefore() {
        guard let begun, arrangesDocuments else { return }
        let longest = begun.noticesGrow + 60_000
        var recording = self
        script.orderBackground(until: firstAt ?? begun.at) { elapsed in
            let told = min(elapsed, longest)
            let isWorthIt = recording.isReal ? told >= recording.options.shortestPause : told > 0
            return isWorthIt ? recording.passing(milliseconds: recording.isReal ? told / 1_000 * 1_000 : told) : nil
        }
    }
}
