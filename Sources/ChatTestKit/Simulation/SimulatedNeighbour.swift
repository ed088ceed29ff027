import ChatCore
import ChatEngine
import ChatLog
import ChatProtocol

/// A second world in the database of several servers, so that one tick can write to two worlds. A person at the server
/// that holds it sends one message after the other, without retries. The checks compare the results with the log.
final class SimulatedNeighbourhood {
    static let world = WorldName("next door")

    let truth = SimulatedTruth()
    /// The id of the conversation of all persons in this world.
    var talk = JSONValue.null
    private(set) var chance: SplitMix64
    /// The number of messages sent so far, and the numbers of those that were acknowledged or refused.
    private var count = 0
    private var acknowledged: Set<Int> = []
    private var refused: Set<Int> = []
    /// The position, the number and the sender of each message that has been read from the log.
    private(set) var said: [(position: Int64, number: Int, by: String)] = []
    private var learned: Int64 = 0

    init(seed: UInt64) { chance = SplitMix64(seed: seed ^ 0x0ead_d004) }

    /// Returns true if a person sends a message now, in 60 of 100 cases.
    func isTurn() -> Bool { chance.happens(percent: 60) }

    /// Returns the number of the next message.
    func next() -> Int {
        count += 1
        return count
    }

    func note(_ number: Int, isDone: Bool) {
        if isDone { acknowledged.insert(number) } else { refused.insert(number) }
    }

    /// Returns the first contradiction between the log and the answers; nil if there is none.
    func problem() -> String? {
        for row in (try? truth.log.read(after: learned, limit: .max)) ?? [] {
            guard row.position == learned + 1 else {
                return "in the second world, record \(row.position) follows record \(learned)"
            }
            learned = row.position
            guard let message = try? EventRecord(row).event.message, let number = Int(message.text) else { continue }
            guard !said.contains(where: { $0.number == number }) else {
                return "in the second world, message \(number) is stored twice"
            }
            said.append((row.position, number, message.sender.rawValue))
        }
        let there = Set(said.map(\.number))
        if let lost = acknowledged.subtracting(there).min() {
            return "in the second world, message \(lost) was acknowledged, but is not in the log"
        }
        if let wrong = refused.intersection(there).min() {
            return "in the second world, message \(wrong) was refused, but is in the log"
        }
        return nil
    }
}

/// The person who sends messages to the second world at one server.
final class SimulatedNeighbour {
    let handle: String
    private let neighbourhood: SimulatedNeighbourhood
    private(set) var session: Session?
    /// The cursor of the login; nil before its answer.
    private var since: Int64?
    private var isLogin = false
    /// The numbers of the messages without an answer, by the ids of their requests.
    private var asked: [Int64: Int] = [:]
    private var lastID: Int64 = 0
    private var heard: [Int64] = []
    private(set) var problem: String?

    init(_ index: Int, in neighbourhood: SimulatedNeighbourhood) {
        (handle, self.neighbourhood) = (Self.handle(index), neighbourhood)
    }

    static func handle(_ index: Int) -> String { "neighbour\(index)" }

    /// Logs in or sends a message, if it is this person's turn.
    ///
    /// - Returns: The message and its session; nil if it is not their turn.
    func speak(to engine: ServerEngine) -> (message: [UInt8], session: Session)? {
        guard neighbourhood.isTurn(), !isLogin else { return nil }
        let session = session ?? engine.open(tag: -2)
        self.session = session
        lastID += 1
        let request: SimulatedRequest
        if since == nil {
            isLogin = true
            let world = JSONValue.string(SimulatedNeighbourhood.world.rawValue)
            request = .init(
                method: .sessionHello, params: ["role": "person", "handle": .string(handle), "world": world])
        } else {
            let number = neighbourhood.next()
            asked[lastID] = number
            request = .init(
                method: .messageSend, params: ["conversation": neighbourhood.talk, "text": .string("\(number)")])
        }
        return (request.message(id: lastID), session)
    }

    /// Ends the session, because the server has ended or forwards it. The outcome of unanswered messages stays unknown.
    func leave() { (session, since, isLogin, asked, heard) = (nil, nil, false, [:], []) }

    func take(_ content: Delivery.Content, at engine: ServerEngine) {
        guard case .message(let message) = content else {
            // The person is not forwarded, but tries again until this server holds the world.
            if let session { engine.close(session) }
            return leave()
        }
        switch ServerMessage.read(message) {
        case .result(.integer(let id), let result):
            if let number = asked.removeValue(forKey: id) {
                neighbourhood.note(number, isDone: true)
            } else {
                (since, isLogin) = (result["cursor"]?.integerValue, false)
            }
        case .failure(.some(.integer(let id)), let error):
            if let number = asked.removeValue(forKey: id) {
                if error.detail != .outcome(.unknown) { neighbourhood.note(number, isDone: false) }
            } else {
                isLogin = false
            }
        case .notification("message.posted", let params):
            let cursor = params["cursor"]?.integerValue ?? 0
            if cursor <= heard.last ?? since ?? .max {
                problem = "\(handle) received record \(cursor) of the second world out of order, or twice"
            }
            heard.append(cursor)
        default: break
        }
        problem = problem ?? neighbourhood.problem()
    }

    /// Returns a message of another person that this one did not receive; nil if there is none.
    func lacks() -> String? {
        guard let since else { return nil }
        let missing = neighbourhood.said.first {
            $0.position > since && $0.by != handle && !heard.contains($0.position)
        }
        return missing.map { "\(handle) did not receive record \($0.position) of the second world" }
    }
}
