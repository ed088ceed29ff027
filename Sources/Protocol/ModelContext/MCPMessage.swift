/// The revisions of the Model Context Protocol, by their dates.
package enum MCPVersion {
    /// The revision in which each request carries its own version, in `_meta`.
    package static let current = "2026-07-28"
    /// The revisions that begin with `initialize`, the oldest first.
    static let legacy = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    /// Every supported revision, the newest first.
    static let all = [current] + legacy.reversed()

    /// The member of `_meta` with the version of a request.
    static let key: StaticString = "io.modelcontextprotocol/protocolVersion"
    /// The member of `_meta` with the capabilities of the client.
    static let capabilitiesKey: StaticString = "io.modelcontextprotocol/clientCapabilities"
    /// The name and the version of this server.
    static let server: JSONValue = [
        "name": "understudy", "title": "Understudy", "version": .string(Understudy.version),
    ]
}

/// An error of the Model Context Protocol. Errors of a tool are results instead (``MCPResult``).
package struct MCPError: Error, Sendable, Equatable {
    /// The code of JSON-RPC, or of the specification.
    package var code: Int
    /// A sentence for people, with the action that they can take.
    package var message: String
    /// Additional data for programs.
    package var data: JSONValue?

    /// Creates an error with a code, a sentence and data.
    init(_ code: Int, _ message: String, data: JSONValue? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    /// Creates the error of an unreadable message. Its code is one of JSON-RPC's, because the specification reserves
    /// the range in which this project has its own.
    init(_ error: RPCError) {
        self.init(error.reason == .parse ? -32700 : -32600, error.message)
    }

    /// Returns the error for invalid params.
    static func params(_ message: String) -> MCPError { MCPError(-32602, message) }

    /// Returns the error for an invalid member of the params.
    static func params(_ field: InvalidField) -> MCPError { .params("\(field).") }

    /// Returns the error for a name that is not in a list, with the nearest one that is.
    static func unknown(_ kind: String, _ name: String, among names: [String], code: Int = -32602) -> MCPError {
        let name = String(name.prefix(100))
        let near = Spelling.nearest(to: name, among: names)
        return MCPError(code, "There is no \(kind) “\(name)”\(near.map { "; did you mean “\($0)”?" } ?? ".")")
    }

    /// Returns the error for a header that does not match the body.
    static func header(_ name: String, _ problem: String) -> MCPError {
        MCPError(-32020, "The header \(name) \(problem).")
    }

    /// Returns the error for a revision that is not supported.
    static func version(_ requested: String) -> MCPError {
        MCPError(
            -32022, "This server does not speak the revision “\(requested.prefix(100))” of the protocol.",
            data: [
                "supported": .array(MCPVersion.all.map(JSONValue.string)),
                "requested": .string(String(requested.prefix(100))),
            ])
    }

    /// The status of an HTTP answer with this error.
    ///
    /// - Parameter isModern: True for the revision that defines the status.
    func status(isModern: Bool) -> Int {
        switch code {
        case -32700, -32600, -32020, -32022: 400
        case -32602: isModern ? 400 : 200
        case -32601: isModern ? 404 : 200
        default: 200
        }
    }
}

extension MCPError: JSONWritable {
    /// Appends `{code, message, data}`.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("code", code)
            $0.member("message", message)
            $0.member("data", data)
        }
    }
}

/// The headers of an HTTP request that repeat members of its body.
package struct MCPHeaders: Sendable {
    /// `MCP-Protocol-Version`.
    package var version: String?
    /// `Mcp-Method`.
    package var method: String?
    /// `Mcp-Name`, as it was received.
    package var name: String?

    /// Creates the headers.
    package init(version: String? = nil, method: String? = nil, name: String? = nil) {
        (self.version, self.method, self.name) = (version, method, name)
    }

    /// Checks that the headers match a request of the newest revision.
    func check(_ request: MCPRequest) throws(MCPError) {
        guard version == request.version else {
            throw .header("MCP-Protocol-Version", "must be the version in the request's _meta")
        }
        guard method == request.method else { throw .header("Mcp-Method", "must be the request's method") }
        let member: StaticString
        switch request.method {
        case "tools/call", "prompts/get": member = "name"
        case "resources/read": member = "uri"
        default: return
        }
        guard let wanted = request.params[member].stringValue else { return }
        guard name.flatMap(Self.decoded) == wanted else {
            throw .header("Mcp-Name", "must be the request's \(member)")
        }
    }

    /// Returns the text of a header: Base64 between `=?base64?` and `?=`, or the header itself.
    private static func decoded(_ text: String) -> String? {
        guard text.hasPrefix("=?base64?"), text.hasSuffix("?="), text.utf8.count >= 11 else { return text }
        return Base64.decode(String(text.dropFirst(9).dropLast(2))).flatMap { String(validating: $0, as: UTF8.self) }
    }
}

/// A request of the Model Context Protocol.
struct MCPRequest {
    /// The members of the params, without a check for unknown ones: later revisions may add some.
    struct Params {
        let object: JSONObject

        /// The member with that name; null without one.
        subscript(name: StaticString) -> JSONValue { object[name.description] ?? .null }

        /// Returns a required string.
        func string(_ name: StaticString) throws(MCPError) -> String {
            guard let text = self[name].stringValue else {
                throw .params("\(name) must be a string, and is \(self[name] == .null ? "missing" : self[name].kind).")
            }
            return text
        }
    }

    let id: RequestID
    let method: String
    let params: Params
    /// True if `_meta` has a version: the request is of the revision that has no `initialize`.
    let isModern: Bool
    /// The version in `_meta`; nil in the older revisions, and if it is not a string.
    let version: String?

    /// Reads a message.
    ///
    /// - Returns: Nil for a notification, which has no answer.
    static func read(_ bytes: [UInt8], limits: Limits) throws(EnvelopeError) -> MCPRequest? {
        let envelope: RequestEnvelope
        do throws(EnvelopeError) {
            envelope = try RequestEnvelope.read(bytes, limits: limits)
        } catch {
            guard error.id == nil, error.error.reason == .invalidRequest, isNotification(bytes, limits) else {
                throw error
            }
            return nil
        }
        let params = envelope.params?.objectValue ?? JSONObject()
        let version = params["_meta"]?[MCPVersion.key.description]
        return MCPRequest(
            id: envelope.id, method: envelope.method, params: Params(object: params), isModern: version != nil,
            version: version?.stringValue)
    }

    private static func isNotification(_ bytes: [UInt8], _ limits: Limits) -> Bool {
        guard
            let object = try? JSONReader.read(
                bytes, depthMax: limits.nestingDepth, nodesMax: RequestEnvelope.valuesMax
            ).value.objectValue
        else { return false }
        return object["id"] == nil && object["jsonrpc"] == "2.0" && object["method"]?.stringValue != nil
    }

    /// Checks the metadata that the newest revision requires in each request, and the headers.
    func checkMetadata(_ headers: MCPHeaders?) throws(MCPError) {
        guard isModern || method == "server/discover" || headers?.version == MCPVersion.current else {
            guard let version = headers?.version, !MCPVersion.legacy.contains(version) else { return }
            throw .version(version)
        }
        guard let version else { throw .params("_meta must have the string \(MCPVersion.key).") }
        try headers?.check(self)
        guard version == MCPVersion.current else { throw .version(version) }
        guard params["_meta"][MCPVersion.capabilitiesKey.description]?.objectValue != nil else {
            throw .params("_meta must have the object \(MCPVersion.capabilitiesKey).")
        }
    }
}
