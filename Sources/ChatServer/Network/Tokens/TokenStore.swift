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
