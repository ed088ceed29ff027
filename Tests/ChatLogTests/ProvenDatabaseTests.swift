import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatLog

/// The checks that a database still has the acknowledged records and is still the same database.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct ProvenDatabaseTests {
    /// A log whose database lost acknowledged records refuses appends until another server takes the world.
    @Test func logRefusesAppendsIfTheDatabaseLostItsEnd() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let worlds = try PostgresWorlds(address, searchText: LogRecord.foundBy)
        let log = try worlds.take()
        try log.append([.plain(1), .plain(2), .plain(3)], expectedEnd: 0)
        let connection = try PostgresConnection(address.wanted(for: .reading))
        func lose(_ position: Int) throws {
            for sql in [
                "DELETE FROM log WHERE position > \(position)", "DELETE FROM hot WHERE position > \(position)",
                """
                SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
                AND classid::bigint = hashtext('\(schema)')::bigint & 4294967295
                """,
            ] {
                try connection.send(sql)
            }
            try connection.exchange()
            while log.problem == nil { log.recover() }
        }
        try lose(3)
        for _ in 0..<1_000 where log.problem != nil { log.recover() }
        try log.append([.plain(4)], expectedEnd: 3)
        _ = log.takeProblem()
        try lose(2)
        for _ in 0..<50 {
            log.recover()
            #expect(throws: LogError.self) { try log.append([.plain(5)], expectedEnd: 4) }
            #expect(throws: LogError.self) { try log.append([.plain(3)], expectedEnd: 2) }
        }
        let problem = try #require(log.problem)
        #expect(problem.contains("the log of “main” ends at 2, but was acknowledged up to 4"), "\(problem)")
        #expect(log.takeProblem() == problem)
        for _ in 0..<10 { log.recover() }
        #expect(log.takeProblem() == nil, "it is said once")
        // A new server takes the world and continues at the earlier end.
        let other = try PostgresWorlds(address, searchText: LogRecord.foundBy)
        try other.take().append([.plain(3), .plain(4)], expectedEnd: 2)
        for _ in 0..<1_000 where log.problem != nil { log.recover() }
        #expect(throws: LogError.notHeld) { try log.append([.plain(5)], expectedEnd: 4) }
    }

    /// The same holds if the log finds the loss on its existing connection.
    @Test func logStaysUnavailableIfItLostItsEnd() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let log = try PostgresWorlds(address, searchText: LogRecord.foundBy).take()
        try log.append([.plain(1), .plain(2)], expectedEnd: 0)
        let other = try PostgresConnection(address.wanted(for: .reading))
        try other.send("DELETE FROM log WHERE position = 2")
        try other.exchange()
        let error = #expect(throws: LogError.self) { try log.refresh() }
        #expect(error?.reason.contains("has lost the end of a log") == true)
        for _ in 0..<50 { log.recover() }
        #expect(log.problem?.contains("was acknowledged up to 2") == true)
    }

    @Test func witnessRefusesAnOldPrimaryAndAnotherDatabase() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let connection = try PostgresConnection(address)
        try PostgresSchema().prepare(connection)
        func answer(_ sql: String) throws -> PostgresResult {
            try connection.send(sql, wantsRows: true)
            return try #require(try connection.exchange())
        }
        var witness = PostgresWitness()
        try witness.check(try answer(witness.question))
        try witness.check(try answer(witness.question))
        let place = "'on', '', NULL::bytea, NULL::bigint, NULL::bigint"
        try witness.check(
            try answer("SELECT system_identifier, 3::bigint, \(place) FROM pg_control_system()"))
        for (system, timeline, reason) in [
            (
                "system_identifier", 2,
                "an old primary answers: it is on timeline 2, but a standby was promoted to timeline 3"
            ),
            ("7::bigint", 3, "the address now leads to another database"),
        ] {
            let failure = #expect(throws: PostgresFailure.self) {
                try witness.check(
                    try answer("SELECT \(system), \(timeline)::bigint, \(place) FROM pg_control_system()"))
            }
            #expect(failure?.words.contains(reason) == true, "\(failure?.words ?? "")")
        }
    }

    /// An address with several hosts promises a durability that one host does not.
    @Test func severalHostsWithoutASynchronousStandbyGiveAWarning() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        func risk(_ text: String) throws -> String? {
            let address = try #require(PostgresAddress(text))
            let worlds = try PostgresWorlds(address)
            defer { worlds.close() }
            let risk = worlds.main.takeDurabilityWarning()
            #expect(worlds.main.takeDurabilityWarning() == nil)
            return risk
        }
        #expect(try risk(cluster.address) == nil)
        let both = cluster.addressOfBoth
        #expect(try risk(both)?.contains("the address has several hosts, but no standby is synchronous") == true)
        try cluster.beginStandby()
        #expect(try risk(both) == nil && risk(cluster.address) == nil)
        try cluster.run("ALTER ROLE understudy SET synchronous_commit = local")
        #expect(try risk(both)?.contains("synchronous_commit is local") == true)
        // The server replaces the setting `off`, so its commits are synchronous.
        try cluster.run("ALTER ROLE understudy SET synchronous_commit = off")
        #expect(try risk(both) == nil)
    }

    @Test func hostsAreRotatedAfterARefusal() throws {
        let library = try PostgresLibrary()
        func hosts(_ text: String, turned count: Int) throws -> [String] {
            let address = try #require(PostgresAddress(text))
            return address.parameters(library, hostsRotatedBy: count).drop { $0.0 != "client_encoding" }.dropFirst()
                .map { "\($0.0)=\($0.1)" }
        }
        let three = "postgres://a:1,b:2,c:3/x"
        #expect(try hosts(three, turned: 0) == [])
        #expect(try hosts(three, turned: 1) == ["host=b,c,a", "port=2,3,1"])
        #expect(try hosts(three, turned: 5) == ["host=c,a,b", "port=3,1,2"])
        #expect(try hosts("postgres:///x?host=/a,/b&port=7", turned: 1) == ["host=/b,/a"])
        #expect(try hosts("postgres://a/x", turned: 1) == [])
        #expect(try #require(PostgresAddress(three)).hostCount(library) == 3)
    }

    @Test func waitForAStandbyIsBounded() throws {
        let cluster = try PostgresCluster()
        defer { cluster.end() }
        let failure = #expect(throws: PostgresCluster.Failure.self) { try cluster.beginStandby(attempts: 0) }
        #expect(failure?.description.contains("no synchronous standby after 0 looks") == true)
    }
}
