import Dispatch
import Synchronization

/// A value that is changed on its own thread, one change after the other, while the caller continues.
final class QueuedChanges<Value>: Sendable {
    private let value: Mutex<Value>
    private let queue = DispatchQueue(label: "understudy.changes")
    /// Created with 0 and then signaled, because Dispatch traps if a semaphore is released with less than its first
    /// value.
    private let room = DispatchSemaphore(value: 0)

    /// Creates a queue with a value.
    ///
    /// - Parameter most: The number of changes that can wait. A caller that adds another one blocks until one is done.
    init(_ value: sending Value, most: Int) {
        self.value = Mutex(value)
        for _ in 0..<most { room.signal() }
    }

    /// Enqueues a change.
    func add(_ change: @escaping @Sendable (inout Value) -> Void) {
        room.wait()
        queue.async {
            self.value.withLock { change(&$0) }
            self.room.signal()
        }
    }

    /// Waits until all enqueued changes are done, and reads the value.
    func settled<Read: Sendable>(_ read: (inout Value) -> Read) -> Read {
        queue.sync {}
        return value.withLock { read(&$0) }
    }
}
