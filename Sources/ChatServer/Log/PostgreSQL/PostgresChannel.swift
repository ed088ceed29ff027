import ChatProtocol

/// What the nodes of a database say to each other: `NOTIFY` on the connection that each of them has, heard in the order
/// of its commits.
final class PostgresChannel: NodeChannel {
    private let connection: PostgresConnection
    /// What this node's row is.
    let number: Int64
    /// The worlds that are known here, by their numbers and by their names.
    private var names: [Int64: WorldName] = [:]
    private var numbers: [WorldName: Int64] = [:]
    /// How much was said: in one transaction the same words would be heard once.
    private var count = 0

    /// Makes this server one of the nodes.
    init(_ connection: PostgresConnection) throws(PostgresFailure) {
        self.connection = connection
        let add = PostgresStatement(connection, sql: "INSERT INTO node DEFAULT VALUES RETURNING id")
        _ = try add.step()
        number = add.integer(0)
        try connection.serve(as: number)
    }

    var node: String { Self.name(number) }

    static func name(_ number: Int64) -> String { "node-\(number)" }

    var generation: Int { connection.generation }

    var descriptor: Int32? { connection.descriptor }

    func read() { connection.read() }

    func know(_ world: Int64, as name: WorldName) {
        if let earlier = numbers.updateValue(world, forKey: name) { names[earlier] = nil }
        names[world] = name
    }

    /// Serves no longer.
    func leave() {
        guard connection.problem == nil else { return }
        try? PostgresStatement(connection, sql: "DELETE FROM node WHERE id = \(number)").run(orReject: nil)
        _ = try? connection.exchange()
    }

    // MARK: Words

    /// What is notified: who, which time, what kind, and the rest by that.
    private func words(_ kind: Kind, _ world: Int64, _ rest: String) -> String {
        count += 1
        return "\(number) \(count) \(kind.rawValue) \(world) \(rest)"
    }

    private enum Kind: String { case appended, emptied, said }

    /// Puts behind a commit that the log of a world ends there.
    func notify(appended end: Int64, to world: Int64) throws(PostgresFailure) {
        try notify(words(.appended, world, "\(end)"))
    }

    /// Says that a world was emptied or taken away.
    func notify(emptied world: Int64, _ name: WorldName) throws(PostgresFailure) {
        try notify(words(.emptied, world, name.rawValue))
    }

    func say(_ words: [[UInt8]], in world: WorldName) throws(LogError) {
        guard let number = numbers[world] else { return }
        do throws(PostgresFailure) {
            for said in words { try notify(self.words(.said, number, String(decoding: said, as: UTF8.self))) }
            try connection.exchange()
        } catch {
            throw .unavailable(reason: error.words)
        }
    }

    /// What is notified lasts no longer than the connection, and is not waited for by a disk.
    private func notify(_ words: String) throws(PostgresFailure) {
        let statement = PostgresStatement(
            connection,
            sql: """
                SELECT set_config('synchronous_commit', 'off', true),
                pg_notify('\(connection.address.schema)', convert_from($1, 'UTF8'))
                """)
        statement.bind(0, words)
        try statement.runAside()
    }

    func takeHeard() -> [HeardWords] {
        connection.takeNotifications().compactMap { words in
            let parts = words.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
            guard parts.count == 5, let node = Int64(parts[0]), let kind = Kind(rawValue: String(parts[2])),
                let world = Int64(parts[3]), let name = names[world]
            else { return nil }
            let content: HeardWords.Content
            switch kind {
            case .appended:
                guard let end = Int64(parts[4]) else { return nil }
                content = .appended(through: end)
            case .emptied: content = .emptied
            case .said: content = .said(Array(parts[4].utf8))
            }
            return HeardWords(content, in: name, by: Self.name(node))
        }
    }

    func ends() throws(LogError) -> [WorldName: Int64] {
        do throws(PostgresFailure) {
            let all = PostgresStatement(
                connection,
                sql: """
                    SELECT world.name, (SELECT max(position) FROM log WHERE log.world = world.id) FROM world
                    """)
            var ends: [WorldName: Int64] = [:]
            while try all.step() { ends[WorldName(all.text(0))] = all.integer(1) }
            return ends
        } catch {
            throw .unavailable(reason: error.words)
        }
    }
}
