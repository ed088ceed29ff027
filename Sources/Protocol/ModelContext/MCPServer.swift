/// A server of the Model Context Protocol as a value without IO: it reads a message and returns the answer, or the call
/// of a tool for its owner to perform.
///
/// It has no state. A request of the newest revision carries its version; any other request is served by the rules of
/// the older ones, of which `initialize` only negotiates the version.
package struct MCPServer<Local: Sendable>: Sendable {
    /// The reaction to a message.
    package enum Step: Sendable {
        /// The answer, and its status over HTTP.
        case answer([UInt8], status: Int)
        /// A notification, which has no answer.
        case accepted
        /// A call that the owner performs and answers.
        case call(MCPCall, MCPAction<Local>)
    }

    private let tools: [MCPTool<Local>]
    private let library: MCPLibrary
    private let instructions: String

    /// Creates a server.
    ///
    /// - Parameter instructions: A paragraph for models about the use of the tools.
    package init(tools: [MCPTool<Local>], library: MCPLibrary, instructions: String) {
        (self.tools, self.library, self.instructions) = (tools, library, instructions)
    }

    private static var capabilities: JSONValue { ["tools": [:], "resources": [:], "prompts": [:], "completions": [:]] }

    /// Handles a message.
    ///
    /// - Parameter headers: The headers of an HTTP request; nil over other transports.
    package func step(_ bytes: [UInt8], headers: MCPHeaders? = nil, limits: Limits = .standard) -> Step {
        let request: MCPRequest
        do throws(EnvelopeError) {
            guard let read = try MCPRequest.read(bytes, limits: limits) else { return .accepted }
            request = read
        } catch {
            return Self.refuse(error.id, MCPError(error.error), isModern: headers?.version == MCPVersion.current)
        }
        do throws(MCPError) {
            try request.checkMetadata(headers)
            if request.method == "tools/call" { return try call(request) }
            let (members, isCacheable) = try members(request)
            let call = MCPCall(id: request.id, isModern: request.isModern)
            return .answer(call.answer(members, isCacheable: isCacheable), status: 200)
        } catch {
            return Self.refuse(request.id, error, isModern: request.isModern)
        }
    }

    /// Returns the answer to a line that exceeds the limit, of which nothing is read.
    package static func tooLong(limit: Int) -> [UInt8] {
        failure(nil, MCPError(-32600, "This message is longer than \(limit) bytes."))
    }

    private static func refuse(_ id: RequestID?, _ error: MCPError, isModern: Bool) -> Step {
        .answer(failure(id, error), status: error.status(isModern: isModern))
    }

    private static func failure(_ id: RequestID?, _ error: MCPError) -> [UInt8] {
        JSONWriter.object {
            $0.member("jsonrpc", "2.0")
            if let id { $0.member("id", id) } else { $0.null("id") }
            $0.member("error", error)
        }
    }

    private func call(_ request: MCPRequest) throws(MCPError) -> Step {
        let name = try request.params.string("name")
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw .unknown("tool", name, among: tools.map(\.name))
        }
        let call = MCPCall(id: request.id, isModern: request.isModern)
        let arguments = request.params["arguments"]
        do throws(InvalidField) {
            let action = try tool.read(arguments == .null ? [:] : arguments)
            if case .result(let result) = action { return .answer(call.answer(result), status: 200) }
            return .call(call, action)
        } catch {
            return .answer(call.answer(MCPResult(invalid: error)), status: 200)
        }
    }

    /// Returns the members of the result of a request, and if clients may store it.
    private func members(_ request: MCPRequest) throws(MCPError) -> ([JSONObject.Member], isCacheable: Bool) {
        func list(_ name: String, _ values: [JSONValue]) throws(MCPError) -> ([JSONObject.Member], isCacheable: Bool) {
            guard request.params["cursor"] == .null else { throw .params("cursor: this list has a single page.") }
            return ([.init(key: name, value: .array(values))], true)
        }
        switch request.method {
        case "initialize" where !request.isModern:
            let wanted = try request.params.string("protocolVersion")
            let version = MCPVersion.legacy.contains(wanted) ? wanted : MCPVersion.legacy.last ?? wanted
            return (
                [
                    .init(key: "protocolVersion", value: .string(version)),
                    .init(key: "capabilities", value: Self.capabilities),
                    .init(key: "serverInfo", value: MCPVersion.server),
                    .init(key: "instructions", value: .string(instructions)),
                ], false
            )
        case "ping" where !request.isModern: return ([], false)
        case "server/discover":
            return (
                [
                    .init(key: "supportedVersions", value: .array(MCPVersion.all.map(JSONValue.string))),
                    .init(key: "capabilities", value: Self.capabilities),
                    .init(key: "instructions", value: .string(instructions)),
                ], true
            )
        case "tools/list": return try list("tools", tools.map(\.entry))
        case "resources/list": return try list("resources", library.pages.map(\.entry))
        case "resources/templates/list": return try list("resourceTemplates", MCPLibrary.templates)
        case "resources/read":
            let uri = try request.params.string("uri")
            guard let (text, type) = library.text(at: uri) else {
                let code = request.isModern ? -32602 : -32002
                throw .unknown("resource", uri, among: library.pages.map(\.uri), code: code)
            }
            let content: JSONValue = ["uri": .string(uri), "mimeType": .string(type), "text": .string(text)]
            return ([.init(key: "contents", value: [content])], true)
        case "prompts/list": return try list("prompts", MCPPrompt.all.map(\.entry))
        case "prompts/get":
            return (try MCPPrompt.members(try request.params.string("name"), request.params["arguments"]), false)
        case "completion/complete":
            let reference = request.params["ref"]["uri"]?.stringValue ?? ""
            let text = request.params["argument"]["value"]?.stringValue ?? ""
            let found = library.completions(of: reference, beginning: text)
            let completion: JSONValue = [
                "values": .array(found.prefix(100).map(JSONValue.string)), "total": .integer(Int64(found.count)),
                "hasMore": .bool(found.count > 100),
            ]
            return ([.init(key: "completion", value: completion)], false)
        default:
            throw .unknown("method", request.method, among: Self.methods, code: -32601)
        }
    }

    private static var methods: [String] {
        [
            "initialize", "ping", "server/discover", "tools/list", "tools/call", "resources/list",
            "resources/templates/list", "resources/read", "prompts/list", "prompts/get", "completion/complete",
        ]
    }
}

