extension MCPTool {
    /// The tools that need nothing but requests to a server. All but ``call(forPeople:)`` are an observer's.
    ///
    /// - Parameter people: True if `call` can also send requests as a person or an app.
    package static func shared(people: Bool) -> [MCPTool] {
        [
            MCPTool(
                "world_create", "Create a world",
                "Creates a world: an isolated set of people, conversations and apps. A virtual clock advances only by "
                    + "clock_advance.", .adds, sends: .worldCreate, inWorld: false),
            MCPTool(
                "world_list", "List worlds", "Lists the worlds of the server, with their clocks.", .reads,
                sends: .worldList, inWorld: false),
            MCPTool(
                "world_delete", "Delete a world", "Deletes a world and everything in it.", .removes,
                sends: .worldDelete, inWorld: false),
            call(forPeople: people),
            describe,
            MCPTool(
                "journal_list", "List the journal",
                "Lists what happened in a world, oldest first: requests, notifications, and to whom they were not "
                    + "delivered.", .reads, sends: .journalList),
            MCPTool(
                "journal_verify", "Verify a number of journal entries",
                "Counts the matching entries of the journal and compares the number with count, such as "
                    + "{\"exactly\": 1}. Returns the matches, or the nearest misses with the rules that decided.",
                .reads, sends: .journalVerify),
            MCPTool(
                "delivery_explain", "Explain a delivery",
                "Explains by rules if and why a message, notice, link or question reached a person, and if it alerted "
                    + "them.", .reads, sends: .deliveryExplain),
            MCPTool(
                "fault_inject", "Inject a fault",
                "Makes the server drop, delay, repeat or reorder a notification, or disconnect its recipient.", .adds,
                sends: .faultInject),
            MCPTool(
                "fault_list", "List faults", "Lists the faults of a world, and how often each occurred.", .reads,
                sends: .faultList),
            MCPTool(
                "fault_clear", "Clear faults", "Removes one fault of a world, or all of them.", .removes,
                sends: .faultClear),
            MCPTool(
                "clock_advance", "Advance the clock",
                "Advances a virtual clock by milliseconds, or with until: \"settled\" past all pending work.", .adds,
                sends: .clockAdvance),
        ]
    }

    /// The tool that sends any request.
    private static func call(forPeople: Bool) -> MCPTool {
        let identity =
            forPeople
            ? [
                MCPArgument("as", "The handle of the person who sends it; an observer if left out."),
                MCPArgument("app", "The bundle id of the app that sends it, running for that person."),
            ] : [MCPArgument("as", "The handle of the person for whom the observer sends it.")]
        let sender = forPeople ? "as a person, as an app, or as an observer of the world" : "as an observer"
        return MCPTool(
            "call", "Call a method",
            "Sends one request of any method \(sender), and returns its result or the rule that refuses it. "
                + "method_describe has the params.", .removes,
            [
                MCPArgument("method", "The method, such as message.send.", isRequired: true),
                MCPArgument("params", "The params of the method.", type: "object"), .world,
            ] + identity
        ) { fields throws(InvalidField) in
            let method = try method(&fields)
            let params = fields.value("params") ?? [:]
            guard case .object(let object) = params else {
                throw fields.invalid("params", "must be an object, and is \(params.kind)")
            }
            let world: WorldName = try fields.readOptional("world") ?? .main
            let person: Handle? = try fields.readOptional("as")
            let app: AppID? = forPeople ? try fields.readOptional("app") : nil
            let identity: Hello.Identity
            switch (app, person) {
            case (let app?, let person?): identity = .app(app, person: person)
            case (.some, nil): throw fields.invalid("as", "is missing: an app runs for a person")
            case (nil, let person?) where forPeople: identity = .person(person, name: nil)
            case (nil, let person): identity = .observer(person)
            }
            guard method != .sessionHello else {
                throw fields.invalid("method", "must not be session.hello: this tool logs in by itself")
            }
            return .request(MCPServerRequest(identity: identity, world: world, method: method, params: object))
        }
    }

    /// The tool that describes a method.
    private static var describe: MCPTool {
        MCPTool(
            "method_describe", "Describe a method",
            "Returns the summary of a method, the roles that may call it, and the JSON Schema of its params. "
                + "understudy://methods/{name} also has that of its result.",
            .reads, [MCPArgument("method", "The method, such as message.send.", isRequired: true)]
        ) { fields throws(InvalidField) in
            .result(MCPResult(answer: MethodSchema.description(of: try method(&fields), hasResult: false)))
        }
    }

    private static func method(_ fields: inout JSONFields) throws(InvalidField) -> Method {
        let name = try fields.string("method")
        if let method = Method(rawValue: name) { return method }
        let near = Spelling.nearest(to: String(name.prefix(100)), among: Method.allCases.map(\.rawValue))
        throw fields.invalid(
            "method",
            "is “\(name.prefix(100))”, which does not exist" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
}
