/// The measurements, each on a server of its own.
struct Measures {
    let options: Options

    /// One round of a throughput.
    struct Throughput {
        /// Deliveries a second.
        var deliveries: Double
        /// Acknowledged messages a second.
        var messages: Double
        /// Microseconds of the server's CPU for each delivery.
        var cost: Double

        init(_ outcome: LoadRun.Outcome, messages: Int, receivers: Int) {
            let seconds = Double(outcome.nanoseconds) / 1e9
            deliveries = Double(messages * receivers) / seconds
            self.messages = Double(messages) / seconds
            cost = Double(outcome.serverNanoseconds) / 1_000 / Double(messages * receivers)
        }
    }

    /// One sender, 100 receivers, one conversation.
    ///
    /// - Parameter window: how many messages the sender may have unacknowledged; 1 is a person who waits.
    func fanOut(_ contender: Contender, window: Int, messages count: Int) throws(BenchError) -> Throughput {
        try withServer(contender) { server throws(BenchError) in
            var members: [(client: Client, person: String)] = []
            defer { for member in members { member.client.close() } }
            for index in 0...options.receivers { members.append(try logIn("p\(index)", server)) }
            try contender.dialect.makeRoom("all", of: members, speakers: 1)
            var run = try LoadRun(contender.dialect, members.map(\.client), window: window)
            defer { run.close() }
            _ = try run.run(
                senders: 1, each: max(1, count / 10), receivers: options.receivers, server: server.process)
            let outcome = try run.run(senders: 1, each: count, receivers: options.receivers, server: server.process)
            return Throughput(outcome, messages: count, receivers: options.receivers)
        }
    }

    /// 100 rooms of three, in which everyone talks.
    func rooms(_ contender: Contender) throws(BenchError) -> Throughput {
        try withServer(contender) { server throws(BenchError) in
            var clients: [Client] = []
            defer { for client in clients { client.close() } }
            for room in 0..<options.rooms {
                var members: [(client: Client, person: String)] = []
                for seat in 0..<3 {
                    members.append(try logIn("p\(room)-\(seat)", server))
                    clients.append(members[seat].client)
                }
                try contender.dialect.makeRoom("room\(room)", of: members, speakers: 3)
            }
            var run = try LoadRun(contender.dialect, clients, window: options.roomWindow)
            defer { run.close() }
            let count = options.roomMessages
            _ = try run.run(senders: clients.count, each: max(1, count / 10), receivers: 2, server: server.process)
            let outcome = try run.run(senders: clients.count, each: count, receivers: 2, server: server.process)
            return Throughput(outcome, messages: clients.count * count, receivers: 2)
        }
    }

    /// From the start of the process to the answer to the first login, in milliseconds.
    func start(_ contender: Contender) throws(BenchError) -> Double {
        let server = try ServerProcess(contender, options)
        defer { server.stop() }
        let client = try server.connect()
        defer { client.close() }
        try contender.dialect.logIn(client, as: "anna")
        return Double(System.now() - server.startedAt) / 1e6
    }

    /// The bytes of one more idle connection: resident, and proportional.
    func idle(_ contender: Contender) throws(BenchError) -> (resident: Double, proportional: Double) {
        try withServer(contender) { server throws(BenchError) in
            var clients: [Client] = []
            defer { for client in clients { client.close() } }
            // A few first, so that what a server makes once is not counted for the others.
            for index in 0..<20 { clients.append(try idleClient("w\(index)", server)) }
            let before = server.memory()
            for index in 0..<options.idleConnections { clients.append(try idleClient("i\(index)", server)) }
            let after = server.memory()
            let count = Double(options.idleConnections)
            return (
                Double(after.resident - before.resident) / count,
                Double(after.proportional - before.proportional) / count
            )
        }
    }

    private func idleClient(_ person: String, _ server: ServerProcess) throws(BenchError) -> Client {
        let client = try logIn(person, server).client
        try server.contender.dialect.subscribeIdle(client, to: "idle/\(person)")
        return client
    }

    private func logIn(_ person: String, _ server: ServerProcess) throws(BenchError) -> (
        client: Client, person: String
    ) {
        let client = try server.connect()
        try server.contender.dialect.logIn(client, as: person)
        return (client, person)
    }

    private func withServer<Result>(
        _ contender: Contender, _ body: (ServerProcess) throws(BenchError) -> Result
    ) throws(BenchError) -> Result {
        let server = try ServerProcess(contender, options)
        defer { server.stop() }
        return try body(server)
    }
}
