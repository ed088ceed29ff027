import ChatConformance
import ChatSystem
import Foundation

/// A relay in front of a server for one connection. It ends the connection in place of the answer to a method: the
/// request took effect, but its sender does not know.
final class ForgetfulRelay {
    let port: UInt16

    init(to server: UInt16, forgetting method: String) throws {
        let (listener, port) = try Sockets.listen(host: "127.0.0.1", port: 0)
        self.port = port
        Thread.detachNewThread {
            defer { Descriptors.close(listener) }
            guard Self.canRead(listener), case .connection(let client, _) = Sockets.accept(listener) else { return }
            defer { Descriptors.close(client) }
            guard let server = try? RawProbe(port: server) else { return }
            try? Self.pass(client, server, until: method)
        }
    }

    private static func pass(_ client: Int32, _ server: RawProbe, until method: String) throws {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while canRead(client), case .bytes(let count) = Sockets.receive(client, into: &buffer) {
            received += buffer[..<count]
            while let end = received.firstIndex(of: 0x0A) {
                let request = String(decoding: received[..<end], as: UTF8.self)
                received.removeSubrange(...end)
                server.sendLine(request)
                while let line = try server.line() {
                    let isAnswer = line.contains(#""result""#) || line.contains(#""error""#)
                    if isAnswer, request.contains("\"\(method)\"") { return }
                    _ = Descriptors.writeAll(Array((line + "\n").utf8), to: client)
                    if isAnswer { break }
                }
            }
        }
    }

    private static func canRead(_ descriptor: Int32) -> Bool {
        Readiness.wait(for: [Interest(descriptor: descriptor)], milliseconds: Int(RawProbe.patience))[0].canRead
    }
}
