import ChatProtocol
import ChatSystem

/// The memory that all connections are read into.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class ReceiveBuffer {
    /// The maximum number of bytes read from one connection in one tick, so that a busy one does not starve the others.
    static let size = 64 * 1024
    /// The maximum number of reads that discard a peer's last input.
    private static let discardedReadsMax = 16

    /// The bytes of the last read, followed by older bytes.
    @exclusivity(unchecked) private(set) var bytes = [UInt8](repeating: 0, count: size)

    /// Reads the available bytes of a socket, up to ``size``.
    func receive(from descriptor: Int32) -> Descriptors.Transfer { Sockets.receive(descriptor, into: &bytes) }

    /// Adds the first bytes of the last read to the input of a connection.
    func pass(_ count: Int, to connection: AcceptedConnection) {
        let bytes = bytes
        connection.receive(bytes.span.extracting(0..<count))
    }

    /// Discards the available bytes of a socket. A close with unread input would reset the connection and destroy its
    /// last output.
    func discardInput(of descriptor: Int32) {
        for _ in 0..<Self.discardedReadsMax {
            guard case .bytes = receive(from: descriptor) else { break }
        }
    }
}
