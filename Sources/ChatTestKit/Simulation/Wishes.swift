import ChatProtocol

/// Generates the requests of persons and apps. Most of them are valid, and some must be refused.
struct Wishes {
    let model: WorldModel
    let cast: SimulatedCast
    var chance: SplitMix64
    /// The number of the step, which is also the number of the word in its text.
    let number: Int

    typealias Asked = (method: ChatProtocol.Method, params: JSONValue)

    private mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[
            elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &chance))]
    }

    private var word: String { CanaryWords.word(number) }

    private mutating func url() -> String { "https://\(SimulatedCast.domain)/\(Int.random(in: 1...3, using: &chance))" }

    /// Returns a request of an app.
    mutating func requestOfApp() -> Asked {
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: return (.highlightList, [:])
        case 1:
            return (
                .highlightCenterPostNotice, ["url": .string(url()), "event": ["type": "change", "trigger": "edit"]]
            )
        default: return (.highlightCenterClearNotices, ["url": .string(url())])
        }
    }

    /// Returns a request of a person.
    mutating func request(_ wish: History.Wish, of person: String) -> Asked {
        let mine = model.talks(of: person)
        guard wish != .create, wish != .fence, let talk = pick(mine.suffix(4)) else {
            return wish == .fence ? (.sessionFence, [:]) : create(by: person)
        }
        let here: JSONValue = .string(talk)
        switch wish {
        case .send: return say(in: talk)
        case .link: return (.messageSend, ["conversation": here, "text": .string("\(word) \(url())")])
        case .reply, .edit, .unsend, .react: return aboutMessage(wish, in: talk, by: person)
        case .delete:
            let message = pick((model.talks[talk]?.messages ?? []).suffix(8))
            guard chance.happens(percent: 70), let message else {
                guard let message, chance.happens(percent: 50) else {
                    return (.conversationDelete, ["conversation": here])
                }
                return (.conversationDelete, ["conversation": here, "through": .string(message)])
            }
            return (.messageDelete, ["messages": [.string(message)]])
        case .recover:
            return (chance.happens(percent: 80) ? .conversationRestore : .conversationErase, ["conversation": here])
        case .read: return (.conversationMarkRead, ["conversation": here])
        case .add, .remove: return member(wish, of: talk, by: person)
        case .leave: return (.conversationLeave, ["conversation": here])
        case .rename: return (.conversationRename, ["conversation": here, "name": .string("Talk \(number)")])
        case .mute: return (.conversationMute, ["conversation": here, "muted": .bool(chance.happens(percent: 60))])
        case .pin: return (.conversationPin, ["conversation": here, "pinned": .bool(chance.happens(percent: 60))])
        case .markUnread: return (.conversationMarkUnread, ["conversation": here])
        case .typing:
            return (.conversationTyping, ["conversation": here, "typing": .bool(chance.happens(percent: 70))])
        case .history: return (.conversationHistory, ["conversation": here, "limit": 20])
        case .list where chance.happens(percent: 20):
            // The log does not store a search, so it can be nearly as long as a request may be.
            return (.messageSearch, ["text": .string(hostileText(bytes: 200_000))])
        case .list: return chance.happens(percent: 50) ? (.conversationList, [:]) : (.highlightList, [:])
        case .pinLink: return (.linkPin, ["conversation": here, "url": .string(url())])
        case .receipts:
            let isOn = JSONValue.bool(chance.happens(percent: 70))
            guard chance.happens(percent: 60) else { return (.settingsSet, ["readReceipts": ["everywhere": isOn]]) }
            let switches = JSONValue.object(JSONObject([.init(key: SimulatedCast.app, value: isOn)]))
            return (.settingsSet, ["automaticSharing": ["apps": switches]])
        case .share, .accept, .notice: return sharing(wish, in: here, by: person)
        case .foreign: return say(in: pick(model.talkOrder.filter { !mine.contains($0) }) ?? "c404")
        case .create, .fence: return create(by: person)
        }
    }

    private mutating func sharing(_ wish: History.Wish, in talk: JSONValue, by person: String) -> Asked {
        guard let share = pick(model.shares.suffix(4)), chance.happens(percent: 80) else {
            let title = JSONValue.string("Doc \(number)")
            return (.shareCreate, ["app": .string(SimulatedCast.app), "title": title, "url": .string(url())])
        }
        let id = JSONValue.string(share.id)
        switch wish {
        case .share: return (.shareSend, ["share": id, "conversation": talk])
        case .accept: return (.shareAccept, ["share": id])
        default:
            let who = JSONValue.string(pick(cast.people) ?? person)
            return chance.happens(percent: 60)
                ? (.shareAddParticipant, ["share": id, "handle": who])
                : (.shareRemoveParticipant, ["share": id, "handle": who])
        }
    }

    private mutating func hostileText(bytes: Int) -> String { pick(HostileText.all)?.text(bytes: bytes) ?? "" }

    private mutating func say(in talk: String) -> Asked {
        let hostile = chance.happens(percent: 3) ? " " + hostileText(bytes: 4_000) : ""
        return (.messageSend, ["conversation": .string(talk), "text": .string("Hello \(word)\(hostile)")])
    }

    private mutating func create(by person: String) -> Asked {
        var others = cast.people.filter { $0 != person }
        others.shuffle(using: &chance)
        let count = pick([1, 2, 3, 3, 4]) ?? 1
        var people = Array(others.prefix(count))
        // A few of these conversations exceed the unsent bytes that a session may have.
        if chance.happens(percent: 30) {
            people += (0..<190).map { String(repeating: "x", count: 100) + "\(number)-\($0)" }
        }
        return (.conversationCreate, ["participants": .array(people.sorted().map(JSONValue.string))])
    }

    /// Returns a request about one of the newest messages. Edits and unsendings mostly concern an own message, as the
    /// server requires.
    private mutating func aboutMessage(_ wish: History.Wish, in talk: String, by person: String) -> Asked {
        let all = (model.talks[talk]?.messages ?? []).suffix(8)
        let own = all.filter { model.said[$0]?.sender == person }
        let isOwn = (wish == .edit || wish == .unsend) && chance.happens(percent: 90)
        guard let message = pick(isOwn ? own[...] : all) else { return say(in: talk) }
        let id: JSONValue = .string(message)
        switch wish {
        case .edit: return (.messageEdit, ["message": id, "text": .string("Better \(word)")])
        case .unsend: return (.messageUnsend, ["message": id])
        case .react:
            return (.messageReact, ["message": id, "reaction": .string(pick(["heart", "haHa", "👍"]) ?? "heart")])
        default:
            return (.messageSend, ["conversation": .string(talk), "text": .string("Well \(word)"), "replyTo": id])
        }
    }

    private mutating func member(_ wish: History.Wish, of talk: String, by person: String) -> Asked {
        let members = model.talks[talk]?.members ?? []
        let candidates =
            wish == .add ? cast.people.filter { !members.contains($0) } : members.filter { $0 != person }
        let who = pick(chance.happens(percent: 90) ? candidates : cast.people) ?? person
        let method: ChatProtocol.Method = wish == .add ? .conversationAddParticipant : .conversationRemoveParticipant
        return (method, ["conversation": .string(talk), "handle": .string(who)])
    }
}
