import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// A store of tokens, in which tokens are created and revoked.
protocol TokenStore {
    /// The name of the store, for people.
    var name: String { get }

    /// Reads all tokens.
    ///
    /// - Throws: ``FileProblem`` if the tokens cannot be read, or if one is not valid.
    func read() throws(FileProblem) -> TokenSet

    /// Reads all tokens, lets the closure change them, and writes them. Concurrent changes wait. If the closure throws,
    /// the store is unchanged.
    func change<Result>(_ body: (inout TokenSet) throws(FileProblem) -> Result) throws(FileProblem) -> Result
}

/// The tokens of a database, shared by all of its servers. Each row has the form of a file's line.
struct TokenTable: TokenStore {
    let name: String
    let rows: PostgresTokens

    /// - Parameter name: The name of the database, for people.
    init(_ rows: PostgresTokens, name: String = "the database") { (self.rows, self.name) = (rows, name) }

    func read() throws(FileProblem) -> TokenSet {
        try book(try asking { () throws(LogError) in try rows.all() })
    }

    func change<Result>(_ body: (inout TokenSet) throws(FileProblem) -> Result) throws(FileProblem) -> Result {
        let before = try asking { () throws(LogError) in try rows.beginChange() }
        let (result, removed, added): (Result, [String], [PostgresTokens.Row])
        do throws(FileProblem) {
            var book = try book(before)
            result = try body(&book)
            let known = Set(before.map(\.id))
            removed = before.map(\.id).filter { book[Token.ID($0)] == nil }
            added = book.tokens.map { .init(id: $0.id.rawValue, body: $0.json) }.filter { !known.contains($0.id) }
        } catch {
            rows.undoChange()
            throw error
        }
        try asking { () throws(LogError) in try rows.endChange(removing: removed, adding: added) }
        return result
    }

    /// Reads the tokens in rows.
    func book(_ rows: [PostgresTokens.Row]) throws(FileProblem) -> TokenSet {
        var book = TokenSet()
        for row in rows {
            do throws(InvalidField) {
                book.add(try Token(json: row.body))
            } catch {
                let reason = "its token \(row.id) is not valid: \(error.description)"
                throw FileProblem(path: name, reason: reason)
            }
        }
        return book
    }

    private func asking<Answer>(_ body: () throws(LogError) -> Answer) throws(FileProblem) -> Answer {
        do throws(LogError) {
            return try body()
        } catch {
            let isOpen = error.outcome == .unknown ? "; it is not known if the tokens were changed" : ""
            throw FileProblem(path: name, reason: error.reason + isOpen)
        }
    }
}

/// The file with a server's tokens: JSON, one token a line, with each secret as a salted hash only.
///
/// A server reads the file and never writes it. `chat-server token` replaces the whole file under a lock.
struct TokenFile: TokenStore {
    /// The reason why the file cannot be used.
    typealias Failure = FileProblem

    let path: String

    var name: String { path }

    /// The version of the format. A newer version is refused.
    private static let version: Int64 = 1
    /// The maximum size of a file, in bytes: enough for a hundred thousand tokens.
    private static let bytesMax = 64 * 1024 * 1024

    /// The metadata that shows a change of the file; nil if it is missing.
    var stamp: FileSystem.Stamp? { FileSystem.stamp(of: path) }

    /// - Throws: ``Failure`` if the file is missing, contains no tokens, or other users may write it.
    func read() throws(Failure) -> TokenSet {
        let bytes = try FileSystem.bytes(ofFile: path, max: Self.bytesMax, isPrivate: true)
        do {
            return try Self.book(bytes)
        } catch {
            throw Failure(path: path, reason: "it is not a file of tokens: \(error.description)")
        }
    }

    /// Creates the file if it is missing.
    func change<Result>(_ body: (inout TokenSet) throws(Failure) -> Result) throws(Failure) -> Result {
        do throws(SystemFailure) {
            try PrivateFile.makeDirectories(above: path)
        } catch {
            throw Failure(path: path, reason: error.reason)
        }
        return try FileSystem.locking(directory: directory) { () throws(Failure) in
            var book: TokenSet
            do throws(Failure) {
                book = try read()
            } catch {
                guard error.isMissing else { throw error }
                book = TokenSet()
            }
            let result = try body(&book)
            try FileSystem.replace(path, with: Self.bytes(of: book), isPrivate: true)
            return result
        }
    }

    private var directory: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: Text

