import ChatProtocol
import ChatSystem

/// What the nodes of a database say to each other: `NOTIFY` on the connection that each of them has, heard in the order
/// of its commits.
final class PostgresChannel: NodeChannel {
    private let connection: PostgresConnection
    /// What this node's row is.
    let number: Int64
    /// What was notified and is not taken yet.
    private var notified: [String] = []
    /// How much was said: in one transaction the same words would be heard once.
    private var count = 0

    /// Makes this server one of the nodes.
    init(_ connection: PostgresConnection) throws(PostgresFailure) {
        self.connection = connection
        let add = PostgresStatement(connection, sql: "INSERT INTO node DEFAULT VALUES RETURNING id")
        _ = try add.step()
        number = add.integer(0)
        try connection.serve(as: number)
        // What goes on is gone with the last who served it, and the sessions of a node that was killed are with it.
        for change in [
            "DELETE FROM fault WHERE NOT EXISTS (SELECT FROM node WHERE id <> \(number) AND \(lives))",
            "DELETE FROM session USING node WHERE node.id = session.node AND NOT \(lives)",
        ] {
            try PostgresStatement(connection, sql: change).run(orReject: nil)
        }
        try connection.exchange()
    }

    /// Whether a node holds the lock of its row.
    private var lives: String {
        """
        EXISTS (
            SELECT 1 FROM pg_catalog.pg_locks
            WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND objid = node.id
            AND classid::bigint = hashtext('\(connection.address.schema)')::bigint & 4294967295
            AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())
        )
        """
    }

    var node: String { Self.name(number) }

    static func name(_ number: Int64) -> String { "node-\(number)" }

    var generation: Int { connection.generation }

    var now: Int64? { connection.now }

    var descriptor: Int32? { connection.descriptor }

    func read() { connection.read() }

    /// Serves no longer.
    func leave() {
        guard connection.problem == nil else { return }
        try? PostgresStatement(connection, sql: "DELETE FROM node WHERE id = \(number)").run(orReject: nil)
        _ = try? connection.exchange()
    }

    // MARK: Words

    /// What is notified: who says it, which time, what kind it is, how many bytes the name of the world has, that, and
    /// the rest by the kind.
    private func words(_ kind: Kind, in world: WorldName, _ rest: String = "") -> String {
        count += 1
        return "\(number) \(count) \(kind.rawValue) \(world.rawValue.utf8.count) \(world.rawValue)\(rest)"
    }

    private enum Kind: String { case appended, emptied, said, tokens }

    /// What whoever changed the tokens notifies, which is no server: of those the first has the number 1.
    static let tokensChanged = "0 0 \(Kind.tokens.rawValue) 0 "

    /// Puts behind a commit where the logs of worlds end.
    func notify(appended ends: [(world: WorldName, end: Int64)]) throws(PostgresFailure) {
        try notify(ends.map { words(.appended, in: $0.world, "\($0.end)") })
    }

    /// Says that a world was emptied or taken away.
    func notify(emptied world: WorldName) throws(PostgresFailure) { try notify([words(.emptied, in: world)]) }

    func say(_ words: [[UInt8]], in world: WorldName) throws(LogError) {
        do throws(PostgresFailure) {
            try notify(words.map { self.words(.said, in: world, String(decoding: $0, as: UTF8.self)) })
            try connection.exchange()
        } catch {
            throw .unavailable(reason: error.words)
        }
    }

    /// What is notified lasts no longer than the connection, and is not waited for by a disk. What has a byte 0 in it is no
    /// text to the database, and is looked for later.
    private func notify(_ words: [String]) throws(PostgresFailure) {
        let statement = PostgresStatement(
            connection,
            sql: """
                SELECT set_config('synchronous_commit', 'off', true), pg_notify('\(connection.address.schema)', words)
                FROM json_array_elements_text(convert_from($1, 'UTF8')::json) AS words
                """)
        statement.bind(0, JSONWriter.bytes(of: words.filter { !$0.utf8.contains(0) }))
        try statement.runAside()
    }

    var hasHeard: Bool {
        notified += connection.takeNotifications()
        return !notified.isEmpty
    }

    func takeHeard() -> [HeardWords] {
        let all = notified + connection.takeNotifications()
        notified = []
        return all.compactMap(Self.heard)
    }

    private static func heard(_ words: String) -> HeardWords? {
        let parts = words.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let node = Int64(parts[0]), let kind = Kind(rawValue: String(parts[2])),
            let length = Int(parts[3]), case let text = parts[4].utf8, (0...text.count).contains(length)
        else { return nil }
        let (name, rest) = (Substring(text.prefix(length)), Substring(text.dropFirst(length)))
        let content: HeardWords.Content
        switch kind {
        case .appended:
            guard let end = Int64(rest) else { return nil }
            content = .appended(through: end)
        case .emptied: content = .emptied
        case .said: content = .said(Array(rest.utf8))
        case .tokens: content = .tokensChanged
        }
        return HeardWords(content, in: WorldName(String(name)), by: Self.name(node))
    }

    /// So long it is waited for a node whose session is gone, in seconds: most come back within a few, with all their
    /// streams, where the database was away or another took its place.
    private static let graceSeconds = 10

    /// A look comes every second, and what is asked meanwhile may take its time: all is done before the others are to
    /// count on it.
    private static let leeway: Int64 = 2_000

    var mayBeGivenUp: Bool {
        Clocks.steady() - connection.provenAt > Int64(Self.graceSeconds) * 1_000 - Self.leeway
    }

    /// Who holds the lock of its row lives. Whose session is gone may come back.
    func others() throws(LogError) -> [OtherNode] {
        do throws(PostgresFailure) {
            let all = PostgresStatement(
                connection,
                sql: "SELECT id, \(lives)::int::bigint FROM node WHERE id <> \(number) ORDER BY id")
            var others: [OtherNode] = []
            while try all.step() {
                others.append(OtherNode(name: Self.name(all.integer(0)), lives: all.integer(1) != 0))
            }
            guard others.contains(where: { !$0.lives }) else { return others }
            for change in [
                "UPDATE node SET lost = now() WHERE lost IS NULL AND NOT \(lives)",
                "DELETE FROM node WHERE lost < now() - interval '\(Self.graceSeconds) s' AND NOT \(lives)",
            ] {
                try PostgresStatement(connection, sql: change).run(orReject: nil)
            }
            try connection.exchange()
            return others
        } catch {
            throw .unavailable(reason: error.words)
        }
    }

    func keepSessions(_ ids: [String]) throws(LogError) {
        do throws(PostgresFailure) {
            let forget = PostgresStatement(
                connection,
                sql: """
                    DELETE FROM session WHERE node = \(number)
                    AND NOT convert_from(id, 'UTF8') = ANY (string_to_array(convert_from($1, 'UTF8'), ' '))
                    """)
            forget.bind(0, ids.joined(separator: " "))
            try forget.run(orReject: nil)
            try connection.exchange()
        } catch {
            throw .unavailable(reason: error.words)
        }
    }
}
