import ChatProtocol

extension Event.LinkKept {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.update(person) { person in
            var links = person.keptLinks[app] ?? []
            links.removeAll { $0 == url }
            links.append(url)
            person.keptLinks[app] = links.suffix(PersonChoices.keptLinksMax)
        }
    }
}

extension Event.KeptLinksDelivered {
    func fold(into state: inout CoreState, at place: LogPlace) {
        state.update(person) { $0.keptLinks[app] = nil }
    }
}
