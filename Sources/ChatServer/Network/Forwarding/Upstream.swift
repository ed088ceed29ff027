import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem
import Dispatch
import Synchronization

/// The connection to the server that holds a world, on behalf of one client.
final class Upstream {
    /// The progress of the connection.
    enum Stage {
        /// No address is known: another server is taking the world over, or the lookup is running.
        case waiting
        case connecting
        /// The handshake has begun.
        case offered
        /// The login was sent.
        case loggingIn
        /// The single request was sent, and its answer is pending.
        case answering
        /// Bytes of the client and of the other server are relayed.
        case relaying
    }

    /// The number of unsent bytes, in either direction, above which reading from the other side pauses.
    static let room = 256 * 1024

    let forward: Forward
    private let handshake: ForwardHandshake.Forwarding
    private(set) var descriptor: Int32?
    private(set) var stage = Stage.waiting
    /// The lookup of the server's address, until it is done.
    private(set) var lookup: AddressLookup?
    /// The input that is no complete line yet.
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var sent = 0
    /// True if the client has ended its output.
    private var endsWhenSent = false
    /// True if reading is paused, because the client accepts too little output.
    private var isPaused = false
    /// The time when the request was sent, by the steady clock in milliseconds.
    private(set) var askedAt: Int64 = 0
    /// The position in the output of the other server.
    private var boundary: StreamBoundary
    /// The last watch set at the poller, for this connection and for the client. A change costs a system call.
    private var watched: (reading: Bool, writing: Bool)?
    private var readsClient: Bool?

    init(_ forward: Forward, secret: [UInt8], wakingWith wakeup: Wakeup) {
        self.forward = forward
        handshake = ForwardHandshake.Forwarding(secret: secret)
        boundary = StreamBoundary(isWebSocket: forward.login.isWebSocket)
        if let holder = forward.holder { lookup = AddressLookup(holder.address, wakingWith: wakeup) }
    }

    var unsentBytes: Int { output.count - sent }

    /// True between two messages of the other server.
    var isBetweenMessages: Bool { boundary.isBetweenMessages }

    // MARK: Watches

    /// Returns the conditions that the poller must report; nil if they were returned last.
    func takeNewWatch() -> (reading: Bool, writing: Bool)? {
        let wanted = (reading: stage != .connecting && !isPaused, writing: stage == .connecting || unsentBytes > 0)
        if let watched, watched == wanted { return nil }
        watched = wanted
        return wanted
    }

    /// Notes if the poller reports input of the client.
    ///
    /// - Returns: True if that has changed.
    func noteClientWatch(reading: Bool) -> Bool {
        guard readsClient != reading else { return false }
        readsClient = reading
        return true
    }

    /// Pauses reading if the client has too many unsent bytes.
    ///
    /// - Returns: True if reading is paused.
    func pause(clientUnsent bytes: Int) -> Bool {
        isPaused = bytes > Self.room
        return isPaused
    }

    /// Resumes reading once the client has accepted enough output.
    ///
    /// - Returns: True if reading was paused and has resumed.
    func resume(clientUnsent bytes: Int) -> Bool {
        guard isPaused, bytes <= Self.room / 2 else { return false }
        isPaused = false
        return true
    }

    // MARK: Handshake

    /// Begins to connect, once the address is known.
    ///
    /// - Returns: True if the connection has a descriptor.
    func connect() throws(SystemFailure) -> Bool {
        guard stage == .waiting, let found = try lookup?.result() else { return false }
        lookup = nil
        descriptor = try Sockets.connect(to: found)
        stage = .connecting
        return true
    }

    /// Continues the handshake once the socket is connected.
    func connected() throws(SystemFailure) {
        guard stage == .connecting, let descriptor else { return }
        if let why = Sockets.connectionError(descriptor) { throw SystemFailure(reason: why) }
        stage = .offered
        send(line: handshake.offer)
    }

    /// Handles bytes of the handshake, or of the single answer.
    ///
    /// - Returns: The answer; nil while it is incomplete.
    func receive(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> [UInt8]? {
        input += bytes
        while stage != .relaying, let end = input.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(input[..<end])
            input.removeFirst(end + 1)
            switch stage {
            case .offered:
                guard let login = handshake.line(with: forward.login, afterChallenge: line) else {
                    throw SystemFailure(reason: "something else answers there")
                }
                stage = .loggingIn
                send(line: login)
            case .loggingIn:
                guard ForwardHandshake.isHeld(in: line) == true else {
                    throw SystemFailure(reason: "it does not hold the world any more")
                }
                stage = forward.login.isStream ? .relaying : .answering
                askedAt = Clocks.steady()
                if let request = forward.request { send(line: request) }
            case .answering: return line
            case .waiting, .connecting, .relaying: break
            }
        }
        guard stage == .relaying || stage == .answering || input.count <= ForwardHandshake.lineBytesMax else {
            throw SystemFailure(reason: "something else answers there")
        }
        return nil
    }

