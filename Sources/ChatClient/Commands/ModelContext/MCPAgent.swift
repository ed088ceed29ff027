import ChatConnection
import ChatProtocol
import ChatScenario
import ChatSystem
import Pages

/// The agent's side of `chat-client mcp`: performs the calls of tools on a server.
final class MCPAgent {
    private let server: ServerEndpoints?
    private let credentials: Credentials
    private let timeoutMilliseconds: Int
    private let stage: () throws -> any Stage
    private let play: (PlayArguments) throws -> any Stage
    /// The open sessions, the one that was used last at the end.
    private var sessions: [(hello: Hello, client: ScriptedClient)] = []
    /// The most open sessions. The one that was unused for the longest time makes room for another.
    private static let sessionsMax = 16

    private let tools: MCPServer<MCPWork>

    /// Creates the agent's side.
    ///
    /// - Parameters:
    ///   - server: The server whose worlds the tools use; nil for one within the process.
    ///   - stage: Returns that server for one more session.
    ///   - play: Opens the server of a scenario.
    init(
        server: ServerEndpoints?, credentials: Credentials = Credentials(), timeoutMilliseconds: Int = 10_000,
        stage: @escaping () throws -> any Stage, play: @escaping (PlayArguments) throws -> any Stage
    ) {
        (self.server, self.credentials, self.timeoutMilliseconds) = (server, credentials, timeoutMilliseconds)
        (self.stage, self.play) = (stage, play)
        let steps = MCPLibrary.Page("steps", "Steps", "Every phrase of scenarios, with an example.") {
            (try? StepsCommand.markdown()) ?? ""
        }
        tools = MCPServer(
            tools: MCPWork.tools + MCPTool.shared(people: true),
            library: MCPLibrary(
                rules: RulesPage.text, docs: DocsPage.all.map { ($0.path, $0.title, $0.text) }, more: [steps]),
            instructions: """
                Understudy simulates collaboration in Messages. To test a flow, find phrases with steps_search, write a \
                scenario in Gherkin, and play it: the result has the failures, what each person saw, and the rules that \
                decided. To explore, create a world, send requests with call, and read screens with screen. A rule is at \
                understudy://rules/{id}.
                """)
    }

    /// Returns the answer to a message; nil if it has none.
    func answer(_ message: [UInt8]) -> [UInt8]? {
        switch tools.step(message) {
        case .accepted: nil
        case .answer(let answer, _): answer
        case .call(let call, let action): call.answer(perform(action))
        }
    }

    /// Closes the sessions.
    func close() {
        for session in sessions { session.client.close() }
        sessions = []
    }

    private func perform(_ action: MCPAction<MCPWork>) -> MCPResult {
        do {
            switch action {
            case .result(let result): return result
            case .request(let request): return try send(request)
            case .local(.play(let words, let text)): return played(words, text)
            case .local(.search(let words)): return try MCPWork.search(for: words)
            case .local(.match(let step)): return try MCPWork.match(step)
            case .local(.screen(let screen)):
                return try screen.draw(on: try stage(), timeoutMilliseconds: timeoutMilliseconds)
            }
        } catch {
            if let refusal = (error as? ClientFailure)?.refusal { return MCPResult(refusal: refusal) }
            return MCPResult("\(error)", isError: true)
        }
    }

    // MARK: Requests

    private func send(_ request: MCPServerRequest) throws -> MCPResult {
        defer { bound() }
        let client = try session(request.hello)
        return MCPResult(answer: try client.request(request.method.rawValue) { request.writeMembers(to: &$0) })
    }

    /// Returns an open session with that login.
    private func session(_ hello: Hello) throws -> ScriptedClient {
        if let index = sessions.firstIndex(where: { $0.hello == hello }) {
            let session = sessions.remove(at: index)
            if Self.isOpen(session.client) {
                sessions.append(session)
                return session.client
            }
            session.client.close()
        }
        let client = ScriptedClient(try stage().connect(), patienceMilliseconds: timeoutMilliseconds)
        do {
            try client.hello(hello.with(credentials))
        } catch {
            client.close()
            throw error
        }
        sessions.append((hello, client))
        return client
    }

    /// Closes the sessions of worlds that have ended and those that exceed the limit, and discards the notifications
    /// of the others.
    private func bound() {
        let ended = sessions.filter { !Self.isOpen($0.client) }.map(\.hello)
        let surplus = sessions.dropLast(Self.sessionsMax).map(\.hello)
        for hello in ended + surplus {
            guard let index = sessions.firstIndex(where: { $0.hello == hello }) else { continue }
            sessions.remove(at: index).client.close()
        }
    }

    /// Returns true if a session has not ended. Its notifications are discarded.
    private static func isOpen(_ client: ScriptedClient) -> Bool {
        _ = client.takeInbox()
        let isOpen = (try? client.hears(waitingMilliseconds: 0)) != nil
        _ = client.takeInbox()
        return isOpen
    }

    // MARK: Scenarios

    private func played(_ words: [String], _ text: String?) -> MCPResult {
        // A program for own steps could be any file of the folder, and the agent did not ask for it.
        let words = ["--steps="] + (server.map { ["--server=\($0)"] } ?? []) + words
        let verdict = PlayVerdict(words, text: text) { [play, credentials] arguments in
            var arguments = arguments
            arguments.credentials = credentials
            return try play(arguments)
        }
        return MCPResult(verdict.text, verdict.isPlayed ? verdict.value : nil, isError: !verdict.isPlayed)
    }
}
