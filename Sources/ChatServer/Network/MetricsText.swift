import ChatEngine
import ChatLog
import ChatProtocol

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
