import Glibc

/// As much of an IRC server (RFC 2812) as one client needs to be in one channel, where somebody talks.
final class IRCFeed: Feed {
    private static let channel = "#lake"

    private let listener: Int32
    private let port: UInt16
    private var client: Client?
    private var buffer = [UInt8](repeating: 0, count: 16 * 1_024)
    private(set) var isReady = false

    init() throws(BenchError) {
        (listener, port) = try System.listen()
        System.setNonBlocking(listener)
    }

    var descriptor: Int32 { client?.descriptor ?? listener }
    /// Control-U.
    var clearing: [UInt8] { [0x15] }
    var isUnsent: Bool { client?.isBlocked ?? false }
    var isBlocked: Bool { client?.isBlocked ?? true }

    func say(_ text: String) throws(BenchError) { try send(":anna!anna@localhost PRIVMSG \(Self.channel) :\(text)") }

    func turn() throws(BenchError) {
        guard let client else {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            System.setNonBlocking(descriptor)
            return client = Client(descriptor)
        }
        let count = try client.receive(into: &buffer)
        client.partial += buffer[..<count]
        while let end = client.partial.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: client.partial[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            client.partial.removeFirst(end + 1)
            try answer(line.split(separator: " ").map(String.init))
        }
        try client.flush()
    }

    private func answer(_ words: [String]) throws(BenchError) {
        switch words.first {
        case "CAP": if words.dropFirst().first == "LS" { try send(":bench CAP * LS :") }
        case "USER":
            try send(":bench 001 bea :Welcome")
            try send(":bench 422 bea :There is no message of the day")
        case "JOIN":
            try send(":bea!bea@localhost JOIN \(Self.channel)")
            try send(":bench 353 bea = \(Self.channel) :bea anna carl")
            try send(":bench 366 bea \(Self.channel) :End of the names")
            isReady = true
        case "PING": try send(":bench PONG bench \(words.dropFirst().first ?? "")")
        default: break
        }
    }

    private func send(_ line: String) throws(BenchError) {
        guard let client else { throw BenchError("nobody reads the channel") }
        client.output += line.utf8
        client.output += "\r\n".utf8
        try client.flush()
    }

    /// WeeChat, with the settings that are the best for it on this work: no plug-ins but those that talk and list, no
    /// log, no limit to what it keeps, no question before a long paste, no brake on what it sends.
    func open(_ options: Options, home: String) throws(BenchError) -> PseudoTerminal {
        let settings = [
            "weechat.history.max_buffer_lines_number 0", "weechat.history.max_buffer_lines_minutes 0",
            "weechat.look.paste_max_lines -1", "irc.server_default.anti_flood_prio_high 0",
            "irc.server_default.anti_flood_prio_low 0",
        ]
        var commands = settings.map { "/set \($0)" }
        commands.append("/server add lake 127.0.0.1/\(port) -nicks=bea -autojoin=\(Self.channel)")
        // From version 4 on it speaks TLS unless told otherwise; before, the option was called otherwise and was off.
        commands += ["/set irc.server.lake.tls off", "/connect lake"]
        return try PseudoTerminal(
            [options.weechat, "-d", home + "/weechat", "-s", "-P", "irc,buflist"] + commands.flatMap { ["-r", $0] },
            home: home)
    }

    func close() {
        client?.close()
        Glibc.close(listener)
    }
}
