/// The measurements, each on a server of its own.
struct Measures {
    let options: Options
    private let cores = Cores()

    init(options: Options) { self.options = options }

    /// Measures a contender at one work, and tells what came out.
    func measure(
        _ work: String, _ contender: any Contender, _ tell: (Quantity, Double, Load?) -> Void
    ) throws(BenchError) {
        func tellRate(_ quantity: Quantity, _ outcome: LoadRun.Outcome) {
            tell(quantity, Double(outcome.deliveries) / outcome.seconds, outcome.load)
        }
        switch work {
        case "fan-out":
            tellRate(.fanOut, try fanOut(contender, window: options.fanOutWindow))
            tellRate(.single, try fanOut(contender, window: 1))
        case "rooms": tellRate(.rooms, try rooms(contender))
        case "latency":
            let (latencies, load) = try latency(contender)
            tell(.latency50, latencies.percentile(0.5), load)
            tell(.latency99, latencies.percentile(0.99), load)
        default: tell(.idle, try idle(contender), nil)
        }
    }

    /// One person speaks, 100 hear.
    ///
    /// - Parameter window: how many messages may be on their way.
    func fanOut(_ contender: any Contender, window: Int) throws(BenchError) -> LoadRun.Outcome {
        try withServer(contender) { server throws(BenchError) in
            let crowd = try gather(1, roomsOf: options.receivers + 1, speakers: 1, at: server)
            defer { crowd.leave() }
            let run = LoadRun(crowd, roomsOf: options.receivers + 1, speakers: 1, window: window)
            _ = try run.run(seconds: options.seconds / 10, server: server.process)
            return try run.run(seconds: options.seconds, server: server.process)
        }
    }

    /// 333 rooms of three, in which all talk in turn.
    func rooms(_ contender: any Contender) throws(BenchError) -> LoadRun.Outcome {
        try withServer(contender) { server throws(BenchError) in
            let crowd = try gather(options.rooms, roomsOf: 3, speakers: 3, at: server)
            defer { crowd.leave() }
            let run = LoadRun(crowd, roomsOf: 3, speakers: 3, window: 1)
            _ = try run.run(seconds: options.seconds / 10, server: server.process)
            return try run.run(seconds: options.seconds, server: server.process)
        }
    }

    /// One person speaks a thousand times a second, ten hear.
    func latency(_ contender: any Contender) throws(BenchError) -> (latencies: Sample, load: Load) {
        try withServer(contender) { server throws(BenchError) in
            let crowd = try gather(1, roomsOf: options.latencyReceivers + 1, speakers: 1, at: server)
            defer { crowd.leave() }
            let run = try LatencyRun(crowd, rate: options.latencyRate)
            _ = try run.run(messages: max(1, options.latencyMessages / 10), server: server.process)
            return try run.run(messages: options.latencyMessages, server: server.process)
        }
    }

    /// From the start of the process to the answer to the first login, in milliseconds.
    func start(_ contender: any Contender) throws(BenchError) -> Double {
        try withServer(contender) { server throws(BenchError) in
            let client = try server.connect()
            defer { client.close() }
            try contender.logInAlone(client)
            return Double(System.now() - server.startedAt) / 1e6
        }
    }

    /// How long the same program takes to say its version, in milliseconds; nil if it cannot.
    func version(_ contender: any Contender) throws(BenchError) -> Double? {
        guard let arguments = contender.versionArguments else { return nil }
        // ngIRCd says it and ends with 1.
        return try ProcessRun([try options.path(of: contender)] + arguments, mustSucceed: false).wall
    }

    /// The resident bytes of one more idle person in a room of three.
    func idle(_ contender: any Contender) throws(BenchError) -> Double {
        try withServer(contender) { server throws(BenchError) in
            // A few first, so that what a server makes once is not counted for the others.
            let few = try gather(10, roomsOf: 3, speakers: 3, at: server, named: "w")
            defer { few.leave() }
            let before = server.residentMemory()
            let many = try gather(options.idleRooms, roomsOf: 3, speakers: 3, at: server, named: "i")
            defer { many.leave() }
            return Double(server.residentMemory() - before) / Double(many.clients.count)
        }
    }

    /// Logs people in, and puts them into rooms.
    private func gather(
        _ rooms: Int, roomsOf size: Int, speakers: Int, at server: ServerProcess, named prefix: String = "p"
    ) throws(BenchError) -> Crowd {
        var clients: [Client] = []
        for room in 0..<rooms {
            var members: [Member] = []
            for seat in 0..<size {
                let member = Member(client: try server.connect(), person: "\(prefix)\(room)-\(seat)")
                try server.contender.logIn(member.client, as: member.person)
                members.append(member)
            }
            try server.contender.makeRoom("\(prefix)room\(room)", of: members, speakers: speakers)
            clients += members.map(\.client)
        }
        return try Crowd(server.contender, clients)
    }

    private func withServer<Result>(
        _ contender: any Contender, _ body: (ServerProcess) throws(BenchError) -> Result
    ) throws(BenchError) -> Result {
        cores.useThoseOfServer()
        defer { cores.useAll() }
        let server = try ServerProcess(contender, options)
        defer { server.stop() }
        cores.useThatOfGenerator()
        return try body(server)
    }
}
