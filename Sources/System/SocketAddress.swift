#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
