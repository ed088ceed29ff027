import ChatConnection
import ChatProtocol
import ChatSystem
import Foundation
import Synchronization

/// The defects of a server, which a ``BreakingRelay`` simulates by changing the bytes that pass through it.
struct Breakage: Sendable {
    /// The handling of a line from the client.
    enum Fate: Sendable {
        case passes(String)
        /// The line never reaches the server, and this answer is returned.
        case answered(String)
        case closes
    }

    var request: @Sendable (String) -> Fate = { .passes($0) }
    /// Returns the lines to send in place of a line of the server, given the request before it.
    var answer: @Sendable (_ line: String, _ request: String) -> [String] = { line, _ in [line] }
    /// Returns true for a line of the server that is held until after the next line.
    var holds: @Sendable (String) -> Bool = { _ in false }
    /// Returns true for a line of the server after which the connection ends.
    var closesAfter: @Sendable (String) -> Bool = { _ in false }
    /// Returns the bytes to send in place of the server's bytes over HTTP or a WebSocket, given the request.
    var bytes: @Sendable (_ bytes: [UInt8], _ request: String) -> [UInt8] = { bytes, _ in bytes }
    /// True if a line must arrive in one piece.
    var wantsWholeLines = false
    /// The text that is sent to a client that begins with a TLS handshake; empty to send nothing.
    var greeting = ""
}

/// A relay in front of a server that breaks one rule of the contract. It behaves like the server in all other respects.
final class BreakingRelay: Sendable {
    let port: UInt16
    private let isOver = Mutex(false)

    init(to server: ServerEndpoint, _ breakage: Breakage) throws {
        // A closed connection is detected by the write that fails.
        Signals.ignoreBrokenPipes()
        let (listener, port) = try Sockets.listen(host: "127.0.0.1", port: 0)
        self.port = port
        Thread.detachNewThread { [self] in
            defer { Descriptors.close(listener) }
            var passages: [Passage] = []
            while !isOver.withLock({ $0 }) {
                let interests = [Interest(descriptor: listener)] + passages.flatMap(\.interests)
                let ready = Readiness.wait(for: interests, milliseconds: 20)
                if ready[0].canRead, case .connection(let client, _) = Sockets.accept(listener) {
                    if let passage = Passage(client, to: server, breakage) { passages.append(passage) }
                }
                for passage in passages { passage.turn() }
                passages.removeAll(where: \.isOver)
            }
            for passage in passages { passage.close() }
        }
    }

    func stop() { isOver.withLock { $0 = true } }
}

/// One connection through a relay.
private final class Passage {
    private let client: Int32
    private let server: Int32
    private let breakage: Breakage
    private var up = Direction()
    private var down = Direction()
    private var isLines: Bool?
    private var lastRequest = ""
    private var held: [String] = []
    private(set) var isOver = false

    private struct Direction {
        var partial: [UInt8] = []
        var hasEnded = false
    }

    init?(_ client: Int32, to endpoint: ServerEndpoint, _ breakage: Breakage) {
        guard let address = SocketAddress(host: endpoint.host, port: endpoint.port),
            let server = try? Sockets.connect(to: address)
        else { return nil }
        _ = Readiness.wait(for: [Interest(descriptor: server, reads: false, writes: true)], milliseconds: 5_000)
        (self.client, self.server, self.breakage) = (client, server, breakage)
    }

    var interests: [Interest] {
        (up.hasEnded ? [] : [Interest(descriptor: client)]) + (down.hasEnded ? [] : [Interest(descriptor: server)])
    }

    func close() {
        guard !isOver else { return }
        isOver = true
        Descriptors.close(client)
        Descriptors.close(server)
    }

    func turn() {
        if !up.hasEnded { read(client, takeUp) }
        if !isOver, !down.hasEnded { read(server, takeDown) }
        if down.hasEnded { close() }
    }

    private func read(_ descriptor: Int32, _ take: ([UInt8]?) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        switch Sockets.receive(descriptor, into: &buffer) {
        case .bytes(let count): take(Array(buffer[..<count]))
        case .wouldBlock: break
        case .ended: take(nil)
        }
    }

    private func takeUp(_ bytes: [UInt8]?) {
        guard let bytes else {
            up.hasEnded = true
            write(up.partial, to: server)
            Sockets.shutdownWriting(server)
            return
        }
        if isLines == nil, let first = bytes.first {
            isLines = !(0x41...0x5A).contains(first) && first != 0x16
            if first == 0x16, !breakage.greeting.isEmpty { write(Array(breakage.greeting.utf8), to: client) }
        }
        guard isLines == true else {
            lastRequest += String(decoding: bytes, as: UTF8.self)
            return write(bytes, to: server)
        }
        if breakage.wantsWholeLines, bytes.count < 64, bytes.last != 0x0A { return close() }
        up.partial += bytes
        while !isOver, let end = up.partial.firstIndex(of: 0x0A) {
            let line = Array(up.partial[..<end])
            up.partial.removeSubrange(...end)
            // A line that is not valid UTF-8 is forwarded unchanged.
            guard let text = String(validating: line, as: UTF8.self) else {
                lastRequest = "bytes"
                switch breakage.request("bytes") {
                case .answered(let answer): write(Array(answer.utf8) + [0x0A], to: client)
                case .passes, .closes: write(line + [0x0A], to: server)
                }
                continue
            }
            lastRequest = text
            switch breakage.request(text) {
            case .passes(let text): write(Array(text.utf8) + [0x0A], to: server)
            case .answered(let answer): write(Array(answer.utf8) + [0x0A], to: client)
            case .closes: close()
            }
        }
        if up.partial.count > 64 * 1024 {
            write(up.partial, to: server)
            up.partial = []
        }
    }

    private func takeDown(_ bytes: [UInt8]?) {
        guard let bytes else {
            down.hasEnded = true
            return
        }
        guard isLines == true else { return write(breakage.bytes(bytes, lastRequest), to: client) }
        down.partial += bytes
        while !isOver, let end = down.partial.firstIndex(of: 0x0A) {
            let line = String(decoding: down.partial[..<end], as: UTF8.self)
            down.partial.removeSubrange(...end)
            if breakage.holds(line), held.isEmpty {
                held = [line]
                continue
            }
            for line in breakage.answer(line, lastRequest) + held { write(Array(line.utf8) + [0x0A], to: client) }
            held = []
            if breakage.closesAfter(line) { close() }
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) {
        if !isOver { _ = Descriptors.writeAll(bytes, to: descriptor, timeout: 5_000) }
    }
}
