import ChatProtocol

/// What there can be more and more of, and what it makes dearer. Each is measured in a world that has so much of it.
struct GrowthMeasures {
    typealias Tell = (Growth.Cost, Double) -> Void

    enum Subject: String, CaseIterable {
        case messages, conversations, notices, contacts, members, connections, observers, worlds, steps

        /// What `--only` calls it.
        var word: String { "growth-\(rawValue)" }

        var title: String {
            switch self {
            case .messages: "Messages of one conversation, stored"
            case .conversations: "Conversations of one person, stored"
            case .notices: "Notices about one share"
            case .contacts: "Contacts of one person"
            case .members: "People in one conversation"
            case .connections: "People who are connected"
            case .observers: "Observers who are told everything"
            case .worlds: "Worlds of one server"
            case .steps: "Steps of a story with a hundred persons"
            }
        }

        var sizes: [Int] {
            switch self {
            case .messages: [10_000, 100_000, 1_000_000, 10_000_000]
            case .conversations, .notices: [10, 100, 1_000, 10_000]
            // One fewer than there may be, for one more comes.
            case .contacts: [10, 100, 1_000, 4_999]
            case .members: [2, 50, 500, 5_000]
            // Some hundred fewer than a process may have files open where nobody has raised that, for more come.
            case .connections: [10, 100, 1_000, 10_000, 19_700]
            case .observers: [1, 10, 100, 1_000]
            case .worlds: [1, 10, 100, 1_000, 9_998]
            case .steps: [1_000, 2_000, 4_000, 10_000, 20_000]
            }
        }
    }

    let options: Options

