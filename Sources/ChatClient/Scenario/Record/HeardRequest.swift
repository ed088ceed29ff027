import ChatProtocol

/// Somebody's request as an observer hears of it (`request.done`).
struct HeardRequest {
    /// The session's id.
    var session: String
    var role: Role
    /// The person, or whom the app runs as.
    var person: Handle?
    var app: AppID?
    /// Which of the person's devices it is.
    var device: Int
    var deviceName: String?
    var method: Method
    var params: JSONValue
    /// When it was decided.
    var at: Instant
    /// The result; nil where it was refused, and where it is left out.
    var result: JSONValue?
    /// Why it was refused.
    var refusal: String?
    /// Whether something was too long to be told.
    var isTruncated: Bool

    /// Reads the params of the notification; nil if they are not what the contract says.
    init?(_ told: JSONValue) {
        guard let session = told["session"]?.stringValue,
            let role = told["role"]?.stringValue.flatMap(Role.init(rawValue:)),
            let method = told["method"]?.stringValue.flatMap(Method.init(rawValue:)),
            let at = told["at"]?.stringValue.flatMap({ Instant($0) })
        else { return nil }
        self.session = session
        self.role = role
        self.method = method
        self.at = at
        person = told["person"]?.stringValue.flatMap { Handle($0) }
        app = told["app"]?.stringValue.map { AppID($0) }
        device = Int(clamping: told["device"]?["number"]?.integerValue ?? 1)
        deviceName = told["device"]?["name"]?.stringValue
        params = told["params"] ?? .object(JSONObject())
        result = told["result"]
        refusal = told["error"]?["reason"]?.stringValue
        isTruncated = told["truncated"]?.boolValue ?? false
    }

    /// Whether it is more than a look.
    var changesSomething: Bool {
        method.changesTheLog || method == .conversationTyping || method == .collaborationOffer
    }

    /// A text of the params.
    func text(_ key: String) -> String? { params[key]?.stringValue }

    /// A handle of the params.
    func handle(_ key: String) -> Handle? { text(key).flatMap { Handle($0) } }

    /// The handles of a list in the params.
    func handles(_ key: String) -> [Handle] {
        (params[key]?.arrayValue ?? []).compactMap { $0.stringValue.flatMap { Handle($0) } }
    }
}
