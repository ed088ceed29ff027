import ChatProtocol

#if canImport(Glibc)
    import Glibc
#endif

/// `chat-server token`: what an operator does with the tokens.
enum TokenCommand {
    static func run(_ arguments: TokenArguments, environment: [String: String]) -> Int32 {
        if case .help = arguments.action {
            Syscalls.write(TokenArguments.help, to: STDOUT_FILENO)
            return 0
        }
        guard let path = arguments.file ?? DataPath.tokens(environment: environment) else {
            return complain("neither XDG_DATA_HOME nor HOME says where data goes; give --tokens FILE")
        }
        let file = TokenFile(path: path)
        do throws(Syscalls.FileFailure) {
            switch arguments.action {
            case .add(let grant, let note): try add(grant, note, to: file)
            case .list(let isJSON): try list(file, isJSON: isJSON)
            case .revoke(let id): try revoke(id, in: file)
            case .help: break
            }
            return 0
        } catch {
            return complain(error.description)
        }
    }

    private static func complain(_ text: String) -> Int32 {
        Syscalls.write("chat-server: \(text)\n", to: STDERR_FILENO)
        return 1
    }

    private static func add(_ grant: TokenGrant, _ note: String?, to file: TokenFile) throws(Syscalls.FileFailure) {
        // The system's own source of random bits: getrandom(2).
        var random = SystemRandomNumberGenerator()
        let now = Instant(milliseconds: Syscalls.wallClock())
        let secret = try file.change { (book) throws(Syscalls.FileFailure) in
            var secret = TokenSecret(using: &random)
            while book[secret.id] != nil { secret = TokenSecret(using: &random) }
            book.add(Token(for: secret, grant: grant, note: note, madeAt: now, using: &random))
            return secret
        }
        Syscalls.write(
            "token \(secret.id) for \(grant.words) is kept in \(file.path); its secret is shown this once:\n",
            to: STDERR_FILENO)
        Syscalls.write(secret.text + "\n", to: STDOUT_FILENO)
    }

    private static func list(_ file: TokenFile, isJSON: Bool) throws(Syscalls.FileFailure) {
        let tokens = try file.read().tokens
        if isJSON {
            for token in tokens {
                var json = JSONWriter()
                json.object { token.writePublicMembers(to: &$0) }
                Syscalls.write(String(decoding: json.bytes, as: UTF8.self) + "\n", to: STDOUT_FILENO)
            }
            return
        }
        guard !tokens.isEmpty else { return Syscalls.write("no tokens in \(file.path)\n", to: STDERR_FILENO) }
        let rows =
            [["ID", "FOR", "MADE", "NOTE"]]
            + tokens.map { [$0.id.rawValue, $0.grant.words, $0.madeAt.description, $0.note ?? ""] }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            var line = (cells + [row[3]]).joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            Syscalls.write(line + "\n", to: STDOUT_FILENO)
        }
    }

    private static func revoke(_ id: Token.ID, in file: TokenFile) throws(Syscalls.FileFailure) {
        let revoked = try file.change { (book) throws(Syscalls.FileFailure) in
            guard let token = book.remove(id) else {
                throw Syscalls.FileFailure(
                    description: "there is no token \(id) in \(file.path); token list shows them")
            }
            return token
        }
        Syscalls.write("token \(id) for \(revoked.grant.words) is revoked\n", to: STDERR_FILENO)
    }
}

extension TokenGrant {
    /// Whom it is for, in a list.
    fileprivate var words: String {
        switch self {
        case .person(let handle): "person \(handle)"
        case .app(let app, let person): "app \(app) as \(person.map(\.rawValue) ?? "anyone")"
        case .observer: "observer"
        }
    }
}
