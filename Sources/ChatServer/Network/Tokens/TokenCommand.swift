public import ChatEngine
import ChatLog
public import ChatProtocol
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

/// The command line of `chat-server token`.
public struct TokenArguments: Sendable, Equatable {
    /// The action on the tokens.
    public enum Action: Sendable, Equatable {
        /// Creates a token.
        case add(TokenGrant, note: String?)
        /// Lists all tokens without their secrets.
        case list(isJSON: Bool)
        /// Revokes a token.
        case revoke(Token.ID)
        /// Adds the tokens of this file.
        case copy(String)
        /// Prints the help.
        case help

        /// True if the action can add tokens.
        var adds: Bool {
            switch self {
            case .add, .copy: true
            case .list, .revoke, .help: false
            }
        }
    }

    /// The action on the tokens.
    public var action: Action
    /// The file or the database of the tokens; nil for the standard file of this user.
    public var place: String?

    /// The subcommands and their options.
    private enum Verb: String, CaseIterable {
        case add, list, revoke, copy

        var options: [String] {
            switch self {
            case .add: ["--role", "--handle", "--app", "--note", "--tokens"]
            case .list: ["--json", "--tokens"]
            case .revoke, .copy: ["--tokens"]
            }
        }
    }

    /// Reads the words after `token`.
    ///
    /// - Throws: ``ServerArguments/UsageError`` for the first wrong word.
    public init(_ words: [String]) throws(ServerArguments.UsageError) {
        typealias Problem = ServerArguments.UsageError
        if words.contains("--help") || words.contains("-h") {
            action = .help
            return
        }
        guard let first = words.first, let verb = Verb(rawValue: first) else {
            throw Problem(message: "token needs add, list, revoke or copy; see chat-server token --help")
        }
        let options: OptionWords
        do throws(OptionFault) {
            options = try OptionWords(Array(words.dropFirst()), of: Self.description.with(options: verb.options))
        } catch {
            let line = error.line(of: "token \(first)", help: "chat-server token --help")
            if case .unknown = error { throw Problem(message: line) }
            throw Problem(message: "token \(first): \(line)")
        }
        place = options.value("--tokens")
        switch verb {
        case .add: action = .add(try Self.grant(options), note: try Self.note(options.value("--note")))
        case .list: action = .list(isJSON: options.has("--json"))
        case .revoke:
            guard options.rest.count == 1 else {
                throw Problem(message: "token revoke needs one id; chat-server token list shows them")
            }
            // A secret contains the id of its token.
            action = .revoke(TokenSecret.id(in: options.rest[0]) ?? Token.ID(options.rest[0]))
            return
        case .copy:
            guard options.rest.count == 1 else {
                throw Problem(message: "token copy needs one file of tokens, and a target with --tokens")
            }
            action = .copy(options.rest[0])
            return
        }
        if let word = options.rest.first { throw Problem(message: "token \(first) does not take “\(word)”") }
    }

    private static func grant(_ options: OptionWords) throws(ServerArguments.UsageError) -> TokenGrant {
        typealias Problem = ServerArguments.UsageError
        guard let text = options.value("--role"), let role = Role(rawValue: text) else {
            throw Problem(message: "token add needs a role: --role person, --role app or --role observer")
        }
        var handle: Handle?
        if let text = options.value("--handle") {
            handle = Handle(text)
            guard handle != nil else {
                throw Problem(message: "--handle: “\(text)” is not a valid handle, such as anna")
            }
        }
        let app = options.value("--app")
        guard app != "" else { throw Problem(message: "--app must not be empty") }
        guard role == .app || app == nil else { throw Problem(message: "--app belongs to --role app") }
        switch role {
        case .person:
            guard let handle else { throw Problem(message: "a person's token needs --handle HANDLE") }
            return .person(handle)
        case .app:
            guard let app else {
                throw Problem(message: "an app's token needs --app BUNDLE, such as com.example.notes")
            }
            return .app(AppID(app), person: handle)
        case .observer:
            guard handle == nil else {
                throw Problem(message: "an observer's token has no --handle: observers act on anyone's behalf")
            }
            return .observer
        }
    }

    private static func note(_ text: String?) throws(ServerArguments.UsageError) -> String? {
        guard let text else { return nil }
        guard text.count <= 200, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw ServerArguments.UsageError(message: "--note must be one line of at most 200 characters")
        }
        return text
    }

    /// The text of `token --help`.
    public static var help: String { description.help }

    static let description = CommandDescription(
        "token", "make, list and revoke tokens", subcommands: Verb.allCases.map(\.rawValue),
        help: """
            Makes, lists and revokes the tokens that sessions log in with.

            USAGE
              chat-server token add --role person --handle HANDLE [--note TEXT] [--tokens WHERE]
              chat-server token add --role app --app BUNDLE [--handle HANDLE] [--note TEXT] [--tokens WHERE]
              chat-server token add --role observer [--note TEXT] [--tokens WHERE]
              chat-server token list [--json] [--tokens WHERE]
              chat-server token revoke ID [--tokens WHERE]
              chat-server token copy FILE [--tokens WHERE]

            OPTIONS
              --role ROLE      person, app or observer
              --handle HANDLE  the person; an app's token without it is valid for any person
              --app BUNDLE     the app, such as com.example.notes
              --note TEXT      a note for the list
              --json           prints one JSON object a line
              --tokens WHERE   a file (default: $XDG_DATA_HOME/understudy/tokens.json or
                               ~/.local/share/understudy/tokens.json), or the database of the servers (postgres://…),
                               for all of them

            add prints the secret on stdout, once; the server stores only a salted hash. Start the server with --tokens
            FILE, and give the secret to chat-client in UNDERSTUDY_TOKEN. A running server applies changes at once, and
            ends the sessions of a revoked token. Servers on a database with tokens need no --tokens; copy adds the
            tokens of a file to it.

            exit status: 0 done, 1 not done, 2 bad usage

            """)
}
