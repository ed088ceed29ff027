import ChatProtocol

/// Reads what comes on the streams of clients of one process that are told the same: it keeps the notifications that it
/// read last, so that a hundred clients do not read each of them for themselves.
package final class MessageReader {
    /// How many are kept: who looks at their stream seldom reads what others read long ago.
    private static let keptMax = 1_024
    /// Longer ones are not kept.
    private static let keptBytesMax = 4_096

    private var kept: [HashedBytes: HeardNotification] = [:]
    /// What is kept, in the order in which it came, but that ``oldest`` goes before all others.
    private var order: [HashedBytes] = []
    private var oldest = 0

    /// A reader that has read nothing.
    package init() {}

    /// Reads a message; nil if it is none of a server.
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
