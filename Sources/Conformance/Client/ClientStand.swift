import ChatConnection
import ChatProtocol
import ChatSystem

/// A server for one client, with a line between them that a check disturbs.
package final class ClientStand {
    /// Whom the client runs as.
    package static let handle = "anna"
    /// What the conversation is called in which everything happens.
    static let name = "Kit"

    /// A request of the client's.
    struct Request {
        let method: String
        let params: JSONValue
        /// When it came, in milliseconds of the steady clock.
        let at: Int64
    }

    /// What becomes of a request.
    enum Fate {
        case passes
        /// It never came, and the connection ends.
        case lost
        case refused(RPCError)
    }

    /// What is said to the client in place of a message.
    enum Saying {
        case messages([[UInt8]])
        /// Nothing, and the connection ends.
        case lost
    }

    let pace: ClientConformance.Pace
    private let stage: any ListeningStage
    private let says: String
    private let port: UInt16
    private var listener: Int32
    private var lines: [DisturbedLine] = []
    private var client: (any ClientProgram)?
    private var other: ScriptedClient
    private let conversation: String

    /// What becomes of requests.
    var hears: (Request) -> Fate = { _ in .passes }
    /// What is said, by the message and the request that it answers.
    var tells: (_ message: [UInt8], _ request: Request?) -> Saying = { message, _ in .messages([message]) }
    /// How many bytes are said at a time; all, where it is nil.
    var bytesAtOnce: Int?
    /// Whether a connection ends as soon as it comes.
    var endsConnections = false

    /// What the client asked, in order.
    private(set) var requests: [Request] = []
    /// What the client printed, in order.
    private(set) var printed: [String] = []
    /// When connections came, in milliseconds of the steady clock.
    private(set) var connections: [Int64] = []
    /// The largest cursor that the client was told.
    private(set) var cursor: Int64 = 0
    /// How often it was let in.
    private(set) var welcomes = 0

    init(stage: any ListeningStage, says: String, pace: ClientConformance.Pace) throws {
        (self.stage, self.says, self.pace) = (stage, says, pace)
        (listener, port) = try Sockets.listen(host: "127.0.0.1", port: 0)
        other = try Self.join(stage)
        let created = try other.request("conversation.create") {
            $0.member("participants", [Self.handle, "carl"])
            $0.member("name", Self.name)
        }
        conversation = created["conversation"]?["id"]?.stringValue ?? ""
    }

    private static func join(_ stage: any ListeningStage) throws -> ScriptedClient {
        let client = ScriptedClient(try stage.connect())
        guard let handle = Handle("bea") else { return client }
        try client.hello(Hello(.person(handle, name: nil)))
        return client
    }

    func end() {
        client?.stop()
        for line in lines { line.close() }
        shutDoor()
        stage.close()
    }

    // MARK: The client

    /// Starts the client, and waits until it has come in and has asked what it asks.
    func begin(_ start: (ServerEndpoint) throws -> any ClientProgram) throws {
        client = try start(ServerEndpoint(host: "127.0.0.1", port: port))
        try wait(for: "session.hello of the client") { self.cursor > 0 }
        try wait(for: "the client to have sent its first requests") {
            Clocks.steady() - (self.requests.last?.at ?? 0) > 100
        }
    }

    /// Tells the client to say something.
    func tell(_ text: String) {
        let line = says.replacing("{conversation}", with: conversation).replacing("{name}", with: Self.name)
            .replacing("{text}", with: text)
        for line in line.split(separator: "\n") { client?.say(String(line)) }
    }

    /// How often the client printed that.
    func timesPrinted(_ text: String) -> Int { printed.count { $0.contains(text) } }

    /// The requests to send that text.
    func sendings(_ text: String) -> [Request] {
        requests.filter { $0.method == "message.send" && $0.params["text"]?.stringValue == text }
    }

    /// What the client asked when it came in.
    var hellos: [Request] { requests.filter { $0.method == "session.hello" } }

    /// Its newest connection.
    var line: DisturbedLine? { lines.last }

    /// Whether it speaks through a WebSocket.
    var isWebSocket: Bool { line?.isWebSocket == true }

    /// How often a ping was answered.
    var pongs: Int { lines.map(\.pongs).reduce(0, +) }

    // MARK: Everybody else

    /// Somebody else says something.
    func say(_ text: String) throws {
        try other.request("message.send") {
            $0.member("conversation", conversation)
            $0.member("text", text)
        }
    }

    /// How often the server has that text, as everybody else hears it.
    func timesSent(_ text: String) -> Int {
        try? other.catchUp()
        return other.inbox.count { $0.params["message"]?["text"]?.stringValue == text && $0.method == "message.posted" }
    }

    // MARK: Disturbing

    /// Says something to the client that no server of ours says.
    func inject(_ json: String) { line?.put(Array(json.utf8)) }

    /// Sends bytes that are no message.
    func injectBytes(_ text: String) { line?.putBytes(Array(text.utf8)) }

    func ping() { line?.ping() }

    /// Ends all connections.
    func cut() {
        for line in lines { line.close() }
        lines = []
    }

    func closeWebSockets(_ code: WebSocketCloseCode) {
        for line in lines { line.closeWebSocket(code) }
    }

    /// Refuses connections.
    func shutDoor() {
        if listener >= 0 { Descriptors.close(listener) }
        listener = -1
    }

    /// Takes them again.
    func openDoor() throws { (listener, _) = try Sockets.listen(host: "127.0.0.1", port: port) }

    /// Ends the server and starts it again on what it has.
    func restart() throws {
        other.close()
        try stage.restart()
        other = try Self.join(stage)
    }

    // MARK: Time

    /// Goes on until something is so.
    func wait(for what: String, until isSo: () -> Bool) throws {
        let deadline = Clocks.steady() + pace.patience
        while !isSo() {
            if let end = client?.end { throw CheckEnd.failed(what, seen: "the client ended: \(end)") }
            guard Clocks.steady() < deadline else {
                let last = printed.suffix(3).joined(separator: " / ")
                let asked = requests.suffix(5).map(\.method).joined(separator: ", ")
                throw CheckEnd.failed(
                    what,
                    seen:
                        "not within \(pace.patience) ms; last printed: \(last.isEmpty ? "nothing" : last); last requested: "
                        + (asked.isEmpty ? "nothing" : asked))
            }
            turn()
        }
    }

    /// Fails once the client has ended.
    func expectThatItRuns() throws {
        if let end = client?.end { throw CheckEnd.failed("the client to keep running", seen: "it ended: \(end)") }
    }

    /// Goes on for that long, or until something is so.
    func stay(milliseconds: Int64, until isOver: () -> Bool = { false }) {
        let deadline = Clocks.steady() + milliseconds
        while Clocks.steady() < deadline, !isOver() { turn() }
    }

    private func turn() {
        var interests = lines.map(\.interest)
        if listener >= 0 { interests.append(Interest(descriptor: listener)) }
        let ready = Readiness.wait(for: interests, milliseconds: 5)
        if listener >= 0, ready.last?.canRead == true, case .connection(let descriptor, _) = Sockets.accept(listener) {
            connections.append(Clocks.steady())
            if endsConnections { Descriptors.close(descriptor) } else { lines.append(DisturbedLine(descriptor)) }
        }
        for line in lines {
            for message in line.read() { take(message, from: line) }
            for message in line.readServer() { give(message, to: line) }
            line.write(bytesAtOnce: bytesAtOnce)
        }
        lines.removeAll(where: \.isClosed)
        printed += client?.hear() ?? []
    }

    private func take(_ message: [UInt8], from line: DisturbedLine) {
        let value = (try? JSONReader.read(message))?.value ?? .null
        let request = Request(
            method: value["method"]?.stringValue ?? "", params: value["params"] ?? [:], at: Clocks.steady())
        requests.append(request)
        switch hears(request) {
        case .passes: line.pass(message, request, id: value["id"], to: stage.endpoint)
        case .lost: line.close()
        case .refused(let error): line.put(Envelope.failure(id: RequestID(value["id"]), error))
        }
    }

    private func give(_ message: [UInt8], to line: DisturbedLine) {
        let value = (try? JSONReader.read(message))?.value ?? .null
        let request = line.takeRequest(value["id"])
        switch tells(message, request) {
        case .messages(let messages):
            for message in messages { line.put(message) }
            if request?.method == "session.hello", value["result"] != nil { welcomes += 1 }
            let told = value["params"]?["cursor"] ?? value["result"]?["cursor"]
            cursor = max(cursor, told?.integerValue ?? 0)
        case .lost: line.close()
        }
    }
}
