#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
#if os(Linux)
    import CSystem
#endif

/// The calls on sockets. Each one is repeated if a signal interrupted it, and returns the cases that its caller must
/// distinguish.
package enum Sockets {
    /// The result of accepting a connection.
    package enum Accepted {
        /// A connection and its peer's address.
        case connection(Int32, from: SocketAddress)
        /// No connection is waiting.
        case none
        /// This connection was closed already. Another one may be waiting.
        case lost
        /// The process or the machine has no free resources: the caller pauses.
        case exhausted(String)
    }

    /// Creates a listening socket that never blocks.
    ///
    /// - Parameter port: The port; 0 lets the kernel choose.
    /// - Returns: The socket and the actual port.
    package static func listen(
        host: String, port: UInt16
    ) throws(SystemFailure) -> (descriptor: Int32, port: UInt16) {
        guard let address = SocketAddress(host: host, port: port) else {
            throw SystemFailure(reason: "\(host) is not an address of this machine: give one such as 127.0.0.1 or ::1")
        }
        return try makeBound(address, as: "\(host):\(port)") { systemListen($0) == 0 }
    }

    #if os(Linux)
        /// Creates a socket that keeps a port of 127.0.0.1 from everyone who asks for any port. A server that asks for
        /// this port can listen on it, which other systems do not allow.
        ///
        /// - Parameter port: The port; 0 lets the kernel choose.
        /// - Returns: The socket and the actual port.
        package static func reserve(port: UInt16 = 0) throws(SystemFailure) -> (descriptor: Int32, port: UInt16) {
            guard let address = SocketAddress(host: "127.0.0.1", port: port) else {
                throw SystemFailure(reason: "this machine has no address 127.0.0.1")
            }
            return try makeBound(address, as: "127.0.0.1:\(port)") { _ in true }
        }
    #endif

    private static func makeBound(
        _ address: SocketAddress, as name: String, then prepare: (Int32) -> Bool
    ) throws(SystemFailure) -> (descriptor: Int32, port: UInt16) {
        let descriptor = makeSocket(address.family)
        guard descriptor >= 0 else {
            throw SystemFailure(reason: "a socket cannot be created: \(SystemFailure.words(errno))")
        }
        set(SO_REUSEADDR, of: SOL_SOCKET, on: descriptor)
        guard address.with({ bind(descriptor, $0, $1) }) == 0, prepare(descriptor) else {
            let why = SystemFailure.words(errno)
            Descriptors.close(descriptor)
            throw SystemFailure(reason: "cannot listen on \(name): \(why)")
        }
        let bound = SocketAddress.written { getsockname(descriptor, $0, $1) }
        return (descriptor, bound.result == 0 ? bound.address.port : address.port)
    }

    /// Accepts a waiting connection.
    package static func accept(
        _ listener: Int32, through interface: SystemInterface = .current
    ) -> Accepted {
        while true {
            let (descriptor, peer) = SocketAddress.written { address, size in
                switch interface {
                #if os(Linux)
                    case .linux: accept4(listener, address, size, atOnce)
                #endif
                case .posix: systemAccept(listener, address, size)
                }
            }
            if descriptor >= 0 {
                if interface == .posix { Descriptors.neverBlock(descriptor) }
                prepare(descriptor)
                return .connection(descriptor, from: peer)
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .none
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(SystemFailure.words(errno))
            default: return .lost
            }
        }
    }

    /// Returns a non-blocking socket that is connecting or connected.
    ///
    /// - Parameter receiveBuffer: The number of bytes that the kernel may keep for a slow reader; its default if nil.
    package static func connect(
        to address: SocketAddress, receiveBuffer: Int32? = nil
    ) throws(SystemFailure) -> Int32 {
        let descriptor = makeSocket(address.family)
        guard descriptor >= 0 else { throw SystemFailure(reason: SystemFailure.words(errno)) }
        prepare(descriptor)
        if let receiveBuffer { set(SO_RCVBUF, of: SOL_SOCKET, on: descriptor, to: receiveBuffer) }
        // An interrupted call continues to connect, so that it is not repeated.
        if address.with({ systemConnect(descriptor, $0, $1) }) == 0 || errno == EINPROGRESS || errno == EINTR {
            return descriptor
        }
        let why = SystemFailure.words(errno)
        Descriptors.close(descriptor)
        throw SystemFailure(reason: why)
    }

    /// Returns the reason why a connection failed; nil if it is established.
    package static func connectionError(_ descriptor: Int32) -> String? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return SystemFailure.words(errno) }
        if code == 0, isConnectedToItself(descriptor) { return SystemFailure.words(ECONNREFUSED) }
        return code == 0 ? nil : SystemFailure.words(code)
    }

    /// Returns true if both ends of a connection are this socket. If no server listens on a port, the kernel may give
    /// the client this very port, and then TCP connects the client with itself (RFC 9293, 3.5).
    private static func isConnectedToItself(_ descriptor: Int32) -> Bool {
        let own = SocketAddress.written { getsockname(descriptor, $0, $1) }
        let peer = SocketAddress.written { getpeername(descriptor, $0, $1) }
        return own.result == 0 && peer.result == 0 && own.address == peer.address
    }

    /// Reads the available bytes, up to the size of the buffer.
    package static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Descriptors.Transfer {
        buffer.withUnsafeMutableBytes { bytes in
            Descriptors.Transfer { recv(descriptor, bytes.baseAddress, bytes.count, 0) }
        }
    }

    /// Sends a part of a buffer. A closed connection is a result and never a signal.
    package static func send(_ descriptor: Int32, _ buffer: [UInt8], from start: Int, to end: Int)
        -> Descriptors.Transfer
    {
        buffer.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            return Descriptors.Transfer { systemSend(descriptor, rest.baseAddress, rest.count) }
        }
    }

    /// Ends the output of a connection.
    package static func shutdownWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

    static var streamSocket: Int32 {
        #if os(Linux)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }

    private static func makeSocket(_ family: Int32) -> Int32 {
        switch SystemInterface.current {
        #if os(Linux)
            case .linux: return socket(family, streamSocket | atOnce, 0)
        #endif
        case .posix:
            let descriptor = socket(family, streamSocket, 0)
            if descriptor >= 0 { Descriptors.neverBlock(descriptor) }
            return descriptor
        }
    }

    #if os(Linux)
        /// Non-blocking and not inherited from the start, because another thread may start a child process.
        private static let atOnce = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #endif

    private static func prepare(_ descriptor: Int32) {
        set(TCP_NODELAY, of: Int32(IPPROTO_TCP), on: descriptor)
        // Linux suppresses the signal at each send.
        #if canImport(Darwin)
            set(SO_NOSIGPIPE, of: SOL_SOCKET, on: descriptor)
        #endif
    }

    private static func set(_ option: Int32, of level: Int32, on descriptor: Int32, to value: Int32 = 1) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

// The system calls, under names that no method hides.
private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 4_096) }
private func systemAccept(
    _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ size: UnsafeMutablePointer<socklen_t>
) -> Int32 {
    accept(listener, address, size)
}
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if os(Linux)
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #else
        send(descriptor, bytes, count, 0)
    #endif
}

