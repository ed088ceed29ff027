import Glibc

/// ngIRCd, without its brakes: no limit to connections and channels, no penalty for who says much.
struct NgIRCd: Contender {
    let name = "ngIRCd"
    let program = "ngircd"
    let role = Role.peer
    let promise = "nothing is acknowledged or kept"
    let acknowledges = false
    let versionArguments: [String]? = ["--version"]

    func arguments(port: UInt16, directory: String) throws(BenchError) -> [String] {
        let file = "\(directory)/ngircd.conf"
        let settings = """
            [Global]
            Name = bench.invalid
            Info = bench
            Listen = 127.0.0.1
            Ports = \(port)
            [Limits]
            MaxConnections = 0
            MaxConnectionsIP = 0
            MaxJoins = 0
            MaxPenaltyTime = 0
            MaxNickLength = 20
            PingTimeout = 3600
            PongTimeout = 3600
            [Options]
            DNS = no
            Ident = no
            PAM = no

            """
        try System.write(settings, toFile: file)
        return ["-n", "-f", file]
    }

    /// Up to the end of the welcome, which is that there is no message of the day.
    func logIn(_ client: Client, as person: String) throws(BenchError) {
        try client.ask("NICK \(person)\r\nUSER \(person) 0 * :\(person)\r\nPING :in\r\n", until: ":in\r\n")
    }

    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError) {
        let speech = Speech(before: Array("PRIVMSG #\(name) :\(Speech.text)\r\n".utf8))
        for member in members {
            member.client.speech = speech
            try member.client.ask("JOIN #\(name)\r\nPING :joined\r\n", until: ":joined\r\n")
        }
    }

    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        var heard = Heard()
        var start = 0
        while let base = bytes.baseAddress, let end = bytes.newline(from: start) {
            // “:nick!user@host PRIVMSG …”; the others are told who joined, too.
            if let space = memchr(base + start, 0x20, end - start), memcmp(space, " PRIVMSG ", 9) == 0 {
                heard.delivered += 1
            } else if bytes[start] != UInt8(ascii: ":") {
                throw BenchError(String(decoding: bytes[start..<end], as: UTF8.self))
            }
            start = end + 1
        }
        return (heard, start)
    }
}
