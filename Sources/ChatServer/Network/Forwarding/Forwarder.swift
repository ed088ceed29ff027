import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// Forwards the clients whose world another server holds: relays their bytes to it and back. On the other side, accepts
/// the clients that other servers forward.
final class Forwarder {
    /// The maximum wait for the answer to a forwarded request, in milliseconds.
    private static let answerTimeout: Int64 = 30_000

    private let engine: ServerEngine
    private let connections: OpenConnections
    private let output: OutputQueue
    private let registry: PollerRegistry
    private let statistics: ConnectionStatistics
    private let timer: TickTimer
    private let received: ReceiveBuffer
    /// The upstream connections that wait for an address, and their clients. Some may have ended since.
    private var waiting: [(upstream: Upstream, connection: AcceptedConnection)] = []

    init(
        engine: ServerEngine, connections: OpenConnections, output: OutputQueue, registry: PollerRegistry,
        statistics: ConnectionStatistics, timer: TickTimer, received: ReceiveBuffer
    ) {
        (self.engine, self.connections, self.output, self.registry) = (engine, connections, output, registry)
        (self.statistics, self.timer, self.received) = (statistics, timer, received)
    }

    // MARK: The side that forwards

    /// Begins to forward the login or the request of a session.
    func begin(_ forward: Forward, of session: Session) {
        guard let leases = engine.leases, let connection = connections[session] else { return }
        let isWebSocket = forward.login.isStream && connection.wire.mode == .webSocket
        connections.endUpstream(of: connection)
        connection.begin(
            Upstream(
                forward.forStream(isWebSocket: isWebSocket), secret: leases.secret, wakingWith: registry.wakeup))
        registry.update(connection)
        advance(connection)
    }

    /// Connects an upstream connection if its address is known.
    private func advance(_ connection: AcceptedConnection) {
        guard let upstream = connection.upstream, upstream.stage == .waiting else { return }
        do throws(SystemFailure) {
            guard try upstream.connect(), let descriptor = upstream.descriptor else {
                return waiting.append((upstream, connection))
            }
            guard registry.watchUpstream(descriptor, of: connection) else {
                throw SystemFailure(reason: "this server has no room for another connection")
            }
            registry.updateUpstream(of: connection)
        } catch {
            retryWithoutUpstream(of: connection, because: error.reason)
        }
    }

    /// Connects all upstream connections whose address is known.
    func advanceAll() {
        guard !waiting.isEmpty else { return }
        let found = waiting
        waiting = []
        for (upstream, connection) in found where connection.upstream === upstream { advance(connection) }
    }

    /// Handles an upstream connection that is ready.
    func serve(_ ready: Poller.Ready, of connection: AcceptedConnection) {
        guard let upstream = connection.upstream, let descriptor = upstream.descriptor else { return }
        do throws(SystemFailure) {
            if upstream.stage == .connecting {
                guard ready.canWrite || ready.canRead else { return }
                try upstream.connected()
            } else if ready.canRead {
                switch received.receive(from: descriptor) {
                case .bytes(let count): try handle(received.bytes[..<count], from: upstream, for: connection)
                case .wouldBlock: break
                case .ended: return upstreamEnded(of: connection)
                }
            }
        } catch {
            return retryWithoutUpstream(of: connection, because: error.reason)
        }
        flushUpstream(of: connection)
    }

    private func handle(
        _ bytes: ArraySlice<UInt8>, from upstream: Upstream, for connection: AcceptedConnection
    ) throws(SystemFailure) {
        guard upstream.stage != .relaying else { return relay(bytes, from: upstream, to: connection) }
        if let answer = try upstream.receive(bytes) {
            connections.endUpstream(of: connection)
            if let session = connection.session { engine.answer(answer, toForwardOf: session) }
            registry.update(connection)
            return timer.scheduleTick()
        }
        guard upstream.stage == .relaying else { return }
        // From here on the other server reads the client's input, including the bytes that were read before.
        if let session = connection.session { engine.release(session) }
        upstream.send(connection.beginRelaying()[...])
        registry.noteLogin(of: connection)
        registry.update(connection)
        let rest = upstream.takeRest()
        if !rest.isEmpty { relay(rest[...], from: upstream, to: connection) }
    }

    private func relay(_ bytes: ArraySlice<UInt8>, from upstream: Upstream, to connection: AcceptedConnection) {
        upstream.pass(bytes)
        output.relay(bytes, to: connection)
        if upstream.pause(clientUnsent: connection.unsentBytes) { registry.updateUpstream(of: connection) }
    }

