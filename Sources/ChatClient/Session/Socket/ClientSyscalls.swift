#if canImport(Glibc)
    import Glibc
#endif

/// Every system call of a client's session; the terminal has its own in `TerminalMode`. Each retries where the kernel
/// was only interrupted, and says in words what the caller has to tell apart.
enum ClientSyscalls {
    /// What a read or write came to.
    enum Transfer {
        /// That many bytes moved.
        case bytes(Int)
        /// Nothing now: wait until the descriptor is ready.
        case wouldBlock
        /// The other side is gone, or will send no more.
        case ended(String)
    }

    /// A descriptor to wait for, and what for.
    struct Interest {
        var descriptor: Int32
        var reads = true
        var writes = false
    }

    /// What a descriptor is ready for; an error or a hang-up is ready for both, so that the next call tells which.
    struct Readiness {
        var canRead = false
        var canWrite = false
    }

    static let standardInput = STDIN_FILENO
    static let standardOutput = STDOUT_FILENO
    static let standardError = STDERR_FILENO

    private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }

    // MARK: Sockets

    /// The addresses of an endpoint, the ones to try first in front.
    static func resolve(_ endpoint: ServerEndpoint) throws(TransportError) -> [InternetAddress] {
        // A server listens on the first unless it is told otherwise; no resolver needs to be asked.
        let hosts = endpoint.host == "localhost" ? ["127.0.0.1", "::1"] : [endpoint.host]
        let literal = hosts.compactMap { InternetAddress(literal: $0, port: endpoint.port) }
        if !literal.isEmpty { return literal }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(endpoint.host, String(endpoint.port), &hints, &list)
        guard code == 0 else {
            throw .unreachable("\(endpoint.host) is not known: \(String(cString: gai_strerror(code)))")
        }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            entry.flatMap { InternetAddress($0.pointee) }
        }
    }

    /// A socket that connects, or has connected; it never blocks. nil and the reason if it cannot even begin.
    static func connect(to address: InternetAddress) -> (descriptor: Int32?, why: String) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { return (nil, words(errno)) }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        // After an interruption the connection goes on by itself, so that it is never begun twice.
        if address.connect(descriptor) == 0 || errno == EINPROGRESS || errno == EINTR { return (descriptor, "") }
        let why = words(errno)
        Glibc.close(descriptor)
        return (nil, why)
    }

    /// Why a connection that began did not come about; nil if it did.
    static func connectionError(_ descriptor: Int32) -> String? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return words(errno) }
        return code == 0 ? nil : words(code)
    }

    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        buffer.withUnsafeMutableBytes { bytes in
            transfer { recv(descriptor, bytes.baseAddress, bytes.count, 0) }
        }
    }

    /// Sends from an offset on; a server that is gone is an answer, never a signal.
    static func send(_ descriptor: Int32, _ buffer: [UInt8], from offset: Int) -> Transfer {
        buffer.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            return transfer { Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Closes; the kernel has released the number even where it says it was interrupted, so it is never tried again.
    static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

    /// Says that nothing more will be sent.
    static func shutdownWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: Files and the terminal

    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        buffer.withUnsafeMutableBytes { bytes in
            transfer { Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
        }
    }

    /// Writes all of a text, waiting where the reader is slow.
    ///
    /// - Returns: false if nobody reads it any more.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            switch bytes.withUnsafeBytes({ rest in
                transfer { Glibc.write(descriptor, rest.baseAddress, rest.count) }
            }) {
            case .bytes(let count): bytes = bytes.dropFirst(count)
            case .wouldBlock: _ = wait([Interest(descriptor: descriptor, reads: false, writes: true)])
            case .ended: return false
            }
        }
        return true
    }

    /// What the call that failed last says.
    static var lastProblem: String { words(errno) }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    private static func transfer(_ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended("the other side closed it") }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .ended(words(errno))
            }
        }
    }

    // MARK: Waiting

    /// Waits until one of the descriptors is ready.
    ///
    /// - Parameter milliseconds: how long at the most; nil waits for ever.
    static func wait(_ interests: [Interest], milliseconds: Int? = nil) -> [Readiness] {
        var descriptors = interests.map { interest in
            let events = (interest.reads ? Int16(POLLIN) : 0) | (interest.writes ? Int16(POLLOUT) : 0)
            return pollfd(fd: interest.descriptor, events: events, revents: 0)
        }
        let deadline = milliseconds.map { steadyClock() + Int64($0) }
        while true {
            let left = deadline.map { Int32(clamping: max(0, $0 - steadyClock())) } ?? -1
            if poll(&descriptors, nfds_t(descriptors.count), left) >= 0 || errno != EINTR { break }
        }
        let trouble = Int16(POLLERR) | Int16(POLLHUP) | Int16(POLLNVAL)
        return descriptors.map { descriptor in
            Readiness(
                canRead: descriptor.revents & (Int16(POLLIN) | trouble) != 0,
                canWrite: descriptor.revents & (Int16(POLLOUT) | trouble) != 0)
        }
    }

    /// Milliseconds of a clock that nobody sets.
    static func steadyClock() -> Int64 { milliseconds(of: CLOCK_MONOTONIC) }

    /// Milliseconds since 1970.
    static func wallClock() -> Int64 { milliseconds(of: CLOCK_REALTIME) }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// How far this machine's time zone is from UTC at a moment, in seconds.
    static func offsetFromUTC(atSecond second: Int64) -> Int64 {
        var time = time_t(second)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return Int64(parts.tm_gmtoff)
    }

    // MARK: The process

    /// A reader of our output that goes away is an answer of `write`, not a reason to die.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Holds the signals back that ask for an end, so that what is being written can be finished first.
    static func holdInterrupts() {
        var signals = interrupts
        sigprocmask(SIG_BLOCK, &signals, nil)
    }

    /// Whether an end was asked for since they are held back.
    static var isInterrupted: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&pending, $0) == 1 }
    }

    private static var interrupts: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        return signals
    }

    /// A number that another run of this program does not choose as well.
    static func randomNumber() -> UInt64 { UInt64.random(in: .min ... .max) }
}

/// An internet address in either family.
struct InternetAddress {
    private var storage = sockaddr_storage()
    private let length: socklen_t
    let family: Int32

    /// Reads an address that is written in numbers.
    init?(literal: String, port: UInt16) {
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, literal, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            self.init(family: AF_INET, copying: four)
        } else if inet_pton(AF_INET6, literal, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            self.init(family: AF_INET6, copying: six)
        } else {
            return nil
        }
    }

    /// An address that a resolver found.
    init?(_ found: addrinfo) {
        guard let address = found.ai_addr, Int(found.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else {
            return nil
        }
        family = found.ai_family
        length = found.ai_addrlen
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(length))
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    }

    private init<Family>(family: Int32, copying address: Family) {
        self.family = family
        length = socklen_t(MemoryLayout<Family>.size)
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
    }

    func connect(_ descriptor: Int32) -> Int32 {
        var storage = storage
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, length) }
        }
    }
}
