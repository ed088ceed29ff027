/// The migrations that give a file the tables of ``LogTable``.
enum LogSchema {
    /// "UndS": the application id in the file's header, which identifies a log of this program.
    static let applicationID: Int64 = 0x556E_6453

    /// The migrations: step `n` converts format `n` to format `n + 1`. A released step never changes.
    static let migrations: [String] = [
        """
        CREATE TABLE log (
            position INTEGER PRIMARY KEY, at INTEGER NOT NULL, hot INTEGER NOT NULL, body TEXT NOT NULL,
            conversation TEXT, entry TEXT, sequence INTEGER, sender TEXT, kind INTEGER, replaces INTEGER,
            handle TEXT, client TEXT
        ) STRICT;
        CREATE TABLE hot (position INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE entry (
            conversation TEXT NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, record INTEGER NOT NULL,
            PRIMARY KEY (conversation, place)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX entry_id ON entry (id);
        CREATE TABLE receipt (
            handle TEXT NOT NULL, client TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (handle, client)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE head (
            conversation TEXT PRIMARY KEY, place INTEGER NOT NULL, sequence INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sender_head (
            conversation TEXT NOT NULL, sender TEXT NOT NULL, sequence INTEGER NOT NULL,
            PRIMARY KEY (conversation, sender)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        ALTER TABLE log ADD COLUMN thread TEXT;
        ALTER TABLE entry ADD COLUMN thread TEXT;
        CREATE INDEX log_replacing ON log (entry) WHERE replaces = 1;
        CREATE INDEX entry_thread ON entry (thread, place) WHERE thread IS NOT NULL;
        CREATE TABLE segment (
            through INTEGER PRIMARY KEY, after INTEGER NOT NULL, block INTEGER NOT NULL, blocks INTEGER NOT NULL,
            places BLOB NOT NULL
        ) STRICT;
        CREATE TABLE block (id INTEGER PRIMARY KEY, words BLOB NOT NULL) STRICT;
        CREATE TABLE amended (
            id INTEGER PRIMARY KEY, place INTEGER NOT NULL, conversation TEXT NOT NULL, words TEXT NOT NULL
        ) STRICT;
        CREATE INDEX amended_place ON amended (place);
        """,
        """
        ALTER TABLE log ADD COLUMN crc INTEGER;
        """,
        """
        CREATE TABLE segment_group (
            through INTEGER PRIMARY KEY, after INTEGER NOT NULL, block INTEGER NOT NULL, blocks INTEGER NOT NULL
        ) STRICT;
        """,
    ]

    /// The first format with checksums of pages and records.
    static let firstVersionWithChecksums: Int64 = 3

    /// The first format with the words of its entries.
    static let firstVersionWithWords: Int64 = 2

    /// The format that this version writes.
    static var version: Int64 { Int64(migrations.count) }

    /// The kind of content in a file.
    enum Standing: Equatable {
        case empty
        case log(version: Int64)
        case foreign
    }

    /// Identifies the content of a file, without changing anything.
    static func standing(of connection: SQLiteConnection) throws(SQLiteFailure) -> Standing {
        let application = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        if application == applicationID, version > 0 { return .log(version: version) }
        let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
        return application == 0 && version == 0 && objects == 0 ? .empty : .foreign
    }

    /// Migrates a file to the newest format in one transaction, so that an interrupted migration has no effect.
    ///
    /// - Parameter index: Fills the search index from the records, for a file with records from a version without the
    ///   index.
    static func migrate(
        _ connection: SQLiteConnection, from version: Int64, index: () throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        guard version < Self.version else { return }
        do throws(SQLiteFailure) {
            try connection.execute("BEGIN EXCLUSIVE")
            try connection.execute(migrations[Int(version)...].joined(separator: "\n"))
            if version > 0, version < firstVersionWithChecksums {
                try addChecksums(connection)
            }
            if version > 0, version < firstVersionWithWords { try index() }
            try connection.execute(
                """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(Self.version);
                COMMIT
                """)
        } catch {
            if connection.isInTransaction { try connection.execute("ROLLBACK") }
            throw error
        }
    }

    private static func addChecksums(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        let records = try connection.prepare("SELECT \(LogQuery.columns) FROM log ORDER BY position")
        let change = try connection.prepare("UPDATE log SET crc = ?2 WHERE position = ?1")
        defer { records.finish() }
        while try records.step() {
            let record = LogRecord(records)
            change.bind(1, record.position)
            change.bind(2, record.checksum)
            try change.run()
        }
    }
}
