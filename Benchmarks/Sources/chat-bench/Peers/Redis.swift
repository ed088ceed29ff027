/// Redis, publish and subscribe over RESP3, in which one connection does both.
struct Redis: Contender {
    let name = "Redis"
    let program = "redis-server"
    let role = Role.peer
    let promise = "PUBLISH is answered (taken); nothing is kept, and a receiver that is away misses it"
    let acknowledges = true
    let versionArguments: [String]? = ["--version"]

    func arguments(port: UInt16, directory: String) -> [String] {
        [
            "--port", "\(port)", "--bind", "127.0.0.1", "--dir", directory, "--save", "", "--appendonly", "no",
            "--maxclients", "10000", "--client-output-buffer-limit", "pubsub 0 0 0", "--loglevel", "warning",
        ]
    }

    private static func command(_ words: [String]) -> String {
        "*\(words.count)\r\n" + words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
    }

    func logIn(_ client: Client, as person: String) throws(BenchError) {
        try client.ask(Self.command(["HELLO", "3"]) + Self.command(["PING"]), until: "+PONG\r\n")
    }

    /// A channel for each speaker, so that nobody is sent what they said themselves, as in ours.
    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError) {
        let channels = (0..<speakers).map { "\(name)/\($0)" }
        for (seat, member) in members.enumerated() {
            let heard = channels.enumerated().filter { $0.offset != seat }.map(\.element)
            if seat < speakers {
                member.client.speech = Speech(
                    before: Array(Self.command(["PUBLISH", channels[seat], Speech.text]).utf8))
            }
            guard let channel = heard.first else { continue }
            // Names of one length, so that what is told is of one length too.
            member.client.deliveryCount = Self.command(["message", channel, Speech.text]).utf8.count
            try member.client.ask(Self.command(["SUBSCRIBE"] + heard) + Self.command(["PING"]), until: "+PONG\r\n")
        }
    }

    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        var heard = Heard()
        var start = 0
        while start < bytes.count {
            switch bytes[start] {
            case UInt8(ascii: ">"):
                let end = start + client.deliveryCount
                guard end <= bytes.count else { return (heard, start) }
                guard bytes[end - 1] == UInt8(ascii: "\n") else { throw BenchError("Redis changed a message") }
                heard.delivered += 1
                start = end
            case UInt8(ascii: ":"):
                guard let end = bytes.newline(from: start) else { return (heard, start) }
                heard.acknowledged += 1
                start = end + 1
            default: throw BenchError("Redis said something else under load")
            }
        }
        return (heard, start)
    }
}
