import ChatProtocol

/// The time of each fact by a clock that no event sets. It checks the time limits of editing, unsending and typing,
/// because the times in the log are the server's own (decision 5).
struct WindowCheck {
    /// The tolerance for the server's clock, in milliseconds.
    private static let slack: Int64 = 2_000
    private static let edit: Int64 = 900_000
    private static let unsend: Int64 = 120_000
    /// The time after which typing ends without a further notification, in milliseconds (`typing-1to1`).
    static let typing: Int64 = 60_000

    private var decidedAt: [Int64: Int64] = [:]
    /// The time that the servers lost at starts, with the moment of each start.
    private var uncounted: [(at: Int64, milliseconds: Int64)] = []
    /// True once the wall clock was set. The server may then follow it after a while, and end a time limit early.
    var isWallSet = false

    /// Records the time of a fact.
    mutating func note(_ position: Int64, at now: Int64) { decidedAt[position] = now }

    /// Records the start of a server. If the wall clock is earlier than the last fact, the server's time continues from
    /// that fact, and the time since then does not count.
    mutating func noteStart(after last: WorldModel.Fact?, wall: Int64, at now: Int64) {
        guard let last, let decided = decidedAt[last.position] else { return }
        let loss = last.at + now - decided - max(wall, last.at)
        if loss > 0 { uncounted.append((now, loss)) }
    }

    /// Returns the age of a fact in milliseconds, without the time that the servers cannot know.
    private func age(of position: Int64, at now: Int64) -> Int64? {
        guard let decided = decidedAt[position] else { return nil }
        return now - decided - uncounted.reduce(0) { $0 + ($1.at > decided ? $1.milliseconds : 0) }
    }

    /// Checks the time of an edit or an unsending that the server accepted.
    ///
    /// - Returns: The problem; nil if there is none.
    func problem(with fact: WorldModel.Fact, of said: WorldModel.Said?, change: String?, at now: Int64) -> String? {
        guard let said, let window = ["edited": Self.edit, "unsent": Self.unsend][change ?? ""],
            let age = age(of: said.position, at: now), age > window + Self.slack
        else { return nil }
        return
            "record \(fact.position): a message was \(change ?? "") \(age / 1_000) s after it was sent: too late"
    }

    /// Checks the refusal of an edit or an unsending because of the message's age.
    ///
    /// - Returns: The problem; nil if there is none.
    func problem(withRefusing method: ChatProtocol.Method, of said: WorldModel.Said?, at now: Int64) -> String? {
        let window = method == .messageEdit ? Self.edit : Self.unsend
        guard !isWallSet, let said, let age = age(of: said.position, at: now), age < window - Self.slack else {
            return nil
        }
        return "\(method.rawValue) was refused as too late, only \(age / 1_000) s after the message was sent"
    }
}
