import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// A server without sockets that processes JSON requests, one tick at a time.
final class EngineFixture {
    private(set) var engine: ServerEngine
    let log: any EventLog
    private let store: any WorldStore
    private let configuration: ServerEngine.Configuration
    private(set) var clients: [ObjectIdentifier: EngineClient] = [:]
    /// The messages that the next tick handles, each with its session.
    private var posted: [(message: [UInt8], session: Session)] = []
    /// The time of the wall clock.
    var now: Instant {
        get { wall.now }
        set { wall.now = newValue }
    }

    private final class Wall {
        var now = Instant(milliseconds: 1_700_000_000_000)
    }

    private let wall = Wall()

    init(
        log: any EventLog = MemoryEventLog(), store: any WorldStore = MemoryWorlds(),
        _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws {
        var configuration = ServerEngine.Configuration()
        configuration.clock = .virtual
        configuration.limitsRate = false
        configuration.secret = []
        change(&configuration)
        self.configuration = configuration
        self.log = log
        self.store = store
        engine = try Self.engine(configuration, log, store, wall)
    }

    private static func engine(
        _ configuration: ServerEngine.Configuration, _ log: any EventLog, _ store: any WorldStore, _ wall: Wall
    ) throws -> ServerEngine {
        try ServerEngine(configuration: configuration, log: log, isStored: store.isStored, store: store) { wall.now }
    }

    /// The in-memory state of the main world.
    var state: CoreState { engine.worlds[.main]?.core.state ?? CoreState() }

    func restart() throws {
        (clients, posted) = ([:], [])
        engine = try Self.engine(configuration, log, store, wall)
    }

    func connect(isStream: Bool = true) -> EngineClient {
        let client = EngineClient(self, engine.open(tag: clients.count, isStream: isStream))
        clients[ObjectIdentifier(client.engineSession)] = client
        return client
    }

    /// Connects a client and logs it in.
    func join(_ hello: JSONValue) throws -> EngineClient {
        let client = connect()
        client.welcome = try client.ask("session.hello", hello)
        return client
    }

    func person(_ handle: String, after: Int64? = nil, world: String = "main") throws -> EngineClient {
        var members: [JSONObject.Member] = [
            .init(key: "role", value: "person"), .init(key: "handle", value: .string(handle)),
            .init(key: "world", value: .string(world)),
        ]
        if let after { members.append(.init(key: "after", value: .integer(after))) }
        return try join(.object(JSONObject(members)))
    }

    func app(
        as handle: String, _ app: String = "com.example.notes", world: String = "main"
    ) throws -> EngineClient {
        try join(["role": "app", "app": .string(app), "handle": .string(handle), "world": .string(world)])
    }

    /// Closes a stream and delivers the resulting notifications.
    func close(_ client: EngineClient) {
        engine.close(client.engineSession)
        clients[ObjectIdentifier(client.engineSession)] = nil
        flush()
    }

    func observer(world: String = "main") throws -> EngineClient {
        try join(["role": "observer", "world": .string(world)])
    }

    /// Adds a message to those that the next tick handles.
    func post(_ message: [UInt8], from session: Session) { posted.append((message, session)) }

    /// Runs a tick with the posted messages, without passing the deliveries on to the clients.
    ///
    /// - Parameter body: Called after the messages were handled, and before they are committed.
    func tick(beforeCommit body: () -> Void = {}) -> (deliveries: [Delivery], hasMore: Bool) {
        let messages = posted
        posted = []
        return engine.flush { handle in
            for (message, session) in messages { handle(message, session) }
            body()
        }
    }

    /// Runs a tick, and all further ticks that the engine requests.
    func flush() {
        for _ in 0..<10_000 where !flushOnce() { return }
        Issue.record("the engine asks for ticks without end")
    }

    /// Runs a tick.
    ///
    /// - Parameter body: Called after the messages were handled, and before they are committed.
    /// - Returns: True if the engine requests another tick.
    @discardableResult
    func flushOnce(beforeCommit body: () -> Void = {}) -> Bool {
        let tick = tick(beforeCommit: body)
        for delivery in tick.deliveries {
            guard let client = clients[ObjectIdentifier(delivery.session)] else { continue }
            delivery.session.noteUnsent(0)
            switch delivery.content {
            case .message(let message): client.take(message)
            case .end(let reason): client.end = reason
            case .forward(let forward): client.forward = forward
            }
        }
        return tick.hasMore
    }

    /// Returns the reason of a refused request, and checks that it changes nothing; nil if the request succeeds.
    func refusal<Value>(
        of client: EngineClient, sourceLocation: SourceLocation = #_sourceLocation,
        _ request: (EngineClient) throws -> Value
    ) -> RPCError.Reason? {
        let before = (end: log.end, state: state)
        guard let reason = client.refusal(request) else { return nil }
        #expect(log.end == before.end, "it left a trace in the log", sourceLocation: sourceLocation)
        #expect(state == before.state, "it left a trace in the state", sourceLocation: sourceLocation)
        return reason
    }
}

/// One session of an ``EngineFixture``.
final class EngineClient {
    struct Received: Equatable {
        var method: String
        var params: JSONValue
        var cursor: Int64 { params["cursor"]?.integerValue ?? 0 }
    }

