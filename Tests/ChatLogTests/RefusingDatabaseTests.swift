import ServerTestSupport
import Testing

@testable import ChatLog

/// A database that answers, and refuses every write: rights, a trigger, a table that is gone.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct RefusingDatabaseTests {
    @Test(
        "a database that refuses writes makes the log unwell until it takes them again",
        arguments: [
            ("ALTER TABLE log RENAME TO gone", "ALTER TABLE gone RENAME TO log"),
            ("ALTER TABLE receipt RENAME TO gone", "ALTER TABLE gone RENAME TO receipt"),
            (
                """
                DO $$ BEGIN
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''not today''; END';
                CREATE TRIGGER refuse BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION refuse();
                END $$
                """, "DROP TRIGGER refuse ON log"
            ),
            (
                """
                DO $$ BEGIN
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''not today''; END';
                CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION refuse();
                END $$
                """, "DROP TRIGGER refuse ON log"
            ),
            (
                "ALTER TABLE log ADD CONSTRAINT few CHECK (position < 2) NOT VALID",
                "ALTER TABLE log DROP CONSTRAINT few"
            ),
        ])
    func aRefusalIsTold(refuse: String, allow: String) throws {
        try LogKind.postgres.withPlace { place in
            let log = try place.open()
            let key = IdempotencyKey(handle: "anna", clientID: "c1")
            try log.append([.plain(1)], expectedEnd: 0)
            try place.execute(refuse)
            for _ in 0..<3 {
                #expect(throws: LogError.self) { try log.append([.plain(2, idempotencyKey: key)], expectedEnd: 1) }
            }
            let refusal = try #require(log.refusal)
            #expect(log.problem == nil && log.takeTrouble() == refusal && log.takeTrouble() == nil)
            for _ in 0..<3 { log.recover() }
            #expect(log.refusal != nil && log.takeTrouble() == nil)
            try place.execute(allow)
            for _ in 0..<3 { log.recover() }
            #expect(log.refusal == nil)
            try log.append([.plain(2, idempotencyKey: key)], expectedEnd: 1)
            #expect(log.end == 2)
        }
    }

    @Test(
        "a database that refuses sessions or faults makes the log unwell until it takes them again",
        arguments: ["session", "fault"])
    func aRefusalBesideTheLogIsTold(table: String) throws {
        let (text, schema) = try PostgresCluster.newSchema()
        let worlds = try PostgresWorlds(try #require(PostgresAddress(text, schema: schema, use: .serving)))
        let live = try #require(worlds.main.liveTables)
        func write() throws {
            if table == "fault" { _ = try live.addFault(isOnce: true, max: 9) { _ in [] } }
            if table == "session" { _ = try live.addSession(SessionSeat(id: "a", person: "bea", app: nil)) }
        }
        let other = try PostgresConnection(try #require(PostgresAddress(text, schema: schema, use: .reading)))
        func execute(_ sql: String) throws {
            try other.send(sql)
            try other.exchange()
        }
        try execute("ALTER TABLE \(table) RENAME TO gone")
        #expect(throws: LogError.self) { try write() }
        let refusal = try #require(worlds.main.refusal)
        #expect(worlds.main.problem == nil && worlds.main.takeTrouble() == refusal)
        for _ in 0..<3 { worlds.main.recover() }
        #expect(worlds.main.refusal != nil)
        try execute("ALTER TABLE gone RENAME TO \(table)")
        for _ in 0..<3 { worlds.main.recover() }
        #expect(worlds.main.refusal == nil)
        // The attempts to write it again left nothing.
        #expect(try live.faults().isEmpty && live.sessionCounts(from: "bea", through: "bea").isEmpty)
        try write()
    }

    @Test("a conflict and a broken rule say nothing about the database") func aConflictIsNoRefusal() throws {
        try LogKind.postgres.withPlace { place in
            let (log, other) = (try place.open(), try place.open())
            let key = IdempotencyKey(handle: "anna", clientID: "c1")
            try log.append([.plain(1, idempotencyKey: key)], expectedEnd: 0)
            #expect(throws: LogError.self) { try other.append([.plain(1)], expectedEnd: 0) }
            #expect(throws: LogError.self) { try log.append([.plain(2, idempotencyKey: key)], expectedEnd: 1) }
            #expect(log.refusal == nil && other.refusal == nil && log.takeTrouble() == nil)
        }
    }
}
