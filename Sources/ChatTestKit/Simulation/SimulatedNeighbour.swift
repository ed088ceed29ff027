import ChatCore
import ChatEngine
import ChatLog
import ChatProtocol

/// A second world on the database of several servers, so that a tick has something to write in both: somebody at the
/// server that holds it says one thing after the other there, each once, and what becomes of it is held against the log.
final class SimulatedNeighbourhood {
    static let world = WorldName("next door")

    let truth = SimulatedTruth()
    /// Where all of them talk.
    var talk = JSONValue.null
    private(set) var chance: SplitMix64
    /// How much was said, and what of it was answered how.
    private var count = 0
    private var acknowledged: Set<Int> = []
    private var refused: Set<Int> = []
    /// Where each of it stands in the log, with who said it, as far as that is known.
    private(set) var said: [(position: Int64, number: Int, by: String)] = []
    private var learned: Int64 = 0

    init(seed: UInt64) { chance = SplitMix64(seed: seed ^ 0x0ead_d004) }

    /// Whether it is somebody's turn.
    func isTurn() -> Bool { chance.happens(percent: 60) }

    /// What is said next.
    func next() -> Int {
        count += 1
        return count
    }

    func note(_ number: Int, isDone: Bool) {
        if isDone { acknowledged.insert(number) } else { refused.insert(number) }
    }

    /// What is not as it must be in the log; nil if all is.
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

/// Whoever talks there at one server.
final class SimulatedNeighbour {
    let handle: String
    private let neighbourhood: SimulatedNeighbourhood
    private(set) var session: Session?
    /// From where on they are told what others say; nil before they are greeted.
    private var since: Int64?
    private var isLogin = false
    /// What was asked and is not answered yet, by the ids of the requests.
    private var asked: [Int64: Int] = [:]
    private var lastID: Int64 = 0
    private var heard: [Int64] = []
    private(set) var problem: String?

    init(_ index: Int, in neighbourhood: SimulatedNeighbourhood) {
        (handle, self.neighbourhood) = (Self.handle(index), neighbourhood)
    }

    static func handle(_ index: Int) -> String { "neighbour\(index)" }

    /// Says something, in their turn.
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

    /// Their server is gone, or does not want them: what became of what was not answered nobody says.
    func leave() { (session, since, isLogin, asked, heard) = (nil, nil, false, [:], []) }

    func take(_ content: Delivery.Content, at engine: ServerEngine) {
        guard case .message(let message) = content else {
            // Who is to be forwarded stays away until this server holds the world.
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

    /// What they were not told of what others said; nil if nothing.
    func lacks() -> String? {
        guard let since else { return nil }
        let missing = neighbourhood.said.first {
            $0.position > since && $0.by != handle && !heard.contains($0.position)
        }
        return missing.map { "\(handle) did not receive record \($0.position) of the second world" }
    }
}
