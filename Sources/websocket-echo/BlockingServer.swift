import ChatProtocol
import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The simplest server there is: a blocking accept, and a thread for each connection. Enough for a demonstration, and
/// for nothing more.
enum BlockingServer {
    /// Ends the program with one line on the standard error and status 2.
    static func leave(_ line: String) -> Never {
        let bytes = Array((line + "\n").utf8)
        _ = write(2, bytes, bytes.count)
        exit(2)
    }

    /// Listens and serves for ever. Port 0 picks a free one; the line on the standard output says which.
    static func run(host: String, port: UInt16, serve: @escaping @Sendable (BlockingSocket) -> Void) -> Never {
        signal(SIGPIPE, SIG_IGN)
        let listener = socket(AF_INET, streamType, 0)
        var on: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &address.sin_addr) == 1 else {
            leave("websocket-echo: \(host) is not an IPv4 address")
        }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { leave("websocket-echo: cannot listen on \(host):\(port), errno \(errno)") }
        let line = Array("websocket-echo listening on \(host):\(UInt16(bigEndian: address.sin_port))\n".utf8)
        _ = write(1, line, line.count)
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { continue }
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            DispatchQueue(label: "connection").async {
                serve(BlockingSocket(descriptor: descriptor))
                finish(descriptor)
            }
        }
    }

    /// Says the end, and reads on for at most a second until the peer has said it too: closing with bytes unread would
    /// reset the connection, and the peer might never see our last frame.
    private static func finish(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_WR))
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
        close(descriptor)
    }

    private static var streamType: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }
}

/// A connected socket that blocks.
struct BlockingSocket {
    let descriptor: Int32

    /// Waits for bytes and hands them over; false when the connection is broken or the end has been handed over already.
    func read(into connection: inout WireConnection) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var count = recv(descriptor, &buffer, buffer.count, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, &buffer, buffer.count, 0) }
        guard count >= 0 else { return false }
        if count == 0 { connection.receiveEnd() } else { connection.receive(buffer.span.extracting(0..<count)) }
        return true
    }

    /// Writes everything and empties the buffer; false when the connection is broken.
    func write(_ output: inout [UInt8]) -> Bool {
        var sent = 0
        while sent < output.count {
            let count = output.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, 0)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        output.removeAll(keepingCapacity: true)
        return true
    }
}
