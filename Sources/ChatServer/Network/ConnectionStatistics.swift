import ChatEngine
import ChatProtocol

/// The protocol that a client speaks.
enum ConnectionKind: String, CaseIterable {
    case lines
    case http
    case webSocket = "websocket"
    case unrecognised
}

/// The counts of connections since the start, and the log lines about connections. Plain integers suffice, because only
/// the server's thread uses them.
///
/// - Note: `@exclusivity(unchecked)` marks the properties that every message uses (decision record 0004, message path).
///   It is sound: one thread uses the object, and no access calls code that could begin another access.
final class ConnectionStatistics {
    private let serverLog: ServerLog
    private var accepted = 0
    private var refused = 0
    private var kinds = Tally<ConnectionKind>()
    @exclusivity(unchecked) private var bytesIn = 0
    @exclusivity(unchecked) private var bytesOut = 0
    private var endings = Tally<ServerLog.Ending>()

    init(log: ServerLog) { serverLog = log }

    func addReceived(_ bytes: Int) { bytesIn += bytes }

    func addSent(_ bytes: Int) { bytesOut += bytes }

    func noteAccepted() { accepted += 1 }

    /// Counts a connection that was closed at once. The log reports the first one of a flood.
    func noteRefused(limit: Int) {
        refused += 1
        if refused == 1 { serverLog.note(.connectionRefused(limit: limit)) }
    }

    /// Counts a connection that ended to make room for a new one. The log reports the first one.
    func noteMadeRoom(limit: Int) {
        endings.add(.madeRoom)
        if endings[.madeRoom] == 1 { serverLog.note(.connectionEvicted(limit: limit)) }
    }

    /// Counts a connection whose protocol is unknown. The log reports the first one.
    func noteUnrecognised() {
        kinds.add(.unrecognised)
        if kinds[.unrecognised] == 1 { serverLog.note(.unknownProtocol) }
    }

    /// Counts a connection under its protocol, once that is known. An upgraded connection counts as HTTP and as
    /// WebSocket.
    func noteKind(of connection: AcceptedConnection) {
        if let kind = connection.takeNewKind() { kinds.add(kind) }
    }

    /// Counts the reason why the server ends a connection. Logs it for a session if an operator may wonder about it.
    func note(_ ending: ServerLog.Ending, of connection: AcceptedConnection) {
        endings.add(ending)
        switch ending {
        case .readsTooSlowly, .silent, .unfinishedMessage, .tokenRevoked, .worldMoved, .faultInjected, .tooMuchHeldBack:
            if let session = connection.session { serverLog.note(.sessionEnded(session: session.id, ending)) }
        // Clients without a login could fill the log. The other reasons are known to the person who caused them.
        case .noHello, .madeRoom, .worldEnded, .shuttingDown: break
        }
    }

    /// Adds the metrics of connections.
    ///
    /// - Parameter connections: The open connections.
    func writeMetrics(of connections: [AcceptedConnection], into text: inout MetricsText) {
        var open = Tally<ConnectionKind>()
        var undecided = 0
        for connection in connections {
            if let kind = connection.kind { open.add(kind) } else { undecided += 1 }
        }
        let established: [ConnectionKind] = [.lines, .http, .webSocket]
        text.gauge(
            "connections_open", "Open connections, by protocol.",
            established.map { ([("kind", $0.rawValue)], open[$0]) } + [([("kind", "undecided")], undecided)])
        text.counter("connections_accepted", "Accepted connections.", accepted)
        text.counter("connections_refused", "Connections closed at once, because there were too many.", refused)
        text.counter(
            "connections_recognised",
            "Connections by protocol; a WebSocket counts as http first.",
            ConnectionKind.allCases.map { ([("kind", $0.rawValue)], kinds[$0]) })
        text.counter(
            "connections_ended", "Connections that the server ended, by reason.",
            ServerLog.Ending.allCases.map { ([("reason", $0.rawValue)], endings[$0]) })
        text.counter("received_bytes", "Bytes received.", bytesIn)
        text.counter("sent_bytes", "Bytes sent.", bytesOut)
    }
}
