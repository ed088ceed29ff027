import ChatConnection
import ChatProtocol
import ChatSession
import ChatSystem
import ChatTerminal

/// `chat-client send`: sends one message, for scripts.
enum SendCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let path = words.value("--attach")
        let (servers, texts) = try words.servers(environment) { (rest) throws(UsageError) in
            if rest.count > 1 { return true }
            guard isAddress(rest[0]) else { return false }
            if path != nil { return true }
            throw words.problem("no text was given; to send “\(rest[0])” itself, name the server with --server")
        }
        guard let text = texts.first ?? (path == nil ? nil : "") else {
            throw words.problem("no text was given: add the text in quotes, or --attach FILE")
        }
        try words.limit(texts, to: 1)
        let timeout = try words.timeoutMilliseconds()
        let me = try words.handle()
        guard let target = words.value("--to") else {
            throw words.problem("no conversation was given: --to NAME, --to HANDLE or --to ID; or --new --to bea,carl")
        }
        let people = words.has("--new") ? try people(target, words) : nil
        if people == nil, words.has("--name") { throw words.problem("--name needs --new: it names the new group") }
        let hello = Hello(.person(me, name: nil), world: words.world).with(try words.credentials(environment))
        let (beginning, saying) = (clientID(), clientID())
        do {
            let sent = try ScriptedClient.with(anyOf: servers, hello, timeoutMilliseconds: timeout) { client, welcome in
                let file = try path.map { try DocumentFiles.read($0, max: bytesMax(welcome)) }
                let conversation =
                    if let people { try begin(people, called: words.value("--name"), clientID: beginning, client) } else
                    {
                        try find(target, client, me)
                    }
                return try client.request(Method.messageSend.rawValue) {
                    $0.member("conversation", conversation)
                    if !texts.isEmpty { $0.member("text", text) }
                    $0.member("replyTo", words.value("--reply-to"))
                    $0.member("attachment", file)
                    $0.member("clientID", saying)
                }
            }
            StandardStream.output.write(
                (sent["message"]?["id"]?.stringValue ?? "") + "\n")
            return 0
        } catch {
            return ClientCommand.fail((error as? ClientFailure)?.refusal?.message ?? "\(error)")
        }
    }

    /// True if a word is probably HOST:PORT, and not a text such as 12:30.
    private static func isAddress(_ word: String) -> Bool {
        let host = word.prefix { $0 != ":" }
        return word.contains(":") && !host.allSatisfy(\.isNumber) && (try? ServerEndpoints(word)) != nil
    }

    /// Returns the most bytes of a file that the server accepts.
    private static func bytesMax(_ welcome: JSONValue) -> Int {
        welcome["limits"]?["attachmentBytes"]?.integerValue.map { Int(clamping: $0) } ?? Limits.standard.attachmentBytes
    }

    /// Returns the people of a new conversation.
    private static func people(_ text: String, _ words: OptionWords) throws(UsageError) -> [Handle] {
        var people: [Handle] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let handle = Handle(typed: String(part)) else {
                throw words.problem(
                    "“\(part)” is not a valid handle: --new needs handles separated by commas, such as --to bea,carl")
            }
            people.append(handle)
        }
        return people
    }

    private static func begin(
        _ people: [Handle], called name: String?, clientID: String, _ client: ScriptedClient
    ) throws -> String {
        let created = try client.request(Method.conversationCreate.rawValue) {
            $0.member("participants", people)
            $0.member("name", name)
            $0.member("clientID", clientID)
        }
        return created["conversation"]?["id"]?.stringValue ?? ""
    }

    /// Returns a client id that no other run of a command uses.
    static func clientID() -> String { "s" + String(UInt64.random(in: .min ... .max), radix: 36) }

    /// The reason for which no conversation was found.
    private struct NoTarget: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the id of the conversation with that id or name, or of the one with only that person.
    private static func find(_ target: String, _ client: ScriptedClient, _ me: Handle) throws -> String {
        var fields = try JSONFields(["conversations": .array(try client.conversations())])
        let all = try fields.list("conversations", of: Conversation.self)
        if let exact = all.first(where: { $0.id.rawValue == target }) { return exact.id.rawValue }
        func title(_ conversation: Conversation) -> String {
            CleanText.line(
                conversation.name ?? conversation.people.filter { $0.handle != me }.map(\.name).joined(separator: ", "))
        }
        let word = target.lowercased()
        let named = all.filter { conversation in
            title(conversation).lowercased() == word
                || (conversation.participants.count == 2
                    && conversation.participants.contains { $0 != me && $0.rawValue == word })
        }
        if named.count == 1 { return named[0].id.rawValue }
        if named.count > 1 {
            let ids = named.map(\.id.rawValue).joined(separator: ", ")
            throw NoTarget(description: "\(named.count) conversations are called “\(target)”; give an id: \(ids)")
        }
        let titles = all.map { "“\(title($0))”" }.joined(separator: ", ")
        throw NoTarget(
            description: "\(me) has no conversation “\(target)”; "
                + (titles.isEmpty ? "this person has none yet; --new begins one" : "it has \(titles)"))
    }

    static let description = CommandDescription(
        "send", "send one message",
        help: """
            Sends one message, and prints its id.

            usage: chat-client send [HOST:PORT[,…]] --as HANDLE --to CONVERSATION [options] [TEXT]

              --as HANDLE        the sender
              --to CONVERSATION  the conversation's name or id, or the handle of the only other person in it
              --new              begins a conversation with these people: --to bea,carl; with one person, an existing
                                 conversation is used
              --name NAME        the name of a new group
              --reply-to ID      replies to the message with this id; this command prints a message's id
              --attach FILE      attaches a file; TEXT is then optional
              --world NAME       the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 21))
            \(CommandDescription.timeoutRow(at: 21))
            \(CommandDescription.tokenRows(at: 21))
              --help             this text

            Given several servers of one log (HOST:PORT,HOST:PORT), the client tries them in turn, and sends once.

            exit status: 0 sent, 1 not sent, 2 bad usage

            """)
}
