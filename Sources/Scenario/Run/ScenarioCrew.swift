import Dispatch
import Synchronization

/// The workers that play scenarios concurrently and deliver their events in the order of the plan.
///
/// Every scenario has its own world, so scenarios do not disturb each other. The events of a scenario are stored until
/// those of all earlier scenarios are delivered. Therefore no report depends on the number of workers.
struct ScenarioCrew: Sendable {
    /// Plays the scenario with this number, from 0, and returns its events.
    let play: @Sendable (Int) -> [RunEvent]
    /// The number of scenarios.
    let count: Int
    /// The number of scenarios played at a time.
    let jobs: Int

    /// The number of scenarios, for each worker, that can be played ahead of delivery. The limit bounds the memory for
    /// events that are not delivered yet.
    private static let lead = 8

    private struct Stand {
        var next = 0
        var isOver = false
        var played: [Int: [RunEvent]] = [:]
    }

    private final class Board: Sendable {
        let stand = Mutex(Stand())
        let news = DispatchSemaphore(value: 0)
        /// Created with 0 and then signaled, because Dispatch traps if a semaphore is released with less than its first
        /// value.
        let room = DispatchSemaphore(value: 0)

        init(room count: Int) {
            for _ in 0..<count { room.signal() }
        }
    }

    /// Plays all scenarios, and returns when all workers have ended.
    ///
    /// - Parameter tell: Receives the events of each scenario, in order. If it returns false, the run ends, and the
    ///   events of scenarios played ahead are dropped.
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
        // Wakes the workers that wait for room, so that they end.
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
                // Wakes the next waiting worker, which ends in the same way.
                board.room.signal()
                return
            }
            let events = play(number)
            board.stand.withLock { $0.played[number] = events }
            board.news.signal()
        }
    }
}
