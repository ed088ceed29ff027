import ChatConnection
import ChatProtocol

/// What was there before the recording began: it is arranged in the background, as far as the story needs it.
extension Recording {
    /// The apps that something is about and that are not known.
    func unknownApps(in notified: ScriptedClient.Notified) -> [String] {
        let (told, params, result) = (notified.params, notified.params["params"], notified.params["result"])
        if told.text("method") == Method.appRegister.rawValue { return [] }
        let switches = params?["automaticSharing"]?["apps"]?.objectValue?.members.map(\.key) ?? []
        let ids =
            [told.text("app"), params?.text("app")] + switches
            + [result?["share"]?.text("app"), result?["document"]?.text("app")]
        return ids.reduce(into: []) { unknown, id in
            if let id, cast.apps[id] == nil, !unknown.contains(id) { unknown.append(id) }
        }
    }

    /// Notes an app that was registered before.
    mutating func know(app: JSONValue) {
        guard let id = app.text("id"), let name = app.text("name"), cast.apps[id] == nil else { return }
        cast.apps[id] = name
        for step in steps(registering: app, as: id) ?? [] where step.table.isEmpty { script.addBefore(step.text) }
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
    mutating func know(cards: RecordedCards) {
        for (person, name) in cards.names { cast.show(person, as: name) }
        know(contacts: cards.contacts.map { ($0.owner, $0.other) })
        for card in cards.blocked { script.addBefore(say(.blocks, .person(card.owner), "blocks", .person(card.other))) }
    }

    /// Notes who has whose card: of everyone, those whom they have, in order.
    mutating func know(contacts pairs: [(owner: Handle, other: Handle)]) {
        var cards: [Handle: Set<Handle>] = [:]
        for pair in pairs { cards[pair.owner, default: []].insert(pair.other) }
        func have(_ one: Handle, _ other: Handle) -> Bool {
            cards[one]?.contains(other) == true && cards[other]?.contains(one) == true
        }
        var told: [Handle: Set<Handle>] = [:]
        for pair in pairs where told[pair.owner]?.contains(pair.other) != true {
            guard have(pair.owner, pair.other) else {
                script.addBefore(say(.savesContact, .person(pair.owner), .person(pair.other)))
                continue
            }
            var friends = [pair.other]
            for person in (cards[pair.owner] ?? []).sorted() where have(pair.owner, person) {
                if friends.allSatisfy({ have($0, person) }) { friends.append(person) }
            }
            let circle = [pair.owner] + friends.sorted()
            script.addBefore(say(.areContacts, .people(circle)))
            for owner in circle { told[owner, default: []].formUnion(circle) }
        }
    }

    /// Notes a conversation that began before.
    mutating func know(conversation: JSONValue) {
        guard let id = conversation.text("id") else { return }
        learn(conversation: conversation)
        let people = conversation.handles("participants")
        guard people.count > 1 else { return }
        _ = cast.name(conversation: id, conversation.text("name"), of: people)
        script.addBefore(say(.beginsConversation, .conversation(id), .people(people)))
    }

    /// Notes a message that was said before.
    mutating func know(message: JSONValue) {
        guard let id = message.text("id") else { return }
        cast.learn(message: message)
        earlier.insert(id)
    }

    /// A message of before that the story speaks of is said in the background.
    mutating func remember(message id: String) {
        guard earlier.remove(id) != nil, let one = cast.said[id] else { return }
        script.addBefore(say(.sends, .person(one.sender), .text(one.text), .conversation(one.conversation)))
    }

    /// The message of before in which a link stands.
    mutating func remember(link url: String) {
        for id in earlier.sorted() where cast.said[id]?.text.utf8.contains(sequence: url) == true {
            remember(message: id)
        }
    }

    /// A link of before that is on somebody's shelf gets there in the background: by a pin, which is enough for it.
    mutating func remember(shelfOf person: Handle, link url: String) {
        let before = earlier.sorted().first { cast.said[$0]?.links.contains { $0.url == url } == true }
        guard let before, let one = cast.said[before],
            let pin = say(.pins, .person(person), "pins", .text(url), .conversation(one.conversation))
        else { return }
        remember(message: before)
        script.addBefore(pin)
        // The first pin of an app's link asks; the question that nobody heard of was answered.
        let app = one.links.first { $0.url == url }?.app ?? ""
        guard consents[person, default: []].isEmpty, pinnedBefore.insert("\(person) \(app)").inserted else { return }
        script.addBefore(say(.answersConsent, .person(person), "Not Now"), isRepeated: true)
    }

    /// A document that was shared before is shared in the background, where its link stands.
    mutating func rememberShare(_ share: JSONValue) {
        let url = share.text("url")
        guard let id = earlier.sorted().first(where: { cast.said[$0]?.text == url }), let one = cast.said[id],
            let text = say(
                .shares, .person(share.handle("owner")), .text(share.text("title")), .app(share.text("app")),
                .text(url),
                .conversation(one.conversation), everyoneMay(share.text("permission")))
        else { return }
        earlier.remove(id)
        script.addBefore(text)
    }
}
