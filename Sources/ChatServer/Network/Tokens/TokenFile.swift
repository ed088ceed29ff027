import ChatEngine
import ChatProtocol
import ChatSystem

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
