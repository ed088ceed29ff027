import ChatEngine
import ChatProtocol
import ChatSystem

/// The file that a server's tokens are kept in: JSON, one token a line, the secrets as salted hashes alone.
///
/// A server reads it and never writes it; `chat-server token` replaces it as a whole, under a lock.
struct TokenFile: TokenPlace {
    /// Why it cannot be used.
    typealias Failure = FileProblem

    let path: String

    var name: String { path }

    /// The version of the form, which a later one can tell apart.
    private static let version: Int64 = 1
    /// A hundred thousand tokens have no more bytes.
    private static let bytesMax = 64 * 1024 * 1024

    /// What tells whether it changed since it was read.
    var stamp: FileSystem.Stamp? { FileSystem.stamp(of: path) }

    /// - Throws: ``Failure`` if there is no such file, it is not one of tokens, or others may write it.
    func read() throws(Failure) -> TokenSet {
        let bytes = try FileSystem.bytes(ofFile: path, max: Self.bytesMax, isPrivate: true)
        do {
            return try Self.book(bytes)
        } catch {
            throw Failure(path: path, reason: "it is not a file of tokens: \(error.description)")
        }
    }

    /// A file that is missing is made.
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
