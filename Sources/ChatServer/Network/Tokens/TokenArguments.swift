public import ChatEngine
public import ChatProtocol
import ChatSystem

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