    let engineSession: Session
    private unowned let fixture: EngineFixture
    private var lastID: Int64 = 0
    fileprivate(set) var welcome = JSONValue.null
    /// All messages in the order of arrival.
    private(set) var raw: [JSONValue] = []
    /// The bytes of each message in ``raw``.
    private(set) var bytes: [[UInt8]] = []
    /// The notifications since the last reset.
    private(set) var received: [Received] = []
    private(set) var answers: [RequestID?: [JSONValue]] = [:]
    fileprivate(set) var end: SessionEnd?
    /// The forward to the server that holds the world.
    fileprivate(set) var forward: Forward?
    /// The number of messages until the connection breaks; nil without a limit.
    var messagesLeft: Int?

    init(_ fixture: EngineFixture, _ session: Session) {
        self.fixture = fixture
        engineSession = session
    }

    fileprivate func take(_ bytes: [UInt8]) {
        if let left = messagesLeft {
            guard left > 0 else { return }
            messagesLeft = left - 1
        }
        guard let value = try? JSONReader.read(bytes, depthMax: 128).value else {
            Issue.record("not JSON: \(String(decoding: bytes, as: UTF8.self))")
            return
        }
        raw.append(value)
        self.bytes.append(bytes)
        if let method = value["method"]?.stringValue {
            received.append(Received(method: method, params: value["params"] ?? .null))
        } else {
            answers[RequestID(value["id"]), default: []].append(value)
        }
    }

    /// Sends a request for the next tick.
    @discardableResult
    func post(_ method: String, _ params: JSONValue = [:]) -> RequestID {
        lastID += 1
        let id = RequestID.integer(lastID)
        let json = JSONWriter.object {
            $0.member("jsonrpc", "2.0")
            $0.member("id", id)
            $0.member("method", method)
            $0.member("params", params)
        }
        fixture.post(json, from: engineSession)
        return id
    }

    func post(line: String) { fixture.post(Array(line.utf8), from: engineSession) }

    /// Returns the answer to a request, which must be the only one.
    func answer(_ id: RequestID?) throws -> JSONValue {
        let all = answers[id] ?? []
        try #require(all.count == 1, "answers: \(all)")
        if let error = all[0]["error"] {
            throw RPCError(
                RPCError.Reason(rawValue: error["data"]?["reason"]?.stringValue ?? "") ?? .internal,
                error["message"]?.stringValue ?? "")
        }
        return all[0]["result"] ?? .null
    }

    /// Sends a request for the next tick.
    @discardableResult
    func post(_ call: some MethodCall, clientID: String? = nil) -> RequestID {
        post(call.method.rawValue, params(of: call, clientID))
    }

    @discardableResult
    func post(_ request: Request, clientID: String? = nil) -> RequestID {
        post(request.method.rawValue, params(of: request, clientID))
    }

    @discardableResult
    func post(_ request: LiveRequest) -> RequestID { post(request.method.rawValue, params(of: request, nil)) }

    private func params(of call: some MethodCall, _ clientID: String?) -> JSONValue {
        let json = JSONWriter.object {
            call.writeMembers(to: &$0)
            if let clientID { $0.member("clientID", clientID) }
        }
        return (try? JSONReader.read(json, depthMax: 128).value) ?? .null
    }

    /// Sends a request, runs a tick, and reads the result.
    ///
    /// - Throws: ``RPCError`` if the request is refused; ``InvalidField`` if the result violates the contract.
    func answer<Value>(
        to call: some MethodCall, clientID: String? = nil,
        _ read: (inout JSONFields) throws(InvalidField) -> Value
    ) throws -> Value {
        let id = post(call, clientID: clientID)
        fixture.flush()
        var fields = try JSONFields(try answer(id))
        return try read(&fields)
    }

    /// Makes a request that must succeed.
    func succeed(_ request: Request) throws { try answer(to: request) { _ throws(InvalidField) in } }

    /// Returns the reason for which a request of this client is refused; nil if it succeeds.
    func refusal(of request: Request) -> RPCError.Reason? { refusal { try $0.succeed(request) } }

    /// Returns the reason for which a request of this client is refused; nil if it succeeds.
    func refusal<Value>(_ request: (EngineClient) throws -> Value) -> RPCError.Reason? {
        do {
            _ = try request(self)
        } catch let error as RPCError {
            return error.reason
        } catch {
            Issue.record("the answer cannot be read: \(error)")
        }
        return nil
    }

    @discardableResult
    func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
        let id = post(method, params)
        fixture.flush()
        return try answer(id)
    }

    /// Sends a request and returns the reason of its refusal; nil if it succeeds.
    func refusal(_ method: String, _ params: JSONValue = [:]) -> RPCError.Reason? {
        do {
            try ask(method, params)
            return nil
        } catch {
            return (error as? RPCError)?.reason
        }
    }

    /// The received notifications that have a cursor.
    var durable: [Received] { received.filter { $0.params["cursor"] != nil } }

