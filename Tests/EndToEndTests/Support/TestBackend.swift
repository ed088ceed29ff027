import ChatConformance
import ChatProtocol
import ChatSystem

/// A backend of an app that takes one request at a time, and answers it as the test decides.
final class TestBackend {
    private let listener: Int32
    let port: UInt16

    init() throws { (listener, port) = try Sockets.listen(host: "127.0.0.1", port: 0) }

    deinit { Descriptors.close(listener) }

    /// Returns the next request after answering it with those bytes, or with that status. Then the connection ends.
    func next(answering status: Int = 200, bytes: [UInt8]? = nil) throws -> HTTPRequest {
        let connection = try accept()
        defer { Descriptors.close(connection) }
        var parser = HTTPRequestParser()
        var queue = ByteQueue()
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            if let request = try parser.next(in: &queue, into: &output) {
                HTTPResponse(status: status, text: "as you say").encode(closes: true, into: &output)
                _ = Descriptors.writeAll(bytes ?? output, to: connection)
                return request
            }
            try wait(for: connection)
            guard case .bytes(let count) = Sockets.receive(connection, into: &buffer) else {
                throw ServerProcess.Failure(description: "the request ended")
            }
            queue.append(Array(buffer[..<count]))
        }
    }

    /// True if no connection is waiting.
    var isUncalled: Bool { !Readiness.wait(for: [Interest(descriptor: listener)], milliseconds: 0)[0].canRead }

    private func accept() throws -> Int32 {
        while true {
            try wait(for: listener)
            if case .connection(let descriptor, _) = Sockets.accept(listener) { return descriptor }
        }
    }

    private func wait(for descriptor: Int32) throws {
        guard
            Readiness.wait(for: [Interest(descriptor: descriptor)], milliseconds: Int(RawProbe.patience))[0]
                .canRead
        else { throw ServerProcess.Failure(description: "nobody called") }
    }
}
