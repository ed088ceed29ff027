import CLinux
import Dispatch

/// Watches every socket of the server through one epoll descriptor, which one Dispatch source watches in turn.
///
/// A source for each connection stalls, leaks and costs twice as much on Linux; this one lives as long as the
/// server and is never torn down while it runs. Tokens, not descriptor numbers, name what is ready, because a
/// number may have been closed and given out again within one batch.
final class Poller {
    /// What is ready.
    struct Ready {
        let token: UInt64
        /// There is something to read, or to learn: a hang-up and an error are readable too.
        let canRead: Bool
        let canWrite: Bool
    }

    /// How many sockets are served in one tick at the most.
    static let batchMax = 512

    private let epoll: Int32
    private let source: any DispatchSourceRead
    private var events = [epoll_event](repeating: epoll_event(), count: batchMax)

    /// - Parameter wake: called on the queue when something is ready.
    init(queue: DispatchQueue, wake: @escaping @Sendable () -> Void) throws(ListenError) {
        epoll = try Syscalls.makeEpoll()
        source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: queue)
        source.setEventHandler(handler: wake)
        let descriptor = epoll
        // Closed only here: before the cancel handler has run, the number must not be given out again.
        source.setCancelHandler { Syscalls.close(descriptor) }
        source.activate()
    }

    private static func interest(writing: Bool) -> UInt32 {
        UInt32(EPOLLIN.rawValue) | UInt32(EPOLLRDHUP.rawValue) | (writing ? UInt32(EPOLLOUT.rawValue) : 0)
    }

    func watch(_ descriptor: Int32, token: UInt64) -> Bool {
        Syscalls.epollAdd(epoll, descriptor, token: token, events: Self.interest(writing: false))
    }

    func change(_ descriptor: Int32, token: UInt64, reading: Bool = true, writing: Bool) {
        let events = reading ? Self.interest(writing: writing) : (writing ? UInt32(EPOLLOUT.rawValue) : 0)
        Syscalls.epollModify(epoll, descriptor, token: token, events: events)
    }

    func unwatch(_ descriptor: Int32) { Syscalls.epollRemove(epoll, descriptor) }

    /// What is ready now, without waiting.
    func ready() -> [Ready] {
        let count = Syscalls.epollWait(epoll, into: &events)
        let hangUp = UInt32(EPOLLHUP.rawValue) | UInt32(EPOLLERR.rawValue) | UInt32(EPOLLRDHUP.rawValue)
        return events[..<count].map {
            Ready(
                token: $0.data.u64, canRead: $0.events & (UInt32(EPOLLIN.rawValue) | hangUp) != 0,
                canWrite: $0.events & UInt32(EPOLLOUT.rawValue) != 0)
        }
    }

    func stop() { source.cancel() }
}
