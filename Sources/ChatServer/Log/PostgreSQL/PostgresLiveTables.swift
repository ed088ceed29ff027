import ChatProtocol

/// What nodes of one world decide once, as rows: `fault` and `session`.
///
/// What is only counted is not waited for by a disk: with the primary it may be lost, as what it counts is.
final class PostgresLiveTables: LiveTables {
    private let connection: PostgresConnection
    private let world: Int64
    /// The row of this node.
    private let node: Int64

    init(_ connection: PostgresConnection, world: Int64, node: Int64) {
        (self.connection, self.world, self.node) = (connection, world, node)
    }

    /// The tables, and what stands in them of a world.
    static let names = ["fault", "session"]

    static let creation = [
        """
        CREATE TABLE fault (
            world BIGINT NOT NULL, number BIGINT NOT NULL, body BYTEA NOT NULL, once BIGINT NOT NULL,
            matches BIGINT NOT NULL, fired BIGINT NOT NULL, PRIMARY KEY (world, number)
        )
        """,
        """
        CREATE TABLE session (
            world BIGINT NOT NULL, node BIGINT NOT NULL REFERENCES node ON DELETE CASCADE, id BYTEA NOT NULL,
            person BYTEA NOT NULL, app BYTEA NOT NULL, number BIGINT, PRIMARY KEY (world, node, id)
        )
        """,
        "CREATE UNIQUE INDEX session_number ON session (world, person, app, number)",
        "CREATE INDEX session_node ON session (node)",
    ]

    // MARK: Faults

    func faults() throws(LogError) -> [StoredFault] {
        try asking { [self] () throws(PostgresFailure) in
            let all = statement("SELECT number, body, fired FROM fault WHERE world = $1 ORDER BY number")
            var faults: [StoredFault] = []
            while try all.step() {
                faults.append(StoredFault(number: all.integer(0), body: all.bytes(1), fired: all.integer(2)))
            }
            return faults
        }
    }

    func addFault(isOnce: Bool, max: Int, _ body: @escaping (Int64) -> [UInt8]) throws(LogError) -> Int64? {
        try asking { [self] () throws(PostgresFailure) in
            do throws(PostgresFailure) {
                try connection.begin()
                // Whoever adds another waits for this row.
                let next = statement("UPDATE world SET faults = faults + 1 WHERE id = $1 RETURNING faults")
                guard try next.step() else { throw PostgresFailure("the world no longer exists") }
                let number = next.integer(0)
                let count = statement("SELECT count(*) FROM fault WHERE world = $1")
                _ = try count.step()
                if count.integer(0) >= Int64(max) {
                    let spent = statement(
                        """
                        DELETE FROM fault WHERE world = $1 AND number = (
                            SELECT min(number) FROM fault WHERE world = $1 AND once = 1 AND fired > 0
                        ) RETURNING number
                        """)
                    guard try spent.step() else {
                        connection.rollBack()
                        return nil
                    }
                }
                let add = statement(
                    """
                    INSERT INTO fault (world, number, body, once, matches, fired) VALUES ($1, $2, $3, $4, 0, 0)
                    """)
                add.bind(1, number)
                add.bind(2, body(number))
                add.bind(3, isOnce ? 1 : 0)
                try add.run(orReject: nil)
                try connection.commit()
                return number
            } catch {
                connection.rollBack()
                throw error
            }
        }
    }

    func removeFault(_ number: Int64?) throws(LogError) -> Bool {
        try asking { [self] () throws(PostgresFailure) in
            let which = number == nil ? "" : " AND number = $2"
            let remove = statement("DELETE FROM fault WHERE world = $1\(which) RETURNING number")
            if let number { remove.bind(1, number) }
            return try remove.step()
        }
    }

    func countMatch(of faults: [Int64]) throws(LogError) -> [Int64: Int64] {
        try asking { [self] () throws(PostgresFailure) in
            try hurry()
            // In the order of their numbers, as everybody locks them.
            let count = statement(
                """
                UPDATE fault SET matches = matches + 1 FROM (
                    SELECT number FROM fault WHERE world = $1 AND (once = 0 OR fired = 0)
                    AND number = ANY (string_to_array(convert_from($2, 'UTF8'), ' ')::bigint[])
                    ORDER BY number FOR UPDATE
                ) AS met WHERE fault.world = $1 AND fault.number = met.number RETURNING fault.number, fault.matches
                """)
            count.bind(1, faults.map(String.init).joined(separator: " "))
            var counts: [Int64: Int64] = [:]
            while try count.step() { counts[count.integer(0)] = count.integer(1) }
            return counts
        }
    }

