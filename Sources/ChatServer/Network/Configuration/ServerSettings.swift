public import ChatProtocol
import ChatSystem

/// What a server was told about itself, by a file, by its command line, or by nobody.
public struct ServerSettings: Sendable, Equatable {
    /// Where the log goes.
    public enum Storage: Sendable, Equatable {
        /// To this file.
        case file(String)
        /// To the usual file of this user.
        case standardFile
        /// Nowhere: all is gone at the end.
        case ephemeral
    }

    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose.
    public var port: UInt16 = ServerArguments.standardPort
    /// Where the log goes.
    public var storage = Storage.standardFile
    /// How time passes in `main`.
    public var clock = ClockKind.real
    /// How the server's own lines look.
    public var logFormat = ServerLog.Format.text
    /// The file of tokens; without one everyone is who they say they are.
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
        // Whoever can reach the port can be anyone: beyond this machine that takes tokens.
        if tokens == nil, isLoopback == false {
            return "host \(host) can be reached from other machines, which needs tokens: make some with "
                + "chat-server token add, and give --tokens FILE; or listen on 127.0.0.1 or ::1"
        }
        return limits.contradiction.map { "limits.\($0)" }
    }
}

extension ServerSettings {
    /// One thing that a configuration file can say.
    enum Key: String, CaseIterable {
        case host, port, data, ephemeral, clock, logFormat, tokens, rateLimit, hosts, origins, limits, consent, action

        var meaning: String {
            switch self {
            case .host: "the address to listen on; beyond loopback only with `tokens`"
            case .port: "the port to listen on; 0 lets the system choose"
            case .data: "the SQLite file of the log; not beside `ephemeral`"
            case .ephemeral: "keep nothing; not beside `data`"
            case .clock: "how time passes in the world `main`"
            case .logFormat: "how the server's own lines on stderr look"
            case .tokens: "the file of tokens; with it every session needs one"
            case .rateLimit: "whether the rate of requests is limited"
            case .hosts: "names by which browsers may address the server, beside loopback's and `host`"
            case .origins: "origins whose pages may speak to the server, beside its own"
            case .limits: "the limits, each by its name"
            case .consent: "when people are asked for consent, each number by its name"
            case .action: "how apps answer what they are asked, each number by its name"
            }
        }

        var standard: String {
            switch self {
            case .host: "\"127.0.0.1\""
            case .port: "\(ServerArguments.standardPort)"
            case .data: "`$XDG_DATA_HOME/understudy/chat.sqlite`"
            case .ephemeral: "false"
            case .clock: "\"real\""
            case .logFormat: "\"text\""
            case .tokens: "none"
            case .rateLimit: "true"
            case .hosts, .origins: "[]"
            case .limits, .consent, .action: "{}"
            }
        }

        var range: String {
            switch self {
            case .host: "an IPv4 or IPv6 address, or `localhost`"
            case .port: "0 to 65535"
            case .data, .tokens: "a path"
            case .ephemeral, .rateLimit: "true or false"
            case .clock: ClockKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            case .logFormat: ServerLog.Format.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
            case .hosts: "host names, lower case, without ports"
            case .origins: "such as `https://tool.example`"
            case .limits, .consent, .action: "an object"
            }
        }
    }

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
            Row(key: $0.rawValue, meaning: $0.meaning, standard: $0.standard, range: $0.range)
        }
            + Limits.Name.allCases.map {
                Row(
                    key: "limits.\($0.rawValue)", meaning: $0.meaning, standard: "\(Limits.standard[$0])",
                    range: "\($0.range.lowerBound) to \($0.range.upperBound)")
            }
            + ConsentPolicy.Name.allCases.map {
                Row(
                    key: "consent.\($0.rawValue)", meaning: $0.meaning, standard: "\(ConsentPolicy()[$0])",
                    range: "\($0.range.lowerBound) to \($0.range.upperBound)")
            }
            + ActionPolicy.Name.allCases.map {
                Row(
                    key: "action.\($0.rawValue)", meaning: $0.meaning, standard: "\(ActionPolicy()[$0])",
                    range: "\($0.range.lowerBound) to \($0.range.upperBound)")
            }
    }

    /// These settings as a configuration file that says the same.
    func text(environment: [String: String]) -> String {
        var lines: [(Key, JSONValue)] = [
            (.host, .string(host)), (.port, .integer(Int64(port))), (.clock, .string(clock.rawValue)),
            (.logFormat, .string(logFormat.rawValue)), (.rateLimit, .bool(limitsRate)),
            (.hosts, .array(hosts.map(JSONValue.string))), (.origins, .array(origins.map(JSONValue.string))),
        ]
        switch storage {
        case .file(let path): lines.append((.data, .string(path)))
        case .standardFile:
            if let path = DataPath.chatLog(environment: environment) { lines.append((.data, .string(path))) }
        case .ephemeral: lines.append((.ephemeral, true))
        }
        if let tokens { lines.append((.tokens, .string(tokens))) }
        func text(_ value: some JSONWritable) -> String { String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) }
        var written = lines.map { "  \"\($0.0.rawValue)\": \(text($0.1))" }
        let limits = Limits.Name.allCases.map { "    \"\($0.rawValue)\": \(self.limits[$0])" }
        written.append("  \"limits\": {\n\(limits.joined(separator: ",\n"))\n  }")
        let consent = ConsentPolicy.Name.allCases.map { "    \"\($0.rawValue)\": \(self.consent[$0])" }
        written.append("  \"consent\": {\n\(consent.joined(separator: ",\n"))\n  }")
        let action = ActionPolicy.Name.allCases.map { "    \"\($0.rawValue)\": \(self.action[$0])" }
        written.append("  \"action\": {\n\(action.joined(separator: ",\n"))\n  }")
        return "{\n\(written.joined(separator: ",\n"))\n}\n"
    }
}