    /// Measures once, on a server of its own; a story has one in it.
    func run(_ subject: Subject, size: Int, _ tell: Tell) throws(BenchError) {
        guard subject != .steps else { return try steps(size, tell) }
        var contender = subject == .messages || subject == .conversations ? Understudy.stored : .inMemory
        if subject == .members { contender.limits = #""participants": 10000"# }
        // Every event is a notice of its own.
        if subject == .notices { contender.limits = #""coalescingMilliseconds": 0"# }
        // On one core, where the two take turns: else what it takes to wake another core is most of some round trips, and
        // not of others.
        let cores = Cores()
        cores.useThatOfGenerator()
        defer { cores.useAll() }
        let server = try ServerProcess(contender, options)
        defer { server.stop() }
        switch subject {
        case .messages: try messages(size, at: server, tell)
        case .conversations: try conversations(size, at: server, tell)
        case .notices: try notices(size, at: server, tell)
        case .contacts: try contacts(size, at: server, tell)
        case .members: try members(size, at: server, tell)
        case .connections: try connections(size, at: server, tell)
        case .observers: try observers(size, at: server, tell)
        case .worlds: try worlds(size, at: server, tell)
        case .steps: break
        }
    }

    // MARK: What there is much of

    private func messages(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        let anna = try Session.person("anna", at: server)
        defer { anna.close() }
        let conversation = try anna.group(["bea", "carl"])
        var middle: String?
        let batch = 10_000
        for first in stride(from: 0, to: count, by: batch) {
            let numbers = Array(first..<min(first + batch, count))
            let said = try anna.ask("message.send", each: numbers, window: 500) { number, json in
                json.member("conversation", conversation)
                json.member("text", "Message \(number) of those about the lake")
            }
            if numbers.contains(count / 2) { middle = said[count / 2 - first]["message"]?["id"]?.stringValue }
        }
        try speech(in: conversation, by: anna, at: server, tell)
        try time("the newest page of history", tell) { () throws(BenchError) in
            try anna.time("conversation.history") { $0.member("conversation", conversation) }
        }
        try time("a page from the middle", tell) { () throws(BenchError) in
            try anna.time("conversation.history") { json in
                json.member("conversation", conversation)
                json.member("before", middle)
            }
        }
        for (word, title) in [("lake", "a search for a word of all"), ("zebra", "a search for a word of none")] {
            try time(title, tell) { () throws(BenchError) in
                try anna.time("message.search") { json in
                    json.member("text", word)
                    json.member("limit", 20)
                }
            }
        }
        try start(after: server, tell)
    }

    private func conversations(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        let anna = try Session.person("anna", at: server)
        defer { anna.close() }
        let made = try anna.ask("conversation.create", each: Array(0..<count)) { number, json in
            json.member("participants", ["bea", "p\(number)"])
            json.member("name", "Group \(number)")
        }
        let ids = made.compactMap { $0["conversation"]?["id"]?.stringValue }
        _ = try anna.ask("message.send", each: ids) { id, json in
            json.member("conversation", id)
            json.member("text", "Hello")
        }
        try speech(in: ids[0], by: anna, at: server, tell)
        try time("the list of them", tell) { () throws(BenchError) in try anna.time("conversation.list") { _ in } }
        try start(after: server, tell)
    }

    private func notices(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        let url = "https://notes.example/lake"
        let observer = try Session(.observer(nil), at: server)
        try observer.ask("app.register") {
            $0.member("app", ShelfWorld.apps[0])
            $0.member("name", "Notes")
            $0.member("domains", ["notes.example"])
        }
        observer.close()
        let anna = try Session.person("anna", at: server)
        let conversation = try anna.group(["bea", "carl"])
        let share = try anna.ask("share.create") {
            $0.member("app", ShelfWorld.apps[0])
            $0.member("title", "Lake")
            $0.member("url", url)
        }["share"]?["id"]?.stringValue
        try anna.ask("share.send") { json in
            json.member("share", share)
            json.member("conversation", conversation)
        }
        guard let handle = Handle("anna") else { throw BenchError("anna is no handle") }
        let app = try Session(.app(AppID(ShelfWorld.apps[0]), person: handle), at: server)
        defer { for session in [anna, app] { session.close() } }
        func post(_ json: inout JSONWriter) {
            json.member("url", url)
            json.key("event")
            json.object {
                $0.member("type", "change")
                $0.member("trigger", "edit")
            }
        }
        _ = try app.ask("highlightCenter.postNotice", each: Array(0..<count)) { post(&$1) }
        try cost("one more notice", at: server, tell) { () throws(BenchError) in
            try app.time("highlightCenter.postNotice", post)
        }
        try speech(in: conversation, by: anna, at: server, tell)
    }

    private func contacts(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        let (anna, bea) = (try Session.person("anna", at: server), try Session.person("bea", at: server))
        defer { for session in [anna, bea] { session.close() } }
        for first in stride(from: 0, to: count, by: 500) {
            try bea.ask("contact.add") {
                $0.member("handles", (first..<min(first + 500, count)).map { "p\($0)" })
            }
        }
        try cost("one more contact, and one fewer", at: server, tell) { () throws(BenchError) in
            try bea.time("contact.add") { $0.member("handle", "anna") }
                + bea.time("contact.remove") { $0.member("handle", "anna") }
        }
        try time("the list of them", tell) { () throws(BenchError) in try bea.time("contact.list") { _ in } }
        try speech(in: try anna.group(["bea", "carl"]), by: anna, at: server, tell)
    }

    private func members(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        let anna = try Session.person("anna", at: server)
        defer { anna.close() }
        let conversation = try anna.group((1..<count).map { "p\($0)" })
        try speech(in: conversation, by: anna, at: server, tell)
        try time("the newest page of history", tell) { () throws(BenchError) in
            try anna.time("conversation.history") { $0.member("conversation", conversation) }
        }
    }

    private func connections(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        let anna = try Session.person("anna", at: server)
        let conversation = try anna.group(["bea", "carl"])
        var clients: [Client] = []
        defer {
            anna.close()
            for client in clients { client.close() }
        }
        for number in 0..<count {
            clients.append(try server.connect())
            try server.contender.logIn(clients[number], as: "p\(number)")
        }
        try time("one more login", tell) { () throws(BenchError) in
            let start = System.now()
            clients.append(try server.connect())
            try server.contender.logIn(clients[clients.count - 1], as: "p\(clients.count - 1)")
            return Double(System.now() - start)
        }
        try speech(in: conversation, by: anna, at: server, tell)
    }

    private func observers(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        var observers: [Session] = []
        defer { for session in observers { session.close() } }
        for _ in 0..<count { observers.append(try Session(.observer(nil), at: server)) }
        let anna = try Session.person("anna", at: server)
        defer { anna.close() }
        try speech(in: try anna.group(["bea", "carl"]), by: anna, at: server, tell)
    }

    private func worlds(_ count: Int, at server: ServerProcess, _ tell: Tell) throws(BenchError) {
        let observer = try Session(.observer(nil), at: server)
        defer { observer.close() }
        _ = try observer.ask("world.create", each: Array(0..<count)) { $1.member("world", "w\($0)") }
        try time("one more world, and one fewer", tell) { () throws(BenchError) in
            try observer.time("world.create") { $0.member("world", "more") }
                + observer.time("world.delete") { $0.member("world", "more") }
        }
        let anna = try Session.person("anna", at: server)
        defer { anna.close() }
        try speech(in: try anna.group(["bea", "carl"]), by: anna, at: server, tell)
    }

    /// The whole process of the player.
    private func steps(_ count: Int, _ tell: Tell) throws(BenchError) {
        let run = try PlayMeasures(options: options).story(steps: count, isTraced: false)
        tell(.init(title: "a step", unit: "ms of CPU", digits: 3), run.cpu / Double(count))
        tell(.init(title: "the player's resident memory, at the most", unit: "MB", digits: 1), run.memory)
    }

    // MARK: What it costs

    /// The median of a round trip, in milliseconds.
    ///
    /// - Parameter body: makes one, and answers how many nanoseconds it took.
    private func time(_ title: String, _ tell: Tell, _ body: () throws(BenchError) -> Double) throws(BenchError) {
        var sample = Sample()
        for _ in 0..<options.growthRepetitions { sample.add(try body() / 1e6) }
        tell(.init(title: title, unit: "ms", digits: 3), sample.median)
    }

    /// The same, and what it takes of the server's CPU.
    private func cost(
        _ title: String, at server: ServerProcess, _ tell: Tell, _ body: () throws(BenchError) -> Double
    ) throws(BenchError) {
        // What a server does for the first time is not what much of something costs.
        for _ in 0..<options.growthRepetitions { _ = try body() }
        let before = System.cpuTime(of: server.process)
        try time(title, tell, body)
        let used = Double(System.cpuTime(of: server.process) - before) / 1e3 / Double(options.growthRepetitions)
        tell(.init(title: "\(title), the server's CPU", unit: "µs", digits: 0), used)
    }

    /// One more message, and the memory of a server in which there is all this.
    private func speech(
        in conversation: String, by anna: Session, at server: ServerProcess, _ tell: Tell
    ) throws(BenchError) {
        try cost("one more message", at: server, tell) { () throws(BenchError) in
            try anna.time("message.send") {
                $0.member("conversation", conversation)
                $0.member("text", "Hello")
            }
        }
        tell(
            .init(title: "the server's resident memory", unit: "MB", digits: 1), Double(server.residentMemory()) / 1e6)
    }

    /// From the start of a process on the same log to the answer to the first login, and its memory then.
    private func start(after server: ServerProcess, _ tell: Tell) throws(BenchError) {
        server.stop(leavesStore: true)
        var (time, memory) = (Sample(), Sample())
        for _ in 0..<min(options.starts, 10) {
            let next = try ServerProcess(server.contender, options, after: server)
            defer { next.stop(leavesStore: true) }
            let anna = try Session.person("anna", at: next)
            time.add(Double(System.now() - next.startedAt) / 1e6)
            memory.add(Double(next.residentMemory()) / 1e6)
            anna.close()
        }
        tell(.init(title: "start to first login", unit: "ms"), time.median)
        tell(.init(title: "the server's resident memory after a start", unit: "MB", digits: 1), memory.median)
    }
}

extension Session {
    fileprivate static func person(_ name: String, at server: ServerProcess) throws(BenchError) -> Session {
        guard let handle = Handle(name) else { throw BenchError("\(name) is no handle") }
        return try Session(.person(handle, name: nil), at: server)
    }

    /// A new conversation with others.
    fileprivate func group(_ others: [String]) throws(BenchError) -> String {
        let made = try ask("conversation.create") { json in
            json.member("participants", others)
            if others.count > 1 { json.member("name", "Lake") }
        }
        guard let id = made["conversation"]?["id"]?.stringValue else { throw BenchError("no conversation was made") }
        return id
    }
}
