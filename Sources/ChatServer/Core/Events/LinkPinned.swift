import ChatProtocol

extension Event.LinkPinned {
    func fold(into state: inout CoreState, at place: LogPlace) {
        guard let url = try? CanonicalURL(url) else { return }
        let link = state.noteLink(url)
        state.links[link].pinners.insert(by)
        let id = state.links[link].id
        state.update(by) {
            $0.pins[url] = .init(position: place.position, conversation: conversation, at: place.at)
            // Who pins what they once removed wants it back (`pin-always`).
            $0.hiddenHighlights.remove(id)
        }
        state.reshelve(link, for: by)
    }
}

extension Event.LinkUnpinned {
    func fold(into state: inout CoreState, at place: LogPlace) {
        guard let url = try? CanonicalURL(url) else { return }
        state.update(by) { $0.pins[url] = nil }
        guard let link = state.links.number(of: url) else { return }
        state.links[link].pinners.remove(by)
        state.reshelve(link, for: by)
    }
}
