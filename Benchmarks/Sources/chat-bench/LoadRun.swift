import CEpoll
import Glibc

/// One round of messages between connected clients: every sender keeps its window of unacknowledged messages full.
struct LoadRun {
    /// What a round came to.
    struct Outcome {
        /// From the first message sent to the last delivery and acknowledgement received, in nanoseconds.
        var nanoseconds: Int64
        /// The CPU that the server used in that time, in nanoseconds.
        var serverNanoseconds: Int64
    }

    /// How long nothing may come before the round is given up, in milliseconds: far more than a sync takes.
    private static let patience: Int32 = 20_000

    let dialect: Dialect
    let clients: [Client]
    /// How many messages one sender may have unacknowledged.
    let window: Int
    private let epoll: Int32
    private var buffer = [UInt8](repeating: 0, count: 256 * 1_024)
    private var acknowledged = 0
    private var delivered = 0

    init(_ dialect: Dialect, _ clients: [Client], window: Int) throws(BenchError) {
        self.dialect = dialect
        self.clients = clients
        self.window = window
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        for (index, client) in clients.enumerated() {
            System.setNonBlocking(client.descriptor)
            var event = epoll_event(events: UInt32(EPOLLIN.rawValue), data: epoll_data_t(u64: UInt64(index)))
            guard epoll_ctl(epoll, EPOLL_CTL_ADD, client.descriptor, &event) == 0 else { throw .system("epoll") }
        }
    }

    func close() { Glibc.close(epoll) }

    /// Lets each of the first clients send a number of messages.
    ///
    /// - Parameter receivers: how many others hear each message.
    mutating func run(senders: Int, each count: Int, receivers: Int, server: pid_t) throws(BenchError) -> Outcome {
        acknowledged = 0
        delivered = 0
        let cpu = System.cpuTime(of: server)
        let start = System.now()
        for client in clients.prefix(senders) {
            client.unsent = count
            try pump(client)
        }
        let messages = senders * count
        var events = [epoll_event](repeating: epoll_event(), count: 512)
        while acknowledged < messages || delivered < messages * receivers {
            let ready = epoll_wait(epoll, &events, Int32(events.count), Self.patience)
            guard ready > 0 else {
                throw BenchError("stuck at \(acknowledged) of \(messages) messages with \(delivered) deliveries")
            }
            for event in events[..<Int(ready)] { try serve(clients[Int(event.data.u64)], Int(event.data.u64)) }
        }
        let outcome = Outcome(
            nanoseconds: System.now() - start, serverNanoseconds: System.cpuTime(of: server) - cpu)
        guard acknowledged == messages, delivered == messages * receivers else {
            throw BenchError("\(delivered) deliveries of \(messages) messages to \(receivers)")
        }
        return outcome
    }

    private mutating func serve(_ client: Client, _ index: Int) throws(BenchError) {
        let wasBlocked = client.isBlocked
        let count = try client.receive(into: &buffer)
        if count > 0 { try hear(count, client) }
        try pump(client)
        guard wasBlocked != client.isBlocked else { return }
        let interest = UInt32(EPOLLIN.rawValue) | (client.isBlocked ? UInt32(EPOLLOUT.rawValue) : 0)
        var event = epoll_event(events: interest, data: epoll_data_t(u64: UInt64(index)))
        epoll_ctl(epoll, EPOLL_CTL_MOD, client.descriptor, &event)
    }

    private mutating func hear(_ count: Int, _ client: Client) throws(BenchError) {
        let heard: Dialect.Heard
        if client.partial.isEmpty {
            heard = try buffer.withUnsafeBufferPointer { bytes throws(BenchError) in
                let (heard, used) = try dialect.hear(UnsafeBufferPointer(rebasing: bytes[..<count]), by: client)
                client.partial.append(contentsOf: bytes[used..<count])
                return heard
            }
        } else {
            client.partial += buffer[..<count]
            let (whole, used) = try client.partial.withUnsafeBufferPointer { bytes throws(BenchError) in
                try dialect.hear(bytes, by: client)
            }
            client.partial.removeFirst(used)
            heard = whole
        }
        client.outstanding -= heard.acknowledged
        acknowledged += heard.acknowledged
        delivered += heard.delivered
    }

    private func pump(_ client: Client) throws(BenchError) {
        while client.unsent > 0, client.outstanding < window {
            client.template.append(id: client.nextID, to: &client.output)
            client.nextID += 1
            client.unsent -= 1
            client.outstanding += 1
        }
        try client.flush()
    }
}
