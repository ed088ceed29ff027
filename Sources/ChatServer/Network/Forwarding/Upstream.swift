import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// The connection to the server that holds a world, on behalf of one client of this server.
final class Upstream {
    /// How far it is.
    enum Stage {
        /// Nobody can be reached yet: another server takes the world over, or the address is looked up.
        case waiting
        case connecting
        /// The handshake has begun.
        case offered
        /// The login was sent.
        case loggingIn
        /// The one request was sent, and its answer has not come.
        case answering
        /// The client's bytes go there, and that server's bytes go to the client.
        case relaying
    }

    /// How much may wait to be sent, in either direction, before no more is read from the other side, in bytes.
    static let room = 256 * 1024

    let forward: Forward
    private let handshake: ForwardHandshake.Forwarding
    private(set) var descriptor: Int32?
    var stage = Stage.waiting
    /// The addresses that are left to try, where they are looked up.
    private(set) var lookup: AddressLookup?
    /// What came and is no whole line yet.
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var sent = 0
    /// Whether nothing more comes from the client.
    var endsWhenSent = false
    /// Whether no more is read, because the client takes too little.
    var isPaused = false
    /// When the request was sent, by the steady clock.
    private(set) var askedAt: Int64 = 0
    var boundary: StreamBoundary

    init(_ forward: Forward, secret: [UInt8], wakingWith wakeup: Wakeup) {
        self.forward = forward
        handshake = ForwardHandshake.Forwarding(secret: secret)
        boundary = StreamBoundary(isWebSocket: forward.login.isWebSocket)
        if let holder = forward.holder { lookup = AddressLookup(holder.address, wakingWith: wakeup) }
    }

    var unsentBytes: Int { output.count - sent }

    /// What the poller watches for.
    var watchesReading: Bool { stage != .connecting && !isPaused }
    var watchesWriting: Bool { stage == .connecting || unsentBytes > 0 }
    /// What the poller was told last to watch for, here and at the client: to tell it costs a system call.
    var watched: (reading: Bool, writing: Bool)?
    var readsClient: Bool?

    /// Begins to connect, once the address is known.
    ///
    /// - Returns: whether there is a descriptor now.
    func connect() throws(SystemFailure) -> Bool {
        guard stage == .waiting, let found = try lookup?.take() else { return false }
        lookup = nil
        descriptor = try Syscalls.connect(to: found)
        stage = .connecting
        return true
    }

    /// Goes on with the handshake, when there is room to write for the first time.
    func connected() throws(SystemFailure) {
        guard stage == .connecting, let descriptor else { return }
        if let why = Syscalls.connectionError(descriptor) { throw SystemFailure(reason: why) }
        stage = .offered
        send(line: handshake.offer)
    }

    /// Takes bytes of the handshake, or of the one answer.
    ///
    /// - Returns: the answer.
    func take(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> [UInt8]? {
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

    /// What came behind the handshake, for the client.
    func takeRest() -> [UInt8] {
        defer { input = [] }
        return input
    }

    private func send(line: [UInt8]) { send(line[...] + [UInt8(ascii: "\n")]) }

    /// Puts bytes behind those that wait.
    func send(_ bytes: ArraySlice<UInt8>) { output += bytes }

    /// Sends what the socket takes.
    ///
    /// - Parameter total: grows by as many bytes.
    /// - Returns: whether the socket is still there.
    func flush(counting total: inout Int) -> Bool {
        guard let descriptor, stage != .connecting else { return true }
        while sent < output.count {
            switch Syscalls.send(descriptor, output, from: sent, to: output.count) {
            case .bytes(let count):
                sent += count
                total += count
            case .wouldBlock:
                if sent > output.count / 2 { (output, sent) = (Array(output[sent...]), 0) }
                return true
            case .ended: return false
            }
        }
        (output, sent) = ([], 0)
        if endsWhenSent, stage == .relaying { Syscalls.shutdownWriting(descriptor) }
        return true
    }

    func close() {
        if let descriptor { Syscalls.close(descriptor) }
        descriptor = nil
    }
}
