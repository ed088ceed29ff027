extension WorldName {
    /// The world that always exists and is stored.
    public static var main: WorldName { WorldName("main") }
}

extension Welcome.Me {
    /// Creates the confirmed identity of a login.
    public init(_ identity: Hello.Identity, name: String?) {
        switch identity {
        case .person(let handle, _): self.init(role: .person, handle: handle, name: name)
        case .app(let app, let person): self.init(role: .app, handle: person, app: app, name: name)
        case .observer(let handle): self.init(role: .observer, handle: handle, name: name)
        }
    }
}

extension Hello {
    func check(_ fields: JSONFields) throws(InvalidField) {
        let role = identity.kind
        if role != .observer, hearsRequests || !hearsEvents {
            throw fields.invalid(
                hearsRequests ? "requests" : "events", "belongs to the role observer, and this is \(role.rawValue)")
        }
        if role == .person, fields.has("app") {
            throw fields.invalid("app", "belongs to the role app, and this is a person")
        }
    }
}
