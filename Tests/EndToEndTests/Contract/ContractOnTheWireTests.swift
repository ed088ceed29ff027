import ChatConnection
import ChatProtocol
import ChatTestKit
import Testing

/// What all scenarios put on the wire, held against what the contract says of itself: requests with their params, results
/// and notifications, each member of which must be described. So what is written by hand cannot drift from what is
/// generated (`docs/openrpc.json`, `chat-server schema`).
struct ContractOnTheWireTests {
    @Test func everyMessageIsAsItIsDescribed() throws {
        let wire = ScenariosTests.wire
        #expect(wire.problems.sorted() == [])
        let silent = Set(Method.allCases.map(\.rawValue)).subtracting(wire.methods)
        #expect(silent.sorted() == Self.notPlayed)
        #expect(Set(NotificationName.allCases).subtracting(wire.notifications).map(\.rawValue).sorted() == Self.notTold)
    }

    /// What no scenario asks for: it is for programs.
    private static let notPlayed = [
        "fault.clear", "fault.list", "highlight.display", "journal.list", "journal.verify",
        "person.list",
        "rpc.discover", "world.delete", "world.list",
        "world.reset",
    ]
    /// The notifications of observers who ask for them, and of a second session of an app.
    private static let notTold = ["activities.changed", "request.done", "session.ended"]
}

/// Holds messages against the contract.
final class CheckedWire {
    /// What was found, and what there was to be looked at.
    struct Findings: Sendable {
        fileprivate(set) var problems: Set<String> = []
        fileprivate(set) var methods: Set<String> = []
        fileprivate(set) var notifications: Set<NotificationName> = []
    }

    private(set) var findings = Findings()
    private let requests: SchemaCheck
    private let told: SchemaCheck
    /// Messages of one form are looked at once.
    private var known: Set<String> = []
    private var described: [String: JSONValue] = [:]
    private var tellings: [String: [JSONValue]] = [:]

    init() {
        requests = SchemaCheck(root: Self.document(ContractText.openRPCLine))
        told = SchemaCheck(root: Self.document(Array(ContractText.notificationSchema.utf8)))
        for method in requests.root["methods"]?.arrayValue ?? [] {
            described[method["name"]?.stringValue ?? ""] = method
        }
        for telling in told.root["oneOf"]?.arrayValue ?? [] {
            tellings[telling["title"]?.stringValue ?? "", default: []].append(telling)
        }
    }

    /// What cannot be read describes nothing.
    private static func document(_ bytes: [UInt8]) -> JSONValue { (try? JSONReader.read(bytes).value) ?? .null }

    /// Notes what somebody asks.
    func takeRequest(_ method: String, _ params: JSONValue) {
        findings.methods.insert(method)
        guard let description = described[method], known.insert("> \(method) \(Self.form(params))").inserted else {
            return
        }
        let known = description["params"]?.arrayValue ?? []
        for param in known {
            guard let value = params[param["name"]?.stringValue ?? ""], value != .null else { continue }
            note(method, requests.problems(value, param["schema"] ?? .null, at: "params"))
        }
        let names = known.compactMap { $0["name"]?.stringValue }
        for member in params.objectValue?.members ?? [] where !names.contains(member.key) {
            note(method, ["params.\(member.key) is not described"])
        }
    }

    /// Holds an answer against its method. What was refused for its params is not looked at.
    func takeResult(_ method: String, _ result: JSONValue) {
        guard known.insert("< \(method) \(Self.form(result))").inserted else { return }
        guard let schema = described[method]?["result"]?["schema"] else { return note(method, ["is not described"]) }
        note(method, requests.problems(result, schema, at: "result"))
    }

    func takeNotification(_ message: JSONValue) {
        let method = message["method"]?.stringValue ?? ""
        NotificationName(rawValue: method).map { _ = findings.notifications.insert($0) }
        guard known.insert(Self.form(message)).inserted else { return }
        let each = (tellings[method] ?? []).map { told.problems(message, $0) }
        if !each.contains(where: \.isEmpty) { note(method, each.min { $0.count < $1.count } ?? ["is not described"]) }
    }

    /// Which members a value has, and of which kind they are; short words may be of an enumeration.
    private static func form(_ value: JSONValue) -> String {
        switch value {
        case .array(let elements): "[" + Set(elements.map(form)).sorted().joined() + "]"
        case .object(let object): "{" + object.members.map { $0.key + form($0.value) }.joined(separator: ",") + "}"
        case .string(let text) where text.allSatisfy(\.isLetter): "=" + text
        case .null, .bool, .integer, .number, .string: ":" + value.kind
        }
    }

    private func note(_ method: String, _ found: [String]) {
        for problem in found { findings.problems.insert("\(method): \(problem)") }
    }
}

/// A stage whose streams are looked at.
final class CheckedStage: Stage {
    private let inner: EmbeddedServer
    private let wire: CheckedWire

    init(_ inner: EmbeddedServer, wire: CheckedWire) { (self.inner, self.wire) = (inner, wire) }

    var world: String { inner.world }
    var canRestart: Bool { inner.canRestart }
    var canStepClock: Bool { inner.canStepClock }
    func connect() throws(TransportError) -> any ClientTransport { CheckedStream(try inner.connect(), wire: wire) }
    func restart() throws(TransportError) { try inner.restart() }
    func stepClock(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.stepClock(byMilliseconds: milliseconds)
    }

    func passTime(byMilliseconds milliseconds: Int64) throws(TransportError) {
        try inner.passTime(byMilliseconds: milliseconds)
    }
    func close() { inner.close() }
}

private final class CheckedStream: ClientTransport {
    private let inner: any ClientTransport
    private let wire: CheckedWire
    private var asked: [RequestID: (method: String, params: JSONValue)] = [:]

    init(_ inner: any ClientTransport, wire: CheckedWire) { (self.inner, self.wire) = (inner, wire) }

    func send(_ message: [UInt8]) throws(TransportError) {
        if let request = try? RequestEnvelope.read(message, limits: .standard) {
            asked[request.id] = (request.method, request.params ?? [:])
        }
        try inner.send(message)
    }

    func receive(waitingMilliseconds milliseconds: Int) throws(TransportError) -> [UInt8]? {
        let message = try inner.receive(waitingMilliseconds: milliseconds)
        if let message { look(at: message) }
        return message
    }

    private func look(at message: [UInt8]) {
        switch ServerMessage.read(message) {
        case .result(let id, let result):
            guard let (method, params) = asked.removeValue(forKey: id) else { return }
            wire.takeRequest(method, params)
            wire.takeResult(method, result)
        case .failure(let id, let error):
            let request = id.flatMap { asked.removeValue(forKey: $0) }
            if let request, error.reason != .invalidParams { wire.takeRequest(request.method, request.params) }
        case .notification:
            if let told = try? JSONReader.read(message).value { wire.takeNotification(told) }
        case nil: break
        }
    }

    func close() { inner.close() }
    func leave() { inner.leave() }
}
