import ChatProtocol

extension Event.HighlightHidden {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) {
            if hidden { $0.hiddenHighlights.insert(highlight) } else { $0.hiddenHighlights.remove(highlight) }
        }
        if let link = state.links.number(of: highlight) { state.updateShelf(link, for: by) }
    }
}

extension Event.HighlightUsed {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.update(by) { $0.uses[highlight, default: [:]][signal] = place.at }
        if let link = state.links.number(of: highlight) { state.updateShelf(link, for: by) }
    }
}
