import ChatConnection
import ChatProtocol
import ChatTestKit
import Foundation
import TestExtent
import Testing

/// Validates all messages of all scenarios against the contract: requests with their params, results, errors and
/// notifications. Each member must be described. So the handwritten code cannot drift from the generated schemas
/// (`docs/reference/openrpc.json`, `chat-server schema`).
struct ContractOnTheWireTests {
    @Test("every message of all scenarios is valid by the schemas, each notification by exactly one branch")
    func everyMessageIsValid() throws {
        let wire = ScenariosTests.wire
        #expect(wire.problems.sorted() == [])
        #expect(wire.validated > (TestExtent.isWhole ? 50_000 : 3_000), "\(wire.validated) messages were validated")
        print("\(wire.validated) messages of the scenarios are valid by the schemas")
        let silent = Set(Method.allCases.map(\.rawValue)).subtracting(wire.methods)
        #expect(silent.sorted() == Self.notPlayed)
        #expect(Set(NotificationName.allCases).subtracting(wire.notifications).map(\.rawValue).sorted() == Self.notTold)
    }

    @Test(
        "a message that breaks its schema is reported with its place",
        arguments: [
            (#"{"id":7}"#, ".id is no ["), ("{}", ".id is missing"),
            (#"{"id":"A"}"#, ".id does not match ^[a-z]+$"),
            (#"{"id":"a","more":1}"#, ".more is not described"), (#"{"id":"a","size":9}"#, ".size is above 5"),
            (#"{"id":"a","kind":"x"}"#, ".kind is none of ["),
            (#"{"id":"a","inner":[{"id":""}]}"#, ".inner[].id is too short"),
        ])
    func problemsAreFound(message: String, problem: String) throws {
        let text = """
            {"$defs":{"A":{"type":"object","required":["id"],"properties":{"id":{"type":"string","minLength":1,
            "pattern":"^[a-z]+$"},"size":{"type":"integer","maximum":5},"kind":{"enum":["y"]},
            "inner":{"type":"array","items":{"$ref":"#/$defs/A"}}}}}}
            """
        let check = SchemaCheck(root: try JSONReader.read(Array(text.utf8)).value)
        let schema = check.schema(try JSONReader.read(Array(##"{"oneOf":[{"$ref":"#/$defs/A"}]}"##.utf8)).value)
        #expect(schema.problems(try JSONReader.read(Array(#"{"id":"a","size":5,"inner":[]}"#.utf8)).value) == [])
        let found = schema.problems(try JSONReader.read(Array(message.utf8)).value)
        #expect(found.contains { $0.hasPrefix(problem) }, "\(found)")
    }

    @Test("the checked-in Swift is what the contracts describe")
    func generatedSwiftIsCurrent() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let (status, output) = try ServerProcess.run(
            "contract-compiler", ["--check", root.appending(path: "Sources").path()])
        #expect(status == 0, "\(output)")
    }

    @Test("the names of schemas have no dots, and no two notifications share one")
    func namesSuitGenerators() throws {
        let told = try JSONReader.read(Array(ContractText.notificationSchema.utf8)).value
        let asked = try JSONReader.read(ContractText.openRPCLine).value
        let branches = told["oneOf"]?.arrayValue ?? []
        #expect(branches.count == 30)
        for names in [told["$defs"], asked["components"]?["schemas"], asked["components"]?["errors"]] {
            let names = try #require(names?.objectValue).members.map(\.key)
            #expect(names.allSatisfy { $0.allSatisfy(\.isLetter) } && Set(names).count == names.count, "\(names)")
        }
        let all = branches.flatMap { CheckedWire.definitions(of: $0, in: told) }
        let byName = Dictionary(grouping: all) { $0["properties"]?["method"]?["const"]?.stringValue ?? "" }
        let shared = byName.filter { $0.value.count > 1 }
        #expect(all.count == 31 && shared.count == 5)
        // The notifications about an empty list of a person and of an app have the same form: one branch describes
        // both.
        for (name, same) in shared where name != "highlights.changed" {
            let params = same.compactMap { $0["properties"]?["params"] }
            #expect(params.contains { $0["not"] != nil }, "\(same)")
        }
    }

    @Test("bounds of params, the results and the errors of methods are described")
    func methodsAreDescribedWhole() throws {
        let document = try JSONReader.read(ContractText.openRPCLine).value
        for method in document["methods"]?.arrayValue ?? [] {
            let name = method["name"]?.stringValue ?? ""
            #expect(method["errors"]?.arrayValue?.isEmpty == false, "\(name)")
            #expect(method["result"]?["schema"]?["properties"] == nil, "\(name) has a result without a name")
            for param in method["params"]?.arrayValue ?? [] where param["name"] == "limit" {
                #expect(param["schema"]?["minimum"] == 1 && param["schema"]?["maximum"] != nil, "\(name)")
            }
        }
    }

    /// The methods that no scenario calls, because they are for programs.
    private static let notPlayed = [
        "fault.clear", "fault.list", "highlight.display", "journal.list", "journal.verify",
        "person.list",
        "rpc.discover", "world.delete", "world.list",
        "world.reset",
    ]
    /// The notifications that only observers receive on request, or a second session of an app.
    private static let notTold = ["activities.changed", "request.done", "session.ended"]
}

/// Validates messages against the contract.
final class CheckedWire {
    /// The problems that were found, and the messages that were validated.
    struct Findings: Sendable {
        fileprivate(set) var problems: Set<String> = []
        /// The number of validated messages.
        fileprivate(set) var validated = 0
        fileprivate(set) var methods: Set<String> = []
        fileprivate(set) var notifications: Set<NotificationName> = []
    }

    private(set) var findings = Findings()
    private let requests: SchemaCheck
    private let told: SchemaCheck
    /// The forms of the messages so far: a short run validates each form once.
    private var known: Set<String> = []
    private var described: [String: Description] = [:]
    private var tellings: [String: [SchemaCheck.Schema]] = [:]
    private let errorData: SchemaCheck.Schema

    /// What the document says of a method.
    private struct Description {
        var params: [(name: String, schema: SchemaCheck.Schema)]
        var result: SchemaCheck.Schema?
        var errors: [JSONValue]
    }

    init() {
        requests = SchemaCheck(root: Self.document(ContractText.openRPCLine))
        told = SchemaCheck(root: Self.document(Array(ContractText.notificationSchema.utf8)))
        let components = requests.root["components"]
        errorData = requests.schema(components?["schemas"]?["ErrorData"] ?? .null)
        for method in requests.root["methods"]?.arrayValue ?? [] {
            let params = (method["params"]?.arrayValue ?? []).map {
                ($0["name"]?.stringValue ?? "", requests.schema($0["schema"] ?? .null))
            }
            let errors = (method["errors"]?.arrayValue ?? []).compactMap { reference in
                reference["$ref"]?.stringValue?.split(separator: "/").last.flatMap {
                    components?["errors"]?[String($0)]
                }
            }
            described[method["name"]?.stringValue ?? ""] = Description(
                params: params, result: method["result"]?["schema"].map(requests.schema), errors: errors)
        }
        for branch in told.root["oneOf"]?.arrayValue ?? [] {
            let name = Self.definitions(of: branch, in: told.root).first?["properties"]?["method"]?["const"]?
                .stringValue
            tellings[name ?? "", default: []].append(told.schema(branch))
        }
    }

    /// Returns the notifications of a branch; several if no member distinguishes them.
    static func definitions(of branch: JSONValue, in root: JSONValue) -> [JSONValue] {
        (branch["anyOf"]?.arrayValue ?? [branch]).compactMap { reference in
            reference["$ref"]?.stringValue?.split(separator: "/").last.flatMap { root["$defs"]?[String($0)] }
        }
    }

    /// Returns the parsed schema; null if the bytes cannot be read.
    private static func document(_ bytes: [UInt8]) -> JSONValue { (try? JSONReader.read(bytes).value) ?? .null }

    /// Stores the method of a request, and validates the params. A request that was refused for its params is omitted.
    func takeRequest(_ method: String, _ params: JSONValue) {
        findings.methods.insert(method)
        guard let description = described[method], isDue("> \(method)", params) else { return }
        for param in description.params {
            guard let value = params[param.name], value != .null else { continue }
            note(method, param.schema.problems(value).map { "params.\(param.name)\($0)" })
        }
        let names = description.params.map(\.name)
        for member in params.objectValue?.members ?? [] where !names.contains(member.key) {
            note(method, ["params.\(member.key) is not described"])
        }
    }

    /// Validates a result against its method.
    func takeResult(_ method: String, _ result: JSONValue) {
        guard isDue("< \(method)", result) else { return }
        guard let schema = described[method]?.result else { return note(method, ["is not described"]) }
        note(method, schema.problems(result).map { "result\($0)" })
    }

    func takeNotification(_ message: JSONValue) {
        let method = message["method"]?.stringValue ?? ""
        NotificationName(rawValue: method).map { _ = findings.notifications.insert($0) }
        guard isDue("", message) else { return }
        let each = (tellings[method] ?? []).map { $0.problems(message) }
        let fitting = each.count { $0.isEmpty }
        if fitting == 0 { note(method, each.min { $0.count < $1.count } ?? ["is not described"]) }
        if fitting > 1 { note(method, ["fits \(fitting) branches: \(message)"]) }
    }

    /// Validates the error of a refused request against the errors of its method.
    func takeError(_ method: String, _ error: JSONValue) {
        guard isDue("! \(method)", error) else { return }
        note(method, errorData.problems(error["data"] ?? .null).map { "error.data\($0)" })
        let known = described[method]?.errors ?? []
        if !known.contains(where: { $0["code"] == error["code"] && $0["data"]?["reason"] == error["data"]?["reason"] })
        {
            note(method, ["is refused by an error that is not described: \(error)"])
        }
    }

    /// Returns true if a message must be validated, and counts it: always with `script/test --all`, in a short run once
    /// for each form.
    private func isDue(_ kind: String, _ message: JSONValue) -> Bool {
        guard TestExtent.isWhole || known.insert("\(kind) \(Self.form(message))").inserted else { return false }
        findings.validated += 1
        return true
    }

    /// Returns the members of a value with their kinds. A text of letters only is kept, because it may be a case of an
    /// enumeration.
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

/// A stage that validates the messages of its streams.
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
            guard let request else { return }
            if error.reason != .invalidParams { wire.takeRequest(request.method, request.params) }
            if let told = try? JSONReader.read(message).value["error"] { wire.takeError(request.method, told) }
        case .notification:
            if let told = try? JSONReader.read(message).value { wire.takeNotification(told) }
        case nil: break
        }
    }

    func close() { inner.close() }
    func leave() { inner.leave() }
}
