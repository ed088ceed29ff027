public import ChatCore
public import ChatLog
public import ChatProtocol
import ChatSystem

/// What a server was told about itself, by a file, by its command line, or by nobody.
public struct ServerSettings: Sendable, Equatable {
    /// Where the log goes.
    public enum Storage: Sendable, Equatable {
        /// To this file.
        case file(String)
        /// To this database, with the logs of all other worlds.
        case database(PostgresAddress)
        /// To the usual file of this user.
        case standardFile
        /// Nowhere: all is gone at the end.
        case ephemeral

        /// Where a word of a person's says.
        init(_ word: String) {
            self = PostgresAddress(word).map(Storage.database) ?? .file(word)
        }

        var isDatabase: Bool { if case .database = self { true } else { false } }

        /// What kind of place it is, for a line of the server's log.
        var kind: StaticString {
            switch self {
            case .file, .standardFile: "file"
            case .database: "database"
            case .ephemeral: "memory"
            }
        }
    }

    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose.
    public var port: UInt16 = ServerArguments.standardPort
    /// Where the log goes.
    public var storage = Storage.standardFile
    /// Where the other servers of a database reach this one, as `HOST` or `HOST:PORT`; nil for ``host``.
    public var advertised: String?
    /// How long nobody is in a world before another server of the database may serve it, in seconds.
    public var releaseSeconds: Int64 = 600
    /// How time passes in `main`.
    public var clock = ClockKind.real
    /// How the server's own lines look.
    public var logFormat = ServerLog.Format.text
    /// The file of tokens; without one everyone is who they say they are, unless tokens are in the database.
    public var tokens: String?
    /// Whether the rate of requests is limited.
    public var limitsRate = true
    /// The names by which the server may be addressed over HTTP, beside the loopback's own and ``host``.
    public var hosts: [String] = []
    /// The origins whose pages may speak to the server, beside its own.
    public var origins: [String] = []
    /// The limits.
    public var limits = Limits.standard
    /// When people are asked for consent.
    public var consent = ConsentPolicy()
    /// How long apps may take for what they have to answer.
    public var action = ActionPolicy()

    /// What nobody said otherwise.
    public init() {}

    /// Whether only this machine can reach the server; nil if ``host`` is no address.
    public var isLoopback: Bool? { SocketAddress(host: host, port: port)?.isLoopback }

    /// What is wrong with these settings beside each other, for people; nil if they fit.
    public var contradiction: String? {
        if let tokens, PostgresAddress(tokens) != nil {
            return "tokens must be a file; leave it out to use the tokens in the database of data"
        }
        // Whoever can reach the port can be anyone: beyond this machine that takes tokens. Whether a database has some is
        // seen once it is open.
        if tokens == nil, isLoopback == false, !storage.isDatabase {
            return "host \(host) is reachable from other machines, which needs tokens: make some with "
                + "chat-server token add, and give --tokens FILE; or listen on 127.0.0.1 or ::1"
        }
        return limits.contradiction.map { "limits.\($0)" }
    }
}

extension ServerSettings {
    /// A row of the reference: everything that can be said of a key.
    struct Row: Equatable {
        var key: String
        var meaning: String
        var standard: String
        var range: String
    }

    /// Every key with its row, in the order of the reference.
    static var reference: [Row] {
        Key.allCases.filter { ![.limits, .consent, .action].contains($0) }.map {
            let description = $0.description
            return Row(
                key: $0.rawValue, meaning: description.meaning, standard: description.standard,
                range: description.range)
        } + rows(.limits, Limits.standard) + rows(.consent, ConsentPolicy()) + rows(.action, ActionPolicy())
    }

    private static func rows<Numbers: NamedNumbers>(_ key: Key, _ standard: Numbers) -> [Row] {
        Numbers.Name.allCases.map {
            Row(
                key: "\(key.rawValue).\($0.rawValue)", meaning: $0.meaning, standard: "\(standard[$0])",
                range: "\($0.range.lowerBound) to \($0.range.upperBound)")
        }
    }

    /// These settings as a configuration file that says the same.
    func text(environment: [String: String]) -> String {
        var lines: [(Key, JSONValue)] = [
            (.host, .string(host)), (.port, .integer(Int64(port))), (.clock, .string(clock.rawValue)),
            (.logFormat, .string(logFormat.rawValue)), (.rateLimit, .bool(limitsRate)),
            (.releaseAfter, .integer(releaseSeconds)), (.hosts, .array(hosts.map(JSONValue.string))),
            (.origins, .array(origins.map(JSONValue.string))),
        ]
        switch storage {
        case .file(let path): lines.append((.data, .string(path)))
        case .database(let address): lines.append((.data, .string(address.text)))
        case .standardFile:
            if let path = DataPath.chatLog(environment: environment) { lines.append((.data, .string(path))) }
        case .ephemeral: lines.append((.ephemeral, true))
        }
        if let advertised { lines.append((.advertise, .string(advertised))) }
        if let tokens { lines.append((.tokens, .string(tokens))) }
        func text(_ value: some JSONWritable) -> String { String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) }
        var written = lines.map { "  \"\($0.0.rawValue)\": \(text($0.1))" }
        func append(_ key: Key, _ numbers: some NamedNumbers) {
            let lines = numbers.lines.joined(separator: ",\n")
            written.append("  \"\(key.rawValue)\": {\n\(lines)\n  }")
        }
        append(.limits, limits)
        append(.consent, consent)
        append(.action, action)
        return "{\n\(written.joined(separator: ",\n"))\n}\n"
    }
}

extension NamedNumbers {
    fileprivate var lines: [String] { Name.allCases.map { "    \"\($0.rawValue)\": \(self[$0])" } }
}
