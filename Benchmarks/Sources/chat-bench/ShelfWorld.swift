import ChatProtocol

/// A person with many shared links in many conversations, and an app that shows them.
struct ShelfWorld {
    /// The app whose shelf is measured, and another, so that a person's shelf has to be merged.
    static let apps = ["com.example.notes", "com.example.maps"]
    /// The most links that one message holds.
    private static let linksOfMessage = 50
    private static let pageMax = 1_000

    /// Anna, whom Bea knows, and who shares the links.
    let anna: Session
    /// Bea, whose shelf it is.
    let bea: Session
    /// The app, which runs as Bea.
    let app: Session
    /// The conversations of the two, with Carl in them.
    let conversations: [String]

    /// Fills the world of a fresh server.
    ///
    /// - Parameter links: how many links, shared evenly in the conversations.
    init(links: Int, in count: Int, at server: ServerProcess) throws(BenchError) {
        let observer = try Session(.observer(nil), at: server)
        for app in Self.apps {
            let name = app.split(separator: ".").last.map(String.init) ?? app
            try observer.ask("app.register") {
                $0.member("app", app)
                $0.member("name", name)
                $0.member("domains", ["\(name).example"])
            }
        }
        // An observer hears everything, and would have to read it.
        observer.close()
        anna = try Self.logIn("anna", at: server)
        let bea = try Self.logIn("bea", at: server)
        try bea.ask("contact.add") { $0.member("handle", "anna") }
        for app in Self.apps { try bea.turn(app, isOn: true) }
        // Away while the links come: what is told of them is not what is measured.
        bea.close()
        let made = try anna.ask("conversation.create", each: Array(0..<count)) { number, json in
            json.member("participants", ["bea", "carl"])
            json.member("name", "Group \(number)")
        }
        let conversations = made.compactMap { $0["conversation"]?["id"]?.stringValue }
        self.conversations = conversations
        _ = try anna.ask("message.send", each: Self.messages(links: links, in: count)) { message, json in
            json.member("conversation", conversations[message.conversation])
            json.member("text", message.links.map { Self.url($0) }.joined(separator: " "))
        }
        try anna.ask("message.send") {
            $0.member("conversation", conversations[0])
            $0.member("text", (0..<Self.linksOfMessage).map { "https://maps.example/\($0)" }.joined(separator: " "))
        }
        self.bea = try Self.logIn("bea", at: server)
        app = try Self.logInApp(at: server)
    }

    func close() {
        for session in [anna, bea, app] { session.close() }
    }

    static func url(_ link: Int) -> String { "https://notes.example/notes/\(link)" }

    private static func logIn(_ person: String, at server: ServerProcess) throws(BenchError) -> Session {
        guard let handle = Handle(person) else { throw BenchError("\(person) is no handle") }
        return try Session(.person(handle, name: nil), at: server)
    }

    /// The app's session, which runs as Bea.
    static func logInApp(at server: ServerProcess) throws(BenchError) -> Session {
        guard let handle = Handle("bea") else { throw BenchError("bea is no handle") }
        return try Session(.app(AppID(apps[0]), person: handle), at: server)
    }

    /// The messages that hold all links: spread over the conversations, then message by message.
    private static func messages(links: Int, in count: Int) -> [(conversation: Int, links: Range<Int>)] {
        var messages: [(conversation: Int, links: Range<Int>)] = []
        let each = (links + count - 1) / count
        for (conversation, first) in stride(from: 0, to: links, by: each).enumerated() {
            let last = min(first + each, links)
            for start in stride(from: first, to: last, by: linksOfMessage) {
                messages.append((conversation, start..<min(start + linksOfMessage, last)))
            }
        }
        return messages
    }

    /// The highlight in the middle of the app's shelf, and how many there are.
    func middle() throws(BenchError) -> (highlight: String, count: Int) {
        var ids: [String] = []
        while true {
            let page = try app.ask("highlight.list") { json in
                json.member("limit", Self.pageMax)
                json.member("after", ids.last)
            }
            ids += (page["highlights"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
            guard page["more"]?.boolValue == true else { break }
        }
        guard !ids.isEmpty else { throw BenchError("the shelf is empty") }
        return (ids[ids.count / 2], ids.count)
    }
}

extension Session {
    /// Turns automatic sharing for an app on or off.
    func turn(_ app: String, isOn: Bool) throws(BenchError) {
        try ask("settings.set", Self.turning(app, isOn: isOn))
    }

    /// The params that turn automatic sharing for an app on or off.
    static func turning(_ app: String, isOn: Bool) -> Params {
        { json in
            json.key("automaticSharing")
            json.object {
                $0.key("apps")
                $0.object {
                    $0.key(dynamic: app)
                    $0.bool(isOn)
                }
            }
        }
    }
}
