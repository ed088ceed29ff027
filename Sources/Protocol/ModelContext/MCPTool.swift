/// The result of a tool: a text for the model, and the same as a value for programs.
package struct MCPResult: Sendable, Equatable {
    /// The text.
    package var text: String
    /// The value, an object; nil if there is only a text.
    package var value: JSONValue?
    /// True if the tool could not do what was asked. The text names the next step.
    package var isError: Bool

    /// Creates a result.
    package init(_ text: String, _ value: JSONValue? = nil, isError: Bool = false) {
        (self.text, self.value, self.isError) = (text, value, isError)
    }

    /// Creates the result of a request that the server answered with an object.
    package init(answer: JSONValue) {
        self.init(String(decoding: JSONWriter.bytes(of: answer), as: UTF8.self), answer)
    }

    /// Creates the result of a request that the server refused.
    package init(refusal: RPCError) {
        let rule = refusal.rule.map { " The rule is \($0): read understudy://rules/\($0)." } ?? ""
        self.init("\(refusal.reason.rawValue): \(refusal.message)\(rule)", isError: true)
        let bytes = JSONWriter.bytes(of: refusal)
        value = (try? JSONReader.read(bytes)).map { .object(JSONObject([.init(key: "error", value: $0.value)])) }
    }

    /// Creates the result of invalid arguments. The model can correct them.
    init(invalid field: InvalidField) { self.init("The arguments are invalid: \(field).", isError: true) }

    /// The members of a result of `tools/call`.
    var members: [JSONObject.Member] {
        var members: [JSONObject.Member] = [
            .init(key: "content", value: [["type": "text", "text": .string(text)]]),
            .init(key: "isError", value: .bool(isError)),
        ]
        if let value { members.append(.init(key: "structuredContent", value: value)) }
        return members
    }
}

/// A request to a server that a tool sends.
package struct MCPServerRequest: Sendable, Equatable {
    /// The person, app or observer that sends it.
    package var identity: Hello.Identity
    /// The world of the session.
    package var world: WorldName
    /// The method.
    package var method: Method
    /// The params.
    package var params: JSONObject

    /// The login of the session. It receives no notifications if it is an observer's.
    package var hello: Hello {
        var hello = Hello(identity, world: world)
        if case .observer = identity { hello.receivesEvents = false }
        return hello
    }

    /// Appends the params to an object that is already open.
    package func writeMembers(to json: inout JSONWriter) {
        for member in params.members {
            json.key(dynamic: member.key)
            member.value.write(to: &json)
        }
    }

    /// Returns the message with this request.
    package func message(id: RequestID) -> [UInt8] {
        Envelope.request(id: id, method: method.rawValue) { writeMembers(to: &$0) }
    }
}

/// The work of a call. `Local` is the work that only the owner of the tools can do, such as playing a scenario; it is
/// `Never` in the server.
package enum MCPAction<Local: Sendable>: Sendable {
    /// A request to the server of the worlds.
    case request(MCPServerRequest)
    /// Work of the owner.
    case local(Local)
    /// Nothing: the result is known.
    case result(MCPResult)
}

/// A tool: its description for a model, and the code that reads its arguments.
package struct MCPTool<Local: Sendable>: Sendable {
    /// The effect of a tool on the worlds.
    package enum Effect: Sendable {
        /// It only reads.
        case reads
        /// It adds something.
        case adds
        /// It can remove something.
        case removes
    }

    /// The name, such as `journal_verify`.
    let name: String
    /// The title for people.
    let title: String
    /// One or two sentences for the model.
    let summary: String
    let effect: Effect
    /// The JSON Schema of the arguments.
    let schema: @Sendable () -> JSONValue
    let read: @Sendable (JSONValue) throws(InvalidField) -> MCPAction<Local>

    /// Creates a tool whose arguments are read by a closure.
    ///
    /// - Parameter arguments: The arguments for the schema, in the order of the closure.
    package init(
        _ name: String, _ title: String, _ summary: String, _ effect: Effect = .reads, _ arguments: [MCPArgument] = [],
        read: @escaping @Sendable (inout JSONFields) throws(InvalidField) -> MCPAction<Local>
    ) {
        (self.name, self.title, self.summary, self.effect) = (name, title, summary, effect)
        schema = { MCPArgument.schema(of: arguments) }
        self.read = { arguments throws(InvalidField) in try JSONFields.all(of: arguments, read) }
    }

    /// Creates a tool that sends one request as an observer. Its arguments are the params of the method, whose schema
    /// the contract has, and the world unless it is one of them. The server checks the params.
    init(
        _ name: String, _ title: String, _ summary: String, _ effect: Effect, sends method: Method, inWorld: Bool = true
    ) {
        (self.name, self.title, self.summary, self.effect) = (name, title, summary, effect)
        schema = { MethodSchema.params(of: method, and: inWorld ? [.world] : []) }
        read = { arguments throws(InvalidField) in
            guard case .object(let object) = arguments else {
                throw InvalidField(field: "arguments", problem: "must be an object, and is \(arguments.kind)")
            }
            var request = MCPServerRequest(identity: .observer(), world: .main, method: method, params: object)
            guard inWorld, let world = object["world"] else { return .request(request) }
            request.params = JSONObject(object.members.filter { $0.key != "world" })
            if world == .null { return .request(request) }
            guard let name = world.stringValue else {
                throw InvalidField(field: "world", problem: "must be a string, and is \(world.kind)")
            }
            request.world = WorldName(name)
            return .request(request)
        }
    }

    /// The entry of `tools/list`.
    var entry: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(summary), "inputSchema": schema(),
            "annotations": [
                "title": .string(title), "readOnlyHint": .bool(effect == .reads),
                "destructiveHint": .bool(effect == .removes), "openWorldHint": false,
            ],
        ]
    }
}

/// An argument of a tool, for its schema.
package struct MCPArgument: Sendable {
    let name: String
    let schema: [JSONObject.Member]
    let isRequired: Bool

    /// Creates an argument.
    ///
    /// - Parameters:
    ///   - type: The type of JSON Schema.
    ///   - more: Further members of the schema, such as `minimum`.
    package init(
        _ name: String, _ summary: String, type: String = "string", isRequired: Bool = false,
        more: [(String, JSONValue)] = []
    ) {
        (self.name, self.isRequired) = (name, isRequired)
        schema =
            [.init(key: "type", value: .string(type)), .init(key: "description", value: .string(summary))]
            + more.map { .init(key: $0.0, value: $0.1) }
    }

    /// The world of a request.
    package static let world = MCPArgument("world", "The world; main if left out.")

    /// Returns the schema of an object with these members.
    static func schema(of arguments: [MCPArgument], and more: [JSONObject.Member] = [], required: [String] = [])
        -> JSONValue
    {
        let own = arguments.map { JSONObject.Member(key: $0.name, value: .object(JSONObject($0.schema))) }
        let required = required + arguments.filter(\.isRequired).map(\.name)
        var members: [JSONObject.Member] = [
            .init(key: "type", value: "object"), .init(key: "properties", value: .object(JSONObject(more + own))),
            .init(key: "additionalProperties", value: false),
        ]
        if !required.isEmpty {
            members.append(.init(key: "required", value: .array(required.map(JSONValue.string))))
        }
        return .object(JSONObject(members))
    }
}
