import ChatEngine
import ChatProtocol
import Pages

/// Answers `POST /mcp`: the Model Context Protocol, with the tools that are an observer's requests.
///
/// The endpoint has no sessions. The engine handles the request of a tool as any other, and ``AcceptedConnection`` puts
/// its answer into the result of the call.
final class MCPResponder {
    private let limits: Limits
    private let engine: ServerEngine
    private let tokens: TokenReloader
    private let output: OutputQueue

    init(limits: Limits, engine: ServerEngine, tokens: TokenReloader, output: OutputQueue) {
        (self.limits, self.engine, self.tokens, self.output) = (limits, engine, tokens, output)
    }

    private static let server = MCPServer<Never>(
        tools: MCPTool.shared(people: false),
        library: MCPLibrary(rules: RulesPage.text, docs: DocsPage.all.map { ($0.path, $0.title, $0.text) }),
        instructions: """
            This server simulates collaboration in Messages. Its tools observe and arrange worlds: they list what \
            happened, explain deliveries by rules, inject faults and advance the clock. Each takes the name of a world. \
            To play scenarios and to see a person's screen, use `chat-client mcp`.
            """)

    /// Answers a message, or lets the engine handle the request of a tool, whose delivery is the answer.
    func answer(
        _ request: HTTPRequest, on connection: AcceptedConnection, _ handle: ServerEngine.RequestHandler
    ) {
        tokens.refresh()
        do throws(RPCError) {
            try engine.admitObserver(token: connection.bearer, from: connection.address)
        } catch {
            return output.respond(Self.refusal(error), on: connection)
        }
        switch Self.server.step(request.body, headers: MCPHeaders(request.head.headers), limits: limits) {
        case .accepted: output.respond(HTTPResponse(status: 202), on: connection)
        case .answer(let answer, let status):
            var response = HTTPResponse(json: answer)
            response.status = status
            output.respond(response, on: connection)
        case .call(let call, .request(let wanted)): send(wanted, for: call, on: connection, handle)
        case .call(let call, .result(let result)):
            output.respond(HTTPResponse(json: call.answer(result)), on: connection)
        }
    }

    /// Sends the request of a call, in a session of its own.
    private func send(
        _ request: MCPServerRequest, for call: MCPCall, on connection: AcceptedConnection,
        _ handle: ServerEngine.RequestHandler
    ) {
        if let session = connection.session { engine.close(session) }
        connection.become(nil)
        let session = connection.session(in: engine, isStream: false)
        do throws(RPCError) {
            try engine.login(request.hello, from: session)
        } catch {
            let answer = call.answer(MCPResult(refusal: error))
            return output.respond(HTTPResponse(json: answer), on: connection)
        }
        connection.begin(call)
        handle(request.message(id: call.id), session)
    }

    /// Returns the answer to a client that is no observer.
    private static func refusal(_ error: RPCError) -> HTTPResponse {
        let status =
            switch error.reason {
            case .rateLimited: 429
            case .forbidden: 403
            default: 401
            }
        var response = HTTPResponse(status: status, text: error.message + "\n")
        if status == 401 { response.headers.add("WWW-Authenticate", "Bearer") }
        return response
    }
}

extension MCPHeaders {
    /// Reads the headers of a request. A repeated one is empty, which matches nothing.
    fileprivate init(_ headers: HTTPHeaders) {
        func value(_ name: String) -> String? {
            let values = headers.values(name)
            return values.count > 1 ? "" : values.first
        }
        self.init(version: value("MCP-Protocol-Version"), method: value("Mcp-Method"), name: value("Mcp-Name"))
    }
}
