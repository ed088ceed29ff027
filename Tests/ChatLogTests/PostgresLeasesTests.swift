import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatLog

/// The leases by which the servers of one database hold worlds.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct PostgresLeasesTests {
    /// One server of the database.
    private struct Server {
        let worlds: PostgresWorlds
        let leases: PostgresLeases

        init(_ name: String, _ address: PostgresAddress) throws {
            worlds = try PostgresWorlds(address, searchText: LogRecord.foundBy)
            leases = try #require(worlds.leases as? PostgresLeases)
            try leases.advertise("\(name):1")
        }

        var holder: WorldHolder { WorldHolder(server: "server-\(leases.number)", address: leases.address ?? "") }

        /// Returns the server that holds a world, or nil if this server holds it. Takes the world if it is free.
        func holder(of name: WorldName = .main) throws -> WorldHolder? {
            guard case .remote(let found) = try #require(try worlds.find(name)) else { return nil }
            let holder: WorldHolder = try #require(found)
            return holder
        }
    }

    private let address: PostgresAddress
    private let here: Server
    private let there: Server
    /// A connection that belongs to no server.
    private let other: PostgresConnection
    private static let second = WorldName("second")

    init() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        here = try Server("here", address)
        there = try Server("there", address)
        other = try PostgresConnection(address.wanted(for: .reading))
        _ = try here.worlds.make(Self.second, clock: .virtual, seed: 7)
    }

    private func run(_ sql: String) throws {
        try other.send(sql)
        try other.exchange()
    }

    /// Lets 11 s pass for the database since a server renewed its leases.
    private func expire(_ server: Server) throws {
        try run("UPDATE server SET renewed = renewed - interval '11 s' WHERE id = \(server.leases.number)")
    }

    /// Ends the session of a server in the database.
    private func cut(_ server: Server) throws {
        let locks = """
            pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid = \(server.leases.number)
            AND classid::bigint = hashtext('\(address.schema)')::bigint & 4294967295
            """
        try run("SELECT pg_terminate_backend(pid) FROM \(locks)")
        func count() throws -> Int64 {
            let count = PostgresStatement(other, sql: "SELECT count(*) FROM \(locks)")
            return try count.step() ? count.integer(0) : 0
        }
        while try count() > 0 {}
    }

    // MARK: Taking

    @Test("a server takes a free world, and other servers find its holder")
    func freeWorldIsTaken() throws {
        #expect(try there.worlds.find(WorldName("nowhere")) == nil)
        #expect(try here.holder() == nil)
        #expect(try here.holder() == nil, "the holder takes it again")
        #expect(try there.holder() == here.holder)
        #expect(here.holder.address == "here:1")
        #expect(try there.holder(of: Self.second) == nil)
        #expect(try here.leases.held() == [.main] && there.leases.held() == [Self.second])
        #expect(try here.leases.holds(.main) && !there.leases.holds(.main))
        #expect(try here.leases.liveServers() == [here.holder.server, there.holder.server])
    }

    @Test("a world is taken when the session of its holder is gone") func aWorldOfAGoneServerIsTaken() throws {
        #expect(try here.holder() == nil)
        try cut(here)
        #expect(try there.holder() == nil)
        #expect(try there.leases.liveServers() == [there.holder.server])
    }

    @Test("a world is taken when its holder has not renewed its leases for 10 s") func aWorldOfASilentServerIsTaken()
        throws
    {
        let log = try here.worlds.take()
        try log.append([.plain(1)], expectedEnd: 0)
        try expire(here)
        try there.worlds.take().append([.plain(2)], expectedEnd: 1)
        #expect(throws: LogError.notHeld) { try log.append([.plain(2)], expectedEnd: 1) }
        #expect(try log.read(after: 0, limit: 9).count == 2)
        #expect(try here.holder() == there.holder)
        #expect(log.problem == nil && log.refusal == nil)
    }

    @Test("a server that renews its leases late keeps the worlds that no server took")
    func lateRenewalKeepsFreeWorlds() throws {
        let log = try here.worlds.take()
        try expire(here)
        // A new server deletes the rows of servers that are gone.
        let third = try Server("third", address)
        #expect(try third.leases.liveServers() == [there.holder.server, third.holder.server])
        here.leases.renew(sessions: [:])
        #expect(try here.leases.held() == [.main])
        #expect(try third.holder() == here.holder)
        try log.append([.plain(1)], expectedEnd: 0)
    }

    @Test("a server that lists its worlds renews its leases")
    func queryRenewsTheLeases() throws {
        #expect(try here.holder() == nil)
        try expire(here)
        #expect(try here.leases.held() == [.main])
        #expect(try there.holder() == here.holder)
    }

    @Test("a takeover fails at once while the holder commits, and succeeds after the commit")
    func takeoverFailsDuringACommit() throws {
        let log = try here.worlds.take()
        // The holder freezes between the check and the end of a commit.
        let frozen = try PostgresConnection(address.wanted(for: .reading))
        let tables = PostgresTables(frozen, world: 1, holder: here.leases.number)
        try tables.begin()
        try frozen.exchange()
        try expire(here)
        for _ in 0..<2 {
            guard case .remote(nil)? = try there.worlds.find(.main) else {
                Issue.record("the lock of the commit was passed")
                continue
            }
        }
        try tables.commit()
        #expect(try there.holder() == nil)
        let failure = #expect(throws: PostgresFailure.self) {
            try tables.begin()
            try frozen.exchange()
        }
        #expect(failure?.isOfLostWorld == true)
        #expect(throws: LogError.notHeld) { try log.append([.plain(1)], expectedEnd: 0) }
        #expect(log.end == 0)
    }

    @Test("a server that lost a world neither resets nor deletes it") func aLostWorldIsNotDeleted() throws {
        try here.worlds.take(Self.second).append([.plain(1)], expectedEnd: 0)
        try here.leases.release(Self.second)
        #expect(try there.holder(of: Self.second) == nil)
        #expect(throws: LogError.notHeld) { try here.worlds.empty(Self.second) }
        #expect(throws: LogError.notHeld) { try here.worlds.remove(Self.second) }
        let log = try #require(try there.worlds.empty(Self.second) as? PostgresEventLog)
        #expect(log.end == 0)
        try log.append([.plain(1)], expectedEnd: 0)
        #expect(try there.leases.held() == [Self.second], "it is still held")
        try there.worlds.remove(Self.second)
        #expect(try here.worlds.find(Self.second) == nil)
        #expect(throws: LogError.notHeld) { try log.append([.plain(2)], expectedEnd: 1) }
    }

    // MARK: Doubt

    @Test("after a lost connection a server is in doubt until it has read what it holds")
    func aServerIsInDoubtAfterALostConnection() throws {
        #expect(try here.holder() == nil && here.holder(of: Self.second) == nil)
        #expect(!here.leases.areInDoubt)
        try cut(here)
        while !here.leases.areInDoubt {}
        #expect(!here.leases.areOver)
        here.leases.leaseTrust = -1
        #expect(here.leases.areOver)
        here.leases.leaseTrust = 60_000
        #expect(try there.holder(of: Self.second) == nil)
        for _ in 0..<1_000 where here.worlds.main.problem != nil { here.worlds.main.recover() }
        #expect(here.leases.areInDoubt, "the new connection says nothing yet")
        #expect(try here.leases.held() == [.main])
        #expect(!here.leases.areInDoubt)
        #expect(try here.leases.holds(.main) && !here.leases.holds(Self.second))
        #expect(try there.holder() == here.holder)
        #expect(here.holder.address == "here:1", "the new session has the same address")
    }

    @Test("a server is in doubt when its last renewal is too long ago") func aServerIsInDoubtWithoutARenewal() throws {
        #expect(!here.leases.areInDoubt)
        here.leases.leaseTrust = -1
        #expect(here.leases.areInDoubt && !here.leases.areOver, "the connection is well")
        here.leases.leaseTrust = 60_000
        #expect(!here.leases.areInDoubt)
    }

    @Test("a server is in doubt when a renewal finds fewer worlds than it serves")
    func aServerIsInDoubtWithoutAWorld() throws {
        _ = try here.worlds.take()
        try expire(here)
        _ = try there.worlds.take()
        #expect(!here.leases.areInDoubt, "it has renewed a moment ago, by its own clock")
        here.leases.renew(sessions: [.main: 0])
        // The answer to a query comes after that of the renewal.
        _ = try here.leases.liveServers()
        #expect(here.leases.areInDoubt)
        #expect(try here.leases.held() == [])
        #expect(!here.leases.areInDoubt)
    }

    // MARK: Releasing and listing

    @Test("a released world is free, and so are all worlds of a server that stops") func aReleasedWorldIsFree() throws {
        #expect(try here.holder() == nil && here.holder(of: Self.second) == nil)
        try there.leases.release(.main)
        #expect(try there.holder() == here.holder, "only the holder releases it")
        try here.leases.release(.main)
        #expect(try there.holder() == nil)
        #expect(try there.holder(of: Self.second) == here.holder)
        here.worlds.close()
        #expect(try there.holder(of: Self.second) == nil)
        #expect(try there.leases.liveServers() == [there.holder.server])
    }

    @Test("a list has the holder and the sessions of each world") func aListHasHolders() throws {
        #expect(try here.holder() == nil)
        here.leases.renew(sessions: [.main: 3])
        // The answer to a query comes after that of the renewal.
        #expect(try here.leases.held() == [.main])
        func rows() throws -> [String] {
            try #require(try there.worlds.list()).map { "\($0.name) \($0.sessions) \($0.holder ?? "-")" }
        }
        #expect(try rows() == ["main 3 here:1", "second 0 -"])
        try expire(here)
        #expect(try rows() == ["main 0 -", "second 0 -"], "a silent server holds nothing")
    }

    @Test("the servers of a database share one secret")
    func serversShareOneSecret() throws {
        #expect(here.leases.secret.count == 32 && here.leases.secret == there.leases.secret)
        #expect(try Server("third", address).leases.secret == here.leases.secret)
    }
}
