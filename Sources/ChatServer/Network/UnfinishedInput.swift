import ChatProtocol

/// The number of bytes in incomplete messages, for connections without a login and for sessions.
///
/// Each group has its own budget. Connections without a login cannot use the budget of sessions, even from the same
/// address.
struct UnfinishedInput {
    /// The part of the counts that one connection contributes. Only ``UnfinishedInput`` changes it.
    final class Charge {
        fileprivate var bytes = 0
        /// True if the bytes are counted as a session's.
        fileprivate var isSession = false
    }

    /// The longest message before a login, in bytes, over lines and WebSocket. Only a login is accepted there.
    static let loginBytes = 32 * 1024
    /// The budget of each group, in bytes: 64 messages of maximum length, at least 16 MiB.
    let budget: Int
    private var unauthenticatedBytes = 0
    private var ofSessions = 0

    init(_ limits: Limits) { budget = max(16 * 1024 * 1024, 64 * limits.messageBytes) }

    /// Updates the count of a connection. The caller reports each read and the end.
    mutating func note(_ connection: AcceptedConnection) {
        add(-connection.inputCharge.bytes, toSessions: connection.inputCharge.isSession)
        connection.inputCharge.bytes = connection.isClosed ? 0 : connection.wire.unfinishedBytes
        connection.inputCharge.isSession = connection.hasLoggedIn
        add(connection.inputCharge.bytes, toSessions: connection.inputCharge.isSession)
    }

    private mutating func add(_ count: Int, toSessions: Bool) {
        if toSessions { ofSessions += count } else { unauthenticatedBytes += count }
    }

    /// Returns true if a connection without a login has begun a message that is longer than a login can be.
    func isLongerThanLogin(_ connection: AcceptedConnection) -> Bool {
        !connection.inputCharge.isSession && connection.inputCharge.bytes > Self.loginBytes
            && connection.wire.mode != .http
    }

    /// Returns true if the group of this connection exceeds the budget.
    func isTooMuch(like connection: AcceptedConnection) -> Bool {
        (connection.inputCharge.isSession ? ofSessions : unauthenticatedBytes) > budget
    }

    /// Returns the connections to end: the largest ones of the group. Ending them frees a quarter of the budget, so
    /// that this search is rare.
    func largest(of connections: [AcceptedConnection], like connection: AcceptedConnection) -> [AcceptedConnection] {
        let isSession = connection.inputCharge.isSession
        var left = (isSession ? ofSessions : unauthenticatedBytes) - budget / 4 * 3
        let candidates = connections.filter { $0.inputCharge.isSession == isSession && $0.inputCharge.bytes > 0 }
        return Array(
            candidates.sorted { $0.inputCharge.bytes > $1.inputCharge.bytes }.prefix { connection in
                defer { left -= connection.inputCharge.bytes }
                return left > 0
            })
    }
}
