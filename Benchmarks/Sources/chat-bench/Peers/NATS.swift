/// NATS, core publish and subscribe.
struct NATS: Contender {
    let name = "NATS"
    let program = "nats-server"
    let role = Role.peer
    let promise = "verbose: +OK to each PUB (taken); nothing is kept, and a receiver that is away misses it"
    let acknowledges = true
    let versionArguments: [String]? = ["--version"]

    func arguments(port: UInt16, directory: String) throws(BenchError) -> [String] {
        let file = "\(directory)/nats.conf"
        let settings = """
            listen: "127.0.0.1:\(port)"
            ping_interval: "1h"
            max_pending: 512MB
            write_deadline: "60s"

            """
        try System.write(settings, toFile: file)
        return ["-c", file]
    }

    /// Without the echo nobody is sent what they said themselves.
    func logIn(_ client: Client, as person: String) throws(BenchError) {
        try client.ask(#"CONNECT {"verbose":true,"pedantic":false,"echo":false}"# + "\r\nPING\r\n", until: "PONG\r\n")
    }

    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError) {
        let publish = Array("PUB \(name) \(Speech.text.utf8.count)\r\n\(Speech.text)\r\n".utf8)
        for (seat, member) in members.enumerated() {
            if seat < speakers { member.client.speech = Speech(before: publish) }
            guard seat > 0 || speakers > 1 else { continue }
            try member.client.ask("SUB \(name) 1\r\nPING\r\n", until: "PONG\r\n")
        }
    }

    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        var heard = Heard()
        var start = 0
        while let end = bytes.newline(from: start) {
            switch bytes[start] {
            case UInt8(ascii: "M"):
                let whole = end + 1 + Speech.text.utf8.count + 2
                guard whole <= bytes.count else { return (heard, start) }
                heard.delivered += 1
                start = whole
                continue
            case UInt8(ascii: "+"): heard.acknowledged += 1
            case UInt8(ascii: "-"): throw BenchError("NATS refused something under load")
            default: break  // INFO, which it says when it likes.
            }
            start = end + 1
        }
        return (heard, start)
    }
}
