import ChatSystem
import Foundation

/// A port of this machine without a server. A server can be started on it later.
final class ReservedPort {
    let number: UInt16
    private let descriptor: Int32

    /// - Parameter listens: True if connections are accepted, and never answered.
    init(listens: Bool = false) throws {
        (descriptor, number) = try Sockets.reserve()
        if listens { listen(descriptor, 8) }
    }

    deinit { close(descriptor) }
}
