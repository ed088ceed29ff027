import ChatProtocol

extension Event.AppRegistered {
    func fold(into state: inout CoreState, at place: LogPosition) {
        let before = state.app(app.id)
        let wasSharing = state.directory.isSharedWithYouApp(app.id)
        state.directory.register(app)
        let domains = ((before?.domains ?? []) + app.domains).compactMap { DomainPattern($0) }
        state.reroute(domains, switched: wasSharing == state.directory.isSharedWithYouApp(app.id) ? nil : app.id)
    }
}

extension Event.SitePublished {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.directory.publish(Site(domain: domain, association: association))
        state.reroute([domain], switched: nil)
    }
}