    /// Removes the notifications so far, and sets the welcome's cursor to a position of the world's log.
    func begins(at position: Int64) {
        received = []
        welcome = with(welcome, "cursor", .integer(position))
    }

    func takeReceived() -> [Received] {
        defer { received = [] }
        return received
    }

    func received(_ method: String) -> [JSONValue] { received.filter { $0.method == method }.map(\.params) }
}

/// Anna, Bea and Carl in a group, with the app Notes and a document that Anna shares with them.
struct TripFixture {
    let server: EngineFixture
    let observer: EngineClient
    let anna: EngineClient
    let bea: EngineClient
    let carl: EngineClient
    let app: EngineClient
    let conversation: ConversationID
    let share: ShareID
    static let url = "https://notes.example/d/1"

    init(
        log: any EventLog = MemoryEventLog(), store: any WorldStore = MemoryWorlds(),
        _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws {
        server = try EngineFixture(log: log, store: store, change)
        observer = try server.observer()
        try observer.app.register(app: "com.example.notes", name: "Notes", domains: ["notes.example"])
        anna = try server.person("anna")
        bea = try server.person("bea")
        carl = try server.person("carl")
        conversation = try anna.conversation.create(participants: ["bea", "carl"], name: "Weekend").id
        let created = try anna.share.create(app: "com.example.notes", title: "Trip plan", url: Self.url)
        share = try #require(created.share?.id)
        try anna.share.send(share: share, conversation: conversation)
        app = try server.app(as: "anna")
        for client in [observer, anna, bea, carl, app] { _ = client.takeReceived() }
    }

    @discardableResult
    func post(_ event: PostNotice.Event, as client: EngineClient? = nil) throws -> [NoticeID] {
        try (client ?? app).highlightCenter.postNotice(url: Self.url, event: event)
    }

    func notices(_ client: EngineClient) -> [JSONValue] {
        client.takeReceived().filter { $0.method == "notice.posted" }.compactMap { $0.params["notice"] }
    }

    func advance(_ milliseconds: Int64) throws { try observer.clock.advance(.milliseconds(milliseconds)) }
}

/// A log with failures that a test sets.
final class FailingLog: EventLog {
    enum Failure { case none, unavailable, conflict, unavailableAndUnreadable }

    private let inner: any EventLog
    var failure = Failure.none
    /// The number of appends that still fail.
    var failuresLeft = Int.max
    private var isUnreadable = false
    /// The number of bytes that `read(after:limit:)` has returned.
    private(set) var bytesRead = 0
    /// The number of pages that were read from conversations.
    private(set) var pagesRead = 0
    /// The number of appended batches.
    private(set) var batches = 0
    /// True if this server holds the world of the log.
    var isHeld: () -> Bool = { true }

    init(_ inner: any EventLog = MemoryEventLog()) { self.inner = inner }

    func heal() {
        failure = .none
        isUnreadable = false
    }

    var end: Int64 { inner.end }

    func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        if failure != .none, failuresLeft > 0 {
            failuresLeft -= 1
            switch failure {
            case .conflict: throw .conflict(actualEnd: inner.end)
            case .unavailableAndUnreadable: isUnreadable = true
            case .none, .unavailable: break
            }
            throw .unavailable(reason: "the disk is full")
        }
        if !isHeld() { throw .notHeld }
        try inner.append(batch, expectedEnd: expectedEnd)
        batches += 1
    }

    private func check() throws(LogError) {
        if isUnreadable { throw .unavailable(reason: "the disk is gone") }
    }

    func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try check()
        let records = try inner.read(after: position, limit: limit)
        bytesRead += records.reduce(0) { $0 + $1.body.count }
        return records
    }

    func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        try check()
        return try inner.readHot(after: position, limit: limit)
    }

    func heads() throws(LogError) -> [ConversationHead] { try inner.heads() }

    func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        pagesRead += 1
        return try inner.entries(conversation: conversation, after: after, before: before, limit: limit)
    }

    func entry(id: String) throws(LogError) -> StoredEntry? { try inner.entry(id: id) }
    func search(
        _ query: SearchQuery, in scope: SearchScope, before: Int64?, limit: Int, effort: Int
    ) throws(LogError) -> FoundEntries {
        try inner.search(query, in: scope, before: before, limit: limit, effort: effort)
    }

    func thread(of id: String, after: Int64, limit: Int) throws(LogError) -> [StoredEntry] {
        try inner.thread(of: id, after: after, limit: limit)
    }

    func threadCounts(of ids: [String], after: Int64) throws(LogError) -> [Int] {
        try inner.threadCounts(of: ids, after: after)
    }

    func changes(of id: String, limit: Int) throws(LogError) -> [LogRecord] { try inner.changes(of: id, limit: limit) }

    func position(of key: IdempotencyKey) throws(LogError) -> Int64? { try inner.position(of: key) }
    func record(at position: Int64) throws(LogError) -> LogRecord? { try inner.record(at: position) }
    func close() { inner.close() }
}

extension EventLog {
    /// Returns all facts in order.
    func allFacts() throws -> [EventRecord] {
        try read(after: 0, limit: .max).map { try EventRecord($0) }
    }
}
