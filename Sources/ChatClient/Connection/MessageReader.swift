import ChatProtocol

/// Decodes the messages of several clients in one process, which receive the same notifications. It keeps the latest
/// notifications, so that a hundred clients do not decode each of them again.
package final class MessageReader {
    /// The most notifications that are kept. A client that reads its stream rarely has older ones decoded again.
    private static let keptMax = 1_024
    /// The longest notification that is kept, in bytes.
    private static let keptBytesMax = 4_096

    private var kept: [HashedBytes: HeardNotification] = [:]
    /// The keys of the kept notifications in the order of arrival, as a ring that begins at ``oldest``.
    private var order: [HashedBytes] = []
    private var oldest = 0

    /// Creates a reader that keeps no notifications.
    package init() {}

    /// Decodes a message; nil if a server cannot have sent it.
    func read(_ message: [UInt8]) -> HeardMessage? {
        guard message.count <= Self.keptBytesMax else { return HeardMessage(message) }
        let bytes = HashedBytes(message)
        if let known = kept[bytes] { return .notification(known) }
        let heard = HeardMessage(message)
        if case .notification(let notification) = heard { keep(notification, as: bytes) }
        return heard
    }

    private func keep(_ notification: HeardNotification, as bytes: HashedBytes) {
        kept[bytes] = notification
        guard order.count == Self.keptMax else { return order.append(bytes) }
        kept[order[oldest]] = nil
        order[oldest] = bytes
        oldest = (oldest + 1) % Self.keptMax
    }
}
