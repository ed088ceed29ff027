import ChatEngine
import ChatLog
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

/// The text that Prometheus reads (exposition format 0.0.4). Names begin with `understudy_`. Labels contain only words
/// of the protocol.
struct MetricsText {
    typealias Series = (labels: [(String, String)], value: Int)

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Adds a value that can rise and fall.
    mutating func gauge(_ name: StaticString, _ help: StaticString, _ series: [Series]) {
        add("understudy_\(name)", "gauge", help, series)
    }

    mutating func gauge(_ name: StaticString, _ help: StaticString, _ value: Int) { gauge(name, help, [([], value)]) }

    /// Adds a value that only grows.
    mutating func counter(_ name: StaticString, _ help: StaticString, _ series: [Series]) {
        add("understudy_\(name)_total", "counter", help, series)
    }

    mutating func counter(_ name: StaticString, _ help: StaticString, _ value: Int) {
        counter(name, help, [([], value)])
    }

    private mutating func add(_ name: String, _ type: StaticString, _ help: StaticString, _ series: [Series]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        for (labels, value) in series {
            let pairs = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
            text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n"
        }
    }
}

extension MetricsText {
    /// Adds the metrics of an engine.
    mutating func addMetrics(of engine: ServerEngine) {
        let (worlds, counts) = (engine.worlds, engine.counts)
        gauge(
            "sessions", "Sessions that receive notifications, by role.",
            Role.allCases.map { role in
                ([("role", role.rawValue)], worlds.values.reduce(0) { $0 + $1.sessions.count(of: role) })
            })
        gauge("log_writable", "1 if the log can be written, else 0.", engine.problem == nil ? 1 : 0)
        gauge(
            "worlds", "Worlds that this server serves; with a database, only worlds with a login or a request.",
            worlds.count)
        counter(
            "requests",
            "Requests by method and outcome; unread counts requests refused before their method was read.",
            Self.requests(counts))
        counter(
            "requests_rate_limited", "Requests that were refused by the rate limit.",
            ([nil] + Method.allCases.map { $0 }).reduce(0) { $0 + counts.requests($1, .rateLimited) })
        counter(
            "notifications", "Notifications enqueued on streams, by method.",
            NotificationName.allCases.map { ([("method", $0.rawValue)], counts.notifications[$0]) })
        counter("resumes", "Sessions that resumed from a cursor.", counts.resumes)
        counter("commits", "Batches of events that were committed.", counts.commits)
        counter("records", "Events that were appended to logs.", counts.records)
        counter(
            "commit_failures", "Batches that failed, or lost to another writer.",
            counts.commitFailures)
        counter(
            "requests_undone",
            "Requests answered with unavailable because the log could not be written.",
            counts.undone)
        if let main = worlds[.main] {
            gauge("log_end", "The position of the newest event of the world main.", Int(main.log.end))
        }
    }

    /// The requests by method and result. A refusal appears only if its count is positive.
    private static func requests(_ counts: EngineCounts) -> [Series] {
        var series: [Series] = []
        for method in Method.allCases.map(Optional.some) + [nil] {
            let name = method?.rawValue ?? "unread"
            if method != nil {
                series.append(([("method", name), ("result", "ok")], counts.requests(method, nil)))
            }
            for reason in RPCError.Reason.allCases {
                let count = counts.requests(method, reason)
                if count > 0 { series.append(([("method", name), ("result", reason.rawValue)], count)) }
            }
        }
        return series
    }
}
