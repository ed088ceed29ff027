import ChatConnection
import ChatProtocol
import ChatSystem

/// The test bench of one client: a server, and a line to it that a check disturbs.
package final class ClientStand {
    /// The handle of the client's person.
    package static let handle = "anna"
    /// The name of the conversation in which the checks take place.
    static let name = "Kit"

    /// A request of the client.
    struct Request: Equatable {
        /// The number of requests before this one.
        let number: Int
        /// True if no request precedes this one on its connection.
        let isFirst: Bool
        let method: String
        let params: JSONValue
        /// The time of the request's arrival, in milliseconds of the steady clock.
        let at: Int64
    }

    /// The handling of a request.
    enum Fate {
        case passes
        /// The request waits for the next line of the transcript.
        case held
        case refused(RPCError)
    }

    /// The messages that the client receives instead of one of the server.
    enum Saying {
        case messages([[UInt8]])
        /// The client receives nothing, and the connection ends.
        case lost
    }

    let pace: ClientConformance.Pace
    let stage: any ListeningStage
    private let says: String
    private let port: UInt16
    private var listener: Int32
    private var lines: [DisturbedLine] = []
    private(set) var client: (any ClientProgram)?
    private(set) var other: ProbePerson
    let conversation: JSONValue

    /// The person that the client plays in a transcript.
    var clientPerson = ClientStand.handle
    /// Determines the handling of each request; by default all requests pass.
    var hears: (Request) -> Fate = { _ in .passes }
    /// Replaces a message of the server, given with the request that it answers; by default all messages pass.
    var tells: (_ message: [UInt8], _ request: Request?) -> Saying = { message, _ in .messages([message]) }
    /// The number of bytes that each turn sends to the client; nil for all.
    var bytesAtOnce: Int?
    /// True if each new connection ends at once.
    var endsConnections = false

    /// The requests of the client, in order.
    private(set) var requests: [Request] = []
    /// The lines that the client has printed, in order.
    private(set) var printed: [String] = []
    /// The times of new connections, in milliseconds of the steady clock.
    private(set) var connections: [Int64] = []
    /// The largest cursor that the client has received.
    private(set) var cursor: Int64 = 0
    /// The request that waits for a line of the transcript.
    var held: (request: Request, message: [UInt8], id: JSONValue?, line: DisturbedLine)?
    /// The numbers of the requests whose answers the client has received.
    private(set) var answered: Set<Int> = []
    /// The number of requests up to the last one that a transcript has expected, or that came before a disturbance.
    var matched = 0
    /// The texts that a transcript made the client send.
    var sentTexts: Set<String> = []
    /// The texts that a transcript expects to be printed, in order.
    var texts: [String] = []
    /// The number of printed lines up to the last of these texts.
    var place = 0

    init(stage: any ListeningStage, says: String, pace: ClientConformance.Pace) throws {
        (self.stage, self.says, self.pace) = (stage, says, pace)
        (listener, port) = try Sockets.listen(host: "127.0.0.1", port: 0)
        other = try Self.join(stage)
        let created = try other.ask(
            "conversation.create", ["participants": [.string(Self.handle), "carl"], "name": .string(Self.name)])
        conversation = created["conversation"]?["id"] ?? .null
    }

    private static func join(_ stage: any ListeningStage) throws -> ProbePerson {
        let person = try ServerSubject(stage.endpoint).person("bea")
        try person.join()
        return person
    }

    func end() {
        client?.stop()
        for line in lines { line.close() }
        shutDoor()
        stage.close()
    }

    // MARK: The client

    /// Starts the client, and waits until it has logged in and sent no request for 100 ms.
    func begin(_ start: (ServerEndpoint) throws -> any ClientProgram) throws {
        client = try start(ServerEndpoint(host: "127.0.0.1", port: port))
        try wait(for: "session.hello of the client") { self.cursor > 0 }
        try wait(for: "the client to have sent its first requests") {
            Clocks.steady() - (self.requests.last?.at ?? 0) > 100
        }
    }

    /// Makes the client send a text.
    func tell(_ text: String) {
        let id = conversation.stringValue ?? ""
        let line = says.replacing("{conversation}", with: id).replacing("{name}", with: Self.name).replacing(
            "{text}", with: text)
        for line in line.split(separator: "\n") { client?.say(String(line)) }
    }

    /// Returns the number of printed lines that contain a text.
    func timesPrinted(_ text: String) -> Int { printed.count { $0.contains(text) } }

    /// The client's login requests.
    var hellos: [Request] { requests.filter { $0.method == "session.hello" } }

    /// The client's newest connection.
    var line: DisturbedLine? { lines.last }

    /// True if the newest connection is a WebSocket.
    var isWebSocket: Bool { line?.isWebSocket == true }

    /// The number of received pongs.
    var pongs: Int { lines.map(\.pongs).reduce(0, +) }

    // MARK: Disturbances

    /// Sends the client a message that the server did not send.
    func inject(_ json: String) { line?.put(Array(json.utf8)) }

    /// Sends the client bytes that are not a complete message.
    func injectBytes(_ text: String) { line?.putBytes(Array(text.utf8)) }

    func ping() { line?.ping() }

    /// Ends all connections.
    func cut() {
        (matched, held) = (requests.count, nil)
        for line in lines { line.close() }
        lines = []
    }

    func closeWebSockets(_ code: WebSocketCloseCode) {
        matched = requests.count
        for line in lines { line.closeWebSocket(code) }
    }

    /// Refuses new connections.
    func shutDoor() {
        if listener >= 0 { Descriptors.close(listener) }
        listener = -1
    }

    /// Accepts connections again.
    func openDoor() throws { (listener, _) = try Sockets.listen(host: "127.0.0.1", port: port) }

    /// Restarts the server on the same log.
    func restart() throws {
        other.leave()
        try stage.restart()
        other = try Self.join(stage)
    }

    // MARK: Time

    /// Runs until a condition is true.
    ///
    /// - Throws: ``CheckEnd`` if the client ends, or if ``ClientConformance/Pace/patience`` has passed.
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

    /// Runs for a number of milliseconds, or until a condition is true.
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
            number: requests.count, isFirst: !line.hasAsked, method: value["method"]?.stringValue ?? "",
            params: value["params"] ?? [:], at: Clocks.steady())
        line.hasAsked = true
        requests.append(request)
        switch hears(request) {
        case .passes: line.pass(message, request, id: value["id"], to: stage.endpoint)
        case .held: held = (request, message, value["id"], line)
        case .refused(let error): line.put(Envelope.failure(id: RequestID(value["id"]), error))
        }
    }

    private func give(_ message: [UInt8], to line: DisturbedLine) {
        let value = (try? JSONReader.read(message))?.value ?? .null
        let request = line.takeRequest(value["id"])
        switch tells(message, request) {
        case .messages(let messages):
            for message in messages { line.put(message) }
            if let request { answered.insert(request.number) }
            let told = value["params"]?["cursor"] ?? value["result"]?["cursor"]
            cursor = max(cursor, told?.integerValue ?? 0)
        case .lost: line.close()
        }
    }
}

