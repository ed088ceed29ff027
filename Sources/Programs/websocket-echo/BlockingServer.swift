import ChatProtocol
import ChatSystem
import Dispatch

/// A minimal server with one thread and blocking calls for each connection. It is only for demonstrations.
enum BlockingServer {
    /// Writes one line to the standard error and ends the program with status 2.
    static func leave(_ line: String) -> Never {
        StandardStream.error.write(line + "\n")
        CurrentProcess.exit(2)
    }

    /// Listens and serves forever. Port 0 selects a free port; a line on the standard output reports it.
    static func run(host: String, port: UInt16, serve: @escaping @Sendable (BlockingSocket) -> Void) -> Never {
        Signals.ignoreBrokenPipes()
        let listener: (descriptor: Int32, port: UInt16)
        do throws(SystemFailure) {
            listener = try Sockets.listen(host: host, port: port)
        } catch {
            leave("websocket-echo: \(error)")
        }
        StandardStream.output.write("websocket-echo listening on \(host):\(listener.port)\n")
        while true {
            guard case .connection(let descriptor, _) = Sockets.accept(listener.descriptor) else {
                _ = Readiness.wait(for: [Interest(descriptor: listener.descriptor)])
                continue
            }
            DispatchQueue(label: "connection").async {
                let socket = BlockingSocket(descriptor: descriptor)
                serve(socket)
                socket.finish()
                Descriptors.close(descriptor)
            }
        }
    }
}

/// A connected socket with blocking calls.
struct BlockingSocket {
    let descriptor: Int32

    /// Waits for bytes or the end of the stream, and passes them to the connection.
    ///
    /// - Returns: false if nothing arrived within the timeout.
    func read(into connection: inout WireConnection, patience milliseconds: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            switch Sockets.receive(descriptor, into: &buffer) {
            case .bytes(let count):
                connection.receive(buffer.span.extracting(0..<count))
                return true
            case .ended:
                connection.receiveEnd()
                return true
            case .wouldBlock:
                let interest = Interest(descriptor: descriptor)
                guard Readiness.wait(for: [interest], milliseconds: milliseconds)[0].canRead else { return false }
            }
        }
    }

    /// Writes all bytes and empties the buffer. Returns false if the connection is broken.
    func write(_ output: inout [UInt8]) -> Bool {
        defer { output.removeAll(keepingCapacity: true) }
        return Descriptors.writeAll(output, to: descriptor) == 0
    }

    /// Ends the output, then reads and discards input until the peer's end or one second of silence. A close with
    /// unread bytes would reset the connection, and the peer might lose the last frame.
    func finish() {
        Sockets.shutdownWriting(descriptor)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while Readiness.wait(for: [Interest(descriptor: descriptor)], milliseconds: 1_000)[0].canRead,
            case .bytes = Sockets.receive(descriptor, into: &buffer)
        {}
    }
}
