import ChatSystem
import Dispatch
import Synchronization

/// The lookup of an address `HOST:PORT`. A name is looked up on another thread, because that can take seconds.
final class AddressLookup: Sendable {
    private let found = Mutex<Result<SocketAddress, SystemFailure>?>(nil)

    /// Begins the lookup.
    ///
    /// - Parameter wakeup: Ends the wait of a poller once the lookup is done.
    init(_ address: String, wakingWith wakeup: Wakeup) {
        let colon = address.lastIndex(of: ":") ?? address.endIndex
        let host = String(address[..<colon])
        guard colon < address.endIndex, let port = UInt16(address[colon...].dropFirst()) else {
            found.withLock { $0 = .failure(SystemFailure(reason: "“\(address)” is not HOST:PORT")) }
            return
        }
        if let literal = SocketAddress(host: host, port: port) {
            found.withLock { $0 = .success(literal) }
            return
        }
        DispatchQueue.global().async { [self] in
            let result = Result { () throws(SystemFailure) in
                guard let first = try SocketAddress.resolve(host: host, port: port).first else {
                    throw SystemFailure(reason: "\(host) is not known")
                }
                return first
            }
            found.withLock { $0 = result }
            wakeup.wake()
        }
    }

    /// Returns the address; nil while the lookup is running.
    func result() throws(SystemFailure) -> SocketAddress? { try found.withLock { $0 }?.get() }
}