extension ClientStand: TranscriptCast {
    func person(_ name: String, device: String?, handle: JSONValue?) -> any TranscriptPerson {
        name == clientPerson ? self : other
    }

    func conversation(of people: [any TranscriptPerson]) -> JSONValue { conversation }
}

/// The client as a person of a transcript.
extension ClientStand: TranscriptPerson {
    var handle: JSONValue { .string(Self.handle) }

    func join() {}

    func leave() { cut() }

    func loseAnswer() throws {
        let lost = held
        tells = { message, request in request == lost?.request ? .lost : .messages([message]) }
        release()
        try wait(for: "the request to be answered") { lost?.line.isClosed == true }
        cut()
    }

    func send(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        guard case .call(let method, let params) = message else { return "a client cannot be made to send this" }
        let wanted = values.filled(params)
        let text = wanted["text"]?.stringValue
        if method == "message.send", let text, sentTexts.insert(text).inserted { tell(text) }
        let request = try next(method, text)
        if method == "session.hello" {
            guard request.isFirst else { return "an earlier request on this connection" }
            // A client may have stored an earlier cursor than the one that it has received.
            if wanted["after"] != nil {
                let after = request.params["after"] ?? .null
                return after.integerValue.map { $0 <= cursor } == true ? nil : "after: \(after.text)"
            }
        }
        return values.match(wanted, request.params) ? nil : request.params.text
    }

    /// Returns the next request of a method with a text, and holds it if it has not passed already.
    private func next(_ method: String, _ text: String?) throws -> Request {
        let isWanted = { (request: Request) in
            request.method == method && (text == nil || request.params["text"]?.stringValue == text)
        }
        held = nil
        hears = { isWanted($0) ? .held : .passes }
        defer { hears = { _ in .passes } }
        try wait(for: method + (text.map { " of “\($0.prefix(40))”" } ?? "")) { unmatched.contains(where: isWanted) }
        let request = unmatched.first(where: isWanted) ?? requests[matched]
        matched = request.number + 1
        return request
    }

    /// The requests that no transcript has expected yet.
    private var unmatched: ArraySlice<Request> { requests.dropFirst(matched) }

    /// Forwards the held request to the server.
    private func release() {
        if let held { held.line.pass(held.message, held.request, id: held.id, to: stage.endpoint) }
        held = nil
    }

    func receive(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        switch message {
        case .text(let json):
            let pattern = JSONValue(json: json)
            if pattern?["jsonrpc"] != nil {
                inject(json)
            } else if let error = pattern?["error"] {
                let answer: JSONValue = ["jsonrpc": "2.0", "id": held?.id ?? .null, "error": error]
                held?.line.put(Array(answer.text.utf8))
                held = nil
            } else if let request = held?.request {
                release()
                try wait(for: "the answer of \(request.method)") { answered.contains(request.number) }
            }
        case .call(_, let pattern):
            let text = values.filled(pattern)["message"]?["text"]?.stringValue ?? ""
            texts.append(text)
            try wait(for: "“\(text.prefix(40))” to be printed") { timesPrinted(text) > 0 }
            guard let found = printed.dropFirst(place).firstIndex(where: { $0.contains(text) }) else {
                return "printed before an earlier message: \(printed.suffix(3).joined(separator: ", "))"
            }
            place = found + 1
        }
        return nil
    }

    func sendNo(_ method: String, milliseconds: Int64?) throws -> String? {
        stay(milliseconds: milliseconds ?? pace.quiet) { unmatched.contains { $0.method == method } }
        return unmatched.first { $0.method == method }?.params.text
    }

    func receiveNo(_ method: String) throws -> String? {
        stay(milliseconds: 50)
        for text in texts where timesPrinted(text) != 1 {
            return "“\(text.prefix(40))” printed \(timesPrinted(text)) times"
        }
        if let end = client?.end { return "the client ended: \(end)" }
        return line?.isClosed == false ? nil : "the client closed the connection"
    }
}
