import ChatProtocol

/// Somebody's request as an observer hears of it (`request.done`).
struct HeardRequest {
    /// The session's id.
    var session: String
    var role: Role
    /// The person, or whom the app runs as.
    var person: Handle?
    var app: String?
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
        guard let session = told.text("session"), let role = told.text("role").flatMap(Role.init(rawValue:)),
            let method = told.text("method").flatMap(Method.init(rawValue:)),
            let at = told.text("at").flatMap({ Instant($0) })
        else { return nil }
        self.session = session
        self.role = role
        self.method = method
        self.at = at
        person = told.handle("person")
        app = told.text("app")
        device = Int(clamping: told["device"]?["number"]?.integerValue ?? 1)
        deviceName = told["device"]?.text("name")
        params = told["params"] ?? .object(JSONObject())
        result = told["result"]
        refusal = told["error"]?.text("reason")
        isTruncated = told["truncated"]?.boolValue ?? false
    }

    /// Whether it is more than a look.
    var changesSomething: Bool {
        method.changesTheLog || method == .conversationTyping || method == .collaborationOffer
    }

    /// Whether it was not refused.
    var isDone: Bool { refusal == nil }

    func text(_ key: String) -> String? { params.text(key) }

    func isOn(_ key: String) -> Bool { params[key] == true }

    /// The people of `handles`, or the one of `handle`.
    var others: [Handle] {
        let others = params.handles("handles")
        return others.isEmpty ? params.handle("handle").map { [$0] } ?? [] : others
    }
}

/// What was told, member by member.
extension JSONValue {
    func text(_ key: String) -> String? { self[key]?.stringValue }

    func handle(_ key: String) -> Handle? { text(key).flatMap { Handle($0) } }

    func list(_ key: String) -> [JSONValue] { self[key]?.arrayValue ?? [] }

    func texts(_ key: String) -> [String] { list(key).compactMap(\.stringValue) }

    func handles(_ key: String) -> [Handle] { texts(key).compactMap { Handle($0) } }
}
