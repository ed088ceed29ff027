import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatLog

/// What is PostgreSQL's alone: who was first, lines that break, and servers that stop or stand still.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct PostgresEventLogTests {
    @Test func whoIsSecondLearnsWhereTheLogEnds() throws {
        try LogKind.postgres.withPlace { place in
            let (first, second) = (try place.open(), try place.open())
            try first.append([.message(1, "m1", sequence: 1)], expectedEnd: 0)
            #expect(second.end == 0)
            #expect(throws: LogError.conflict(actualEnd: 1)) {
                try second.append([.message(1, "n1", sequence: 1), .plain(2)], expectedEnd: 0)
            }
            #expect(second.end == 1)
            try second.append([.message(2, "n1", sequence: 2)], expectedEnd: 1)
            #expect(first.end == 1)
            try first.refresh()
            #expect(first.end == 2)
            #expect(try first.read(after: 0, limit: 9) == second.read(after: 0, limit: 9))
        }
    }

    /// The words that wait for a segment, and the segments, are those of all writers.
    @Test func whatOthersWroteIsFound() throws {
        try LogKind.postgres.withPlace { place in
            let logs = [try place.open(), try place.open()]
            var end: Int64 = 0
            for turn in 0..<10 {
                let log = logs[turn % 2]
                try log.refresh()
                try log.append(
                    (end + 1...end + 500).map { .found($0, "m\($0)", by: "said n\($0) in turn \(turn)") },
                    expectedEnd: end)
                end += 500
            }
            for log in logs {
                try log.refresh()
                for place in [Int64(1), 499, 501, 1_700, 3_333, 4_999] {
                    #expect(try log.places("said n\(place) ") == [place])
                }
            }
        }
    }

    /// For every statement there is an index to go by.
    @Test func noStatementNeedsToScanATable() throws {
        let address = try PostgresAddress.ofATest()
        let connection = try PostgresConnection(address)
        try PostgresSchema().prepare(connection)
        // A plan that holds whatever the parameters are, and however little is stored.
        for setting in ["enable_seqscan = off", "enable_bitmapscan = off", "plan_cache_mode = force_generic_plan"] {
            try connection.send("SET \(setting)")
        }
        let statements =
            LogQuery.allCases.map { $0.sql(.postgres) } + LogStatement.allCases.map { $0.sql(.postgres) }
            + SearchIndexQuery.allCases.map { $0.sql(.postgres) }
        for sql in statements {
            let numbers = sql.split(separator: "$").dropFirst().compactMap { Int($0.prefix(while: \.isNumber)) }
            try connection.send("PREPARE asked AS " + sql)
            try connection.exchange()
            let values = [String](repeating: "NULL", count: numbers.max() ?? 0).joined(separator: ", ")
            let explain = PostgresStatement(connection, sql: "EXPLAIN EXECUTE asked(\(values))")
            while try explain.step() { #expect(!explain.text(0).contains("Seq Scan"), "\(sql)") }
            try connection.send("DEALLOCATE asked")
            try connection.exchange()
        }
    }

    @Test func aTableIsAsAFileHasIt() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try SQLiteEventLog(path: path).close()
            let connection = try SQLiteConnection(path: path)
            for table in LogTable.all {
                let rows = try connection.prepare(
                    "SELECT name, type, \"notnull\" OR pk > 0 FROM pragma_table_info('\(table.name)')")
                for column in table.columns {
                    #expect(try rows.step(), "\(table.name).\(column.name)")
                    #expect(rows.text(0) == column.name)
                    #expect((rows.text(1) == "INTEGER") != (column.kind == .bytes), "\(table.name).\(column.name)")
                    #expect((rows.integer(2) == 0) == column.isOptional, "\(table.name).\(column.name)")
                }
                #expect(try !rows.step(), "\(table.name)")
            }
        }
    }

    // MARK: Opening

    @Test func anOlderFormatIsBroughtToTheNewestAndANewerOneRefused() throws {
        let address = try PostgresAddress.ofATest()
        let connection = try PostgresConnection(address)
        try PostgresSchema().prepare(connection)
        try connection.addWorld(1)
        let log = try PostgresEventLog(connection, world: 1, searchText: LogRecord.foundBy)
        try log.append([.plain(1)], expectedEnd: 0)
        let next = PostgresSchema(migrations: PostgresSchema.migrations + [["ALTER TABLE log ADD COLUMN later BIGINT"]])
        try next.prepare(connection)
        try next.prepare(connection)
        #expect(try log.read(after: 0, limit: 9) == [.plain(1)])
        try connection.send("SELECT later FROM log")
        try connection.exchange()
        let error = LogOpenError.newerVersion(
            path: "the database", found: next.version, known: PostgresSchema().version)
        #expect(throws: error) { try PostgresSchema().prepare(connection) }
        let broken = PostgresSchema(
            migrations: next.migrations + [["ALTER TABLE log ADD COLUMN x BIGINT", "SELECT 1/0"]])
        #expect(throws: LogOpenError.self) { try broken.prepare(connection) }
        // Nothing of it was done.
        #expect(throws: PostgresFailure.self) {
            try connection.send("SELECT x FROM log")
            try connection.exchange()
        }
    }

    @Test func aDatabaseOfOneServerBecomesOneOfSeveral() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let first = try PostgresWorlds(address, searchText: LogRecord.foundBy)
        try first.main.append([.found(1, "m1", by: "one")], expectedEnd: 0)
        first.close()
        // As format 1 was: there were no nodes.
        let connection = try PostgresConnection(address.wanted(for: .reading))
        for step in [
            "DROP TABLE fault, session, node, segment_group, token", "ALTER TABLE world DROP COLUMN faults",
            "ALTER TABLE format DROP COLUMN tokens", "UPDATE format SET version = 1",
        ] {
            try connection.send(step)
        }
        try connection.exchange()
        let nodes = try (1...2).map { _ in try PostgresWorlds(address, searchText: LogRecord.foundBy) }
        for node in nodes { #expect(try node.main.places("one") == [1]) }
        // While a node serves it, nobody changes it.
        connection.close()
        let next = PostgresSchema(migrations: PostgresSchema.migrations + [["ALTER TABLE log ADD COLUMN later BIGINT"]])
        let newer = try PostgresConnection(address)
        let error = #expect(throws: LogOpenError.self) { try next.prepare(newer) }
        #expect(error?.description.contains("another server has locked the database") == true)
    }

    @Test func whatOneAppendsTheOthersHear() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let nodes = try (1...2).map { _ in try PostgresWorlds(address, searchText: LogRecord.foundBy) }
        let channels = nodes.compactMap(\.channel)
        let other = WorldName("other")
        try nodes[0].main.append([.plain(1), .plain(2)], expectedEnd: 0)
        try channels[0].say([Array("hello".utf8), Array("hello".utf8)], in: .main)
        let log = try nodes[0].make(other, clock: .virtual, seed: 7)
        #expect(try nodes[1].find(other)?.seed == 7)
        try log.append([.plain(1)], expectedEnd: 0)
        for channel in channels {
            var heard: [HeardWords] = []
            while heard.count < 4 {
                channel.read()
                heard += channel.takeHeard()
            }
            #expect(heard.allSatisfy { $0.node == channels[0].node })
            #expect(
                heard.map(\.content) == [
                    .appended(through: 2), .said(Array("hello".utf8)), .said(Array("hello".utf8)),
                    .appended(through: 1),
                ])
            #expect(heard.map(\.world) == [.main, .main, .main, other])
        }
        // What was emptied takes nothing more of those who know it as it was, and has a log of its own.
        let old = try #require(try nodes[1].find(other)).log
        try old.refresh()
        let empty = try nodes[0].empty(other)
        #expect(throws: LogError.emptied) { try old.append([.plain(2)], expectedEnd: 1) }
        try empty.append([.plain(1)], expectedEnd: 0)
        #expect(try nodes[1].find(other)?.log !== old)
        try nodes[0].remove(other)
        #expect(try nodes[1].find(other)?.log == nil)
    }

    @Test func severalServersHaveADatabaseOrOneAlone() throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let address = try #require(PostgresAddress(text, schema: schema, use: .serving))
        let nodes = try (1...2).map { _ in try PostgresWorlds(address, searchText: LogRecord.foundBy) }
        #expect(Set(nodes.compactMap { $0.channel?.node }).count == 2)
        let error = #expect(throws: LogOpenError.self) {
            try PostgresWorlds(address.wanted(for: .alone), searchText: LogRecord.foundBy)
        }
        #expect(error?.description.contains("another server has locked the database") == true)
        try nodes[0].main.append([.plain(1)], expectedEnd: 0)
        #expect(throws: Never.self) {
            try PostgresWorlds(address.wanted(for: .reading), searchText: LogRecord.foundBy)
        }
        for node in nodes { node.close() }
        #expect(throws: Never.self) {
            try PostgresWorlds(address.wanted(for: .alone), searchText: LogRecord.foundBy)
        }
    }

    @Test(arguments: [
        ("postgres://anna:secret@/postgres", "password"),
        ("postgres://anna@/postgres?password=secret", "password"),
        ("postgres://anna@/postgres?hots=x", "invalid URI query parameter"),
        ("postgres://anna@/postgres?host=/nowhere/at/all", "No such file"),
        ("postgres:///?service=nowhere-to-be-found", "nowhere-to-be-found"),
    ])
    func anAddressThatWillNotDoIsRefusedInAClearLine(_ text: String, _ reason: String) throws {
        let address = try #require(PostgresAddress(text))
        let error = #expect(throws: LogOpenError.self) { try PostgresWorlds(address) }
        let line = error?.description ?? ""
        #expect(line.contains(reason) && !line.contains("secret") && !line.contains("\n"), "\(line)")
    }
}
