import ChatProtocol

/// The events of a simulation, generated from a seed before the simulation runs. Leaving out a step does not change the
/// other steps, so a failing history can be shortened.
public struct History: Sendable, Equatable {
    /// The seed that determines all events.
    public let seed: UInt64
    /// The number of servers on one log.
    public let nodes: Int
    /// The number of worlds that several servers have: 1 or 2. The model covers only the first one.
    public let worlds: Int
    var steps: [Step]

    /// One event of a history.
    struct Step: Sendable, Equatable {
        /// The number in the generated history, from 1. It stays the same if other steps are left out.
        let number: Int
        /// The time that passes after the event, in milliseconds.
        let pause: Int64
        /// The seed of the random decisions during this step.
        let chance: UInt64
        let event: Event
    }

    /// The events of a history.
    enum Event: Sendable, Equatable {
        /// A person or an app makes a request on one of their devices.
        case wish(Wish, device: Int)
        /// A connection breaks after a number of further bytes in one direction.
        case cut(device: Int, afterBytes: Int, isUpward: Bool)
        /// Bytes on a connection take longer by a number of milliseconds, until the connection breaks.
        case lag(device: Int, Int64)
        /// A device is switched off, or on again.
        case off(device: Int)
        case on(device: Int)
        /// A node is killed now, or loses power in its next commit.
        case kill(node: Int)
        case crash(node: Int, SimulatedDisk.Crash)
        /// The disk changes its state.
        case disk(SimulatedDisk.State)
        /// One of several nodes loses the log and its leases until the disk works again.
        case away(node: Int)
        /// One of several nodes does nothing for a number of milliseconds.
        case freeze(node: Int, Int64)
        /// A number of milliseconds pass without any activity.
        case night(Int64)
        /// The wall clock jumps by a number of milliseconds.
        case clock(Int64)
        /// All faults end, and the simulation waits until nothing is pending.
        case rest
    }

    /// The requests of persons. An app chooses its requests by itself.
    enum Wish: String, Sendable, CaseIterable {
        case send, reply, link, edit, unsend, react, read, create, add, remove, leave, rename, mute, pin, markUnread
        case typing, history, list, fence, pinLink, receipts, share, accept, notice, foreign, delete, recover
    }

    /// The relative frequency of each request. Messages are the most frequent ones.
    private static let weights: [(Wish, Int)] = [
        (.send, 26), (.reply, 4), (.link, 7), (.edit, 9), (.unsend, 6), (.react, 7), (.read, 7), (.create, 3),
        (.add, 5),
        (.remove, 4), (.leave, 3), (.rename, 3), (.mute, 2), (.pin, 1), (.markUnread, 1), (.typing, 3), (.history, 3),
        (.list, 3), (.fence, 5), (.pinLink, 2), (.receipts, 2), (.share, 3), (.accept, 2), (.notice, 2), (.foreign, 3),
        (.delete, 3), (.recover, 2),
    ]
    private static let weightsTotal = weights.reduce(0) { $0 + $1.1 }

    /// Generates a history.
    ///
    /// - Parameters:
    ///   - seed: The seed that determines all events.
    ///   - count: The number of steps, at least 1.
    ///   - nodes: The number of servers on one log.
    ///   - worlds: The number of worlds that several servers have. Two worlds let a tick write to both at once.
    public init(seed: UInt64, steps count: Int = 150, nodes: Int = 1, worlds: Int = 1) {
        var chance = SplitMix64(seed: seed)
        (self.seed, self.nodes, self.worlds) = (seed, nodes, worlds)
        let devices = SimulatedCast().devices.count
        steps = (1...max(count, 1)).map { number in
            let pause = chance.happens(percent: 35) ? Int64(0) : Int64.random(in: 1...1_500, using: &chance)
            let event = Self.event(of: &chance, devices: devices, nodes: nodes)
            return Step(number: number, pause: pause, chance: chance.next(), event: event)
        }
    }