/// A call of a tool that has not been answered.
package struct MCPCall: Sendable {
    /// The id of the request.
    package let id: RequestID
    let isModern: Bool

    /// Returns the answer with the result of the tool.
    package func answer(_ result: MCPResult) -> [UInt8] {
        answer(result.members, isCacheable: false)
    }

    /// Returns the answer with a server's answer to the request of the tool.
    package func answer(message: [UInt8]) -> [UInt8] {
        switch ServerMessage.read(message) {
        case .result(_, let value): answer(MCPResult(answer: value))
        case .failure(_, let error): answer(MCPResult(refusal: error))
        case .notification, nil: answer(MCPResult("The server's answer cannot be read.", isError: true))
        }
    }

    /// Returns the answer with these members, and with those that the newest revision requires in every result.
    func answer(_ members: [JSONObject.Member], isCacheable: Bool) -> [UInt8] {
        JSONWriter.object(reserving: 4_096) {
            $0.member("jsonrpc", "2.0")
            $0.member("id", id)
            $0.key("result")
            $0.object { json in
                for member in members {
                    json.key(dynamic: member.key)
                    member.value.write(to: &json)
                }
                guard isModern else { return }
                json.member("resultType", "complete")
                json.key("_meta")
                json.object { $0.member("io.modelcontextprotocol/serverInfo", MCPVersion.server) }
                guard isCacheable else { return }
                // The lists and pages are a part of the program.
                json.member("ttlMs", 3_600_000)
                json.member("cacheScope", "public")
            }
        }
    }
}
