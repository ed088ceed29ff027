import ChatConnection
import ChatOptions
import ChatProtocol

/// The command line of `chat-client connect`.
struct ConnectArguments {
    var endpoint: ServerEndpoint
    var me: Handle
    var name: String?
    var device: String?
    var world: WorldName
    var credentials: Credentials
    var isPlain: Bool
    var hasColors: Bool
    var ringsBell: Bool

    /// Reads the words behind `connect`.
    ///
    /// - Returns: nil where help is asked for.
    init?(_ words: [String], environment: [String: String] = [:]) throws(UsageError) {
        let words = try OptionWords.read(words, of: Self.description)
        if words.wantsHelp { return nil }
        endpoint = try words.endpoint()
        try words.limit(to: 1)
        me = try words.handle()
        name = words.value("--name")
        device = words.value("--device")
        world = words.world
        credentials = words.credentials(environment)
        isPlain = words.has("--plain")
        hasColors = !words.has("--no-color")
        ringsBell = !words.has("--quiet")
    }

    static let description = CommandDescription(
        "connect", "take part in conversations, on the screen or line by line",
        help: """
            Takes part in conversations: list, thread, composer, notices, Shared with You.

            usage: chat-client connect HOST:PORT --as HANDLE [options]

              --as HANDLE     who you are: anna, or anna@example.com
              --name NAME     how others see you
              --device NAME   what this device is called
              --world NAME    the simulation to be in; main unless told otherwise
              --token SECRET  for a server that asks for tokens; better in UNDERSTUDY_TOKEN, where nobody sees it
              --plain         line by line, for pipes and screen readers; by itself where there is no terminal:
                              a line is a message, or a command such as /help, /to NAME, /new HANDLE
              --no-color      no colours (so does NO_COLOR)
              --quiet         no bell for what alerts you; the list is marked all the same
              --help          this text

            F1 shows the keys. A lost connection comes back by itself, and nothing is shown or sent twice.

            exit status: 0 at the end, 1 if the server cannot be reached or refuses, 2 bad usage

            """)
}
