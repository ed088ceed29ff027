import ChatProtocol
import ChatTestKit
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Several engines on one store, each with its worlds: forwarded logins, lost and released worlds.
struct LeaseTests {
    private let store = LeaseStore([.main: .virtual, Self.other: .virtual])
    private static let other = WorldName("other")
    private static let anna: JSONValue = ["role": "person", "handle": "anna"]

    private func server(
        _ name: String, _ change: (inout ServerEngine.Configuration) -> Void = { _ in }
    ) throws -> (engine: EngineFixture, leases: ServerLeases) {
        let leases = ServerLeases(name, in: store)
        return (try EngineFixture(log: try #require(leases.log(of: .main)), store: leases, change), leases)
    }

    /// Passes a forwarded login and its request to a server. Returns nil if the server does not accept it.
    private func take(
        _ forward: Forward, as login: ForwardedLogin? = nil, at server: EngineFixture
    ) -> EngineClient? {
        let remote = server.connect(isStream: forward.login.isStream)
        guard server.engine.receive(login ?? forward.login, from: remote.engineSession) else { return nil }
        if let request = forward.request { server.post(request, from: remote.engineSession) }
        server.flush()
        return remote
    }

    // MARK: Logins

    @Test("a login for a world of another server is forwarded with the id of its token, not with the token")
    func aLoginIsForwardedWithoutItsToken() throws {
        var keys = AuthenticatorTests.Keys()
        let secret = keys.make(.person(Handle("anna")))
        let door = Authenticator.tokens(keys.book)
        let (here, _) = try server("here") { $0.authenticator = door }
        let (there, _) = try server("there") { $0.authenticator = door }
        let hello = with(Self.anna, "token", .string(secret))
        let first = try there.join(hello)
        #expect(first.welcome["holder"] == "there:1")
        let client = here.connect()
        client.engineSession.noteConnection(bearer: nil, from: "10.0.0.7")
        let id = client.post("session.hello", hello)
        let early = client.post(.contactList(.init()))
        here.flush()
        let forward = try #require(client.forward)
        #expect(forward.login.hello.token == nil && forward.login.token == keys.book.tokens[0].id.rawValue)
        #expect(forward.holder == WorldHolder(server: "there", address: "there:1"))
        #expect(forward.login.address == "10.0.0.7" && forward.request == nil)
        #expect(client.raw.isEmpty && here.engine.worlds.isEmpty)

        let remote = try #require(take(forward, at: there))
        #expect(try remote.answer(id)["holder"] == "there:1")
        #expect(remote.engineSession.address == "10.0.0.7")
        here.engine.release(client.engineSession)
        #expect(client.answers[early] == nil, "the other server answers what follows")
        try first.contact.add(handle: "bea")
        remote.post(line: #"{"jsonrpc":"2.0","id":2,"method":"contact.list"}"#)
        there.flush()
        #expect(try remote.answer(early) == first.ask("contact.list"))

        for token in [nil, "00000000"] {
            var wrong = forward.login
            wrong.token = token
            let stranger = try #require(take(forward, as: wrong, at: there))
            #expect(throws: RPCError.self) { try stranger.answer(id) }
            #expect(stranger.answers[id]?.first?["error"]?["data"]?["reason"] == "unauthenticated")
            #expect(!stranger.engineSession.hasJoined)
        }
    }

    @Test("a revoked token ends a login that is being forwarded") func aRevokedTokenEndsAForwardedLogin() throws {
        var keys = AuthenticatorTests.Keys()
        let secret = keys.make(.person(Handle("anna")))
        let door = Authenticator.tokens(keys.book)
        let (here, _) = try server("here") { $0.authenticator = door }
        let (there, _) = try server("there") { $0.authenticator = door }
        let hello = with(Self.anna, "token", .string(secret))
        _ = try there.join(hello)
        let client = here.connect()
        let id = client.post("session.hello", hello)
        here.flush()
        let forward = try #require(client.forward)
        for server in [here, there] { server.engine.change(authenticator: .tokens(TokenSet())) }
        let remote = try #require(take(forward, at: there))
        #expect(remote.answers[id]?.first?["error"]?["data"]?["reason"] == "unauthenticated")
        #expect(here.engine.relocate(forForwardOf: client.engineSession, after: nil))
        here.flush()
        #expect(client.answers[id]?.first?["error"]?["data"]?["reason"] == "unauthenticated")
    }

    @Test("a forwarded login is refused if its world cannot be written, and its stream ends")
    func aForwardedLoginThatIsNotWrittenIsRefused() throws {
        let (here, _) = try server("here")
        let (there, leases) = try server("there")
        let anna = try there.join(Self.anna)
        let client = here.connect()
        let id = client.post("session.hello", ["role": "person", "handle": "bea"])
        here.flush()
        let forward = try #require(client.forward)
        leases.found[.main]?.failure = .unavailable
        let refused = try #require(take(forward, at: there))
        #expect(refused.answers[id]?.compactMap { $0["error"]?["data"]?["reason"] } == ["unavailable"])
        #expect(refused.end == .loginRefused && !refused.engineSession.hasJoined)
        leases.found[.main]?.heal()
        there.engine.recover()
        let remote = try #require(take(forward, at: there))
        #expect(try remote.answer(id)["isNew"] == true)
        try anna.conversation.create(participants: ["bea"])
        #expect(refused.raw.count == 1 && remote.received("conversation.changed").count == 1)
    }

    @Test("a request without a stream is forwarded with the login of its sender")
    func aRequestWithoutAStreamIsForwarded() throws {
        let (here, _) = try server("here")
        let (there, _) = try server("there")
        let anna = try there.join(Self.anna)
        try anna.contact.add(handle: "bea")
        let client = here.connect(isStream: false)
        try here.engine.login(
            Hello(.person(Handle("anna"), name: nil), world: .main), from: client.engineSession)
        here.flush()
        #expect(client.forward == nil, "the request comes next")
        let id = client.post(.contactList(.init()))
        here.flush()
        let forward = try #require(client.forward)
        #expect(!forward.login.isAnswered && !forward.login.isStream && forward.request != nil)
        let remote = try #require(take(forward, at: there))
        #expect(remote.raw.count == 1)
        let answer = try #require(remote.bytes.first)
        here.engine.answer(answer, toForwardOf: client.engineSession)
        here.flush()
        #expect(try client.answer(id) == anna.ask("contact.list"))
    }

    // MARK: Requests

    @Test("the holder of a world resets and deletes it for other servers", arguments: ["world.reset", "world.delete"])
    func theHolderResetsAndDeletes(method: String) throws {
        let (here, _) = try server("here")
        let (there, _) = try server("there")
        let observer = try here.observer()
        let anna = try there.person("anna", world: "other")
        let id = observer.post(method, ["world": "other"])
        let behind = observer.post(.sessionPing)
        here.flush()
        let forward = try #require(observer.forward)
        #expect(observer.answers[id] == nil && observer.answers[behind] == nil)
        let remote = try #require(take(forward, at: there))
        #expect(anna.end == .worldEnded)
        #expect(store.log(of: Self.other)?.end == (method == "world.reset" ? 0 : nil))
        here.engine.answer(try #require(remote.bytes.first), toForwardOf: observer.engineSession)
        here.flush()
        #expect(try observer.answer(id) == [:])
        #expect(try observer.answer(behind) == [:])
        #expect(observer.refusal { try $0.world.reset(world: "nowhere") } == .notFound)
    }

    @Test("a request that cannot be forwarded is refused, and lets the next message of its session be handled once")
    func anUnreachableHolderLetsTheSessionGoOn() throws {
        let (here, _) = try server("here")
        let (there, _) = try server("there")
        let observer = try here.observer()
        _ = try there.person("anna", world: "other")
        let id = observer.post(.worldReset(.init(world: "other")))
        let behind = observer.post(.sessionPing)
        here.flush()
        #expect(here.engine.relocate(forForwardOf: observer.engineSession, after: "it refused the connection"))
        here.flush()
        #expect(observer.answers[id]?.first?["error"]?["data"]?["reason"] == "unavailable")
        #expect(observer.answers[behind]?.count == 1)
        #expect(here.engine.takeUnpaused().count == 1)
    }

    // MARK: Relocation

    @Test("a forwarded login is answered by its first server once the world is free")
    func aFreeWorldIsTaken() throws {
        let (here, _) = try server("here")
        let (there, leases) = try server("there")
        _ = try there.join(Self.anna)
        let client = here.connect()
        let id = client.post("session.hello", Self.anna)
        let list = client.post(.contactList(.init()))
        here.flush()
        #expect(!here.engine.relocate(forForwardOf: client.engineSession, after: nil), "an answer may still come")
        leases.isLive = false
        #expect(here.engine.relocate(forForwardOf: client.engineSession, after: "the line is cut"))
        here.flush()
        #expect(try client.answer(id)["holder"] == "here:1")
        #expect(try client.answer(list)["contacts"] == [])
        #expect(store.holders[.main]?.name == "here")
    }

    @Test(
        "a forwarded login goes to the next holder, and is unavailable if that one fails or is silent for 5 s")
    func aForwardedLoginIsUnavailable() throws {
        let (here, _) = try server("here")
        let (there, leases) = try server("there")
        let (third, _) = try server("third")
        _ = try there.join(Self.anna)
        let clients = [here.connect(), here.connect()]
        let ids = clients.map { $0.post("session.hello", Self.anna) }
        here.flush()
        leases.isLive = false
        _ = try third.join(Self.anna)
        for client in clients {
            #expect(here.engine.relocate(forForwardOf: client.engineSession, after: "it refused the connection"))
        }
        here.flush()
        #expect(clients.map { $0.forward?.holder?.server } == ["third", "third"])
        #expect(clients.flatMap(\.raw) == [])
        #expect(here.engine.relocate(forForwardOf: clients[0].engineSession, after: "it refused the connection"))
        here.now = here.now.advanced(byMilliseconds: 5_000)
        #expect(here.engine.relocate(forForwardOf: clients[1].engineSession, after: nil))
        here.flush()
        for (client, (id, reason)) in zip(clients, zip(ids, ["it refused the connection", "no answer"])) {
            let error = client.answers[id]?.first?["error"]
            #expect(error?["data"]?["reason"] == "unavailable")
            let text = error?["message"]?.stringValue ?? ""
            #expect(text.contains("served by third at third:1") && text.contains(reason), "\(text)")
            client.post("session.hello", Self.anna)
        }
        here.flush()
        #expect(clients.allSatisfy { $0.engineSession.forward != nil }, "clients may log in again on the same stream")
    }

    // MARK: Losing a world

    @Test("a server that lost a world refuses pending requests and fences, and ends the streams")
    func aLostWorldIsEnded() throws {
        let (here, leases) = try server("here")
        let (there, _) = try server("there")
        let (anna, bea) = (try here.person("anna"), try here.person("bea"))
        let resting = try here.person("carl", world: "other")
        let kept = here.log.end
        for isFence in [false, true] {
            leases.isLive = false
            let taker = try isFence ? there.person("dora", world: "other") : there.person("dora")
            let client = isFence ? resting : anna
            let id = isFence ? client.post(.sessionFence) : client.post(.contactAdd(.init(handle: "bea")))
            here.flush()
            #expect(client.answers[id]?.count == 1)
            #expect(client.answers[id]?.first?["error"]?["data"]?["reason"] == "unavailable")
            #expect(client.end == .worldMoved)
            #expect(taker.end == nil)
            leases.isLive = true
        }
        #expect(bea.end == .worldMoved)
        #expect(here.engine.worlds.isEmpty)
        #expect(try here.log.allFacts().dropFirst(Int(kept)).map(\.event.kind) == [.personNamed])
        #expect(try here.log.restoredState() == there.engine.worlds[.main]?.state)
    }

    @Test("a server in doubt refuses requests until it has confirmed its leases")
    func serverInDoubtRefusesRequests() throws {
        let (here, leases) = try server("here")
        let (there, _) = try server("there")
        let (anna, carl) = (try here.person("anna"), try here.person("carl", world: "other"))
        leases.areInDoubt = true
        leases.isReachable = false
        for method in ["contact.list", "session.fence", "session.ping"] {
            #expect(anna.refusal(method) == .unavailable)
        }
        #expect(here.connect().refusal("session.hello", Self.anna) == .unavailable)
        #expect(anna.end == nil && carl.end == nil)
        // Another server takes one of the worlds.
        leases.isLive = false
        _ = try there.person("dora", world: "other")
        (leases.isLive, leases.isReachable) = (true, true)
        #expect(try anna.contact.list().contacts.isEmpty)
        #expect(carl.end == .worldMoved && !leases.areInDoubt)
        let late = here.connect()
        late.post("session.hello", with(Self.anna, "world", "other"))
        here.flush()
        #expect(late.forward?.holder?.server == "there")
    }

    @Test("a server ends all streams when its leases are over") func serverEndsItsStreamsWhenLeasesAreOver() throws {
        let (here, leases) = try server("here")
        let (anna, carl) = (try here.person("anna"), try here.person("carl", world: "other"))
        (leases.areInDoubt, leases.isReachable) = (true, false)
        here.engine.recover()
        here.flush()
        #expect(anna.end == nil && carl.end == nil)
        leases.areOver = true
        here.engine.recover()
        here.flush()
        #expect(anna.end == .worldMoved && carl.end == .worldMoved && here.engine.worlds.isEmpty)
    }

    // MARK: Releasing

    @Test("an unused world is released and loaded again, and overdue events have their due times")
    func anUnusedWorldIsReleased() throws {
        let store = LeaseStore([.main: .real])
        func server(_ name: String) throws -> EngineFixture {
            let leases = ServerLeases(name, in: store)
            return try EngineFixture(log: try #require(leases.log(of: .main)), store: leases) {
                $0.releaseMilliseconds = 2_000
                $0.actionPolicy.timeLimitMilliseconds = 5_000
            }
        }
        let (here, there) = (try server("here"), try server("there"))
        let observer = try here.observer()
        try observer.app.register(
            app: "com.example.board", name: "Board", domains: ["board.example"], backends: [.custom])
        let anna = try here.person("anna")
        let talk = try anna.conversation.create(participants: ["bea"]).id
        try anna.collaboration.start(app: "com.example.board", title: "Ideas", conversation: talk)
        let (begun, end) = (here.now, here.log.end)
        here.close(observer)
        here.now = begun.advanced(byMilliseconds: 2_000)
        here.engine.recover()
        #expect(store.holders[.main]?.name == "here", "somebody is in it")
        here.close(anna)
        here.now = begun.advanced(byMilliseconds: 3_999)
        here.engine.recover()
        #expect(store.holders[.main]?.name == "here", "somebody was in it a moment ago")
        here.now = begun.advanced(byMilliseconds: 4_000)
        here.engine.recover()
        #expect(store.holders[.main] == nil && here.engine.worlds.isEmpty && here.engine.nextDue == nil)
        here.now = begun.advanced(byMilliseconds: 60_000)
        here.flush()
        #expect(here.log.end == end, "nobody serves it")
        there.now = begun.advanced(byMilliseconds: 3_600_000)
        there.flush()
        let again = try there.person("anna", after: end)
        there.flush()
        #expect(again.received("collaboration.changed").map { $0["start"]?["state"] } == ["failed"])
        let facts = try there.log.allFacts().dropFirst(Int(end))
        #expect(facts.first?.at == begun.advanced(byMilliseconds: 5_000))
    }
}

/// A store of worlds that several servers share, with the holder of each world.
private final class LeaseStore {
    fileprivate private(set) var worlds: [WorldName: (clock: ClockKind, log: MemoryEventLog)]
    var holders: [WorldName: ServerLeases] = [:]

    init(_ names: [WorldName: ClockKind]) { worlds = names.mapValues { ($0, MemoryEventLog()) } }

    func log(of name: WorldName) -> MemoryEventLog? { worlds[name]?.log }

    func replace(_ name: WorldName, log: MemoryEventLog?) {
        guard let log else { return worlds[name] = nil }
        worlds[name]?.log = log
    }
}

/// One server of a ``LeaseStore``.
private final class ServerLeases: WorldStore, WorldLeases {
    let name: String
    private let store: LeaseStore
    /// False if other servers may take its worlds.
    var isLive = true
    var isReachable = true
    var areInDoubt = false
    var areOver = false
    /// The logs of the worlds that the server has found.
    private(set) var found: [WorldName: FailingLog] = [:]

    init(_ name: String, in store: LeaseStore) { (self.name, self.store) = (name, store) }

    /// Returns the log of a world. It accepts records only while this server holds the world.
    func log(of world: WorldName) -> FailingLog? {
        guard let shared = store.log(of: world) else { return nil }
        let log = FailingLog(shared)
        log.isHeld = { [unowned self] in isHolder(of: world) }
        return log
    }

    private func isHolder(of world: WorldName) -> Bool { store.holders[world] === self }

    private func check() throws(LogError) {
        if !isReachable { throw .unavailable(reason: "the connection is lost") }
    }

    var isStored: Bool { false }
    var leases: (any WorldLeases)? { self }

    func find(_ name: WorldName) throws(LogError) -> FoundWorld? {
        try check()
        guard let world = store.worlds[name], let log = log(of: name) else { return nil }
        if let holder = store.holders[name], holder !== self, holder.isLive {
            return .remote(WorldHolder(server: holder.name, address: "\(holder.name):1"))
        }
        store.holders[name] = self
        found[name] = log
        return .held(StoredWorld(name: name, clock: world.clock, seed: 0, log: log))
    }

    func make(_: WorldName, clock _: ClockKind, seed _: Int64) -> Bool { false }

    func empty(_ name: WorldName) throws(LogError) -> any EventLog {
        store.replace(name, log: MemoryEventLog())
        guard let log = log(of: name) else { throw .notHeld }
        return log
    }

    func remove(_ name: WorldName) { store.replace(name, log: nil) }
    func close() {}

    var secret: [UInt8] { [] }
    var now: Int64? { nil }
    var address: String? { "\(name):1" }

    func held() throws(LogError) -> Set<WorldName> {
        try check()
        areInDoubt = false
        return Set(store.holders.filter { $0.value === self }.keys)
    }

    func holds(_ world: WorldName) throws(LogError) -> Bool {
        try check()
        return isHolder(of: world)
    }

    func advertise(_: String) {}
    func liveServers() -> Set<String> { [] }
    func renew(sessions _: [WorldName: Int]) {}
    func release(_ world: WorldName) { if isHolder(of: world) { store.holders[world] = nil } }
    var descriptor: Int32? { nil }
    var generation: Int { 1 }
    func read() {}
}
