import Dispatch
import Synchronization

/// Plays scenarios side by side, and tells them in order all the same.
///
/// Every scenario has a world of its own, so that they do not disturb each other; what is told of one is kept until
/// those before it are told. So no report can tell how many were played at a time.
struct ScenarioCrew: Sendable {
    /// Plays the scenario of that number, from 0, and answers all that is to be told of it.
    let play: @Sendable (Int) -> [RunEvent]
    /// How many there are.
    let count: Int
    /// How many are played at a time.
    let jobs: Int

    /// How far ahead of what is told the crew may be, for each that plays: what is not told yet takes memory.
    private static let lead = 8

    private struct Stand {
        var next = 0
        var isOver = false
        var played: [Int: [RunEvent]] = [:]
    }

    private final class Board: Sendable {
        let stand = Mutex(Stand())
        let news = DispatchSemaphore(value: 0)
        /// Begun at 0 and raised, because a semaphore may not end below what it began with.
        let room = DispatchSemaphore(value: 0)

        init(room count: Int) {
            for _ in 0..<count { room.signal() }
        }
    }

    /// Plays all of them.
    ///
    /// - Parameter tell: Told of each in order; false ends the run, and what was played ahead is forgotten.
    func run(tell: ([RunEvent]) -> Bool) {
        let board = Board(room: jobs * Self.lead)
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "understudy.crew", attributes: .concurrent)
        for _ in 0..<min(jobs, count) {
            queue.async(group: group) { work(board) }
        }
        for number in 0..<count {
            guard tell(events(of: number, board)) else { break }
            board.room.signal()
        }
        board.stand.withLock { $0.isOver = true }
        // Whoever waits for room goes home.
        for _ in 0..<jobs { board.room.signal() }
        group.wait()
    }

    private func events(of number: Int, _ board: Board) -> [RunEvent] {
        while true {
            if let events = board.stand.withLock({ $0.played.removeValue(forKey: number) }) { return events }
            board.news.wait()
        }
    }

    private func work(_ board: Board) {
        while true {
            board.room.wait()
            let number = board.stand.withLock { stand -> Int? in
                guard !stand.isOver, stand.next < count else { return nil }
                defer { stand.next += 1 }
                return stand.next
            }
            guard let number else {
                // The others that wait find the same.
                board.room.signal()
                return
            }
            let events = play(number)
            board.stand.withLock { $0.played[number] = events }
            board.news.signal()
        }
    }
}
