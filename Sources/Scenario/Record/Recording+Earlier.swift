import ChatConnection
import ChatProtocol

/// What was there before the recording began: it is arranged in the background, as far as the story needs it.
extension Recording {
    /// The apps that something is about and that are not known.
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

    /// Notes an app that was registered before.
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

    /// The people whom something is about, or who do it.
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

    /// Notes who had whose card, and who had blocked whom.
    mutating func know(_ cards: RecordedCards) {
        for (person, name) in cards.names { cast.show(person, as: name) }
        for step in saying(cards.contacts) { script.addBefore(step) }
        for card in cards.blocked { script.addBefore(say(.blocks, .person(card.owner), "blocks", .person(card.other))) }
    }

    /// Notes a conversation that began before.
    mutating func know(_ conversation: Conversation) {
        learn(conversation)
        let people = conversation.participants
        guard people.count > 1 else { return }
        _ = cast.name(conversation.id, conversation.name, of: people)
        script.addBefore(say(.beginsConversation, .conversation(conversation.id), .people(people)))
    }

    /// Notes a message that was said before.
    mutating func know(_ message: Message) {
        cast.learn(message)
        earlier[message.id] = message.sentAt
    }

    /// What of before a step speaks of is said in the background.
    mutating func remember(_ slot: RecordedSlot) {
        switch slot {
        case .message(let id?): remember(message: id)
        case .sentLink(let url):
            for id in earlier.keys.sorted() where cast.said[id]?.text.utf8.contains(sequence: url) == true {
                remember(message: id)
            }
        case .message(nil), .person, .people, .app, .conversation, .text, .count, .milliseconds, .word: return
        }
    }

    private mutating func remember(message id: MessageID) {
        guard let at = earlier.removeValue(forKey: id), let one = cast.said[id] else { return }
        script.addBefore(say(.sends, .person(one.sender), .text(one.text), .conversation(one.conversation)), at: at)
    }

    /// A link of before that is on somebody's shelf gets there in the background: by a pin, which is enough for it.
    mutating func remember(shelfOf person: Handle, link url: String) {
        let before = earlier.keys.sorted().first { cast.said[$0]?.links.contains { $0.url == url } == true }
        guard let before, let at = earlier[before], let one = cast.said[before] else { return }
        let pin = say(.pins, .person(person), "pins", .text(url), .conversation(one.conversation))
        guard pin.text != nil else { return }
        remember(message: before)
        script.addBefore(pin, at: at)
        // The first pin of an app's link asks; the question that nobody heard of was answered.
        let app = one.links.first { $0.url == url }?.app.rawValue ?? ""
        guard consents[person, default: []].isEmpty, pinnedBefore.insert("\(person) \(app)").inserted else { return }
        script.addBefore(say(.answersConsent, .person(person), "Not Now"), at: at, isRepeated: true)
    }

    /// Lets the time pass in the background that passed between what is arranged there: notices grow as they did. No
    /// longer than one grows: more changes nothing but how long a play on a real clock takes.
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
