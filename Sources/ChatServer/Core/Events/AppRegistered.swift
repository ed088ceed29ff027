import ChatProtocol

extension Event.AppRegistered {
    func fold(into state: inout CoreState, at place: LogPlace) {
        let before = state.app(app.id)
        let wasSharing = state.isSharedWithYouApp(app.id)
        state.keep(app)
        state.previews[app.id] = AppPreviews(app)
        state.router.register(app)
        let domains = ((before?.domains ?? []) + app.domains).compactMap { DomainPattern($0) }
        state.reroute(domains, switched: wasSharing == state.isSharedWithYouApp(app.id) ? nil : app.id)
    }
}

extension Event.SitePublished {
    func fold(into state: inout CoreState, at place: LogPlace) {
        let site = Site(domain: domain, association: association)
        state.keep(site)
        state.router.publish(site)
        state.reroute([domain], switched: nil)
    }
}