    func fire(_ fault: Int64) throws(LogError) -> Bool {
        try asking { [self] () throws(PostgresFailure) in
            try hurry()
            let fire = statement(
                """
                UPDATE fault SET fired = fired + 1 WHERE world = $1 AND number = $2 AND (once = 0 OR fired = 0)
                RETURNING fired
                """)
            fire.bind(1, fault)
            return try fire.step()
        }
    }

    // MARK: Sessions

    /// So often a number is looked for that somebody else takes at the same time.
    private static let attemptsMax = 100

    func keepSession(_ session: SessionSeat, number: Int?) throws(LogError) -> Bool {
        try asking { [self] () throws(PostgresFailure) in
            let add = statement(
                """
                INSERT INTO session (world, node, id, person, app, number) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT DO NOTHING RETURNING world
                """)
            if let number { add.bind(5, Int64(number)) }
            return try self.add(session, by: add)
        }
    }

    func addSession(_ session: SessionSeat) throws(LogError) -> Int? {
        guard session.person != nil else {
            _ = try keepSession(session, number: nil)
            return nil
        }
        return try asking { [self] () throws(PostgresFailure) in
            // Whoever takes the same number at the same time is waited for, and then has it.
            for _ in 0..<Self.attemptsMax {
                let add = statement(
                    """
                    INSERT INTO session (world, node, id, person, app, number)
                    SELECT $1::bigint, $2::bigint, $3::bytea, $4::bytea, $5::bytea, min(free) FROM generate_series(
                        1::bigint,
                        (SELECT count(*) + 1 FROM session WHERE world = $1 AND person = $4 AND app = $5)
                    ) AS free WHERE NOT EXISTS (
                        SELECT FROM session WHERE world = $1 AND person = $4 AND app = $5 AND number = free
                    ) ON CONFLICT DO NOTHING RETURNING number
                    """)
                if try self.add(session, by: add) { return Int(add.integer(0)) }
            }
            throw PostgresFailure("too many sessions of one person start at the same time; try again")
        }
    }

    /// - Returns: whether it is there now.
    private func add(_ session: SessionSeat, by add: PostgresStatement) throws(PostgresFailure) -> Bool {
        try hurry()
        // It may be there since a time at which that could not be learned.
        try remove(session.id)
        add.bind(1, node)
        add.bind(2, session.id)
        add.bind(3, session.person ?? "")
        add.bind(4, session.app ?? "")
        return try add.step()
    }

    private func remove(_ id: String) throws(PostgresFailure) {
        let remove = statement("DELETE FROM session WHERE world = $1 AND node = $2 AND id = $3")
        remove.bind(1, node)
        remove.bind(2, id)
        try remove.run(orReject: nil)
    }

    func removeSession(_ id: String) throws(LogError) {
        try asking { [self] () throws(PostgresFailure) in
            try hurry()
            try remove(id)
            try connection.exchange()
        }
    }

    func sessionCounts(from first: String, through last: String) throws(LogError) -> [String: Int] {
        try asking { [self] () throws(PostgresFailure) in
            let all = statement(
                """
                SELECT person, count(*) FROM session WHERE world = $1 AND person >= $2 AND person <= $3 AND app = ''
                AND number IS NOT NULL GROUP BY person
                """)
            all.bind(1, first)
            all.bind(2, last)
            var counts: [String: Int] = [:]
            while try all.step() { counts[all.text(0)] = Int(all.integer(1)) }
            return counts
        }
    }

    func hasSession(of app: String, runningAs person: String) throws(LogError) -> Bool {
        try connection.asking { () throws(PostgresFailure) in
            let any = statement("SELECT 1 FROM session WHERE world = $1 AND person = $2 AND app = $3 LIMIT 1")
            any.bind(1, person)
            any.bind(2, app)
            return try any.step()
        }
    }

    // MARK: Asking

    /// Asks, and notes what the database refuses: a server that can keep no sessions and no faults is unwell.
    private func asking<Answer>(
        _ body: @escaping () throws(PostgresFailure) -> Answer
    ) throws(LogError) -> Answer {
        try connection.asking { () throws(PostgresFailure) in
            do throws(PostgresFailure) {
                return try body()
            } catch {
                if error.isOfTheDatabase {
                    connection.note(refusal: error) { [weak connection] in
                        connection?.rehearse { () throws(PostgresFailure) in _ = try body() }
                    }
                }
                throw error
            }
        }
    }

    private func statement(_ sql: String) -> PostgresStatement {
        PostgresStatement(connection, world: world, sql: sql)
    }

    /// Has the disk wait for nobody in what comes with this.
    private func hurry() throws(PostgresFailure) {
        try PostgresStatement(connection, sql: "SELECT set_config('synchronous_commit', 'off', true)").runAside()
    }
}
