import ChatProtocol
import Testing

/// The Model Context Protocol without IO: both eras of versions, the lists, the tools, and the error for all other
/// messages.
struct MCPServerTests {
    private static let rules =
        "# Rules\n\n- `ev-mention-private` Only the mentioned person. (D3)\n- `grp-add` Anyone. (c)\n"

    private let server = MCPServer<String>(
        tools: [
            MCPTool("echo", "Echo", "Returns the text.", .reads, [MCPArgument("text", "A text.", isRequired: true)]) {
                fields throws(InvalidField) in .local(try fields.string("text"))
            }
        ] + MCPTool.shared(people: true),
        library: MCPLibrary(rules: rules, docs: [("how-to/cookbook", "Cookbook", "# Cookbook\n")]),
        instructions: "Use the tools.")

    private func step(_ text: String, headers: MCPHeaders? = nil) -> MCPServer<String>.Step {
        server.step(Array(text.utf8), headers: headers)
    }

    /// Returns the answer to a message, and its HTTP status.
    private func answer(_ text: String, headers: MCPHeaders? = nil) throws -> (value: JSONValue, status: Int) {
        guard case .answer(let bytes, let status) = step(text, headers: headers) else {
            Issue.record("\(text) has no answer")
            return (.null, 0)
        }
        return (try JSONReader.read(bytes).value, status)
    }

    private func request(_ method: String, _ params: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    }

