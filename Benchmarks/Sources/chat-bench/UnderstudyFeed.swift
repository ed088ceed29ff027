import ChatProtocol
import Glibc

/// A conversation at a `chat-server`, and the one who talks in it.
final class UnderstudyFeed: Feed {
    private static let window = 64
    /// How long the server may say nothing while the conversation is filled, in milliseconds.
    private static let patience: Int32 = 20_000

    private let server: ServerProcess
    private let client: Client
    private let conversation: String
    private var buffer = [UInt8](repeating: 0, count: 256 * 1_024)
    private var lastID: Int64 = 0
    private var answered: Int64 = 0

    /// Fills a conversation, of which the last message is marked.
    init(messages: Int, _ options: Options) throws(BenchError) {
        server = try ServerProcess(Understudy.inMemory, options)
        do throws(BenchError) {
            conversation = try Self.conversation(at: server)
            client = try server.connect()
            try Understudy.inMemory.logIn(client, as: "anna")
        } catch {
            server.stop()
            throw error
        }
        System.setNonBlocking(client.descriptor)
        do throws(BenchError) {
            for number in 1..<messages { try sayInTurn(Chatter.text(number)) }
            try sayInTurn(Chatter.marked(messages))
            try wait { self.answered == self.lastID }
        } catch {
            close()
            throw error
        }
    }

    private static func conversation(at server: ServerProcess) throws(BenchError) -> String {
        guard let handle = Handle("anna") else { throw BenchError("anna is no handle") }
        let anna = try Session(.person(handle, name: nil), at: server)
        defer { anna.close() }
        let made = try anna.ask("conversation.create") { json in
            json.member("participants", ["bea", "carl"])
            json.member("name", "lake")
        }
        guard let id = made["conversation"]?["id"]?.stringValue else { throw BenchError("no conversation was made") }
        return id
    }

    private func sayInTurn(_ text: String) throws(BenchError) {
        try say(text)
        try wait { self.lastID - self.answered < Self.window }
    }

    private func wait(until isDone: () -> Bool) throws(BenchError) {
        while !isDone() {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Self.patience) > 0 else { throw BenchError("a conversation cannot be filled") }
            try turn()
        }
    }

    var descriptor: Int32 { client.descriptor }
    var isReady: Bool { true }
    /// Control-_ takes one edit back after the other, until it has come to a single line; then that is deleted.
    var clearing: [UInt8] { [UInt8](repeating: 0x1F, count: 400) + [0x05, 0x15] }
    var isUnsent: Bool { client.isBlocked }
    var isBlocked: Bool { client.isBlocked || lastID - answered >= Self.window }

    func say(_ text: String) throws(BenchError) {
        lastID += 1
        client.output += Envelope.request(id: .integer(lastID), method: "message.send") {
            $0.member("conversation", conversation)
            $0.member("text", text)
        }
        client.output.append(UInt8(ascii: "\n"))
        try client.flush()
    }

    func turn() throws(BenchError) {
        let count = try client.receive(into: &buffer)
        client.partial += buffer[..<count]
        let (heard, used) = try client.partial.withUnsafeBufferPointer { bytes throws(BenchError) in
            try Understudy.inMemory.hear(bytes, by: client)
        }
        client.partial.removeFirst(used)
        answered += Int64(heard.acknowledged)
        try client.flush()
    }

    func open(_ options: Options, home: String) throws(BenchError) -> PseudoTerminal {
        try PseudoTerminal([options.client, "connect", "127.0.0.1:\(server.port)", "--as", "bea"], home: home)
    }

    func close() {
        client.close()
        server.stop()
    }
}