    /// Relays a client's input to the other server.
    ///
    /// - Returns: The number of bytes.
    func read(_ connection: AcceptedConnection, for upstream: Upstream) -> Int {
        switch received.receive(from: connection.descriptor) {
        case .bytes(let count):
            statistics.addReceived(count)
            upstream.send(received.bytes[..<count])
            flushUpstream(of: connection)
            return count
        case .wouldBlock: break
        case .ended:
            guard !connection.hasPeerEnded else {
                connections.close(connection)
                break
            }
            connection.endRelayedInput()
            upstream.endAfterSending()
            registry.update(connection)
            flushUpstream(of: connection)
        }
        return 0
    }

    private func flushUpstream(of connection: AcceptedConnection) {
        guard let upstream = connection.upstream else { return }
        guard upstream.flush(counting: statistics) else { return upstreamEnded(of: connection) }
        registry.updateUpstream(of: connection)
        if upstream.noteClientWatch(reading: connection.watchesReading) { registry.update(connection) }
    }

    /// Handles the end of an upstream connection by the other server.
    private func upstreamEnded(of connection: AcceptedConnection) {
        guard let upstream = connection.upstream else { return }
        switch upstream.stage {
        case .relaying:
            connections.endUpstream(of: connection)
            output.endAfterSending(connection)
        case .answering:
            let error = RPCError(
                .unavailable,
                "The server of this world ended the connection before it answered. Send the request again with the same "
                    + "clientID.", .outcome(.unknown))
            answer(upstream, of: connection, with: error)
        case .waiting, .connecting, .offered, .loggingIn:
            retryWithoutUpstream(of: connection, because: "it ended the connection")
        }
    }

    private func answer(_ upstream: Upstream, of connection: AcceptedConnection, with error: RPCError) {
        connections.endUpstream(of: connection)
        let failure = Envelope.failure(id: RequestID(upstream.forward.login.id), error)
        if let session = connection.session { engine.answer(failure, toForwardOf: session) }
        registry.update(connection)
        timer.scheduleTick()
    }

    /// Closes an upstream connection that cannot be used, and lets the engine look up the world's server again.
    private func retryWithoutUpstream(of connection: AcceptedConnection, because reason: String) {
        connections.endUpstream(of: connection)
        if let session = connection.session { _ = engine.relocate(forForwardOf: session, after: reason) }
        registry.update(connection)
        timer.scheduleTick()
    }

    /// Looks up worlds again whose servers do not answer, and ends the streams of servers that are gone. The caller
    /// does this once a second.
    func sweep() {
        let all = connections.all.filter { $0.upstream != nil }
        guard !all.isEmpty, let leases = engine.leases else { return }
        let live = try? leases.liveServers()
        for connection in all {
            guard let upstream = connection.upstream else { continue }
            switch upstream.stage {
            case .waiting, .connecting, .offered, .loggingIn:
                guard let session = connection.session, engine.relocate(forForwardOf: session, after: nil) else {
                    continue
                }
                connections.endUpstream(of: connection)
                registry.update(connection)
                timer.scheduleTick()
            case .answering:
                guard Clocks.steady() - upstream.askedAt > Self.answerTimeout else { continue }
                let error = RPCError(.unavailable, "The server of this world gave no answer.", .outcome(.unknown))
                answer(upstream, of: connection, with: error)
            case .relaying:
                guard let live, let holder = upstream.forward.holder, !live.contains(holder.server) else { continue }
                endRelay(connection, "The server of this world does not answer: log in again with your cursor.")
            }
        }
    }

    /// Ends a relayed stream. The client gets the reason, unless a message of the other server is incomplete.
    func endRelay(_ connection: AcceptedConnection, _ why: String) {
        guard let upstream = connection.upstream, upstream.stage == .relaying else { return }
        connections.endUpstream(of: connection)
        guard upstream.isBetweenMessages else { return output.endAfterSending(connection) }
        output.end(
            connection, RPCError(.unavailable, why), close: WebSocketClose(.goingAway, reason: "world_moved"))
    }

    // MARK: The side that holds the world

