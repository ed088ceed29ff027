import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// `chat-server token`: creates, lists, revokes and copies tokens.
enum TokenCommand {
    static func run(_ arguments: TokenArguments, environment: [String: String]) -> Int32 {
        if case .help = arguments.action {
            StandardStream.output.write(TokenArguments.help)
            return 0
        }
        guard let word = arguments.place ?? DataPath.tokens(environment: environment) else {
            return complain("neither XDG_DATA_HOME nor HOME is set; give --tokens FILE")
        }
        do {
            let place = try place(word, isMade: arguments.action.adds)
            switch arguments.action {
            case .add(let grant, let note): try add(grant, note, to: place)
            case .list(let isJSON): try list(place, isJSON: isJSON)
            case .revoke(let id): try revoke(id, in: place)
            case .copy(let file): try copy(TokenFile(path: file), to: place)
            case .help: break
            }
            return 0
        } catch {
            return complain("\(error)")
        }
    }

    private static func place(_ word: String, isMade: Bool) throws(LogOpenError) -> any TokenStore {
        guard let address = PostgresAddress(word) else { return TokenFile(path: word) }
        return TokenTable(try PostgresTokens(of: address, makingTables: isMade), name: word)
    }

    private static func complain(_ text: String) -> Int32 {
        StandardStream.error.write("chat-server: \(text)\n")
        return 1
    }

    private static func add(_ grant: TokenGrant, _ note: String?, to place: some TokenStore) throws(FileProblem) {
        // The random bits come from the system: getrandom(2).
        let byte = { UInt8.random(in: .min ... .max) }
        let now = Instant(milliseconds: Clocks.wall())
        let secret = try place.change { (book) throws(FileProblem) in
            var secret = TokenSecret(of: byte)
            while book[secret.id] != nil { secret = TokenSecret(of: byte) }
            book.add(Token(for: secret, grant: grant, note: note, madeAt: now, of: byte))
            return secret
        }
        StandardStream.error.write(
            "token \(secret.id) for \(grant.words) is stored in \(place.name); its secret is shown only once:\n")
        StandardStream.output.write(secret.text + "\n")
    }

    private static func list(_ place: some TokenStore, isJSON: Bool) throws(FileProblem) {
        let tokens = try place.read().tokens
        if isJSON {
            for token in tokens {
                let json = JSONWriter.object { token.writePublicMembers(to: &$0) }
                StandardStream.output.write(String(decoding: json, as: UTF8.self) + "\n")
            }
            return
        }
        guard !tokens.isEmpty else {
            StandardStream.error.write("no tokens in \(place.name)\n")
            return
        }
        let rows =
            [["ID", "FOR", "MADE", "NOTE"]]
            + tokens.map { [$0.id.rawValue, $0.grant.words, $0.madeAt.description, $0.note ?? ""] }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            var line = (cells + [row[3]]).joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            StandardStream.output.write(line + "\n")
        }
    }

    private static func revoke(_ id: Token.ID, in place: some TokenStore) throws(FileProblem) {
        let revoked = try place.change { (book) throws(FileProblem) in
            guard let token = book.remove(id) else {
                throw FileProblem(path: place.name, reason: "there is no token \(id); token list shows them")
            }
            return token
        }
        StandardStream.error.write("token \(id) for \(revoked.grant.words) is revoked\n")
    }

    /// Copies the tokens of a file, so that clients keep their secrets.
    private static func copy(_ file: TokenFile, to place: some TokenStore) throws(FileProblem) {
        let tokens = try file.read().tokens
        let added = try place.change { (book) throws(FileProblem) in
            let added = tokens.filter { book[$0.id] != $0 }
            if let other = added.first(where: { book[$0.id] != nil }) {
                throw FileProblem(path: place.name, reason: "it already has another token \(other.id)")
            }
            for token in added { book.add(token) }
            return added
        }
        StandardStream.error.write(
            "\(added.count) of the \(tokens.count) tokens in \(file.path) are new in \(place.name)\n")
    }
}

extension TokenGrant {
    /// The role and its owner, for a list.
    fileprivate var words: String {
        switch self {
        case .person(let handle): "person \(handle)"
        case .app(let app, let person): "app \(app) as \(person.map(\.rawValue) ?? "anyone")"
        case .observer: "observer"
        }
    }
}
