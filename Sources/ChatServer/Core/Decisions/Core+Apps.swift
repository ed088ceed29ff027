import ChatProtocol

extension Core {
    mutating func register(_ request: RegisterApp, at now: Instant) throws(RPCError) -> Answer {
        try checkName(request.name, "name")
        try checkName(request.app.rawValue, "app")
        guard !request.domains.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "domains", problem: "must name at least one domain"))
        }
        guard !request.backends.isEmpty else {
            throw RPCError.invalid(InvalidField(field: "backends", problem: "must name at least one back end"))
        }
        for (index, domain) in request.domains.enumerated() where DomainPattern(domain) == nil {
            let field = "domains[\(index)]"
            throw RPCError.invalid(InvalidField(field: field, problem: "must be a domain such as notes.example"))
        }
        let association = request.association ?? App.everyPath(for: request.app)
        do {
            _ = try SiteAssociation(association)
        } catch {
            throw RPCError.invalid(InvalidField(field: "association", problem: "is not a site association: \(error)"))
        }
        let app = App(
            id: request.app, name: request.name, domains: request.domains, association: association,
            backends: request.backends, capabilities: request.capabilities)
        if state.app(app.id) != app {
            decide(.appRegistered(app), at: now)
        }
        return .app(app)
    }
}

extension CoreState {
    /// Whether the app is registered and has adopted Shared with You (`adopt-steps`).
    func isSharedWithYouApp(_ id: AppID) -> Bool {
        app(id)?.capabilities.contains(.sharedWithYou) == true
    }
}
