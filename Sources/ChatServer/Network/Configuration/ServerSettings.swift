public import ChatCore
public import ChatLog
public import ChatProtocol
import ChatSystem

/// The settings of a server, from a configuration file, the command line and the defaults.
public struct ServerSettings: Sendable, Equatable {
    /// The storage of the log.
    public enum Storage: Sendable, Equatable {
        /// The SQLite file at this path.
        case file(String)
        /// The PostgreSQL database at this address, with the logs of all other worlds.
        case database(PostgresAddress)
        /// The standard file of this user.
        case standardFile
        /// Memory only: the log is lost when the server stops.
        case ephemeral

        /// Reads the value of `--data` or `data`: a path or a `postgres://` address.
        init(_ word: String) {
            self = PostgresAddress(word).map(Storage.database) ?? .file(word)
        }

        var isDatabase: Bool { if case .database = self { true } else { false } }

        /// The kind of storage, for a line of the server's log.
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
    /// The storage of the log.
    public var storage = Storage.standardFile
    /// The address for the other servers of a database, as `HOST` or `HOST:PORT`; nil for ``host``.
    public var advertised: String?
    /// The time without a session after which another server of the database may serve a world, in seconds.
    public var releaseSeconds: Int64 = 600
    /// The clock of the world `main`.
    public var clock = ClockKind.real
    /// The format of the server's log.
    public var logFormat = ServerLog.Format.text
    /// The file of tokens. Without a file, and without tokens in the database, clients log in as any person.
    public var tokens: String?
    /// True if the rate of requests is limited.
    public var limitsRate = true
    /// The names that HTTP requests may address, in addition to the loopback names and ``host``.
    public var hosts: [String] = []
    /// The origins whose pages may connect, in addition to the server's own.
    public var origins: [String] = []
    /// The limits on requests, connections and stored data.
    public var limits = Limits.standard
    /// The policy that decides when people are asked for consent.
    public var consent = ConsentPolicy()
    /// The policy for apps' answers to requested actions.
    public var action = ActionPolicy()

    /// Creates the default settings.
    public init() {}

    /// True if only this machine can reach the server; nil if ``host`` is not an address.
    public var isLoopback: Bool? { SocketAddress(host: host, port: port)?.isLoopback }

    /// The reason why these settings contradict each other, for people; nil if they do not.
    public var contradiction: String? {
        if let tokens, PostgresAddress(tokens) != nil {
            return "tokens must be a file; leave it out to use the tokens in the database of data"
        }
        // Without tokens any client can log in as any person, so other machines need tokens. The tokens of a database
        // are known only once it is open.
        if tokens == nil, isLoopback == false, !storage.isDatabase {
            return "host \(host) is reachable from other machines, which needs tokens: make some with "
                + "chat-server token add, and give --tokens FILE; or listen on 127.0.0.1 or ::1"
        }
        return limits.contradiction.map { "limits.\($0)" }
    }
}

extension ServerSettings {
    /// A row of the configuration reference.
    struct Row: Equatable {
        var key: String
        var meaning: String
        var standard: String
        var range: String
    }

    /// The rows of all keys, in the order of the reference.
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

    /// Returns a configuration file with these settings.
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

/// The default paths of the server's files.
package enum DataPath {
    /// Returns the default path of the log: `$XDG_DATA_HOME/understudy/chat.sqlite`, or the same under
    /// `~/.local/share`.
    ///
    /// Returns nil if the environment names neither folder.
    package static func chatLog(environment: [String: String]) -> String? {
        BaseDirectory.data.path(environment: environment).map { $0 + "/chat.sqlite" }
    }

    /// Returns the default path of the tokens: `tokens.json` in the folder of ``chatLog(environment:)``.
    package static func tokens(environment: [String: String]) -> String? {
        BaseDirectory.data.path(environment: environment).map { $0 + "/tokens.json" }
    }
}

extension ServerSettings {
    /// A setting of the server. A configuration file can contain each one, the command line most of them.
    enum Key: String, CaseIterable {
        case host, port, data, ephemeral, advertise, releaseAfter, clock, logFormat, tokens, rateLimit, hosts, origins
        case limits, consent, action
    }

    /// The reference entry of a key.
    struct KeyDescription {
        let meaning: String
        /// The default value.
        let standard: String
        /// The allowed values.
        let range: String
        /// The command-line option that sets the key.
        var option: String?
    }
}

extension ServerSettings.Key {
    var description: ServerSettings.KeyDescription {
        switch self {
        case .host:
            .init(
                meaning: "the address to listen on; beyond loopback only with tokens", standard: "\"127.0.0.1\"",
                range: "an IPv4 or IPv6 address, or `localhost`", option: "--host")
        case .port:
            .init(
                meaning: "the port to listen on; 0 lets the system choose",
                standard: "\(ServerArguments.standardPort)", range: "0 to 65535", option: "--port")
        case .data:
            .init(
                meaning: "the SQLite file of the data, or the PostgreSQL database of all worlds; not with `ephemeral`",
                standard: "`$XDG_DATA_HOME/understudy/chat.sqlite`",
                range: "a path or a `postgres://` address", option: "--data")
        case .ephemeral:
            .init(
                meaning: "keeps the log in memory only; not with `data`", standard: "false", range: "true or false",
                option: "--ephemeral")
        case .advertise:
            .init(
                meaning: "the address where the other servers of a PostgreSQL database reach this one",
                standard: "`host` and the port", range: "`HOST` or `HOST:PORT`", option: "--advertise")
        case .releaseAfter:
            .init(
                meaning: "the seconds without a session after which another server of the database may serve a world",
                standard: "600", range: "1 to 86400")
        case .clock:
            .init(
                meaning: "the clock of the world `main`", standard: "\"real\"", range: words(ClockKind.self),
                option: "--clock")
        case .logFormat:
            .init(
                meaning: "the format of the server's log on stderr", standard: "\"text\"",
                range: words(ServerLog.Format.self), option: "--log-format")
        case .tokens:
            .init(
                meaning: "the file of tokens; every session then needs one, as with a database that has tokens",
                standard: "none", range: "a path", option: "--tokens")
        case .rateLimit:
            .init(
                meaning: "true to limit the rate of requests", standard: "true", range: "true or false",
                option: "--no-rate-limit")
        case .hosts:
            .init(
                meaning: "names for browsers to address the server, in addition to loopback's and `host`",
                standard: "[]", range: "host names, lower case, without ports")
        case .origins:
            .init(
                meaning: "origins whose pages may connect, in addition to its own", standard: "[]",
                range: "such as `https://tool.example`", option: "--origin")
        case .limits: .init(meaning: "the limits, each by its name", standard: "{}", range: "an object")
        case .consent:
            .init(
                meaning: "the numbers that decide when the server asks people for consent, each by its name",
                standard: "{}",
                range: "an object")
        case .action:
            .init(
                meaning: "the numbers for an app's answers to requested actions, each by its name", standard: "{}",
                range: "an object")
        }
    }

    private func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> String {
        Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    }
}