    private static func event(of chance: inout SplitMix64, devices: Int, nodes: Int) -> Event {
        let device = Int.random(in: 0..<devices, using: &chance)
        let node = Int.random(in: 0..<nodes, using: &chance)
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<6:
            // Most connections break while messages are pending; some are idle for a long time before they break.
            let most = chance.happens(percent: 80) ? 900 : 6_000
            return .cut(
                device: device, afterBytes: Int.random(in: 0...most, using: &chance),
                isUpward: chance.happens(percent: 40))
        case 6..<8: return .lag(device: device, Int64.random(in: 20...3_000, using: &chance))
        case 8..<11: return .off(device: device)
        // Most of these times are longer than a lease lasts.
        case 14 where nodes > 1: return .freeze(node: node, Int64.random(in: 500...40_000, using: &chance))
        case 11..<15: return .on(device: device)
        case 15: return .kill(node: node)
        case 16..<19: return .crash(node: node, chance.happens(percent: 50) ? .beforeCommit : .afterCommit)
        case 19:
            return chance.happens(percent: 40) ? .disk(.full) : .disk(.failing(keeps: chance.happens(percent: 50)))
        case 20..<26: return .disk(.well)
        case 27 where nodes > 1: return .away(node: node)
        case 26..<28: return .night(Int64.random(in: 60_000...300_000_000, using: &chance))
        case 28: return .clock(Int64.random(in: -4_000_000...4_000_000, using: &chance))
        case 29..<31: return .rest
        default: return .wish(wish(of: &chance), device: device)
        }
    }

    private static func wish(of chance: inout SplitMix64) -> Wish {
        var rest = Int.random(in: 0..<weightsTotal, using: &chance)
        for (wish, weight) in weights {
            if rest < weight { return wish }
            rest -= weight
        }
        return .send
    }

    /// Returns the history with the given steps only.
    func keeping(_ numbers: Set<Int>) -> History {
        var copy = self
        copy.steps = steps.filter { numbers.contains($0.number) }
        return copy
    }
}

extension History.Event {
    /// Returns a sentence that describes the event.
    func sentence(_ cast: SimulatedCast) -> String {
        switch self {
        case .wish(let wish, let device): "\(cast.devices[device].name) wants to \(wish.rawValue)"
        case .cut(let device, let bytes, let isUpward):
            "the connection \(isUpward ? "from" : "to") \(cast.devices[device].name) breaks after \(bytes) more bytes"
        case .lag(let device, let milliseconds):
            "the connection of \(cast.devices[device].name) becomes \(milliseconds) ms slower"
        case .off(let device): "\(cast.devices[device].name) is switched off"
        case .on(let device): "\(cast.devices[device].name) is switched on"
        case .kill(let node): "node \(node + 1) is killed"
        case .crash(let node, .beforeCommit): "node \(node + 1) loses power in its next commit, before it is stored"
        case .crash(let node, .afterCommit): "node \(node + 1) loses power in its next commit, after it is stored"
        case .disk(.well): "the disk works again"
        case .disk(.full): "the disk becomes full"
        case .disk(.away): "the log becomes unreachable"
        case .disk(.failing(let keeps)): "the disk fails in the next commit, and \(keeps ? "stores" : "loses") it"
        case .away(let node): "node \(node + 1) cannot reach the log"
        case .freeze(let node, let milliseconds): "node \(node + 1) is frozen for \(milliseconds) ms"
        case .night(let milliseconds): "\(milliseconds / 60_000) minutes pass"
        case .clock(let milliseconds): "the wall clock jumps by \(milliseconds / 1_000) seconds"
        case .rest: "all faults end, and everything pending is delivered"
        }
    }
}

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

/// Shortens a failing history: it leaves out steps as long as the history still fails (delta debugging).
public struct Shrinker {
    /// Runs a history and returns true if it fails.
    private let fails: (History) -> Bool
    /// The number of histories that were run.
    public private(set) var runs = 0

    /// Creates a shrinker.
    ///
    /// - Parameter fails: Runs a history and returns true if it fails. The result must be the same each time.
    public init(fails: @escaping (History) -> Bool) { self.fails = fails }

    /// Returns the shortest failing history that was found. It fails only with all of its steps, unless the runs were
    /// used up.
    ///
    /// - Parameters:
    ///   - history: A failing history.
    ///   - step: The number of the step after which it failed.
    ///   - runsMax: The number of runs after which the search ends.
    public mutating func shortest(of history: History, failingAfter step: Int, runsMax: Int = 2_000) -> History {
        var best = history
        let beginning = history.keeping(Set(1...max(step, 1)))
        if fails(beginning) { best = beginning }
        runs += 1
        var size = max(best.steps.count / 2, 1)
        while runs < runsMax {
            var start = 0
            var isShorter = false
            while start < best.steps.count, runs < runsMax {
                let rest = Array(best.steps[..<start] + best.steps[min(start + size, best.steps.count)...])
                var candidate = best
                candidate.steps = rest
                runs += 1
                if fails(candidate) {
                    best = candidate
                    isShorter = true
                } else {
                    start += size
                }
            }
            if size == 1, !isShorter { break }
            size = max(size / 2, 1)
        }
        return best
    }
}
