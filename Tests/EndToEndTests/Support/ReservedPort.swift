import Foundation

/// A port of this machine on which nobody listens, until a server is told to: it is bound here, which keeps it from
/// everybody who asks for any port.
final class ReservedPort {
    let number: UInt16
    private let descriptor: Int32

    /// - Parameter listens: true if connections are accepted, and never answered.
    init(listens: Bool = false) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard result else { throw ServerProcess.Failure(description: "no port") }
        number = UInt16(bigEndian: address.sin_port)
        if listens { listen(descriptor, 8) }
    }

    deinit { close(descriptor) }
}
