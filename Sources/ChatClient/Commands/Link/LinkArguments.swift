import ChatConnection
import ChatProtocol
import ChatSystem

/// The command line of `chat-client link explain`.
struct LinkArguments {
    /// An installed app, and one of its associated domains.
    struct Claim: Equatable {
        var app: String
        var domain: String
    }

    /// The link.
    let url: String
    /// The server to ask, if no association file is given.
    let endpoint: ServerEndpoint
    /// The deadline of connecting, and of each answer.
    let timeoutMilliseconds: Int
    let world: String
    let credentials: Credentials
    /// The association files to check instead of asking a server.
    let files: [String]
    let claims: [Claim]
    let isJSON: Bool
    let allowsColor: Bool

    /// Reads the words after `link`.
    ///
    /// - Returns: Nil if they ask for help.
    init?(_ words: [String], environment: [String: String]) throws(UsageError) {
        let words = try OptionWords.sorted(words, of: LinkCommand.description)
        if words.wantsHelp { return nil }
        guard words.rest.first == "explain" else {
            let word = words.rest.first.map { "there is no action “\($0)”" } ?? "no action was given"
            throw words.problem("\(word): chat-client link explain URL")
        }
        guard words.rest.count > 1 else {
            throw words.problem("no link was given: chat-client link explain https://notes.example/d/1")
        }
        try words.limit(to: 2)
        url = words.rest[1]
        files = words.list("--association")
        let apps = words.list("--app")
        let domains = words.list("--domain")
        guard apps.count == domains.count else {
            throw words.problem("--app and --domain come in pairs: --app BUNDLE --domain DOMAIN")
        }
        guard apps.isEmpty || !files.isEmpty else {
            throw words.problem("--app and --domain need --association: a server already knows its apps")
        }
        if !files.isEmpty, let option = ["--server", "--world", "--token"].first(where: { words.value($0) != nil }) {
            throw words.problem("\(option) and --association cannot be combined: a file is checked without a server")
        }
        claims = zip(apps, domains).map { Claim(app: $0, domain: $1) }
        endpoint = try words.server(environment)
        timeoutMilliseconds = try words.timeoutMilliseconds()
        world = words.world.rawValue
        credentials = try words.credentials(environment)
        isJSON = words.has("--json")
        allowsColor = !words.has("--no-color")
    }
}