    /// Handles a line of another server's handshake.
    ///
    /// - Returns: False if the message is no such line.
    func receiveHandshake(_ line: [UInt8], on connection: AcceptedConnection) -> Bool {
        guard connection.wire.mode == .lines, connection.session == nil, let leases = engine.leases else {
            return false
        }
        guard let handshake = connection.handshake else {
            guard let handshake = ForwardHandshake.Holding(offer: line, secret: leases.secret) else { return false }
            connection.begin(handshake)
            connection.append(message: handshake.challenge)
            return true
        }
        connection.endHandshake()
        guard let login = handshake.login(in: line) else {
            output.endAfterSending(connection)
            return true
        }
        let session = engine.open(tag: connection.slot, isStream: login.isStream)
        connection.become(session)
        let isHeld = engine.receive(login, from: session)
        connection.append(message: ForwardHandshake.reply(isHeld: isHeld))
        if login.isWebSocket { connection.becomeWebSocket() }
        if !isHeld { output.endAfterSending(connection) }
        return true
    }
}

/// The beginning of a connection on which one server forwards a client to another. Each proves that it knows the secret
/// of their database, with a code (RFC 2104) of both nonces. The handshake consists of lines and uses no socket.
///
///     forwards: {"forward":NONCE}
///     holds:    {"nonce":NONCE,"proof":CODE}
///     forwards: {"login":TEXT,"proof":CODE}
///     holds:    {"held":true}
enum ForwardHandshake {
    /// The longest line of a handshake, in bytes. A login has at most 32 KiB.
    static let lineBytesMax = 96 * 1024

    /// The side that forwards a client.
    struct Forwarding {
        private let secret: [UInt8]
        private let nonce = Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) })

        init(secret: [UInt8]) { self.secret = secret }

        /// The first line, which begins the handshake.
        var offer: [UInt8] { JSONWriter.bytes(of: ForwardOffer(nonce: nonce)) }

        /// Returns the line with the login; nil if the other side does not know the secret.
        func line(with login: ForwardedLogin, afterChallenge line: [UInt8]) -> [UInt8]? {
            guard let challenge: ForwardChallenge = ForwardHandshake.read(line),
                isSame(challenge.proof, code(secret, ["held", nonce, challenge.nonce]))
            else { return nil }
            let text = String(decoding: JSONWriter.bytes(of: login), as: UTF8.self)
            return JSONWriter.bytes(
                of: ForwardProof(login: text, proof: code(secret, ["login", nonce, challenge.nonce, text])))
        }
    }

    /// The side that holds the world.
    struct Holding {
        private let secret: [UInt8]
        private let nonces: [String]

        /// Returns nil for a line that does not begin a handshake.
        init?(offer line: [UInt8], secret: [UInt8]) {
            guard line.starts(with: #"{"forward":"#.utf8), let offer: ForwardOffer = ForwardHandshake.read(line),
                Hexadecimal.bytes(offer.nonce)?.count == 16
            else { return nil }
            self.secret = secret
            nonces = [offer.nonce, Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) })]
        }

        /// The second line, which proves that this server knows the secret.
        var challenge: [UInt8] {
            JSONWriter.bytes(of: ForwardChallenge(nonce: nonces[1], proof: code(secret, ["held"] + nonces)))
        }

        /// Returns the login in the third line; nil if the other side does not know the secret.
        func login(in line: [UInt8]) -> ForwardedLogin? {
            guard let proof: ForwardProof = ForwardHandshake.read(line),
                isSame(proof.proof, code(secret, ["login"] + nonces + [proof.login]))
            else { return nil }
            return ForwardHandshake.read(Array(proof.login.utf8))
        }
    }

    /// Returns the last line, which reports if this server holds the world.
    static func reply(isHeld: Bool) -> [UInt8] { JSONWriter.bytes(of: ForwardReply(isHeld: isHeld)) }

    /// Returns true if the last line reports that the other side holds the world; nil if it is no such line.
    static func isHeld(in line: [UInt8]) -> Bool? {
        let reply: ForwardReply? = read(line)
        return reply?.isHeld
    }

    fileprivate static func read<Value: JSONRecord>(_ line: [UInt8]) -> Value? {
        guard let value = try? JSONReader.read(line, depthMax: 16).value, var fields = try? JSONFields(value) else {
            return nil
        }
        return try? Value(from: &fields)
    }
}

private func code(_ secret: [UInt8], _ parts: [String]) -> String {
    Hexadecimal.text(HMACSHA256.code(of: Array(parts.joined(separator: "\n").utf8), key: secret))
}

/// Compares two codes in constant time, so that the duration does not reveal where they differ.
private func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
