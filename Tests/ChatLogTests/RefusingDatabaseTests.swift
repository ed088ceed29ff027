import ServerTestSupport
import Testing

@testable import ChatLog

/// A database that answers but refuses writes, because of a trigger, a constraint or a missing table.
@Suite(.enabled(if: PostgresCluster.isWanted)) struct RefusingDatabaseTests {
    @Test(
        "a log reports a refusal while its database refuses writes",
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
    func refusedWritesAreReported(refuse: String, allow: String) throws {
        try LogKind.postgres.withPlace { place in
            let log = try place.open()
            let key = IdempotencyKey(handle: "anna", clientID: "c1")
            try log.append([.plain(1)], expectedEnd: 0)
            try place.execute(refuse)
            for _ in 0..<3 {
                #expect(throws: LogError.self) { try log.append([.plain(2, idempotencyKey: key)], expectedEnd: 1) }
            }
            let refusal = try #require(log.refusal)
            #expect(log.problem == nil && log.takeProblem() == refusal && log.takeProblem() == nil)
            for _ in 0..<3 { log.recover() }
            #expect(log.refusal != nil && log.takeProblem() == nil)
            try place.execute(allow)
            for _ in 0..<3 { log.recover() }
            #expect(log.refusal == nil)
            try log.append([.plain(2, idempotencyKey: key)], expectedEnd: 1)
            #expect(log.end == 2)
        }
    }

    @Test("a conflict or a rejected batch is not reported as a refusal")
    func conflictIsNoRefusal() throws {
        try LogKind.postgres.withPlace { place in
            let (log, other) = (try place.open(), try place.open())
            let key = IdempotencyKey(handle: "anna", clientID: "c1")
            try log.append([.plain(1, idempotencyKey: key)], expectedEnd: 0)
            #expect(throws: LogError.self) { try other.append([.plain(1)], expectedEnd: 0) }
            #expect(throws: LogError.self) { try log.append([.plain(2, idempotencyKey: key)], expectedEnd: 1) }
            #expect(log.refusal == nil && other.refusal == nil && log.takeProblem() == nil)
        }
    }
}
