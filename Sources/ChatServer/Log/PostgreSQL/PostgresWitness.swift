import ChatSystem

/// A server's knowledge of its database, compared with each database that answers later.
///
/// An old primary that returns after the promotion of its standby does not know of its successor, and accepts writes.
/// Such a database must be refused.
struct PostgresWitness {
    /// The cluster's system identifier, and the timeline, which increases with each promotion of a standby.
    private var place: (system: Int64, timeline: Int64)?
    /// The acknowledged end of each log, by the number of its world.
    private var ends: [Int64: Int64] = [:]
    /// The reported risk that acknowledged records may be lost.
    private var reportedRisk: String?

    /// Records the known end of a world's log.
    mutating func note(_ end: Int64, of world: Int64) { ends[world] = end > 0 ? end : nil }

    /// The SQL expression for the database's clock, in milliseconds since 1970.
    static let clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// The query that identifies the database of a new connection.
    var question: String {
        let known = ends.map { "(\($0.key)::bigint, \($0.value)::bigint)" }.joined(separator: ", ")
        let behind =
            known.isEmpty
            ? "SELECT NULL::bytea, NULL::bigint, NULL::bigint"
            : """
            SELECT world.name, known.position, (SELECT coalesce(max(position), 0) FROM log WHERE log.world = world.id)
            FROM (VALUES \(known)) AS known (world, position) JOIN world ON world.id = known.world
            WHERE NOT EXISTS (SELECT FROM log WHERE log.world = known.world AND log.position = known.position) LIMIT 1
            """
        return """
            SELECT (SELECT system_identifier FROM pg_catalog.pg_control_system()),
            ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint,
            current_setting('synchronous_commit'), current_setting('synchronous_standby_names'),
            behind.name, behind.known, behind.ends, \(Self.clock)
            FROM (SELECT) AS here LEFT JOIN (\(behind)) AS behind (name, known, ends) ON true
            """
    }

    /// Checks the answer to ``question`` and remembers the database.
    ///
    /// - Throws: The reason that this is not the known database.
    mutating func check(_ answer: PostgresResult) throws(PostgresFailure) {
        let (system, timeline) = (answer.integer(0, 0), answer.integer(0, 1))
        if let place {
            guard system == place.system else {
                throw PostgresFailure(
                    "the address now leads to another database (system identifier \(system), before "
                        + "\(place.system)): restart this server to use it")
            }
            guard timeline >= place.timeline else {
                throw PostgresFailure(
                    "an old primary answers: it is on timeline \(timeline), but a standby was promoted to timeline "
                        + "\(place.timeline); stop the old primary, or make it a standby (pg_rewind, pg_basebackup)")
            }
        }
        guard answer.isNull(0, 4) else {
            let (name, known, end) = (answer.text(0, 4), answer.integer(0, 5), answer.integer(0, 6))
            throw PostgresFailure(
                "the database has lost acknowledged records: the log of “\(name)” ends at \(end), but was acknowledged "
                    + "up to \(known); restart this server to continue from \(end)")
        }
        place = (system, timeline)
    }

    /// Returns the risk of losing acknowledged records with the primary, if it changed.
    ///
    /// - Parameter hosts: The number of hosts in the address.
    mutating func takeDurabilityWarning(_ answer: PostgresResult, hosts: Int) -> String? {
        let (commit, standbys) = (answer.text(0, 2), answer.text(0, 3))
        let risk: String?
        if standbys.isEmpty {
            risk =
                hosts < 2
                ? nil
                : "the address has several hosts, but no standby is synchronous (synchronous_standby_names is empty)"
        } else {
            risk =
                commit == "local"
                ? "synchronous_commit is local, so commits do not wait for a standby" : nil
        }
        defer { reportedRisk = risk }
        return risk == reportedRisk ? nil : risk
    }
}

/// The consecutive connections to databases that were not the known one.
struct WrongDatabases {
    private(set) var count = 0
    private var reason: String?

    /// Adds a connection, with the reason that its database was refused.
    ///
    /// - Returns: True if the last refusal had another reason.
    mutating func add(_ reason: String) -> Bool {
        defer { self.reason = reason }
        count += 1
        return reason != self.reason
    }

    mutating func clear() { (count, reason) = (0, nil) }
}

/// The database's clock, as the difference to the monotonic clock at its last reading.
struct DatabaseClock {
    /// The difference in milliseconds; nil before the first reading.
    private var offset: Int64?

    /// The time in milliseconds since 1970; nil if it was never read.
    var now: Int64? { offset.map { $0 + Clocks.sinceStart() } }

    /// Records a reading of ``PostgresWitness/clock``.
    mutating func note(_ reading: Int64) { if reading > 0 { offset = reading - Clocks.sinceStart() } }
}
