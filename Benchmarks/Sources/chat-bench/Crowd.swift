import CEpoll
import Glibc

/// The connected clients of one run, watched by one epoll descriptor.
final class Crowd {
    /// How long nothing may come before a run is given up, in milliseconds: far more than a sync takes.
    private static let patience: Int32 = 20_000
    private static let timerMark = UInt64.max

    let contender: any Contender
    let clients: [Client]
    private let epoll: Int32
    private var buffer = [UInt8](repeating: 0, count: 256 * 1_024)
    private var events = [epoll_event](repeating: epoll_event(), count: 512)

    init(_ contender: any Contender, _ clients: [Client]) throws(BenchError) {
        self.contender = contender
        self.clients = clients
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        for (index, client) in clients.enumerated() {
            System.setNonBlocking(client.descriptor)
            try watch(client.descriptor, as: UInt64(index))
        }
    }

    deinit { close(epoll) }

    func leave() { for client in clients { client.close() } }

    /// Wakes the crowd when a timer fires, too.
    func watch(timer: Int32) throws(BenchError) { try watch(timer, as: Self.timerMark) }

    private func watch(_ descriptor: Int32, as mark: UInt64) throws(BenchError) {
        var event = epoll_event(events: UInt32(EPOLLIN.rawValue), data: epoll_data_t(u64: mark))
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw .system("epoll") }
    }

    /// Waits until something comes, and hears all that is there, once for each client.
    ///
    /// - Returns: whether the timer fired.
    func turn(_ hear: (Client, Heard) -> Void) throws(BenchError) -> Bool {
        let ready = epoll_wait(epoll, &events, Int32(events.count), Self.patience)
        guard ready > 0 else { throw BenchError("\(contender.name) says nothing more, and has not said all") }
        var isTimer = false
        for index in 0..<Int(ready) {
            let mark = events[index].data.u64
            if mark == Self.timerMark {
                isTimer = true
                continue
            }
            let client = clients[Int(mark)]
            if events[index].events & UInt32(EPOLLOUT.rawValue) != 0 { try send(client, Int(mark)) }
            let count = try client.receive(into: &buffer)
            if count > 0 { hear(client, try heard(in: count, by: client)) }
            if client.isBlocked { try send(client, Int(mark)) }
        }
        return isTimer
    }

    private func heard(in count: Int, by client: Client) throws(BenchError) -> Heard {
        guard client.partial.isEmpty else {
            client.partial += buffer[..<count]
            let (heard, used) = try client.partial.withUnsafeBufferPointer { bytes throws(BenchError) in
                try contender.hear(bytes, by: client)
            }
            client.partial.removeFirst(used)
            return heard
        }
        return try buffer.withUnsafeBufferPointer { bytes throws(BenchError) in
            let (heard, used) = try contender.hear(UnsafeBufferPointer(rebasing: bytes[..<count]), by: client)
            if used < count { client.partial.append(contentsOf: bytes[used..<count]) }
            return heard
        }
    }

    /// Sends what a client has to say; what its socket does not take goes when there is room.
    func send(_ client: Client, _ index: Int) throws(BenchError) {
        try client.flush()
        guard client.isBlocked != client.awaitsRoom else { return }
        client.awaitsRoom = client.isBlocked
        let interest = UInt32(EPOLLIN.rawValue) | (client.isBlocked ? UInt32(EPOLLOUT.rawValue) : 0)
        var event = epoll_event(events: interest, data: epoll_data_t(u64: UInt64(index)))
        epoll_ctl(epoll, EPOLL_CTL_MOD, client.descriptor, &event)
    }
}
