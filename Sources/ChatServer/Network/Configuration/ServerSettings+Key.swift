import ChatProtocol

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
