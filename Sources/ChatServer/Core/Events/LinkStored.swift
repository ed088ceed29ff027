import ChatProtocol

extension Event.LinkStored {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(person) { person in
            var links = person.storedLinks[app] ?? []
            links.removeAll { $0 == url }
            links.append(url)
            person.storedLinks[app] = links.suffix(PersonChoices.storedLinksMax)
        }
    }
}

extension Event.StoredLinksDelivered {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(person) { $0.storedLinks[app] = nil }
    }
}