/// An internet address and port, of IPv4 or IPv6.
package struct SocketAddress: Sendable, Equatable {
    private var storage = sockaddr_storage()
    private let length: socklen_t
    let family: Int32

    /// Reads an address. `localhost` is 127.0.0.1; other names are not looked up.
    package init?(host: String, port: UInt16) {
        let text = host == "localhost" ? "127.0.0.1" : host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            self = withUnsafeBytes(of: four) { SocketAddress(family: AF_INET, copying: $0) }
        } else if inet_pton(AF_INET6, text, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            self = withUnsafeBytes(of: six) { SocketAddress(family: AF_INET6, copying: $0) }
        } else {
            return nil
        }
    }

    private init(family: Int32, copying bytes: UnsafeRawBufferPointer) {
        self.family = family
        length = socklen_t(bytes.count)
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    }

    /// Returns the addresses of a host, in the order to try them.
    package static func resolve(host: String, port: UInt16) throws(SystemFailure) -> [SocketAddress] {
        // A server listens on 127.0.0.1 by default, so that comes first. No lookup is needed.
        let hosts = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
        let literal = hosts.compactMap { SocketAddress(host: $0, port: port) }
        if !literal.isEmpty { return literal }
        var hints = addrinfo()
        hints.ai_socktype = Sockets.streamSocket
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else {
            throw SystemFailure(reason: "\(host) is not known: \(String(cString: gai_strerror(code)))")
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let found = next?.pointee {
            if let bytes = found.ai_addr, Int(found.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size {
                addresses.append(
                    SocketAddress(
                        family: found.ai_family,
                        copying: UnsafeRawBufferPointer(start: bytes, count: Int(found.ai_addrlen))))
            }
            next = found.ai_next
        }
        return addresses
    }

    /// True if only this machine can reach the address: loopback, also as IPv4 mapped into IPv6.
    package var isLoopback: Bool {
        withUnsafeBytes(of: storage) { bytes in
            switch family {
            case AF_INET: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr.bigEndian >> 24 == 127
            case AF_INET6:
                withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { six in
                    six[..<10].allSatisfy { $0 == 0 } && six[10] == 0xFF && six[11] == 0xFF
                        ? six[12] == 127 : six[..<15].allSatisfy { $0 == 0 } && six[15] == 1
                }
            default: false
            }
        }
    }

    /// The address in text, without its port. An IPv6 address is cut to the subscriber's prefix (`2001:db8:1:2::/64`),
    /// because the subscriber can choose the rest.
    package var network: String {
        withUnsafeBytes(of: storage) { bytes in
            switch family {
            case AF_INET:
                withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr) { Self.dotted($0[...]) }
            case AF_INET6:
                withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { six in
                    if six[..<10].allSatisfy({ $0 == 0 }), six[10] == 0xFF, six[11] == 0xFF {
                        return Self.dotted(six[12...])
                    }
                    if isLoopback { return "::1" }
                    let groups = stride(from: 0, to: 8, by: 2).map { UInt16(six[$0]) << 8 | UInt16(six[$0 + 1]) }
                    return groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
                }
            default: ""
            }
        }
    }

    private static func dotted(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        bytes.map(String.init).joined(separator: ".")
    }

    package static func == (one: SocketAddress, other: SocketAddress) -> Bool {
        withUnsafeBytes(of: one.storage) { one in
            withUnsafeBytes(of: other.storage) { one.elementsEqual($0) }
        }
    }

    /// The port, which has the same offset in both families.
    var port: UInt16 { withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) } }

    /// Calls a C function with the address.
    func with<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, length) }
        }
    }

    /// Calls a C function that writes an address.
    ///
    /// - Returns: The result of the call, and the address. The address is valid only if the call succeeded.
    static func written<Result: SignedInteger>(
        by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> (result: Result, address: SocketAddress) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &size) }
        }
        return (
            result,
            withUnsafeBytes(of: storage) { SocketAddress(family: Int32(storage.ss_family), copying: $0) }
        )
    }
}
