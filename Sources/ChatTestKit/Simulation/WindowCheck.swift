import ChatProtocol

/// When each fact was decided by a clock that nobody sets. The windows of editing, unsending and typing are held against
/// it, because the times in the log are the server's own (decision 5).
struct WindowCheck {
    /// How far the server's clock may be off, in milliseconds: what it follows the wall clock by.
    private static let slack: Int64 = 2_000
    private static let edit: Int64 = 900_000
    private static let unsend: Int64 = 120_000
    /// How long somebody types of whom nothing more is heard, in milliseconds (`typing-1to1`).
    static let typing: Int64 = 60_000

    private var decidedAt: [Int64: Int64] = [:]
    /// The time that starts did not count, with the moment of each start.
    private var uncounted: [(at: Int64, milliseconds: Int64)] = []
    /// Whether somebody set the wall clock: the server may believe it after a while, and end a window early.
    var isWallSet = false

    /// A fact was decided.
    mutating func note(_ position: Int64, at now: Int64) { decidedAt[position] = now }

    /// A server starts. Where the wall clock is behind the last fact, its time goes on from there, so that what passed
    /// since does not count.
    mutating func noteStart(after last: WorldModel.Fact?, wall: Int64, at now: Int64) {
        guard let last, let decided = decidedAt[last.position] else { return }
        let loss = last.at + now - decided - max(wall, last.at)
        if loss > 0 { uncounted.append((now, loss)) }
    }

    /// How long ago a fact was decided, by what the servers can know of it.
    private func age(of position: Int64, at now: Int64) -> Int64? {
        guard let decided = decidedAt[position] else { return nil }
        return now - decided - uncounted.reduce(0) { $0 + ($1.at > decided ? $1.milliseconds : 0) }
    }

    /// - Returns: what is wrong with an edit, or with an unsending, that was accepted.
    func problem(with fact: WorldModel.Fact, of said: WorldModel.Said?, change: String?, at now: Int64) -> String? {
        guard let said, let window = ["edited": Self.edit, "unsent": Self.unsend][change ?? ""],
            let age = age(of: said.position, at: now), age > window + Self.slack
        else { return nil }
        return
            "record \(fact.position): a message was \(change ?? "") \(age / 1_000) s after it was sent: too late"
    }

    /// - Returns: what is wrong with refusing an edit, or an unsending, because the message is too old.
    func problem(withRefusing method: ChatProtocol.Method, of said: WorldModel.Said?, at now: Int64) -> String? {
        let window = method == .messageEdit ? Self.edit : Self.unsend
        guard !isWallSet, let said, let age = age(of: said.position, at: now), age < window - Self.slack else {
            return nil
        }
        return "\(method.rawValue) was refused as too late, only \(age / 1_000) s after the message was sent"
    }
}