    static func bytes(of book: TokenSet) -> [UInt8] {
        let lines = book.tokens.map { String(decoding: $0.json, as: UTF8.self) }
        return Array("{\"version\": \(version), \"tokens\": [\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    }

    static func book(_ bytes: [UInt8]) throws(InvalidField) -> TokenSet {
        var fields = try JSONFields(strictly: bytes)
        guard try fields.read("version", in: 1...Int64.max) == version else {
            throw fields.invalid("version", "is not \(version): a newer chat-server wrote it")
        }
        let tokens = try fields.list("tokens") { (fields) throws(InvalidField) in
            let token = try Token(from: &fields)
            try fields.finish()
            return token
        }
        try fields.finish()
        var book = TokenSet()
        for token in tokens {
            guard book[token.id] == nil else {
                throw InvalidField(field: "tokens", problem: "have two with the id \(token.id)")
            }
            book.add(token)
        }
        return book
    }
}

/// The stored form of a token: one JSON object.
extension Token {
    /// Appends the members that are not secret.
    func writePublicMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("role", grant.role.rawValue)
        switch grant {
        case .person(let handle): json.member("handle", handle)
        case .app(let app, let person):
            json.member("handle", person)
            json.member("app", app)
        case .observer: break
        }
        json.member("made", madeAt)
        json.member("note", note)
    }

    /// The stored form, with the salt and the hash of the secret.
    var json: [UInt8] {
        JSONWriter.object {
            writePublicMembers(to: &$0)
            $0.member("salt", Hexadecimal.text(salt))
            $0.member("sha256", Hexadecimal.text(digest))
        }
    }

    /// Reads the stored form.
    init(json: [UInt8]) throws(InvalidField) {
        var fields = try JSONFields(strictly: json)
        try self.init(from: &fields)
        try fields.finish()
    }

    init(from fields: inout JSONFields) throws(InvalidField) {
        let grant: TokenGrant
        let role: Role = try fields.read("role")
        switch role {
        case .person: grant = .person(try fields.read("handle"))
        case .app: grant = .app(try fields.read("app"), person: try fields.readOptional("handle"))
        case .observer: grant = .observer
        }
        let made = try fields.string("made")
        guard let madeAt = Instant(made) else { throw fields.invalid("made", "must be a time, and is “\(made)”") }
        guard let salt = Hexadecimal.bytes(try fields.string("salt")), salt.count >= 16 else {
            throw fields.invalid("salt", "must be at least 16 bytes in hexadecimal")
        }
        guard let digest = Hexadecimal.bytes(try fields.string("sha256")), digest.count == 32 else {
            throw fields.invalid("sha256", "must be 32 bytes in hexadecimal")
        }
        self.init(
            id: try fields.read("id"), grant: grant, note: try fields.optionalString("note"), madeAt: madeAt,
            salt: salt, digest: digest)
    }
}

extension JSONFields {
    /// Creates the fields of an object without duplicate keys.
    init(strictly bytes: [UInt8]) throws(InvalidField) {
        let text: (value: JSONValue, duplicateKey: String?)
        do {
            text = try JSONReader.read(bytes)
        } catch {
            throw InvalidField(field: "byte \(error.offset)", problem: "is not JSON: \(error.problem)")
        }
        if let key = text.duplicateKey { throw InvalidField(field: key, problem: "comes twice") }
        try self.init(text.value, path: "")
    }
}

/// The sources of valid tokens. The tokens of the served database apply once it has had any, and until then the tokens
/// of a file.
struct TokenSource {
    /// The file that the server was started with.
    let file: TokenFile?
    /// The tokens of the database, if the server uses one.
    let table: TokenTable?
    /// The versions of the sources at the last read; nil before the first one.
    private var stamp: Stamp?

    private struct Stamp: Equatable {
        /// True if the database's tokens apply. This remains true once the database has had any.
        var isDatabase = false
        var version: PostgresTokens.Version?
        var file: FileSystem.Stamp?
    }

    init(file: TokenFile?, table: TokenTable?) { (self.file, self.table) = (file, table) }

    /// True if the database's tokens apply.
    var isDatabase: Bool { stamp?.isDatabase == true }

    /// Reads the tokens if they may have changed since the last read.
    ///
    /// - Parameter asks: True to query the database, which costs a round trip.
    /// - Returns: All tokens; nil if they are unchanged, or the database is unreachable and thus accepts no login.
    /// - Throws: The reason why they cannot be read, once for each change. Before the first read an unreachable
    ///   database is an error too, because a server without known tokens would accept every client.
    mutating func readIfChanged(asking asks: Bool = true) throws(FileProblem) -> TokenSet? {
        let (found, rows): (Stamp, [PostgresTokens.Row])
        do throws(LogError) {
            found = try readStamp(asking: asks)
            guard found != stamp else { return nil }
            rows = found.isDatabase ? try table?.rows.all() ?? [] : []
        } catch {
            guard stamp == nil else { return nil }
            throw FileProblem(path: table?.name ?? "", reason: error.reason)
        }
        // The versions are read before the tokens, so that the next check detects a change in between.
        stamp = found
        guard found.isDatabase, let table else { return try file?.read() }
        guard let version = found.version, version.changes > 0 else {
            throw FileProblem(path: table.name, reason: "it had tokens, but has none now")
        }
        return try table.book(rows)
    }

    private func readStamp(asking asks: Bool) throws(LogError) -> Stamp {
        var found = stamp ?? Stamp()
        if asks || stamp == nil, let table { found.version = try table.rows.version() }
        if let version = found.version, version.changes > 0 { found.isDatabase = true }
        found.file = found.isDatabase ? nil : file?.stamp
        return found
    }
}

/// The tokens of a running server, which are reloaded after a change.
final class TokenReloader {
    private var source: TokenSource
    private let engine: ServerEngine
    private let serverLog: ServerLog
    private let timer: TickTimer

    init(_ source: TokenSource, engine: ServerEngine, log: ServerLog, timer: TickTimer) {
        (self.source, self.engine, self.timer) = (source, engine, timer)
        serverLog = log
        if source.table != nil { engine.logins.beforeLogin { [unowned self] in refresh(asking: true) } }
    }

    /// Reloads the tokens if they have changed, and ends each session whose token is revoked. The check of a file reads
    /// its metadata only.
    ///
    /// - Parameter asks: True to query the database for changes: before a login that a token decides on, and after a
    ///   notification from the database.
    func refresh(asking asks: Bool = false) {
        do throws(FileProblem) {
            guard let book = try source.readIfChanged(asking: asks) else { return }
            let ended = engine.change(authenticator: .tokens(book))
            serverLog.note(.tokensRead(count: book.tokens.count, endedSessions: ended.count))
        } catch {
            engine.change(authenticator: .shut)
            serverLog.note(.tokensUnreadable(problem: error.description))
        }
        if engine.hasUnflushed { timer.scheduleTick() }
    }

    /// Reloads the tokens if the database has notified this server of a change.
    func refreshIfNotified() {
        if source.table?.rows.takeChangeNotification() == true { refresh(asking: true) }
    }
}