    /// Returns a request of the newest revision, or of another one.
    private func modern(_ method: String, _ params: String = "", version: String = "2026-07-28") -> String {
        let meta =
            #""io.modelcontextprotocol/protocolVersion":"\#(version)","io.modelcontextprotocol/clientCapabilities":{}"#
        return request(method, #"{"_meta":{\#(meta)}\#(params.isEmpty ? "" : ",")\#(params)}"#)
    }

    // MARK: Versions

    @Test(
        "initialize returns a supported revision, and the newest of them for an unknown one",
        arguments: [
            ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
            ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
        ])
    func initializeNegotiatesTheVersion(_ requested: String, _ expected: String) throws {
        let result = try answer(request("initialize", #"{"protocolVersion":"\#(requested)","capabilities":{}}"#)).value
        #expect(result["result"]?["protocolVersion"]?.stringValue == expected)
        #expect(result["result"]?["serverInfo"]?["name"] == "understudy")
        #expect(result["result"]?["instructions"] == "Use the tools.")
        #expect(result["result"]?["resultType"] == nil)
    }

    @Test("a request of the newest revision has the members that it requires in results")
    func modernResultsHaveTheirMembers() throws {
        let discovered = try answer(modern("server/discover")).value["result"]
        #expect(discovered?["supportedVersions"]?.arrayValue?.first == "2026-07-28")
        for method in ["server/discover", "tools/list", "resources/list", "resources/templates/list", "prompts/list"] {
            let result = try answer(modern(method)).value["result"]
            #expect(result?["resultType"] == "complete" && result?["cacheScope"] == "public", "\(method)")
            #expect(result?["ttlMs"]?.integerValue ?? -1 > 0, "\(method)")
            #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] != nil, "\(method)")
        }
        let prompt = try answer(modern("prompts/get", #""name":"write-a-scenario","arguments":{"flow":"x"}"#)).value
        #expect(prompt["result"]?["resultType"] == "complete" && prompt["result"]?["ttlMs"] == nil)
    }

    @Test("an unsupported revision is refused with the supported ones")
    func unsupportedVersionIsRefused() throws {
        let (value, status) = try answer(modern("tools/list", version: "2099-01-01"))
        #expect(value["error"]?["code"] == -32022 && status == 400)
        #expect(value["error"]?["data"]?["requested"] == "2099-01-01")
        #expect(value["error"]?["data"]?["supported"]?.arrayValue?.first == "2026-07-28")
    }

    @Test(
        "incomplete metadata is refused",
        arguments: [
            #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#,
            #"{"_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}}"#,
        ])
    func incompleteMetadataIsRefused(_ params: String) throws {
        let (value, status) = try answer(request("tools/list", params))
        #expect(value["error"]?["code"] == -32602 && status == 400)
    }

    @Test("methods of one era are unknown in the other")
    func methodsBelongToTheirEra() throws {
        #expect(try answer(request("ping")).value["result"] == [:])
        let unknown = try answer(modern("ping"))
        #expect(unknown.value["error"]?["code"] == -32601 && unknown.status == 404)
        #expect(try answer(request("server/discover")).value["error"]?["code"] == -32602)
        #expect(try answer(request("tools/lost")).status == 200)
    }

    // MARK: Headers

    @Test(
        "headers that do not match the body are refused",
        arguments: [
            (MCPHeaders(method: "tools/call", name: "echo"), -32020),
            (MCPHeaders(version: "2025-11-25", method: "tools/call", name: "echo"), -32020),
            (MCPHeaders(version: "2026-07-28", name: "echo"), -32020),
            (MCPHeaders(version: "2026-07-28", method: "tools/list", name: "echo"), -32020),
            (MCPHeaders(version: "2026-07-28", method: "tools/call"), -32020),
            (MCPHeaders(version: "2026-07-28", method: "tools/call", name: "=?base64?ZWNobw?="), -32020),
            (MCPHeaders(version: "2026-07-28", method: "tools/call", name: "other"), -32020),
        ])
    func mismatchedHeadersAreRefused(_ headers: MCPHeaders, _ code: Int) throws {
        let call = modern("tools/call", #""name":"echo","arguments":{"text":"x"}"#)
        let (value, status) = try answer(call, headers: headers)
        #expect(value["error"]?["code"]?.integerValue == Int64(code) && status == 400)
    }

    @Test("a name in Base64 matches the body", arguments: ["echo", "=?base64?ZWNobw==?="])
    func encodedNameMatches(_ name: String) {
        let call = modern("tools/call", #""name":"echo","arguments":{"text":"x"}"#)
        let headers = MCPHeaders(version: "2026-07-28", method: "tools/call", name: name)
        guard case .call(_, .local("x")) = step(call, headers: headers) else {
            Issue.record("\(name) does not match")
            return
        }
    }

    @Test("a request without metadata may have the header of an older revision, or none")
    func legacyHeaders() throws {
        for version in [nil, "2025-03-26", "2025-11-25"] {
            #expect(try answer(request("ping"), headers: MCPHeaders(version: version)).status == 200)
        }
        #expect(try answer(request("ping"), headers: MCPHeaders(version: "1999-01-01")).status == 400)
        let bare = try answer(request("tools/list"), headers: MCPHeaders(version: "2026-07-28"))
        #expect(bare.value["error"]?["code"] == -32602)
    }

    // MARK: Messages

    @Test("a notification has no answer", arguments: ["notifications/initialized", "notifications/cancelled", "other"])
    func notificationsHaveNoAnswer(_ method: String) {
        guard case .accepted = step(#"{"jsonrpc":"2.0","method":"\#(method)","params":{"a":1}}"#) else {
            Issue.record("\(method) was answered")
            return
        }
    }

    @Test(
        "a message that is no request is refused",
        arguments: [
            ("", -32700), ("{", -32700), (#"{"jsonrpc":"2.0","id":1}"#, -32600), ("[]", -32600), ("null", -32600),
            ("7", -32600), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
            (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600), (#"{"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":2}}"#, -32600),
            (String(repeating: "[", count: 100_000), -32700),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":["# + String(repeating: "1,", count: 30_000)
                    + "1]}}",
                -32700
            ),
        ])
    func messagesThatAreNoRequestsAreRefused(_ text: String, _ code: Int) throws {
        let (value, status) = try answer(text)
        #expect(value["error"]?["code"]?.integerValue == Int64(code), "\(text.prefix(80))")
        #expect(value["error"]?["message"]?.stringValue?.utf8.count ?? 1_000 < 400 && status == 400)
    }

    @Test("a request that is cut or has a changed byte is answered with JSON, performed or accepted")
    func damagedRequestsAreAnswered() throws {
        let whole = Array(modern("tools/call", #""name":"echo","arguments":{"text":"é\n"}"#).utf8)
        var damaged = whole.indices.map { Array(whole[..<$0]) }
        for index in whole.indices {
            for byte in [UInt8(ascii: "\""), UInt8(ascii: "}"), 0, 0xFF, whole[index] ^ 1] {
                damaged.append(whole)
                damaged[damaged.count - 1][index] = byte
            }
        }
        var answers = 0
        for bytes in damaged {
            guard case .answer(let answer, _) = server.step(bytes) else { continue }
            let value = try JSONReader.read(answer).value
            #expect(value["jsonrpc"] == "2.0" && (value["error"] != nil) != (value["result"] != nil))
            answers += 1
        }
        #expect(answers > whole.count)
    }

    @Test(
        "invalid params of the protocol are refused",
        arguments: [
            ("tools/call", "{}", "name must be a string, and is missing"),
            ("tools/call", #"{"name":7}"#, "name must be a string, and is a number"),
            ("tools/call", #"{"name":"ecko"}"#, "did you mean “echo”?"),
            ("tools/list", #"{"cursor":"2"}"#, "single page"), ("resources/read", "{}", "uri must be a string"),
            ("prompts/get", #"{"name":"write-a-senario"}"#, "did you mean “write-a-scenario”?"),
            ("prompts/get", #"{"name":"write-a-scenario"}"#, "flow is missing"),
            ("prompts/get", #"{"name":"write-a-scenario","arguments":{"flow":7}}"#, "flow must be a string"),
            (
                "prompts/get", #"{"name":"write-a-scenario","arguments":{"flow":"x","plot":"y"}}"#,
                "plot is not a member"
            ),
            ("initialize", "{}", "protocolVersion must be a string"),
        ])
    func invalidParamsAreRefused(_ method: String, _ params: String, _ words: String) throws {
        let error = try answer(request(method, params)).value["error"]
        #expect(
            error?["code"] == -32602 && error?["message"]?.stringValue?.contains(words) == true, "\(error ?? .null)")
    }

    // MARK: Tools

    @Test("the schema of each tool is an object without references, and its name is short")
    func toolsAreDescribed() throws {
        let tools = try #require(try answer(request("tools/list")).value["result"]?["tools"]?.arrayValue)
        #expect(tools.count == 13)
        for tool in tools {
            let text = "\(tool)"
            #expect(tool["inputSchema"]?["type"] == "object" && !text.contains("$ref"), "\(text)")
            #expect(tool["inputSchema"]?["additionalProperties"] == false, "\(text)")
            #expect(tool["name"]?.stringValue?.allSatisfy { $0.isLowercase || $0 == "_" } == true)
            #expect(tool["description"]?.stringValue?.count ?? 0 > 10)
        }
        let fault = try #require(tools.first { $0["name"] == "fault_inject" })
        let properties = fault["inputSchema"]?["properties"]
        #expect(properties?["on"]?["type"] == "object" && properties?["world"]?["type"] == "string", "\(fault)")
        #expect(fault["inputSchema"]?["required"] == ["do", "on"])
    }

    @Test(
        "a call becomes the request of an observer in its world",
        arguments: [
            (
                "journal_verify", #"{"world":"w","count":{"exactly":1}}"#, "w", Method.journalVerify,
                #"{"count":{"exactly":1}}"#
            ),
            ("fault_list", "{}", "main", .faultList, "{}"),
            ("fault_list", #"{"world":null}"#, "main", .faultList, "{}"),
            ("world_delete", #"{"world":"w"}"#, "main", .worldDelete, #"{"world":"w"}"#),
            ("call", #"{"method":"clock.now","world":"w"}"#, "w", .clockNow, "{}"),
        ])
    func callsBecomeRequests(
        _ tool: String, _ arguments: String, _ world: String, _ method: Method, _ params: String
    ) throws {
        guard
            case .call(let call, .request(let request)) = step(
                self.request("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#))
        else {
            Issue.record("\(tool) is no request")
            return
        }
        #expect(request.world == WorldName(world) && request.method == method && request.identity == .observer())
        #expect(request.params.description == params && request.hello.receivesEvents == false)
        let answered = try JSONReader.read(call.answer(message: Envelope.result(id: call.id, Answer.empty))).value
        #expect(answered["result"]?["structuredContent"] == [:] && answered["result"]?["isError"] == false)
        let refusal = RPCError(.forbidden, "Not so.", .rule("msg-edit-window"))
        let refused = try JSONReader.read(call.answer(message: Envelope.failure(id: call.id, refusal))).value["result"]
        #expect(refused?["isError"] == true)
        #expect(refused?["structuredContent"]?["error"]?["data"]?["rule"] == "msg-edit-window")
        #expect("\(refused ?? .null)".contains("understudy://rules/msg-edit-window"))
    }

    @Test("call sends a request as a person or as an app that runs for a person")
    func callSendsAsPeopleAndApps() throws {
        func identity(_ members: String) throws -> Hello.Identity? {
            let step = step(request("tools/call", #"{"name":"call","arguments":{"method":"session.ping"\#(members)}}"#))
            guard case .call(_, .request(let request)) = step else { return nil }
            return request.identity
        }
        let anna = try #require(Handle("anna"))
        #expect(try identity(#","as":"anna""#) == .person(anna, name: nil))
        #expect(
            try identity(#","as":"anna","app":"com.example.notes""#) == .app(AppID("com.example.notes"), person: anna))
        #expect(try identity(#","app":"com.example.notes""#) == nil)
        #expect(try identity(#","as":"not a handle!""#) == nil)
    }

    @Test(
        "invalid arguments of a tool are an erroneous result that names the argument",
        arguments: [
            (#"{"name":"echo"}"#, "text is missing: it must be a string"),
            (#"{"name":"echo","arguments":{"text":1}}"#, "text must be a string, and is a number"),
            (#"{"name":"echo","arguments":{"txt":"x"}}"#, "“txt” looks like it"),
            (#"{"name":"echo","arguments":{"text":"x","more":1}}"#, "more is not a member"),
            (#"{"name":"echo","arguments":[]}"#, "must be an object"),
            (#"{"name":"fault_list","arguments":[]}"#, "must be an object"),
            (#"{"name":"fault_list","arguments":{"world":7}}"#, "world must be a string"),
            (#"{"name":"call","arguments":{"method":"message.sent"}}"#, "did you mean message.send?"),
            (#"{"name":"call","arguments":{"method":"session.hello"}}"#, "logs in by itself"),
            (#"{"name":"call","arguments":{"method":"clock.now","params":[]}}"#, "params must be an object"),
        ])
    func invalidArgumentsAreErroneousResults(_ params: String, _ words: String) throws {
        let result = try answer(request("tools/call", params)).value["result"]
        #expect(result?["isError"] == true && "\(result ?? .null)".contains(words), "\(result ?? .null)")
    }

    // MARK: Resources

    @Test("a page, a rule and a method are read by their addresses")
    func resourcesAreRead() throws {
        func text(_ uri: String) throws -> String? {
            try answer(request("resources/read", #"{"uri":"\#(uri)"}"#))
                .value["result"]?["contents"]?.arrayValue?.first?["text"]?.stringValue
        }
        #expect(try text("understudy://rules") == Self.rules)
        #expect(try text("understudy://rules/grp-add") == "`grp-add` Anyone. (c)")
        #expect(try text("understudy://docs/cookbook") == "# Cookbook\n")
        let method = try #require(try text("understudy://methods/message.send"))
        #expect(try JSONReader.read(Array(method.utf8)).value["roles"] == ["person"])
        for uri in ["understudy://rules/nothing", "understudy://methods/nothing", "file:///etc/passwd", ""] {
            let legacy = try answer(request("resources/read", #"{"uri":"\#(uri)"}"#)).value
            #expect(legacy["error"]?["code"] == -32002)
            #expect(try answer(modern("resources/read", #""uri":"\#(uri)""#)).value["error"]?["code"] == -32602)
        }
    }

    @Test("the variables of templates are completed, at most 100 at a time")
    func templatesAreCompleted() throws {
        func completion(_ uri: String, _ beginning: String) throws -> JSONValue? {
            try answer(
                request(
                    "completion/complete",
                    #"{"ref":{"type":"ref/resource","uri":"\#(uri)"},"argument":{"name":"x","value":"\#(beginning)"}}"#)
            ).value["result"]?["completion"]
        }
        #expect(try completion("understudy://rules/{id}", "grp")?["values"] == ["grp-add"])
        let methods = try completion("understudy://methods/{name}", "")
        #expect(methods?["values"]?.arrayValue?.count == min(100, Method.allCases.count))
        #expect(methods?["total"]?.integerValue == Int64(Method.allCases.count))
        #expect(try completion("other", "")?["values"] == [])
    }

    @Test("every method of the contract can be described")
    func everyMethodIsDescribed() {
        for method in Method.allCases {
            let description = MethodSchema.description(of: method, hasResult: true)
            #expect(description["summary"]?.stringValue?.isEmpty == false, "\(method)")
            #expect(description["params"]?["type"] == "object" && !"\(description)".contains("$ref"), "\(method)")
        }
    }
}
