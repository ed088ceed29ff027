import ChatProtocol

/// What was there before the recording began: it is arranged in the background, as far as the story needs it.
extension Recording {
    /// The apps that something is about and that are not known.
    func unknownApps(in notified: ScriptedClient.Notified) -> [String] {
        var ids: [String] = []
        func add(_ id: String?) {
            if let id, cast.apps[id] == nil, !ids.contains(id) { ids.append(id) }
        }
        let params = notified.params
        if params["method"]?.stringValue == Method.appRegister.rawValue { return [] }
        add(params["app"]?.stringValue)
        add(params["params"]?["app"]?.stringValue)
        for member in params["params"]?["automaticSharing"]?["apps"]?.objectValue?.members ?? [] { add(member.key) }
        add(params["result"]?["share"]?["app"]?.stringValue)
        add(params["result"]?["document"]?["app"]?.stringValue)
        return ids
    }

    /// Notes an app that was registered before.
    mutating func know(app: JSONValue) {
        guard let id = app["id"]?.stringValue, let name = app["name"]?.stringValue, cast.apps[id] == nil else { return }
        cast.apps[id] = name
        for step in registry.steps(registering: app, as: id) ?? [] where step.table.isEmpty {
            script.addBefore(step.text)
        }
    }

    /// The people whom something is about, or who do it.
    static func people(in notified: ScriptedClient.Notified) -> Set<Handle> {
        let params = notified.params
        var people: Set<Handle> = []
        func add(_ value: JSONValue?) {
            if let person = value?.stringValue.flatMap({ Handle($0) }) { people.insert(person) }
        }
        for told in [params, params["params"] ?? .null] {
            for key in ["person", "handle"] { add(told[key]) }
            for key in ["participants", "handles"] { told[key]?.arrayValue?.forEach(add) }
        }
        for told in [params["conversation"], params["result"]?["conversation"]] {
            told?["participants"]?.arrayValue?.forEach(add)
        }
        return people
    }

    /// Notes who had whose card, and who had blocked whom.
    mutating func know(cards: RecordedCards) {
        for (person, name) in cards.names { cast.show(person, as: name) }
        know(contacts: cards.contacts.map { ($0.owner, $0.other) })
        for card in cards.blocked { script.addBefore("\(cast.name(card.owner)) blocks \(cast.name(card.other))") }
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
                script.addBefore("\(cast.name(pair.owner)) saves \(cast.name(pair.other)) as a contact")
                continue
            }
            var friends = [pair.other]
            for person in (cards[pair.owner] ?? []).sorted() where have(pair.owner, person) {
                if friends.allSatisfy({ have($0, person) }) { friends.append(person) }
            }
            let circle = [pair.owner] + friends.sorted()
            script.addBefore("\(RecordedWords.list(circle.map { cast.name($0) })) are contacts")
            for owner in circle { told[owner, default: []].formUnion(circle) }
        }
    }

    /// Notes a conversation that began before.
    mutating func know(conversation: JSONValue) {
        guard let id = conversation["id"]?.stringValue else { return }
        learn(conversation: conversation)
        let people = (conversation["participants"]?.arrayValue ?? []).compactMap {
            $0.stringValue.flatMap { Handle($0) }
        }
        guard people.count > 1 else { return }
        let name = cast.name(conversation: id, conversation["name"]?.stringValue, of: people)
        guard let words = RecordedWords.quoted(name) else { return }
        script.addBefore("a conversation \(words) between \(RecordedWords.list(people.map { cast.name($0) }))")
    }

    /// Notes a message that was said before.
    mutating func know(message: JSONValue) {
        guard let id = message["id"]?.stringValue else { return }
        cast.take(message: message)
        earlier.insert(id)
    }

    /// A message of before that the story speaks of is said in the background.
    mutating func remember(message id: String) {
        guard earlier.remove(id) != nil, let one = cast.said[id], let sender = one.sender,
            let place = cast.conversation(one.conversation).flatMap({ RecordedWords.quoted($0) }),
            let words = RecordedWords.quoted(one.text)
        else { return }
        script.addBefore("\(cast.name(sender)) sends \(words) to \(place)")
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
        guard let before, let one = cast.said[before], let words = RecordedWords.quoted(url),
            let place = cast.conversation(one.conversation).flatMap({ RecordedWords.quoted($0) })
        else { return }
        remember(message: before)
        let me = cast.name(person)
        script.addBefore("\(me) pins \(words) in \(place)")
        // The first pin of an app's link asks; the question that nobody heard of was answered.
        let app = one.links.first { $0.url == url }?.app ?? ""
        guard consents[person, default: []].isEmpty, pinnedBefore.insert("\(person) \(app)").inserted else { return }
        script.addBefore("\(me) answers \"Not Now\"", isRepeated: true)
    }

    /// A document that was shared before is shared in the background, where its link stands.
    mutating func rememberShare(_ share: JSONValue) {
        guard let url = share["url"]?.stringValue, let owner = share["owner"]?.stringValue.flatMap({ Handle($0) }),
            let words = RecordedWords.quoted(url),
            let title = share["title"]?.stringValue.flatMap(RecordedWords.quoted),
            let app = share["app"]?.stringValue.flatMap({ appName($0) }),
            let id = earlier.sorted().first(where: { cast.said[$0]?.text == url }), let one = cast.said[id],
            let place = cast.conversation(one.conversation).flatMap({ RecordedWords.quoted($0) })
        else { return }
        earlier.remove(id)
        let ending =
            share["permission"]?.stringValue == Share.Permission.readOnly.rawValue ? " so that everyone can view" : ""
        script.addBefore("\(cast.name(owner)) shares \(title) from \(app) at \(words) in \(place)\(ending)")
    }

    /// Notes who was told of a notice.
    mutating func know(_ trails: [Handle: NoticeTrail], of notice: String) { noticeReaders[notice] = trails }
}
