/// A program that shows a conversation on a terminal.
enum ScreenProgram: CaseIterable {
    case understudy
    case weechat

    var name: String {
        switch self {
        case .understudy: "Understudy"
        case .weechat: "WeeChat"
        }
    }

    func isThere(_ options: Options) -> Bool { self == .understudy || !options.weechat.isEmpty }

    /// How long the slowest of what is measured may take, in seconds: a key behind a long paste, for a peer.
    static let patience = 60.0

    /// Opens a conversation with so many messages in a program, waits until its end shows, and goes there.
    ///
    /// - Parameter body: is told how many milliseconds it took from the program's start until the end showed, where the
    ///   messages were said before.
    func withConversation(
        of messages: Int, _ options: Options, _ body: (KeyProbe, Double?) throws(BenchError) -> Void
    ) throws(BenchError) {
        let home = try System.makeDirectory(in: options.directory)
        defer { System.removeDirectory(home) }
        let feed: any Feed
        switch self {
        case .understudy: feed = try UnderstudyFeed(messages: messages, options)
        case .weechat: feed = try IRCFeed()
        }
        defer { feed.close() }
        let terminal = try feed.open(options, home: home)
        defer { terminal.close() }
        switch self {
        case .understudy:
            let probe = KeyProbe(terminal, feed, said: messages)
            guard let shownAt = try probe.sight(of: Chatter.mark, seconds: Self.patience) else {
                throw BenchError("\(name) does not show the conversation")
            }
            try settle(probe)
            try body(probe, Double(shownAt - terminal.startedAt) / 1e6)
        case .weechat:
            let probe = KeyProbe(terminal, feed, said: 0)
            try probe.await("\(name) comes into its channel", seconds: Self.patience) { feed.isReady }
            try probe.pass(500)
            try probe.pour(messages, seconds: Self.patience)
            try settle(probe)
            try body(probe, nil)
        }
    }

    /// The first keys, which go to the conversation, and a moment in which nothing happens.
    private func settle(_ probe: KeyProbe) throws(BenchError) {
        guard try probe.timeKey(seconds: Self.patience) != nil else { throw BenchError("\(name) answers no key") }
        try probe.clear()
    }
}
