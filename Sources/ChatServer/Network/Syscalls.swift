import CLinux

#if canImport(Glibc)
    import Glibc
#endif

/// Every system call of the server. Each retries where the kernel was only interrupted, reads `errno` in the same
/// expression as the call, and says in words what the caller has to tell apart.
enum Syscalls {
    /// What a read or write on a socket came to.
    enum Transfer {
        /// That many bytes moved.
        case bytes(Int)
        /// Nothing now: wait until the socket is ready.
        case wouldBlock
        /// The other side is gone, or will send no more.
        case ended
    }

    /// What taking a connection came to.
    enum Accepted {
        /// One, and whether it comes from this machine.
        case connection(Int32, isLocal: Bool)
        /// Nobody waits.
        case none
        /// This one was gone already; the next may not be.
        case lost
        /// The process or the machine has no room: pause.
        case exhausted(String)
    }

    /// The words for the current error number.
    static func words(_ code: Int32) -> String { String(cString: strerror(code)) }

    // MARK: Sockets

    static func listen(host: String, port: UInt16) throws(ListenError) -> (descriptor: Int32, port: UInt16) {
        guard var address = SocketAddress(host: host, port: port) else {
            throw ListenError(message: "\(host) is not an address of this machine: give one such as 127.0.0.1 or ::1")
        }
        let descriptor = socket(
            address.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0)
        guard descriptor >= 0 else { throw ListenError(message: "no socket can be had: \(words(errno))") }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard address.bind(descriptor) == 0, Glibc.listen(descriptor, 4_096) == 0 else {
            let why = words(errno)
            Glibc.close(descriptor)
            throw ListenError(message: "cannot listen on \(host):\(port): \(why)")
        }
        return (descriptor, address.localPort(of: descriptor) ?? port)
    }

    static func accept(_ listener: Int32) -> Accepted {
        while true {
            var peer = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = withUnsafeMutablePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    accept4(listener, $0, &size, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
                }
            }
            if descriptor >= 0 {
                var yes: Int32 = 1
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
                return .connection(descriptor, isLocal: SocketAddress.isLoopback(peer))
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .none
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(words(errno))
            default: return .lost
            }
        }
    }

    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        buffer.withUnsafeMutableBytes { bytes in
            while true {
                let count = recv(descriptor, bytes.baseAddress, bytes.count, 0)
                if count > 0 { return .bytes(count) }
                if count == 0 { return .ended }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .wouldBlock
                default: return .ended
                }
            }
        }
    }

    /// Sends from an offset on; a peer that is gone is an answer, never a signal.
    static func send(_ descriptor: Int32, _ buffer: [UInt8], from offset: Int) -> Transfer {
        buffer.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            while true {
                let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count >= 0 { return .bytes(count) }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .wouldBlock
                default: return .ended
                }
            }
        }
    }

    /// Closes; the kernel has released the number even where it says it was interrupted, so it is never tried again.
    static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    static func shutdownWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: Epoll

    static func makeEpoll() throws(ListenError) -> Int32 {
        let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw ListenError(message: "no epoll descriptor can be had: \(words(errno))") }
        return descriptor
    }

    static func epollAdd(_ epoll: Int32, _ descriptor: Int32, token: UInt64, events: UInt32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(u64: token))
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    static func epollModify(_ epoll: Int32, _ descriptor: Int32, token: UInt64, events: UInt32) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: token))
        epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event)
    }

    static func epollRemove(_ epoll: Int32, _ descriptor: Int32) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
    }

    static func epollWait(_ epoll: Int32, into events: inout [epoll_event]) -> Int {
        while true {
            let count = epoll_wait(epoll, &events, Int32(events.count), 0)
            if count >= 0 { return Int(count) }
            if errno != EINTR { return 0 }
        }
    }

    // MARK: The process

    /// Raises the number of open files that the process may have to what it is allowed, and answers it.
    static func raiseFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Milliseconds since 1970 by the wall clock.
    static func wallClock() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Milliseconds of a clock that nobody sets, for deadlines.
    static func steadyClock() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Writes all of a text to a descriptor, or as much as it takes.
    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Writes a line, unless nobody takes it now: a pipe that is full and is not read must keep nobody waiting.
    ///
    /// - Returns: whether it was written. A line of up to 4,096 bytes is, or is not, as a whole.
    static func writeIfTaken(_ text: String, to descriptor: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, 0) == 1, state.revents & Int16(POLLOUT) != 0 else { return false }
        write(text, to: descriptor)
        return true
    }

    static func ignoreSignal(_ number: Int32) { signal(number, SIG_IGN) }

    /// Keeps signals from this thread, and from every one that it starts from now on.
    static func blockSignals(_ numbers: [Int32]) {
        var signals = set(of: numbers)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for one of those signals, which must be blocked in every thread; one that came before counts.
    static func waitForSignal(_ numbers: [Int32]) {
        var signals = set(of: numbers)
        var taken: Int32 = 0
        while sigwait(&signals, &taken) != 0 {}
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        return signals
    }
}

/// Why the server cannot listen.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// What a person can act on.
    public let message: String
    /// The message.
    public var description: String { message }
}

/// An internet address in either family.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private let length: socklen_t
    let family: Int32
    /// Whether only this machine can reach it.
    let isLoopback: Bool

    /// Reads an address; names are not looked up, but for `localhost`.
    init?(host: String, port: UInt16) {
        let text = host == "localhost" ? "127.0.0.1" : host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            family = AF_INET
            length = socklen_t(MemoryLayout<sockaddr_in>.size)
            isLoopback = four.isLoopback
            withUnsafeMutableBytes(of: &storage) { target in withUnsafeBytes(of: four) { target.copyMemory(from: $0) } }
        } else if inet_pton(AF_INET6, text, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            family = AF_INET6
            length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            isLoopback = withUnsafeBytes(of: six.sin6_addr) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
            withUnsafeMutableBytes(of: &storage) { target in withUnsafeBytes(of: six) { target.copyMemory(from: $0) } }
        } else {
            return nil
        }
    }

    /// Whether a peer's address is one of this machine's own loopback, also where IPv4 comes in over IPv6.
    static func isLoopback(_ address: sockaddr_storage) -> Bool {
        switch Int32(address.ss_family) {
        case AF_INET:
            return withUnsafeBytes(of: address) { $0.loadUnaligned(as: sockaddr_in.self) }.isLoopback
        case AF_INET6:
            let six = withUnsafeBytes(of: address) { $0.loadUnaligned(as: sockaddr_in6.self) }
            return withUnsafeBytes(of: six.sin6_addr) { bytes in
                let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
                return isMapped ? bytes[12] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
            }
        default: return false
        }
    }

    mutating func bind(_ descriptor: Int32) -> Int32 {
        withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, length) }
        }
    }

    /// The port that the kernel chose.
    func localPort(of descriptor: Int32) -> UInt16? {
        var bound = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &bound) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { return nil }
        // The port stands at the same place in both families.
        return withUnsafeBytes(of: &bound) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }
}

extension sockaddr_in {
    fileprivate var isLoopback: Bool { UInt32(bigEndian: sin_addr.s_addr) >> 24 == 127 }
}