    /// Returns the input after the handshake, which belongs to the client.
    func takeRest() -> [UInt8] {
        defer { input = [] }
        return input
    }

    // MARK: Relayed bytes

    /// Notes relayed bytes of the other server.
    func pass(_ bytes: ArraySlice<UInt8>) { boundary.pass(bytes) }

    /// Ends the output once it is sent, because the client has ended its own.
    func endAfterSending() { endsWhenSent = true }

    private func send(line: [UInt8]) { send(line[...] + [UInt8(ascii: "\n")]) }

    /// Appends bytes to the output.
    func send(_ bytes: ArraySlice<UInt8>) { output += bytes }

    /// Sends as many bytes as the socket accepts.
    ///
    /// - Parameter statistics: Counts the bytes that were sent.
    /// - Returns: False if the connection has ended.
    func flush(counting statistics: ConnectionStatistics) -> Bool {
        guard let descriptor, stage != .connecting else { return true }
        while sent < output.count {
            switch Sockets.send(descriptor, output, from: sent, to: output.count) {
            case .bytes(let count):
                sent += count
                statistics.addSent(count)
            case .wouldBlock:
                if sent > output.count / 2 { (output, sent) = (Array(output[sent...]), 0) }
                return true
            case .ended: return false
            }
        }
        (output, sent) = ([], 0)
        if endsWhenSent, stage == .relaying { Sockets.shutdownWriting(descriptor) }
        return true
    }

    func close() {
        if let descriptor { Descriptors.close(descriptor) }
        descriptor = nil
    }
}

/// The lookup of an address `HOST:PORT`. A name is looked up on another thread, because that can take seconds.
final class AddressLookup: Sendable {
    private let found = Mutex<Result<SocketAddress, SystemFailure>?>(nil)

    /// Begins the lookup.
    ///
    /// - Parameter wakeup: Ends the wait of a poller once the lookup is done.
    init(_ address: String, wakingWith wakeup: Wakeup) {
        let colon = address.lastIndex(of: ":") ?? address.endIndex
        let host = String(address[..<colon])
        guard colon < address.endIndex, let port = UInt16(address[colon...].dropFirst()) else {
            found.withLock { $0 = .failure(SystemFailure(reason: "“\(address)” is not HOST:PORT")) }
            return
        }
        if let literal = SocketAddress(host: host, port: port) {
            found.withLock { $0 = .success(literal) }
            return
        }
        DispatchQueue.global().async { [self] in
            let result = Result { () throws(SystemFailure) in
                guard let first = try SocketAddress.resolve(host: host, port: port).first else {
                    throw SystemFailure(reason: "\(host) is not known")
                }
                return first
            }
            found.withLock { $0 = result }
            wakeup.wake()
        }
    }

    /// Returns the address; nil while the lookup is running.
    func result() throws(SystemFailure) -> SocketAddress? { try found.withLock { $0 }?.get() }
}

/// The position of a server's output within its last message, on a stream of lines or of a WebSocket (RFC 6455, section
/// 5.2). Another message can be added only between two messages.
struct StreamBoundary {
    private let isWebSocket: Bool
    /// The bytes of an incomplete frame header.
    private var header: [UInt8] = []
    /// The number of payload bytes that are still missing.
    private var payload: UInt64 = 0
    private var endsLine = true

    init(isWebSocket: Bool) { self.isWebSocket = isWebSocket }

    /// True between two messages.
    var isBetweenMessages: Bool { isWebSocket ? header.isEmpty && payload == 0 : endsLine }

    /// Advances the position past bytes that were sent.
    mutating func pass(_ bytes: ArraySlice<UInt8>) {
        guard let last = bytes.last else { return }
        guard isWebSocket else { return endsLine = last == UInt8(ascii: "\n") }
        var rest = bytes
        while !rest.isEmpty {
            let skipped = Int(min(payload, UInt64(rest.count)))
            payload -= UInt64(skipped)
            rest = rest.dropFirst(skipped)
            guard payload == 0, let next = rest.popFirst() else { continue }
            header.append(next)
            guard let length = payloadLength else { continue }
            (payload, header) = (length, [])
        }
    }

    /// The payload length of a complete frame header. Frames of a server have no masking key.
    private var payloadLength: UInt64? {
        guard header.count >= 2 else { return nil }
        let extra = header[1] & 0x7F == 126 ? 2 : header[1] & 0x7F == 127 ? 8 : 0
        guard header.count == 2 + extra else { return nil }
        return extra == 0 ? UInt64(header[1] & 0x7F) : header[2...].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
