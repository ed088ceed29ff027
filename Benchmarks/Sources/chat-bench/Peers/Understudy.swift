import ChatProtocol

/// `chat-server`, with or without a log on the disk, over lines or a WebSocket.
struct Understudy: Contender {
    let name: String
    let promise: String
    let isStored: Bool
    let framing: Framing
    /// The limits that are others than usual, as members of `limits` in a configuration.
    var limits = ""
    /// The address of the database in which the log is, where it is in none of the bench's own folders.
    var database: String?

    static let inMemory = Understudy(
        name: "Understudy, in memory",
        promise: "acknowledged = decided, in order, and kept until the process ends", isStored: false, framing: .lines)
    static let stored = Understudy(
        name: "Understudy, stored",
        promise: "acknowledged = written to SQLite and synced to the disk (synchronous=FULL), then told",
        isStored: true, framing: .lines)
    static let byWebSocket = Understudy(
        name: "Understudy, WebSocket", promise: "the same as in memory, one message a frame", isStored: false,
        framing: .webSocket)

    /// In a database that is there: what one measurement leaves in it, the next finds.
    static func inDatabase(_ address: String) -> Understudy {
        Understudy(
            name: "Understudy, PostgreSQL", promise: "acknowledged = committed and synced by PostgreSQL, then told",
            isStored: true, framing: .lines, database: address)
    }

    let program = "chat-server"
    let role = Role.ours
    let acknowledges = true
    let versionArguments: [String]? = ["--version"]

    func arguments(port: UInt16, directory: String) throws(BenchError) -> [String] {
        try System.write("{\"limits\": {\(limits)}}", toFile: "\(directory)/config.json")
        return ["--port", "\(port)", "--no-rate-limit", "--config", "\(directory)/config.json"]
            + (isStored ? ["--data", database ?? "\(directory)/chat.sqlite"] : ["--ephemeral"])
    }

    func logIn(_ client: Client, as person: String) throws(BenchError) {
        guard let handle = Handle(person) else { throw BenchError("\(person) is no handle") }
        if framing == .webSocket { try client.ask(Framing.upgrade, until: "\r\n\r\n") }
        _ = try request(client, "session.hello") { Hello(.person(handle, name: nil)).writeMembers(to: &$0) }
    }

    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError) {
        let id = try request(members[0].client, "conversation.create") { json in
            json.member("participants", members.map(\.person))
            json.member("name", name)
        }["conversation"]?["id"]?.stringValue
        guard let id else { throw BenchError("conversation.create answered without an id") }
        let speech = framing.speech(in: id)
        for member in members { member.client.speech = speech }
    }

    func request(
        _ client: Client, _ method: String, _ params: (inout JSONWriter) -> Void
    ) throws(BenchError) -> JSONValue {
        let request = framing.framed(Envelope.request(id: .integer(0), method: method, params: params))
        return try client.ask(request) { bytes throws(BenchError) in
            while let message = framing.take(from: &bytes) {
                switch ServerMessage.read(message) {
                case .result(_, let result): return result
                case .notification: continue
                case .failure(_, let error): throw BenchError("\(method) was refused: \(error.message)")
                case nil: throw BenchError("\(method) was answered with no message")
                }
            }
            return nil
        }
    }

    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        var heard = Heard()
        var start = 0
        while let message = framing.message(in: bytes, from: start) {
            try Self.count(UnsafeBufferPointer(rebasing: bytes[message.content]), in: &heard)
            start = message.end
        }
        return (heard, start)
    }

    private static let kindOffset = #"{"jsonrpc":"2.0","#.utf8.count + 1
    private static let methodOffset = kindOffset + #"method":""#.utf8.count
    private static let posted = Array("message.posted".utf8)

    /// Reads no more of a message than tells what it is.
    private static func count(_ message: UnsafeBufferPointer<UInt8>, in heard: inout Heard) throws(BenchError) {
        guard message.count > methodOffset + posted.count else { return }
        if message[kindOffset] == UInt8(ascii: "m") {
            let method = UnsafeBufferPointer(rebasing: message[methodOffset..<methodOffset + posted.count])
            if method.elementsEqual(posted) { heard.delivered += 1 }
            return
        }
        // `…"id":17,"result":…` or `…"id":17,"error":…`.
        var index = kindOffset + 4
        while index < message.count, message[index] != UInt8(ascii: ",") { index += 1 }
        guard index + 2 < message.count, message[index + 2] == UInt8(ascii: "r") else {
            throw BenchError("refused: \(String(decoding: message, as: UTF8.self))")
        }
        heard.acknowledged += 1
    }
}
