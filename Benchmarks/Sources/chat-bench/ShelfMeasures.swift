import ChatProtocol

/// What a shelf costs that has so many links.
struct ShelfMeasures {
    let options: Options
    let links: Int

    private static let pageSize = 20
    /// How many links are pinned of those that there are, evenly.
    private static let pins = 50

    /// Measures once, each on a server of its own that keeps nothing, and the start on one that does.
    func run(_ report: (Growth.Cost, Double) -> Void) throws(BenchError) {
        let server = try ServerProcess(Understudy.inMemory, options)
        defer { server.stop() }
        let world = try ShelfWorld(links: links, in: options.shelfConversations, at: server)
        defer { world.close() }
        let (middle, count) = try world.middle()
        try warmUp(world)
        guard count == links else { throw BenchError("\(count) links of \(links) are on the shelf") }
        report(
            .init(title: "the server's resident memory", unit: "MB", digits: 1), Double(server.residentMemory()) / 1e6)
        report(.init(title: "the first page", unit: "ms"), try page(of: world.app, after: nil))
        report(.init(title: "a page from the middle", unit: "ms"), try page(of: world.app, after: middle))
        report(.init(title: "the person's first page, of all apps", unit: "ms"), try page(of: world.bea, after: nil))
        try messages(in: world, at: server, report)
        try pins(in: world, at: server, report)
        try switches(in: world, report)
        report(.init(title: "start of a stored server to the first page", unit: "ms", digits: 0), try start())
    }

    /// Does once more what is measured: what a server does for the first time is not what a long shelf costs.
    private func warmUp(_ world: ShelfWorld) throws(BenchError) {
        for number in 0..<options.shelfRepetitions {
            for session in [world.app, world.bea] {
                try session.ask("highlight.list") { $0.member("limit", Self.pageSize) }
            }
            try world.anna.ask("message.send") {
                $0.member("conversation", world.conversations[0])
                $0.member("text", "First: \(ShelfWorld.url(-number - 1))")
            }
            try world.app.hear("highlights.changed")
        }
    }

    /// The median round trip of a page, in milliseconds.
    private func page(of session: Session, after highlight: String?) throws(BenchError) -> Double {
        var sample = Sample()
        for _ in 0..<options.shelfRepetitions {
            sample.add(
                try session.time("highlight.list") { json in
                    json.member("limit", Self.pageSize)
                    json.member("after", highlight)
                } / 1e6)
        }
        return sample.median
    }

    /// One more message with a link, in another conversation each time, until the app hears that its shelf changed.
    private func messages(
        in world: ShelfWorld, at server: ServerProcess, _ report: (Growth.Cost, Double) -> Void
    ) throws(BenchError) {
        var (acknowledged, heard) = (Sample(), Sample())
        let cpu = System.cpuTime(of: server.process)
        for number in 0..<options.shelfRepetitions {
            let conversation = world.conversations[number * 7 % world.conversations.count]
            let start = System.now()
            acknowledged.add(
                try world.anna.time("message.send") {
                    $0.member("conversation", conversation)
                    $0.member("text", "Look: \(ShelfWorld.url(links + number))")
                } / 1e6)
            try world.app.hear("highlights.changed")
            heard.add(Double(System.now() - start) / 1e6)
        }
        let used = Double(System.cpuTime(of: server.process) - cpu) / 1e3 / Double(options.shelfRepetitions)
        report(.init(title: "one more message with a link, acknowledged", unit: "ms"), acknowledged.median)
        report(.init(title: "one more message with a link, heard by the app", unit: "ms"), heard.median)
        report(.init(title: "one more message with a link, the server's CPU", unit: "µs", digits: 0), used)
    }

    /// A pin of a link that stands anywhere on the shelf.
    private func pins(
        in world: ShelfWorld, at server: ServerProcess, _ report: (Growth.Cost, Double) -> Void
    ) throws(BenchError) {
        let each = (links + world.conversations.count - 1) / world.conversations.count
        var sample = Sample()
        let cpu = System.cpuTime(of: server.process)
        for pin in 0..<Self.pins {
            let link = links / Self.pins * pin
            sample.add(
                try world.bea.time("link.pin") {
                    $0.member("conversation", world.conversations[link / each])
                    $0.member("url", ShelfWorld.url(link))
                } / 1e6)
            try world.app.hear("highlights.changed")
        }
        let used = Double(System.cpuTime(of: server.process) - cpu) / 1e3 / Double(Self.pins)
        report(.init(title: "a pin", unit: "ms"), sample.median)
        report(.init(title: "a pin, the server's CPU", unit: "µs", digits: 0), used)
    }

    /// The app's switch off, by which all but the pins go, and on again: this touches every link of the person.
    private func switches(in world: ShelfWorld, _ report: (Growth.Cost, Double) -> Void) throws(BenchError) {
        for isOn in [false, true] {
            let time = try world.bea.time("settings.set", Session.turning(ShelfWorld.apps[0], isOn: isOn)) / 1e6
            report(.init(title: "the app's switch turned \(isOn ? "on again" : "off")", unit: "ms"), time)
        }
    }

    /// From the start of a process on a file with all these links to the first page, in milliseconds.
    private func start() throws(BenchError) -> Double {
        var server = try ServerProcess(Understudy.stored, options)
        defer { server.stop() }
        try ShelfWorld(links: links, in: options.shelfConversations, at: server).close()
        var sample = Sample()
        for _ in 0..<3 {
            server.stop(leavesStore: true)
            server = try ServerProcess(Understudy.stored, options, after: server)
            let app = try ShelfWorld.logInApp(at: server)
            defer { app.close() }
            try app.ask("highlight.list") { $0.member("limit", Self.pageSize) }
            sample.add(Double(System.now() - server.startedAt) / 1e6)
        }
        return sample.median
    }
}
