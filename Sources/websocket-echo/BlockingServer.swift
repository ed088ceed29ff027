import ChatProtocol
import ChatSystem
import Dispatch

/// The simplest server there is: a thread for each connection, which waits for it alone. Enough for a demonstration,
/// and for nothing more.
enum BlockingServer {
    /// Ends the program with one line on the standard error and status 2.
    static func leave(_ line: String) -> Never {
        StandardStream.error.write(line + "\n")
        Syscalls.exit(2)
    }

    /// Listens and serves for ever. Port 0 picks a free one; the line on the standard output says which.
    static func run(host: String, port: UInt16, serve: @escaping @Sendable (BlockingSocket) -> Void) -> Never {
        Syscalls.ignoreBrokenPipes()
        let listener: (descriptor: Int32, port: UInt16)
        do throws(SystemFailure) {
            listener = try Syscalls.listen(host: host, port: port)
        } catch {
            leave("websocket-echo: \(error)")
        }
        StandardStream.output.write("websocket-echo listening on \(host):\(listener.port)\n")
        while true {
            guard case .connection(let descriptor, _) = Syscalls.accept(listener.descriptor) else {
                _ = Readiness.wait(for: [Interest(descriptor: listener.descriptor)])
                continue
            }
            DispatchQueue(label: "connection").async {
                let socket = BlockingSocket(descriptor: descriptor)
                serve(socket)
                socket.finish()
                Syscalls.close(descriptor)
            }
        }
    }
}

/// A connected socket that is waited for.
struct BlockingSocket {
    let descriptor: Int32

    /// Waits for bytes, or the end, and hands them over.
    ///
    /// - Returns: whether anything came before the patience was over.
    func read(into connection: inout WireConnection, patience milliseconds: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            switch Syscalls.receive(descriptor, into: &buffer) {
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

    /// Writes everything and empties the buffer; false when the connection is broken.
    func write(_ output: inout [UInt8]) -> Bool {
        defer { output.removeAll(keepingCapacity: true) }
        return Syscalls.writeAll(output, to: descriptor) == 0
    }

    /// Says the end, and reads on for at most a second until the peer has said it too: closing with bytes unread would
    /// reset the connection, and the peer might never see our last frame.
    func finish() {
        Syscalls.shutdownWriting(descriptor)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while Readiness.wait(for: [Interest(descriptor: descriptor)], milliseconds: 1_000)[0].canRead,
            case .bytes = Syscalls.receive(descriptor, into: &buffer)
        {}
    }
}
