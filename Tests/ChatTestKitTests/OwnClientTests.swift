import ChatProtocol
import ChatTestKit
import Testing

/// Tests of a custom client with the public API of the test kit.
@Suite struct OwnClientTests {
    /// A simple first version of a client. It retries requests, and resumes at its cursor if `resumes` is true.
    private final class Beginner: SimulatedClient {
        private let hello: Hello
        private let resumes: Bool
        private var cursor: Int64?
        private var lastID: Int64 = 0
        private var waiting: [(id: Int64, method: ChatProtocol.Method, params: JSONValue, key: String)] = []
        private var actions: [SimulatedAction] = []
        private var isWelcome = false
        private(set) var deadline: Int64?

        init(_ hello: Hello, resumes: Bool) { (self.hello, self.resumes) = (hello, resumes) }

        var isIdle: Bool { isWelcome && waiting.isEmpty }
        func start(at now: Int64) { actions.append(.open) }

        func opened(at now: Int64) {
            var hello = hello
            hello.after = resumes ? cursor : nil
            lastID += 1
            say(lastID, .sessionHello, hello.writeMembers)
        }

        func received(_ message: [UInt8], at now: Int64) {
            switch ServerMessage.read(message) {
            case .notification(_, let params): cursor = max(cursor ?? 0, params["cursor"]?.integerValue ?? 0)
            case .result(.integer(let id), let result):
                if result["protocol"] != nil {
                    isWelcome = true
                    cursor = cursor ?? result["cursor"]?.integerValue
                    for index in waiting.indices { send(index) }
                } else {
                    waiting.removeAll { $0.id == id }
                }
            case .failure(.some(.integer(let id)), let error):
                guard error.reason == .unavailable else { return waiting.removeAll { $0.id == id } }
                deadline = now + 500
            default: break
            }
        }

        func lost(at now: Int64) {
            isWelcome = false
            deadline = now + 100
        }

        func passed(to now: Int64) {
            deadline = nil
            if isWelcome {
                for index in waiting.indices { send(index) }
            } else {
                // The client closes a stream whose login was not answered.
                actions += [.close, .open]
            }
        }

        func ask(_ method: ChatProtocol.Method, _ params: JSONValue) {
            guard method.changesTheLog else { return }
            lastID += 1
            waiting.append((lastID, method, params, "\(hello.device ?? "app") \(lastID)"))
            if isWelcome { send(waiting.count - 1) }
        }

        private func send(_ index: Int) {
            let asked = waiting[index]
            say(asked.id, asked.method) { json in
                for member in asked.params.objectValue?.members ?? [] {
                    json.key(dynamic: member.key)
                    member.value.write(to: &json)
                }
                json.member("clientID", asked.key)
            }
        }

        private func say(_ id: Int64, _ method: ChatProtocol.Method, _ params: (inout JSONWriter) -> Void) {
            actions.append(.send(Envelope.request(id: .integer(id), method: method.rawValue, params: params)))
        }

        func takeActions() -> [SimulatedAction] {
            defer { actions = [] }
            return actions
        }
    }

    @Test func oneThatKeepsTheContractPasses() {
        for seed: UInt64 in 1...6 {
            let failure = Simulation(History(seed: seed, steps: 60), client: { Beginner($0, resumes: true) }).run()
            #expect(failure == nil, "seed \(seed)")
        }
    }

    @Test func oneThatForgetsWhereItWasDoesNot() {
        let failures = (1...6).compactMap { seed in
            Simulation(History(seed: seed, steps: 60), client: { Beginner($0, resumes: false) }).run()
        }
        #expect(failures.contains { $0.problem.contains("did not receive") })
    }
}
