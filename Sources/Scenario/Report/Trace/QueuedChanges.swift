import Dispatch
import Synchronization

/// A value that is changed on a thread of its own, one change after the other, while whoever wants the changes goes on.
final class QueuedChanges<Value>: Sendable {
    private let value: Mutex<Value>
    private let queue = DispatchQueue(label: "understudy.changes")
    /// Begun at 0 and raised, because a semaphore may not end below what it began with.
    private let room = DispatchSemaphore(value: 0)

    /// Begins with a value.
    ///
    /// - Parameter most: How many changes may wait; whoever has one more waits too.
    init(_ value: sending Value, most: Int) {
        self.value = Mutex(value)
        for _ in 0..<most { room.signal() }
    }

    /// Has a change done, after those before.
    func add(_ change: @escaping @Sendable (inout Value) -> Void) {
        room.wait()
        queue.async {
            self.value.withLock { change(&$0) }
            self.room.signal()
        }
    }

    /// Waits for all that was asked for, and reads the value.
    func settled<Read: Sendable>(_ read: (inout Value) -> Read) -> Read {
        queue.sync {}
        return value.withLock { read(&$0) }
    }
}
